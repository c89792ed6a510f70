//! Fields: of records, of packed bits and of sequences, and how documents show them.

use heck::ToUpperCamelCase as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Base, FieldKind, Schema, StringsStyle, Type};
use crate::diagnostic::{Number, Span, Text};
use crate::expression::each::Each;
use crate::expression::tree::Expression;
use crate::keys::{Formula, Name, Texts, Truth, Without, is_there, one_of, place_if_true};

/// How documents show something.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
pub(crate) struct Shown {
    /// Its key in documents; its name in camel case, if left out.
    #[serde(rename = "yaml")]
    #[schemars(with = "Option<Name>")]
    pub(crate) key: Option<Text>,
    /// Documents show its fields beside the other keys, not below a key of its own.
    #[serde(
        default,
        deserialize_with = "place_if_true",
        serialize_with = "is_there"
    )]
    #[schemars(with = "Option<Truth>")]
    pub(crate) flatten: Option<Span>,
    /// How documents show it: of flags only those that are `set`; an enum as a `number`; an integer as a `signed` one; bytes
    /// as `text`; a computed number `always`, even if it is absent; as `ours`, if LLVM has no key for it; `never`, if
    /// another key implies it. Some words are for people's texts alone: an integer that is `set` is left out if it is 0, a
    /// `mask` of components is written `xyzw`, and bit fields that are a `version` are joined, such as 6.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["set", "number", "signed", "text", "always", "ours", "never", "mask", "version"]))]
    pub(crate) show: Option<Text>,
    /// The key in documents of the version of a record with versions by size.
    #[schemars(with = "Option<Name>")]
    pub(crate) version: Option<Text>,
}

impl Shown {
    /// The key of what has a name: its own, or the name in camel case.
    pub(crate) fn key_of(&self, name: &str) -> String {
        let own = self.key.as_ref().map(|key| key.value.clone());
        own.unwrap_or_else(|| name.to_upper_camel_case())
    }

    /// Whether `show` is this word.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.show.as_ref().is_some_and(|show| show.value == word)
    }
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(transform = Without(&["flatten", "version"]), extend("x-noun" = "bit field", "x-main" = "bits", "x-reserved" = true))]
pub(crate) struct BitField {
    #[schemars(extend("x-model" = true))]
    pub(crate) name: Text,
    /// The number of bits; the first field has the lowest.
    pub(crate) bits: Number,
    /// The type; the smallest integer that fits, if left out.
    #[serde(rename = "type")]
    pub(crate) ty: Option<Type>,
    /// The member that it mirrors, of the C++ type that holds the integer. Neighbours may share one.
    #[schemars(length(min = 1))]
    pub(crate) cpp: Option<Text>,
    #[serde(default)]
    #[schemars(extend("x-model" = true))]
    pub(crate) reserved: bool,
    #[serde(flatten)]
    pub(crate) shown: Shown,
    #[schemars(extend("x-model" = true))]
    pub(crate) doc: String,
}

impl BitField {
    /// Its type; the smallest integer that fits, if the schema leaves it out.
    pub(crate) fn base(&self) -> Base {
        match (&self.ty, self.bits.value) {
            (Some(ty), _) => ty.base.clone(),
            (None, ..=8) => Base::Integer(8),
            (None, 9..=16) => Base::Integer(16),
            (None, 17..=32) => Base::Integer(32),
            (None, _) => Base::Integer(64),
        }
    }
}

