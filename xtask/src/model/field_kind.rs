//! The kind of a field of a sequence, decided once, when all names are known.

use super::{Base, Content, Schema, Sequence, SequenceField};

/// The kind of a field. The attribute of the generated field names it, and dxc-derive relies on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FieldKind {
    /// A single value.
    #[default]
    Value,
    /// A single record.
    Record,
    /// A single value or record that may be absent.
    Optional,
    /// Computed on writing, and no field of the struct.
    Computed,
    /// Computed on writing, unless the value says otherwise.
    Usual,
    /// Bytes.
    Bytes,
    /// Bytes that an offset may place, or not.
    OptionalBytes,
    /// A string table.
    Strings,
    /// Lists, each behind its length, which numbers of the part name.
    Lists,
    /// A string that stands alone.
    Text,
    /// Records or numbers one behind the other.
    Run,
    /// Like above, for records whose version a value selects.
    RunByValue,
    /// Numbers that records beside them name runs of.
    IndexTable,
    /// Records with a stride of their own.
    Strided,
    /// A record with a size of its own.
    Sized,
    /// A single structure.
    Nested,
    /// Structures one behind the other.
    Items,
    /// Structures that numbers name.
    Pool,
    /// A number that names what is in a pool.
    Reference,
    /// Like above, for a number that may reference nothing.
    OptionalReference,
    /// Nothing but bytes up to a multiple of something.
    Padding,
}

/// The properties of a kind.
pub(crate) struct KindProperties {
    /// Its name in messages.
    pub(crate) what: &'static str,
    /// The words that it may have besides those on its place and on how documents show it.
    pub(crate) words: &'static [&'static str],
    /// Its name in the attribute of the generated field, where no other word of the attribute implies it.
    pub(crate) attribute: Option<&'static str>,
}

impl FieldKind {
    /// The one table of what goes with a kind.
    pub(crate) fn about(self) -> KindProperties {
        let (what, words, attribute): (_, &[_], _) = match self {
            Self::Value => ("a single value", &["is", "default", "kept", "if"], None),
            Self::Record => ("a single record", &["if"], None),
            Self::Optional => ("a value that may lack", &["kept", "if"], Some("optional")),
            Self::Computed => ("a computed field", &["is", "if"], None),
            Self::Usual => ("a field with a computed default", &["default", "if"], None),
            Self::Bytes => ("bytes", &["count", "if"], Some("bytes")),
            Self::OptionalBytes => ("bytes that may lack", &["count", "null"], Some("bytes")),
            Self::Strings => ("strings", &["count", "named", "if"], Some("strings")),
            Self::Lists => ("lists", &["count", "if", "ours"], Some("lists")),
            Self::Text => ("a string that stands alone", &["if"], Some("text")),
            Self::Run => ("records", &["count", "each", "if", "ours"], Some("run")),
            Self::RunByValue => {
                let what = "records with versions by value";
                (what, &["count", "if", "ours"], Some("run"))
            }
            Self::IndexTable => {
                let what = "an index table";
                (what, &["count", "if", "ours"], Some("index_table"))
            }
            Self::Strided => {
                let what = "records with a stride";
                (what, &["count", "stride", "if", "ours"], Some("strided"))
            }
            Self::Sized => {
                let what = "a record with versions by size";
                (what, &["size", "version", "if"], Some("sized"))
            }
            Self::Nested => ("a single structure", &["size"], Some("nested")),
            Self::Items => ("structures", &["count", "stride", "null"], Some("items")),
            Self::Pool => ("a pool", &["pool"], None),
            Self::Reference | Self::OptionalReference => {
                ("a number that names a structure", &["null", "if"], None)
            }
            Self::Padding => ("padding", &[], None),
        };
        KindProperties {
            what,
            words,
            attribute,
        }
    }

    /// Whether it may have a word.
    pub(crate) fn takes(self, word: &str) -> bool {
        self.about().words.contains(&word)
    }

    /// Whether it is computed from what is written.
    pub(crate) fn is_computed(self) -> bool {
        matches!(self, Self::Computed | Self::Usual)
    }

