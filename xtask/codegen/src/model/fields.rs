//! Describes fields: of records, of packed bits and of sequences, and their form in documents.

use heck::ToUpperCamelCase as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Base, DocumentKey, EarlierKey, FieldKind, Schema, StringsStyle, Type};
use crate::expression::each::Each;
use crate::expression::parsed::Expression;
use crate::keys::{
    Formula, LlvmKey, Name, Texts, Truth, Without, is_there, one_of, place_if_true, shortest,
};
use crate::span::{Number, Span, Spanned, Text};

/// How documents show something.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
pub struct Shown {
    /// The key in documents. If omitted, the name in camel case. Several keys: documents are written with the first one,
    /// and may have any of them. `{ 22 = "A", 24 = "B" }`: documents for LLVM 24 and later have `B`, those for earlier
    /// LLVMs `A`.
    #[serde(rename = "yaml")]
    pub key: Option<DocumentKey>,
    /// The earlier names. Documents may have their keys; in Rust, methods with these names are deprecated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Texts", extend("x-use" = r#"was = ["lane_count"]"#))]
    pub was: Vec<Text>,
    /// Documents show the fields beside the other keys, not below a key.
    #[serde(
        default,
        deserialize_with = "place_if_true",
        serialize_with = "is_there"
    )]
    #[schemars(with = "Option<Truth>")]
    pub flatten: Option<Span>,
    /// The form in documents. `set`: only the flags that are set, or a list
    /// that has entries. `number`: an enum as a number. `signed`: an integer
    /// as -1 if all of its bits are set. `text`: bytes as text. `always`: a computed number, even if it is absent. `never`:
    /// another key implies it. These words affect only texts for people: `set` omits an
    /// integer that is 0, `mask` prints components as `xyzw`, and `version` joins bit fields, as in 6.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Text>", extend("enum" = ["set", "number", "signed", "text", "always", "never", "mask", "version"]))]
    pub show: Option<Spanned<Show>>,
    /// For a record with versions by size: the key of the version in documents.
    #[schemars(with = "Option<Name>")]
    pub(crate) version: Option<Text>,
    /// The first LLVM whose documents have the key, if it is later than the LLVM of the part. `false`: no LLVM has
    /// it. For lists, also the condition under which LLVM's documents have the key. Documents for other LLVMs leave it out;
    /// documents with all keys have it, unless the field is computed. For `strings` that records reference, the key has
    /// each string with its offset.
    #[serde(serialize_with = "shortest")]
    #[schemars(with = "Option<LlvmKey>")]
    pub(crate) llvm: Option<Expression>,
}

impl Shown {
    /// The key of something with a name: the stated key, or the name in camel case.
    pub fn key_of(&self, name: &str) -> String {
        let own = self.key.as_ref().map(|key| key.value.clone());
        // A key that a mistake hides is empty.
        let own = own.filter(|key| !key.is_empty());
        own.unwrap_or_else(|| name.to_upper_camel_case())
    }

    /// The other keys: those of earlier LLVMs, and those from earlier names.
    pub fn earlier_keys(&self, name: &str) -> Vec<EarlierKey> {
        let newest = self.key_of(name);
        let own = self.key.iter().flat_map(|key| key.earlier.clone());
        let mut keys: Vec<EarlierKey> = own.collect();
        for was in &self.was {
            let key = was.to_upper_camel_case();
            if key != newest && keys.iter().all(|known| known.key != key) {
                keys.push(EarlierKey::of_older(was, key));
            }
        }
        keys
    }

    /// Every key that documents may have, the newest first.
    pub fn all_keys(&self, name: &str) -> Vec<String> {
        let earlier = self.earlier_keys(name).into_iter();
        let newest = std::iter::once(self.key_of(name));
        newest.chain(earlier.map(|earlier| earlier.key)).collect()
    }

    /// The condition under which LLVM's documents have the key.
    pub(crate) fn llvm_if(&self) -> Option<&Expression> {
        self.llvm
            .as_ref()
            .filter(|llvm| llvm.number().is_none() && llvm.truth().is_none())
    }

    /// Whether no LLVM's documents have the key.
    pub(crate) fn is_without_llvm(&self) -> bool {
        self.llvm.as_ref().and_then(Expression::truth) == Some(false)
    }