/// A field of a sequence, or of a record, which has fewer words. Padding has neither name nor type.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(extend(
    "x-noun" = "field", "x-main" = "type", "x-reserved" = true, "anyOf" = one_of(&["type", "align"])
))]
pub(crate) struct Field {
    #[serde(default)]
    #[schemars(extend("x-model" = true))]
    pub(crate) name: Text,
    /// The type; padding has none.
    #[serde(rename = "type", default)]
    pub(crate) ty: Type,
    /// Its kind, once all names are known; of a record, always a single value.
    #[serde(skip_deserializing)]
    pub(crate) kind: FieldKind,
    /// Its place in the struct.
    #[serde(skip_deserializing)]
    pub(crate) place: Place,
    /// The value that it must equal: checked on reading, computed on writing, and no field of the value. A number that
    /// another field names alone as its `count`, `size`, `stride` or `at` is computed without it. Bytes are in quotes of
    /// their own: `is = '"RIFF"'`.
    pub(crate) is: Option<Expression>,
    /// Like `default`, computed on writing.
    #[serde(skip_deserializing, rename = "computed_default")]
    pub(crate) usual: Option<Expression>,
    /// The value in a new record, and in a document that leaves it out: a number, of flags and packed bits that of all
    /// together, a name of the enum or flags, or bytes. 0, if left out. With `if`: the value that is written for none. An
    /// expression, as in `size_of(self)`, is computed on writing unless another value is set; any value that was read is kept.
    #[schemars(with = "Option<Formula>")]
    pub(crate) default: Option<Text>,
    #[serde(default)]
    #[schemars(extend("x-model" = true))]
    pub(crate) reserved: bool,
    /// The number of records or structures, or of bytes of `bytes` and `strings`; `".."` for all that are left.
    pub(crate) count: Option<Expression>,
    /// Several runs in one, as in `stream in 0..4`: `count` is that of each. Where an earlier run has their lengths, its
    /// `count` is their number, as in `stream in 0..stream_count`, and `count` uses `sizes[stream]`.
    pub(crate) each: Option<Each>,
    /// How writers make it, if it is a table or bytes.
    #[serde(skip_deserializing)]
    pub(crate) strings_style: StringsStyle,
    /// Of `strings` that no record references: the name of each, in their order. The last ones may be missing.
    #[serde(default)]
    #[schemars(with = "Texts")]
    pub(crate) named: Vec<Text>,
    /// The size of each record in bytes.
    pub(crate) stride: Option<Expression>,
    /// The size in bytes of a record with versions by size, or of a structure; `".."` for all bytes that are left. A field
    /// that has this number is computed: `size_of(field)`.
    pub(crate) size: Option<Expression>,
    /// Its offset from the start of the part: a field that is computed, as `at(field)`; or from another field, as in
    /// `at(header) + offset`.
    pub(crate) at: Option<Expression>,
    /// The field that its offset counts from.
    #[serde(skip_deserializing, rename = "origin")]
    pub(crate) from: Option<Text>,
    /// Padding up to a multiple of this many bytes from the start of the struct, or to the end of the part; a `size` around
    /// the struct includes it. It needs no other key. With `at` or of a pool: the alignment of its place in
    /// a new layout.
    pub(crate) align: Option<Number>,
    /// With `align`: the byte that writing pads with; 0, if left out. The parameters may select it, by `if` or `match`.
    pub(crate) fill: Option<Expression>,
    /// Whether it is there; in Rust, a value or a structure is an `Option` then. A single record is there if an enum in it has a known value, where this is `known(record.field)`.
    #[serde(rename = "if")]
    pub(crate) condition: Option<Expression>,
    /// Of a record: it is there if this field of it, an enum, has a known value.
    #[serde(skip_deserializing)]
    pub(crate) known: Option<Text>,
    /// With `at`: the offset that means none; in Rust, a value, a structure, a `cstr` or `bytes` is an `Option` then.
    pub(crate) null: Option<Number>,
    /// It holds the structures that numbers reference by their offset (`row(..)`): each once, anywhere. A new layout has them
    /// `together`, all behind one another; or each `near` the first to reference it, behind the fields that this one places,
    /// and behind the fields that it places itself.
    pub(crate) pool: Option<Pool>,
    /// The pool of the structure that it references; of a record, the table of the string.
    #[serde(skip_deserializing)]
    pub(crate) reference: Option<Text>,
    /// Of a record: whether its string comes after all others of a new table.
    #[serde(skip_deserializing)]
    pub(crate) last: bool,
    /// Of a record: the table of the run that it references.
    #[serde(skip_deserializing)]
    pub(crate) run: Option<Text>,
    /// The field with the length of the run.
    #[serde(skip_deserializing)]
    pub(crate) len: Option<Text>,
    /// Of a record: the number or the parameter that its offset counts from.
    #[serde(skip_deserializing)]
    pub(crate) base: Option<Text>,
    /// Of a record: whether reading checks its offset.
    #[serde(skip_deserializing)]
    pub(crate) checked: bool,
    /// The member of that C++ type that it mirrors, or a member of a member: `Version.Major`; its name in camel case, if left
    /// out; none, if empty.
    pub(crate) cpp: Option<Text>,
    #[serde(flatten)]
    pub(crate) shown: Shown,
    /// Like `show = "ours"` while a condition holds: LLVM's documents have no key for it, and the second document has it.
    pub(crate) ours: Option<Expression>,
    #[serde(default)]
    #[schemars(extend("x-model" = true))]
    pub(crate) doc: String,
}

/// The place of a field, as far as it does not depend on the file.
#[derive(Clone, Copy, Debug, Default, JsonSchema, Serialize)]
pub(crate) struct Place {
    /// The offset in bytes.
    pub(crate) at: Option<u64>,
    /// The size in bytes.
    pub(crate) size: Option<u64>,
    /// The index of the first version that has the field.
    pub(crate) since: usize,
}

