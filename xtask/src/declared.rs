//! What the tables of a schema file declare: a struct for each shape of [`keys`](crate::keys), which serde reads from
//! what the loader leaves. A test holds them together.

use serde::{Deserialize, Deserializer};

use crate::datum::Columns;
use crate::diagnostic::{Span, Spanned};
use crate::expression::{Each, Expression};
use crate::model::{Column, Mirrored};

type Text = Spanned<String>;

/// The keys of a file itself.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) doc: String,
    pub(crate) feature: Option<String>,
}

/// An item, or a part.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Declaration {
    Enum(Enum),
    Flags(Flags),
    Bits(Bits),
    Record(Record),
    Versioned(Versioned),
    Union(Union),
    Choice(Choice),
    Sequence(Sequence),
    Let(Let),
    Part(Part),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Enum {
    pub(crate) doc: String,
    pub(crate) source: Option<String>,
    pub(crate) mirrors: Option<Mirrored>,
    pub(crate) cpp: Option<Text>,
    pub(crate) yaml: Option<Text>,
    #[serde(rename = "type")]
    pub(crate) ty: Width,
    pub(crate) values_of: Option<Text>,
    #[serde(default)]
    pub(crate) columns: Vec<Column>,
    #[serde(default)]
    pub(crate) values: Vec<EnumValue>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Flags {
    pub(crate) doc: String,
    pub(crate) source: Option<String>,
    pub(crate) mirrors: Option<Mirrored>,
    pub(crate) cpp: Option<Text>,
    pub(crate) yaml: Option<Text>,
    #[serde(rename = "type")]
    pub(crate) ty: Width,
    #[serde(default)]
    pub(crate) columns: Vec<Column>,
    pub(crate) values: Vec<Flag>,
}

/// The integer that holds an enum, flags or bits.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Width {
    U8 = 8,
    U16 = 16,
    U32 = 32,
    U64 = 64,
}