    /// Whether `show` has this form.
    pub fn is(&self, form: Show) -> bool {
        self.show.as_ref().is_some_and(|show| show.value == form)
    }
}

/// A form in documents: the words of the key `show`, which describes them.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the key describes them")]
pub enum Show {
    Set,
    Number,
    Signed,
    Text,
    Always,
    Never,
    Mask,
    Version,
}

impl Show {
    /// The word in schemas.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Number => "number",
            Self::Signed => "signed",
            Self::Text => "text",
            Self::Always => "always",
            Self::Never => "never",
            Self::Mask => "mask",
            Self::Version => "version",
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(transform = Without(&["flatten", "version", "llvm"]), extend("x-noun" = "bit field", "x-main" = "bits", "x-reserved" = true))]
pub struct BitField {
    #[schemars(extend("x-model" = true))]
    pub name: Text,
    /// The number of bits. The first field has the lowest bits.
    pub bits: Number,
    /// The type. If omitted, the smallest integer that fits.
    #[serde(rename = "type")]
    pub ty: Option<Type>,
    /// The mirrored member of the C++ type. Adjacent fields may mirror the same member.
    #[schemars(length(min = 1))]
    pub cpp: Option<Text>,
    #[serde(default)]
    #[schemars(extend("x-model" = true))]
    pub reserved: bool,
    #[serde(flatten)]
    pub shown: Shown,
    #[schemars(extend("x-model" = true))]
    pub doc: String,
}

