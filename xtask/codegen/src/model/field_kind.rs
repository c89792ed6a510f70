//! Decides the kind of each field of a sequence, once all names are known.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Base, Content, Field, Schema, Struct};

/// The kind of a field. Whether it is optional is another question: `Field::is_optional`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// A single number or record.
    #[default]
    Value,
    /// Computed on writing. Only an optional one is a field of the struct: a value that was set or read.
    Computed,
    /// Bytes.
    Bytes,
    /// A string table.
    Strings,
    /// A string that stands alone.
    Text,
    /// Records or numbers one behind the other, or lists, each behind its length.
    Run,
    /// Numbers that records beside them name runs of.
    IndexTable,
    /// Records with a stride of their own.
    Strided,
    /// A record with a size of its own.
    Sized,
    /// A structure; several one behind the other, if it has a `count`.
    Structure,
    /// Structures that numbers name.
    Pool,
    /// A number that names what is in a pool.
    Reference,
    /// Nothing but bytes up to a multiple of something.
    Padding,
}

/// The properties of a field by its kind.
pub struct KindProperties {
    /// Its name in messages.
    pub(crate) what: &'static str,
    /// The keys that it may have. `cpp`, `yaml`, `show` and `flatten` are not listed; `Checker::fits_together` adds `at`, `align` and
    /// `fill`.
    pub(crate) words: &'static [&'static str],
    /// Its kind in the attribute of the generated field, where no other word of the attribute implies it.
    pub(crate) attribute: Option<&'static str>,
}

impl Field {
    /// Whether the value stores an `Option` of it.
    pub fn is_optional(&self) -> bool {
        match self.kind {
            FieldKind::Value => {
                self.condition.is_some() || self.known.is_some() || self.null.is_some()
            }
            FieldKind::Computed => self.is.is_none(),
            FieldKind::Bytes | FieldKind::Text | FieldKind::Reference => self.null.is_some(),
            FieldKind::Structure => {
                self.count.is_none() && (self.condition.is_some() || self.null.is_some())
            }
            _ => false,
        }
    }

    /// The properties of each kind, in one table.
    pub(crate) fn properties(&self) -> KindProperties {
        let is_lists = self.ty.base == Base::Lists;
        let (what, words, attribute): (_, &[_], _) = match (self.kind, self.is_optional()) {
            (FieldKind::Value, false) => {
                let what = "a single value or record, which has no `count`";
                (what, &["is", "default", "if", "null"], None)
            }
            (FieldKind::Value, true) if self.null.is_none() => {
                let what = "an optional value";
                (what, &["if", "null", "default"], Some("optional"))
            }
            (FieldKind::Value, true) => ("an optional value", &["if", "null"], Some("optional")),
            (FieldKind::Computed, false) => ("a computed field", &["is", "if"], None),
            (FieldKind::Computed, true) => {
                ("a field with a computed default", &["default", "if"], None)
            }
            (FieldKind::Bytes, _) => ("bytes", &["count", "if", "null"], Some("blob")),
            (FieldKind::Strings, _) => {
                let words = &["count", "named", "if", "null"];
                ("strings", words, Some("blob"))
            }
            (FieldKind::Text, _) => {
                let what = "a `cstr`, which ends with NUL";
                (what, &["if", "null"], Some("blob"))
            }
            (FieldKind::Run, _) if is_lists => {
                ("lists", &["count", "if", "null", "llvm"], Some("lists"))
            }
            (FieldKind::Run, _) => {
                let words = &["count", "each", "if", "null", "llvm"];
                ("records", words, Some("run"))
            }
            (FieldKind::IndexTable, _) => {
                let what = "an index table";
                (what, &["count", "if", "null", "llvm"], Some("index_table"))
            }
            (FieldKind::Strided, _) => {
                let what = "records with `stride`";
                let words = &["count", "stride", "if", "null", "llvm"];
                (what, words, Some("strided"))
            }
            (FieldKind::Sized, _) => {
                let what = "a record with versions by size";
                (what, &["size", "version", "if"], Some("sized"))
            }
            (FieldKind::Structure, _) if self.count.is_some() => {
                let what = "structures";
                (
                    what,
                    &["count", "stride", "null", "if", "directory"],
                    Some("items"),
                )
            }
            (FieldKind::Structure, _) => {
                let what = "a single structure";
                (what, &["size", "if", "null"], Some("nested"))
            }
            (FieldKind::Pool, _) => {
                let what = "a pool, which contains all referenced structures";
                (what, &["pool"], None)
            }
            (FieldKind::Reference, _) => ("a reference to a structure", &["null", "if"], None),
            (FieldKind::Padding, _) => ("padding, `_ = { align = 4 }`", &[], None),
        };
        KindProperties {
            what,
            words,
            attribute,
        }
    }