/// Where a new layout has the structures of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Pool {
    Together,
    Near,
}

impl Field {
    /// The words that it has, and where each of them stands.
    pub(crate) fn words(&self) -> Vec<(&'static str, Span)> {
        let text = |text: Option<&Text>| text.map(|text| text.span.clone());
        let number = |number: &Option<Number>| number.as_ref().map(|number| number.span.clone());
        let default = self.usual.as_deref().or(self.default.as_ref());
        let pool = Some(&self.name).filter(|_| self.pool.is_some());
        let words = [
            ("is", text(self.is.as_deref())),
            ("default", text(default)),
            ("count", text(self.count.as_deref())),
            ("each", text(self.each.as_ref().map(|each| &each.text))),
            ("named", text(self.named.first())),
            ("stride", text(self.stride.as_deref())),
            ("size", text(self.size.as_deref())),
            ("at", text(self.at.as_deref())),
            ("align", number(&self.align)),
            ("fill", text(self.fill.as_deref())),
            ("if", text(self.condition.as_deref())),
            ("ours", text(self.ours.as_deref())),
            ("if", text(self.known.as_ref())),
            ("null", number(&self.null)),
            ("pool", text(pool)),
            ("version", text(self.shown.version.as_ref())),
        ];
        let words = words.into_iter();
        words
            .filter_map(|(word, span)| Some((word, span?)))
            .collect()
    }

    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name.value == name
    }

    /// Whether it has a name and a type.
    pub(crate) fn has_name_and_type(&self) -> bool {
        !self.name.is_empty() && self.ty.base != Base::Padding
    }

    /// Whether it is a single integer, which may be the count of another field, its size or its offset.
    pub(crate) fn is_integer(&self) -> bool {
        let is_integer = matches!(self.ty.base, Base::Integer(_));
        is_integer && self.count.is_none() && self.reference.is_none()
    }

    /// Whether the schema says its value.
    pub(crate) fn says_value(&self) -> bool {
        self.is.is_some() || self.usual.is_some() || self.default.is_some()
    }

    /// Whether a value holds its number as the file has it.
    pub(crate) fn is_kept(&self) -> bool {
        !matches!(self.kind, FieldKind::Computed | FieldKind::Reference)
    }

    /// Whether bytes may be left behind it even if it takes all that it has room for: too few for another record.
    pub(crate) fn leaves_some(&self, schema: &Schema) -> bool {
        let size = schema.size(&self.ty.base);
        self.takes_rest()
            && match self.kind {
                // A record keeps what is behind it as its tail.
                FieldKind::Bytes | FieldKind::Strings | FieldKind::Sized => false,
                FieldKind::Structure => self.count.is_none(),
                FieldKind::Strided => true,
                _ => self.stride.is_some() || size.is_some_and(|size| size > 1),
            }
    }

    /// Whether it takes all bytes that are left.
    pub(crate) fn takes_rest(&self) -> bool {
        self.may_take_rest() && self.condition.is_none()
    }

    /// Whether it takes all bytes that are left, if it is there.
    pub(crate) fn may_take_rest(&self) -> bool {
        let words = [&self.count, &self.size];
        words.into_iter().flatten().any(|word| word.is_rest())
    }

    /// Whether it is nothing but bytes up to a multiple of something.
    pub(crate) fn is_padding(&self) -> bool {
        self.align.is_some() && self.at.is_none() && self.pool.is_none()
    }

    /// Whether it is a structure that stands where it begins, in as many bytes as its size says.
    pub(crate) fn is_bounded(&self) -> bool {
        let size = self.size.as_ref().filter(|size| !size.is_rest());
        self.kind == FieldKind::Structure
            && self.count.is_none()
            && size.is_some()
            && self.at.is_none()
    }

    /// Whether as many runs as it has records may follow: it has the count that their `each` ends with.
    pub(crate) fn bounds(&self, each: &Each) -> bool {
        let end = each.range().map(|(_, end)| end);
        let is_run = matches!(self.kind, FieldKind::Run | FieldKind::IndexTable);
        is_run && self.each.is_none() && self.count.is_some() && self.count.as_ref() == end
    }

    /// Whether records may name runs of it: it holds `u32` one behind the other.
    pub(crate) fn may_be_index_table(&self) -> bool {
        let is_numbers = self.ty.base == Base::Integer(32);
        is_numbers && self.count.is_some() && self.stride.is_none() && self.each.is_none()
    }
}