    /// Whether it is so many bytes, whatever they hold.
    pub(crate) fn is_bytes(self) -> bool {
        matches!(
            self,
            Self::Bytes | Self::OptionalBytes | Self::Strings | Self::Lists
        )
    }

    /// Whether it holds several records or numbers, none of which has a place of its own.
    pub(crate) fn is_run(self) -> bool {
        matches!(
            self,
            Self::Run | Self::RunByValue | Self::IndexTable | Self::Strided | Self::Lists
        )
    }

    /// Whether it holds structures.
    pub(crate) fn is_structure(self) -> bool {
        matches!(self, Self::Nested | Self::Items | Self::Pool)
    }

    /// The kind of a field, by its type and its words.
    fn new(schema: &Schema, sequence: &Sequence, field: &SequenceField) -> Self {
        let Some(ty) = field.ty.as_ref().filter(|_| !field.is_padding()) else {
            return Self::Padding;
        };
        let may_lack = field.null.is_some();
        match &ty.base {
            _ if field.pool.is_some() => Self::Pool,
            _ if field.reference.is_some() && may_lack => Self::OptionalReference,
            _ if field.reference.is_some() => Self::Reference,
            Base::CStr => Self::Text,
            Base::Bytes if may_lack => Self::OptionalBytes,
            Base::Bytes => Self::Bytes,
            Base::Strings => Self::Strings,
            Base::Lists => Self::Lists,
            base => Self::of_items(schema, sequence, field, base),
        }
    }

    /// Like above, for one item or several.
    fn of_items(schema: &Schema, sequence: &Sequence, field: &SequenceField, base: &Base) -> Self {
        let content = match base {
            Base::Item(of) => schema.item(of).map(|item| &item.content),
            _ => None,
        };
        let is_by_size = sequence.is_taken(base) || schema.is_by_size(base);
        let is_counted = field.count.is_some();
        match content {
            Some(Content::Sequence(_) | Content::Choice(_)) if is_counted => Self::Items,
            Some(Content::Sequence(_) | Content::Choice(_)) => Self::Nested,
            _ if is_by_size && is_counted => Self::Strided,
            _ if is_by_size => Self::Sized,
            Some(Content::Versioned(_)) => Self::RunByValue,
            _ if is_counted && field.stride.is_some() => Self::Strided,
            _ if is_counted && schema.names_runs(sequence, field) => Self::IndexTable,
            _ if is_counted => Self::Run,
            _ if field.is.is_some() => Self::Computed,
            _ if field.usual.is_some() => Self::Usual,
            _ if field.condition.is_some() || field.known.is_some() => Self::Optional,
            Some(Content::Record(_)) => Self::Record,
            _ => Self::Value,
        }
    }
}

impl Schema {
    /// Decides what each field of a sequence is; all names are known.
    pub(crate) fn decide_kinds(&mut self) {
        let kinds = |content: &Content| match content {
            Content::Sequence(sequence) => {
                let fields = sequence.fields.iter();
                let kinds = fields.map(|field| FieldKind::new(self, sequence, field));
                kinds.collect()
            }
            _ => Vec::new(),
        };
        let kinds: Vec<Vec<FieldKind>> =
            self.items.iter().map(|item| kinds(&item.content)).collect();
        for (item, kinds) in self.items.iter_mut().zip(kinds) {
            if let Content::Sequence(sequence) = &mut item.content {
                let fields = sequence.fields.iter_mut().zip(kinds);
                fields.for_each(|(field, kind)| field.kind = kind);
            }
        }
    }

    /// Whether records of a sequence name runs of a field of numbers.
    fn names_runs(&self, sequence: &Sequence, table: &SequenceField) -> bool {
        let types = sequence.fields.iter().filter_map(|field| field.ty.as_ref());
        let records = types.flat_map(|ty| self.fields(&ty.base));
        let mut runs = records.filter_map(|field| field.run.as_ref());
        let is_own = |run: &str| table.name.as_ref().is_some_and(|name| name.value == run);
        table.may_be_index_table() && runs.any(|run| is_own(run))
    }
}