    /// Whether it is bytes of a stated number, with any content.
    pub(crate) fn is_bytes(&self) -> bool {
        let is_lists = self.ty.base == Base::Lists;
        is_lists || matches!(self.kind, FieldKind::Bytes | FieldKind::Strings)
    }
}

impl FieldKind {
    /// Whether it is a single number or record.
    pub(crate) fn is_single(self) -> bool {
        matches!(self, Self::Value | Self::Computed | Self::Reference)
    }

    /// Whether it contains several records or numbers without individual offsets.
    pub(crate) fn is_run(self) -> bool {
        matches!(self, Self::Run | Self::IndexTable | Self::Strided)
    }

    /// Whether it contains structures.
    pub(crate) fn is_structure(self) -> bool {
        matches!(self, Self::Structure | Self::Pool)
    }

    /// The kind of a field, by its type and its keys.
    fn new(schema: &Schema, sequence: &Struct, field: &Field) -> Self {
        match &field.ty.base {
            _ if field.is_padding() || !field.has_name_and_type() => Self::Padding,
            _ if field.pool.is_some() => Self::Pool,
            _ if field.reference.is_some() => Self::Reference,
            Base::CStr => Self::Text,
            Base::Bytes => Self::Bytes,
            Base::Strings => Self::Strings,
            Base::Lists => Self::Run,
            base => Self::of_items(schema, sequence, field, base),
        }
    }

    /// The kind of a field of items: one item or several.
    fn of_items(schema: &Schema, sequence: &Struct, field: &Field, base: &Base) -> Self {
        let is_by_size = sequence.is_taken(base) || schema.is_by_size(base);
        let is_counted = field.count.is_some();
        match schema.content_of(base) {
            Some(content) if content.is_nested() => Self::Structure,
            _ if is_by_size && is_counted => Self::Strided,
            _ if is_by_size => Self::Sized,
            Some(content) if content.versioned().is_some() => Self::Run,
            _ if is_counted && field.stride.is_some() => Self::Strided,
            _ if is_counted && schema.names_runs(sequence, field) => Self::IndexTable,
            _ if is_counted => Self::Run,
            _ if field.is.is_some() || field.canonical.is_some() => Self::Computed,
            _ => Self::Value,
        }
    }
}

impl Schema {
    /// Decides the kind of each field of a sequence, once all names are known.
    pub(crate) fn decide_kinds(&mut self) {
        let kinds = self.items.iter().map(|item| {
            let sequence = item.content.sequence().into_iter();
            let kinds = sequence.flat_map(|sequence| {
                let fields = sequence.fields.iter();
                fields.map(|field| FieldKind::new(self, sequence, field))
            });
            kinds.collect()
        });
        let kinds: Vec<Vec<FieldKind>> = kinds.collect();
        for (item, kinds) in self.items.iter_mut().zip(kinds) {
            if let Content::Struct(of) = &mut item.content {
                let fields = of.fields.iter_mut().zip(kinds);
                fields.for_each(|(field, kind)| field.kind = kind);
            }
        }
    }

    /// Whether records of a sequence, or of structures in it, reference runs of a field of numbers.
    fn names_runs(&self, sequence: &Struct, table: &Field) -> bool {
        let names = |record: &Base| {
            let mut runs = self
                .fields(record)
                .into_iter()
                .filter_map(|field| field.run.as_ref());
            runs.any(|run| table.is_named(run))
        };
        table.may_be_index_table() && self.records_within(sequence).iter().any(names)
    }
}