impl BitField {
    /// Its type; the smallest integer that fits, if the schema omits the type.
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
pub struct Field {
    #[serde(default)]
    #[schemars(extend("x-model" = true))]
    pub name: Text,
    /// The type. Padding has no type.
    #[serde(rename = "type", default)]
    pub ty: Type,
    /// Its kind, once all names are known; of a record, always a single value.
    #[serde(skip_deserializing)]
    pub kind: FieldKind,
    /// Its place in the struct.
    #[serde(skip_deserializing)]
    pub place: FieldLocation,
    /// The required value. It is checked on reading, computed on writing, and not a field of the Rust value. If
    /// another field's `count`, `size`, `stride` or `at` is just the name of this number, it is computed without
    /// `is`. Bytes of a FourCC or a `[u8; N]` are in inner quotes, `is = '"RIFF"'`, or hexadecimal,
    /// `is = "89 50 4e 47"`.
    pub is: Option<Expression>,
    /// Like `default`, computed on writing.
    #[serde(skip_deserializing, rename = "computed_default")]
    pub canonical: Option<Expression>,
    /// The value in a new record, and in a document without the key: a number (for flags and packed bits, the whole
    /// integer), a name of the enum or flags, or bytes. If omitted, 0. With `if`: the value that is written for
    /// `None`. An expression such as `size_of(self)` is computed on writing, unless another value was set or read.
    #[schemars(with = "Option<Formula>")]
    pub default: Option<Text>,
    #[serde(default)]
    #[schemars(extend("x-model" = true))]
    pub reserved: bool,
    /// The number of records or structures; for `bytes` and `strings`, the number of bytes. `".."` extends to the
    /// end.
    pub count: Option<Expression>,
    /// Several runs, as in `stream in 0..4`; `count` is the length of each. If an earlier run `sizes` has the
    /// lengths, its `count` is the number of runs, as in `stream in 0..stream_count`, and `count` is `sizes[stream]`.
    pub each: Option<Each>,
    /// How writers make it, if it is a table or bytes.
    #[serde(skip_deserializing)]
    pub strings_style: StringsStyle,
    /// For `strings` that no record references: the name of each string, in order. The last strings may be missing.
    #[serde(default)]
    #[schemars(with = "Texts")]
    pub(crate) named: Vec<Text>,
    /// The size of each record in bytes.
    pub stride: Option<Expression>,
    /// For a record with versions by size, or a structure: its size in bytes. `".."` extends to the end. If it is
    /// just the name of a number, that number is computed: `size_of(field)`.
    pub size: Option<Expression>,
    /// The offset from the start of the part. If it is just the name of a number, that number is computed:
    /// `at(field)`. An offset from another field is written `at(header) + offset`.
    pub at: Option<Expression>,
    /// The field that its offset counts from.
    #[serde(skip_deserializing, rename = "origin")]
    pub from: Option<Text>,
    /// Padding to a multiple of this many bytes from the start of the struct, or to the end of the part. A `size` of
    /// the struct includes the padding. Padding has no other keys. With `at`, or for a pool: the alignment in a new
    /// layout.
    pub align: Option<Number>,
    /// With `align`: the padding byte. If omitted, 0. It may depend on the parameters, by `if` or `match`.
    pub fill: Option<Expression>,
    /// The condition under which the field exists. In Rust, the value or structure is an `Option`. A new value lacks the
    /// field; where it exists and has no value, its `default` or its own new value is written. With
    /// `known(record.field)`, the record exists if this enum of it has a known value.
    #[serde(rename = "if")]
    pub condition: Option<Expression>,
    /// Of a record: it is there if this field of it, an enum, has a known value.
    #[serde(skip_deserializing)]
    pub known: Option<Text>,
    /// With `at`: the offset that means `None`. In Rust, the value, structure, `cstr` or `bytes` is an `Option`.
    pub null: Option<Number>,
    /// The field contains the structures that `row(..)` references by offset. Each is stored once, at any place. A
    /// new layout stores them `together`, one after another; or each `near` its first reference, after the fields
    /// that the referencing structure places, and after its own placed fields.
    pub pool: Option<Pool>,
    /// For structures that are in the struct of a part: the path of a switch in each, such as `"table.content"`. They
    /// are a directory, and the arms are its tables. The view has a method for the first table of each arm, and
    /// methods that resolve references. The value has methods that add rows, strings, lists and bytes.
    pub(crate) directory: Option<Text>,
    /// The pool of the structure that it references; of a record, the table of the string.
    #[serde(skip_deserializing)]
    pub reference: Option<Text>,
    /// Of a record: whether its string comes after all others of a new table.
    #[serde(skip_deserializing)]
    pub(crate) last: bool,
    /// Of a record: the table of the run that it references.
    #[serde(skip_deserializing)]
    pub run: Option<Text>,
    /// The field with the length of the run.
    #[serde(skip_deserializing)]
    pub len: Option<Text>,
    /// Of a record: the number or the parameter that its offset counts from.
    #[serde(skip_deserializing)]
    pub(crate) base: Option<Text>,
    /// Of a record: whether reading checks its offset.
    #[serde(skip_deserializing)]
    pub(crate) checked: bool,
    /// The mirrored member of the C++ type, or a member of a member: `Version.Major`. If omitted, the name in camel
    /// case. If empty, none.
    pub cpp: Option<Text>,
    #[serde(flatten)]
    pub shown: Shown,
    #[serde(default)]
    #[schemars(extend("x-model" = true))]
    pub doc: String,
}

/// The place of a field, as far as it does not depend on the file.
#[derive(Clone, Copy, Debug, Default, JsonSchema, Serialize)]
pub struct FieldLocation {
    /// The offset in bytes.
    pub at: Option<u64>,
    /// The size in bytes.
    pub size: Option<u64>,
    /// The index of the first version that has the field.
    pub since: usize,
}

/// Where a new layout has the structures of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pool {
    Together,
    Near,
}

impl Field {
    /// The keys that it has, and their locations.
    pub(crate) fn words(&self) -> Vec<(&'static str, Span)> {
        let text = |text: Option<&Text>| text.map(|text| text.span.clone());
        let number = |number: &Option<Number>| number.as_ref().map(|number| number.span.clone());
        let default = self.canonical.as_deref().or(self.default.as_ref());
        let pool = Some(&self.name).filter(|_| self.pool.is_some());
        let is_padding = self.is_padding();
        let name = Some(&self.name).filter(|name| is_padding && !name.is_empty());
        let ty = Some(&self.ty).filter(|ty| is_padding && ty.base != Base::Padding);
        let words = [
            ("name", text(name)),
            ("type", ty.map(|ty| ty.span.clone())),
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
            ("llvm", text(self.shown.llvm_if().map(|llvm| llvm.text()))),
            ("if", text(self.known.as_ref())),
            ("null", number(&self.null)),
            ("pool", text(pool)),
            ("directory", text(self.directory.as_ref())),
            ("version", text(self.shown.version.as_ref())),
        ];
        let words = words.into_iter();
        words
            .filter_map(|(word, span)| Some((word, span?)))
            .collect()
    }

