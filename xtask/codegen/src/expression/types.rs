//! Defines the types of expressions.

use crate::diagnostic::counted;
use crate::model::base::Base;

/// The type of an expression.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Type {
    /// A number.
    Int,
    /// A number that is a value of this enum.
    Enum(String),
    /// A condition.
    Bool,
    /// Four characters.
    FourCC,
    /// Constant bytes, and their number.
    Bytes(usize),
    /// A floating-point number.
    Float,
    /// A signed integer, with which expressions cannot compute.
    Signed,
    /// A record, or an item like it: only its fields are values.
    Record(String),
    /// Like `Record`, for a record that a version or an arm may lack: an `Option` in Rust.
    Optional(String),
    /// A union with its selector in the same record: an `Option` of the two in Rust.
    Union(String),
    /// An array or a run: the type of its elements, and their number if the type states it.
    Array(Base, Option<u64>),
    /// Already reported.
    #[default]
    Unknown,
}

/// Describes the type for messages.
pub fn describe(ty: &Type) -> String {
    match ty {
        Type::Int => "a number".to_owned(),
        Type::Enum(name) => format!("a value of `{name}`"),
        Type::Bool => "a condition".to_owned(),
        Type::FourCC => "a FourCC".to_owned(),
        Type::Bytes(count) => counted(*count, "byte"),
        Type::Float => "a float".to_owned(),
        Type::Signed => "a signed integer; expressions compute with unsigned ones".to_owned(),
        Type::Record(name) | Type::Optional(name) | Type::Union(name) => {
            format!("a whole `{name}`")
        }
        Type::Array(..) => "an array".to_owned(),
        Type::Unknown => "nothing".to_owned(),
    }
}
