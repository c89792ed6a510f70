//! The type of an expression.

use crate::diagnostic::counted;
use crate::model::base::Base;

/// The type of an expression.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Type {
    /// A number.
    Int,
    /// A number of this enum.
    Enum(String),
    /// A condition.
    Bool,
    /// Four characters.
    FourCC,
    /// Constant bytes, and their number.
    Bytes(usize),
    /// A number with a fraction.
    Float,
    /// An integer with a sign, which expressions cannot compute with.
    Signed,
    /// A record or the like: only its fields are values.
    Record(String),
    /// Like above, where a version or an arm may lack it: an `Option` in Rust.
    Optional(String),
    /// A union beside its selector: an `Option` of the two in Rust.
    Union(String),
    /// Elements, and how many, if the type says it.
    Array(Base, Option<u64>),
    /// Already reported.
    #[default]
    Unknown,
}

/// The type in the words of messages.
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