    pub fn is_named(&self, name: &str) -> bool {
        self.name.value == name
    }

    /// Whether it has a name and a type.
    pub fn has_name_and_type(&self) -> bool {
        !self.name.is_empty() && self.ty.base != Base::Padding
    }

    /// Whether it is a single integer, which may be the count of another field, its size or its offset.
    pub(crate) fn is_integer(&self) -> bool {
        let is_integer = matches!(self.ty.base, Base::Integer(_));
        is_integer && self.count.is_none() && self.reference.is_none()
    }

    /// Whether it is a FourCC, or bytes whose number its type states.
    pub(crate) fn is_bytes_or_code(&self) -> bool {
        match &self.ty.base {
            Base::FourCC => true,
            Base::Array(of, _) => **of == Base::Integer(8),
            _ => false,
        }
    }

    /// Whether the schema states its value.
    pub(crate) fn says_value(&self) -> bool {
        self.is.is_some() || self.canonical.is_some() || self.default.is_some()
    }

    /// Whether the value stores its number as it is in the file.
    pub(crate) fn is_kept(&self) -> bool {
        !matches!(self.kind, FieldKind::Computed | FieldKind::Reference)
    }

    /// Whether bytes may remain after it even if it extends to the end: too few for another record.
    pub(crate) fn leaves_some(&self, schema: &Schema) -> bool {
        let size = schema.size(&self.ty.base);
        self.takes_rest()
            && match self.kind {
                // A record stores the bytes after it as its tail.
                FieldKind::Bytes | FieldKind::Strings | FieldKind::Sized => false,
                FieldKind::Structure => self.count.is_none(),
                FieldKind::Strided => true,
                _ => self.stride.is_some() || size.is_some_and(|size| size > 1),
            }
    }

    /// Whether it extends to the end.
    pub(crate) fn takes_rest(&self) -> bool {
        self.may_take_rest() && self.condition.is_none()
    }

    /// Whether it extends to the end, if it exists.
    pub(crate) fn may_take_rest(&self) -> bool {
        let words = [&self.count, &self.size];
        words.into_iter().flatten().any(|word| word.is_rest())
    }

    /// Whether it is padding to a multiple of some bytes.
    pub(crate) fn is_padding(&self) -> bool {
        self.align.is_some() && self.at.is_none() && self.pool.is_none()
    }

    /// Whether it contains several contiguous records, numbers or structures.
    pub(crate) fn is_list(&self) -> bool {
        let is_run = matches!(self.kind, FieldKind::Run | FieldKind::IndexTable);
        is_run || self.kind == FieldKind::Structure && self.count.is_some()
    }

    /// Whether it has a length: it is a list, or bytes.
    pub(crate) fn has_length(&self) -> bool {
        let further = [FieldKind::Strided, FieldKind::Bytes, FieldKind::Strings];
        self.is_list() || further.contains(&self.kind)
    }

    /// Whether it is an inline structure in a stated number of bytes.
    pub(crate) fn is_bounded(&self) -> bool {
        let size = self.size.as_ref().filter(|size| !size.is_rest());
        self.kind == FieldKind::Structure
            && self.count.is_none()
            && size.is_some()
            && self.at.is_none()
    }

    /// Whether the number of its records bounds several runs: its count is the end of their `each`.
    pub(crate) fn bounds(&self, each: &Each) -> bool {
        let end = each.range().map(|(_, end)| end);
        let is_run = matches!(self.kind, FieldKind::Run | FieldKind::IndexTable);
        is_run && self.each.is_none() && self.count.is_some() && self.count.as_ref() == end
    }

    /// Whether records may reference runs of it: it contains contiguous `u32`.
    pub(crate) fn may_be_index_table(&self) -> bool {
        let is_numbers = self.ty.base == Base::Integer(32);
        is_numbers && self.count.is_some() && self.stride.is_none() && self.each.is_none()
    }
}
