//! The structures of the resolved model: packed bits, records, unions, choices and sequences.

use schemars::JsonSchema;
use serde::Serialize;

use super::format::Type;
use super::tree::Expression;

/// An integer that holds several fields.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Bits {
    /// The size of the integer in bits.
    pub(super) bits: u32,
    /// The fields, from the lowest bit.
    pub(super) fields: Vec<BitField>,
}

/// A field of an integer.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct BitField {
    /// The name.
    pub(super) name: String,
    /// The lowest bit.
    pub(super) first: u64,
    /// The number of bits.
    pub(super) bits: u64,
    /// The type, if it is not a plain number.
    #[serde(rename = "type")]
    pub(super) ty: Option<Type>,
    /// The member of the C++ type of the record that holds the integer.
    pub(super) cpp: Option<String>,
    /// Whether it has no meaning.
    pub(super) reserved: bool,
    /// The key in YAML documents.
    pub(super) yaml: String,
    /// The description.
    pub(super) doc: String,
}

/// Fields with fixed offsets.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Record {
    /// The size in bytes.
    pub(super) size: Option<u64>,
    /// The fields.
    pub(super) fields: Vec<Field>,
}

/// A field of a record.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Field {
    /// The name.
    pub(super) name: String,
    /// The type.
    #[serde(rename = "type")]
    pub(super) ty: Type,
    /// The offset in the record, in bytes.
    pub(super) offset: Option<u64>,
    /// The size in bytes.
    pub(super) size: Option<u64>,
    /// The only legal value.
    pub(super) is: Option<Expression>,
    /// The value that a new record has; otherwise 0.
    pub(super) default: Option<String>,
    /// The member of the C++ type.
    pub(super) cpp: Option<String>,
    /// Whether it has no meaning.
    pub(super) reserved: bool,
    /// The key in YAML documents.
    pub(super) yaml: String,
    /// The field of the part whose entry this number references.
    pub(super) references: Option<String>,
    /// The field with the length, if this number references several entries.
    pub(super) length: Option<String>,
    /// The parameter with the offset of the referenced field, if this number counts from the start of the part.
    pub(super) base: Option<String>,
    /// The number that references nothing.
    pub(super) null: Option<u64>,
    /// The description.
    pub(super) doc: String,
}

/// A record with several versions.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Versioned {
    /// The selector of the version.
    pub(super) by: VersionedBy,
    /// The parameters, which the conditions of versions use.
    pub(super) takes: Vec<Parameter>,
    /// The versions, the oldest first.
    pub(super) versions: Vec<Version>,
}

/// The selector of a version.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum VersionedBy {
    /// The size of the record: each version appends fields to the version before.
    Size,
    /// The first condition that holds; the last version if none does. Each version lists all its fields.
    Condition,
}

/// A version of a record.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Version {
    /// The number: of a version by size, that of the format; otherwise its index.
    /// Whether it is the larger size of the version before it.
    pub(crate) grown: bool,
    pub(super) number: u64,
    /// The condition.
    pub(super) when: Option<Expression>,
    /// The C++ type.
    pub(super) cpp: Option<String>,
    /// The size of the record in this version, in bytes.
    pub(super) size: Option<u64>,
    /// The fields: by size, those that this version appends; otherwise all.
    pub(super) fields: Vec<Field>,
}

/// A parameter of an item.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Parameter {
    /// The name.
    pub(super) name: String,
    /// The type.
    #[serde(rename = "type")]
    pub(super) ty: Type,
}

/// Bytes of a fixed size with several types.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Union {
    /// The size in bytes.
    pub(super) size: u64,
    /// The enum of the selector.
    pub(super) by: String,
    /// The field with the selector, in the record that holds the union.
    pub(super) select: String,
    /// The types.
    pub(super) arms: Vec<Arm>,
}

impl Union {
    /// The description of an arm with its selectors.
    pub(super) fn doc_of(&self, arm: &Arm) -> String {
        let when = arm.when.join("` or `");
        format!("If `{}` is `{when}`: {}", self.select, arm.doc)
    }
}