impl Width {
    pub(crate) fn bits(self) -> u32 {
        self as u32
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnumValue {
    pub(crate) name: Text,
    pub(crate) value: Spanned<i128>,
    #[serde(default)]
    pub(crate) alias: bool,
    pub(crate) source: Option<String>,
    pub(crate) deprecated: Option<String>,
    pub(crate) doc: String,
    #[serde(default)]
    pub(crate) columns: Columns,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Flag {
    pub(crate) name: Text,
    pub(crate) bit: Option<Spanned<i128>>,
    pub(crate) value: Option<Spanned<i128>>,
    #[serde(default)]
    pub(crate) alias: bool,
    pub(crate) source: Option<String>,
    pub(crate) deprecated: Option<String>,
    pub(crate) doc: String,
    #[serde(default)]
    pub(crate) columns: Columns,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bits {
    pub(crate) doc: String,
    pub(crate) source: String,
    #[serde(rename = "type")]
    pub(crate) ty: Width,
    pub(crate) fields: Vec<BitField>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BitField {
    pub(crate) name: Text,
    pub(crate) bits: Spanned<i128>,
    #[serde(rename = "type")]
    pub(crate) ty: Option<Text>,
    #[serde(default)]
    pub(crate) reserved: bool,
    pub(crate) cpp: Option<Text>,
    pub(crate) yaml: Option<Text>,
    pub(crate) show: Option<Text>,
    pub(crate) doc: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    pub(crate) doc: String,
    pub(crate) source: String,
    pub(crate) cpp: Option<Text>,
    pub(crate) fields: Vec<RecordField>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordField {
    pub(crate) name: Text,
    #[serde(rename = "type")]
    pub(crate) ty: Option<Text>,
    pub(crate) is: Option<Expression>,
    pub(crate) default: Option<Text>,
    #[serde(default)]
    pub(crate) reserved: bool,
    pub(crate) cpp: Option<Text>,
    pub(crate) yaml: Option<Text>,
    #[serde(default, deserialize_with = "place_if_true")]
    pub(crate) flatten: Option<Span>,
    pub(crate) show: Option<Text>,
    pub(crate) doc: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Versioned {
    pub(crate) doc: String,
    pub(crate) source: String,
    #[serde(default)]
    pub(crate) takes: Vec<Text>,
    #[serde(rename = "v0")]
    pub(crate) versions: Vec<Spanned<Version>>,
    /// The loader has given them to the versions.
    #[serde(rename = "when")]
    _when: Option<NoVersion>,
    #[serde(rename = "cpp")]
    _cpp: Option<NoVersion>,
}

/// A table of which nothing is left.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoVersion {}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Version {
    pub(crate) name: Text,
    pub(crate) when: Option<Expression>,
    pub(crate) cpp: Option<Text>,
    pub(crate) fields: Vec<RecordField>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Union {
    pub(crate) doc: String,
    pub(crate) source: String,
    pub(crate) cpp: Option<Text>,
    pub(crate) size: Spanned<i128>,
    pub(crate) by: Text,
    pub(crate) select: Text,
    pub(crate) arms: Vec<Arm>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arm {
    pub(crate) name: Text,
    pub(crate) when: Vec<Text>,
    #[serde(rename = "type")]
    pub(crate) ty: Text,
    pub(crate) cpp: Option<Text>,
    pub(crate) yaml: Option<Text>,
    #[serde(default, deserialize_with = "place_if_true")]
    pub(crate) flatten: Option<Span>,
    pub(crate) doc: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choice {
    pub(crate) doc: String,
    pub(crate) source: String,
    pub(crate) takes: Vec<Text>,
    pub(crate) by: Text,
    pub(crate) otherwise: Option<Text>,
    pub(crate) arms: Vec<ChoiceArm>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceArm {
    pub(crate) name: Text,
    pub(crate) when: Vec<Text>,
    #[serde(rename = "type")]
    pub(crate) ty: Text,
    pub(crate) yaml: Option<Text>,
    #[serde(default, deserialize_with = "place_if_true")]
    pub(crate) flatten: Option<Span>,
    pub(crate) doc: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sequence {
    pub(crate) doc: String,
    pub(crate) source: String,
    pub(crate) cpp: Option<Text>,
    pub(crate) yaml: Option<Text>,
    #[serde(default, deserialize_with = "place_if_true")]
    pub(crate) flatten: Option<Span>,
    #[serde(default)]
    pub(crate) takes: Vec<Text>,
    pub(crate) follows: Option<Text>,
    pub(crate) fields: Vec<Spanned<SequenceField>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SequenceField {
    pub(crate) name: Option<Text>,
    #[serde(rename = "type")]
    pub(crate) ty: Option<Text>,
    #[serde(default)]
    pub(crate) kept: bool,
    pub(crate) is: Option<Expression>,
    pub(crate) usual: Option<Expression>,
    pub(crate) default: Option<Text>,
    pub(crate) count: Option<Expression>,
    pub(crate) each: Option<Each>,
    #[serde(default)]
    pub(crate) unknown: bool,
    #[serde(default)]
    pub(crate) named: Vec<Text>,
    pub(crate) stride: Option<Expression>,
    pub(crate) size: Option<Expression>,
    pub(crate) at: Option<Expression>,
    pub(crate) align: Option<Spanned<i128>>,
    pub(crate) fill: Option<Spanned<i128>>,
    #[serde(rename = "if")]
    pub(crate) condition: Option<Expression>,
    pub(crate) known: Option<Text>,
    pub(crate) null: Option<Spanned<i128>>,
    #[serde(default)]
    pub(crate) pool: bool,
    #[serde(default)]
    pub(crate) near: bool,
    pub(crate) cpp: Option<Text>,
    pub(crate) yaml: Option<Text>,
    #[serde(default, deserialize_with = "place_if_true")]
    pub(crate) flatten: Option<Span>,
    pub(crate) show: Option<Text>,
    pub(crate) version: Option<Text>,
    pub(crate) ours: Option<Expression>,
    pub(crate) doc: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Let {
    pub(crate) doc: String,
    pub(crate) source: String,
    #[serde(default)]
    pub(crate) args: Vec<Text>,
    pub(crate) is: Expression,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    pub(crate) fourcc: Vec<Text>,
    #[serde(rename = "type")]
    pub(crate) ty: Option<Text>,
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) writers: Vec<Text>,
    pub(crate) models: Option<String>,
    pub(crate) strip: Option<String>,
    #[serde(default)]
    pub(crate) repeats: bool,
    #[serde(default, deserialize_with = "place_if_true")]
    pub(crate) last: Option<Span>,
    pub(crate) begins: Option<Text>,
    #[serde(default)]
    pub(crate) llvm: bool,
    pub(crate) doc: String,
    pub(crate) source: String,
}

impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Spanned::deserialize(deserializer).map(Self::new)
    }
}

impl<'de> Deserialize<'de> for Each {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Spanned::deserialize(deserializer).map(Self::new)
    }
}

/// Where a key says `true`.
fn place_if_true<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Span>, D::Error> {
    let truth = Spanned::<bool>::deserialize(deserializer)?;
    Ok(truth.value.then_some(truth.span))
}

#[cfg(test)]
mod tests;