/// Data of varying size with several types.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Choice {
    /// The parameters.
    pub(super) takes: Vec<Parameter>,
    /// The parameter with the selector.
    pub(super) by: String,
    /// Whether a selector without an arm means raw bytes; otherwise it is an error.
    pub(super) otherwise_bytes: bool,
    /// The types.
    pub(super) arms: Vec<Arm>,
}

/// One of the types of a union or of a choice.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Arm {
    /// The name.
    pub(super) name: String,
    /// The values of the selector.
    pub(super) when: Vec<String>,
    /// The type.
    #[serde(rename = "type")]
    pub(super) ty: Type,
    /// The size in bytes, if it is fixed.
    pub(super) size: Option<u64>,
    /// The member of the C++ union.
    pub(super) cpp: Option<String>,
    /// The description.
    pub(super) doc: String,
}

/// Fields in the order of the file.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Sequence {
    /// The parameters.
    pub(super) takes: Vec<Parameter>,
    /// The field whose version is that of the sequence.
    pub(super) follows: Option<String>,
    /// Whether bytes behind the last field belong to it.
    pub(super) keeps_trailing: bool,
    /// The fields.
    pub(super) fields: Vec<SequenceField>,
}

/// A field of a sequence. Without a name, it is padding.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct SequenceField {
    /// The name.
    pub(super) name: Option<String>,
    /// The type of the field; if it has a `count`, of each element.
    #[serde(rename = "type")]
    pub(super) ty: Option<Type>,
    /// The offset in the sequence, in bytes, if it does not depend on the file.
    pub(super) offset: Option<u64>,
    /// The size in bytes; only with an `offset`.
    pub(super) size: Option<u64>,
    /// The value that it must have.
    pub(super) is: Option<Expression>,
    /// The value that it usually has.
    pub(super) usual: Option<Expression>,
    /// The value that a new sequence has; otherwise 0.
    pub(super) default: Option<String>,
    /// Whether the meaning of the bytes is unknown.
    pub(super) unknown: bool,
    /// The names of the strings, in order, if nothing references them. The last ones may be missing.
    pub(super) strings: Vec<String>,
    /// The number of elements, or of bytes.
    pub(super) count: Option<Expression>,
    /// The field is several runs, and `count` is that of each.
    pub(super) each: Option<Each>,
    /// The size of each element in bytes. Bytes beyond the known fields are kept.
    pub(super) stride: Option<Expression>,
    /// The size of the field in bytes, if its type does not decide it.
    pub(super) bytes: Option<Expression>,
    /// The offset from the start of the part's data, or of `from`. Otherwise the field follows the one before.
    pub(super) at: Option<Expression>,
    /// The field that `at` counts from.
    pub(super) from: Option<String>,
    /// The value of `at`, or of a reference, that means that there is nothing.
    pub(super) null: Option<u64>,
    /// The condition under which the field is present.
    #[serde(rename = "if")]
    pub(super) condition: Option<Expression>,
    /// The field of the record that has a known value if the record is present.
    pub(super) known: Option<String>,
    /// Of padding: the multiple of bytes that it fills up to.
    pub(super) align: Option<u64>,
    /// The byte that writers pad with.
    pub(super) fill: Option<Expression>,
    /// Whether the field has no bytes of its own: it is the set of all sequences that fields with `references` point to.
    pub(super) pool: bool,
    /// The field with the pool or the table that this number references: of a pool, by its offset.
    pub(super) references: Option<String>,
    /// The member of the C++ type.
    pub(super) cpp: Option<String>,
    /// The key in YAML documents.
    pub(super) yaml: Option<String>,
    /// The description.
    pub(super) doc: Option<String>,
}

/// Several runs in one field.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Each {
    /// The name of the run's index, in `count`.
    pub(super) index: String,
    /// The number of runs, if it is fixed.
    pub(super) runs: Option<u64>,
    /// The number of runs, if it is not fixed.
    pub(super) of: Option<Expression>,
}
