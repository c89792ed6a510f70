//! Defines the operators with two operands.

use std::fmt;

use proc_macro2::TokenStream;
use serde::{Serialize, Serializer};
use syn::BinOp;

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `&&`
    And,
    /// `||`
    Or,
}

impl Operator {
    /// The operator of an expression in Rust; `None` for one that the language does not have.
    pub(crate) fn new(operator: &BinOp) -> Option<Self> {
        Some(match operator {
            BinOp::Add(_) => Self::Add,
            BinOp::Sub(_) => Self::Subtract,
            BinOp::Mul(_) => Self::Multiply,
            BinOp::Div(_) => Self::Divide,
            BinOp::Rem(_) => Self::Remainder,
            BinOp::BitAnd(_) => Self::BitAnd,
            BinOp::BitOr(_) => Self::BitOr,
            BinOp::Shl(_) => Self::ShiftLeft,
            BinOp::Shr(_) => Self::ShiftRight,
            BinOp::Eq(_) => Self::Equal,
            BinOp::Ne(_) => Self::NotEqual,
            BinOp::Lt(_) => Self::Less,
            BinOp::Le(_) => Self::LessOrEqual,
            BinOp::Gt(_) => Self::Greater,
            BinOp::Ge(_) => Self::GreaterOrEqual,
            BinOp::And(_) => Self::And,
            BinOp::Or(_) => Self::Or,
            _ => return None,
        })
    }

    /// The operator in schemas.
    pub fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::And => "&&",
            Self::Or => "||",
        }
    }

    /// Whether the result is a number; otherwise it is true or false.
    pub fn is_arithmetic(self) -> bool {
        match self {
            Self::Add
            | Self::Subtract
            | Self::Multiply
            | Self::Divide
            | Self::Remainder
            | Self::BitAnd
            | Self::BitOr
            | Self::ShiftLeft
            | Self::ShiftRight => true,
            Self::Equal
            | Self::NotEqual
            | Self::Less
            | Self::LessOrEqual
            | Self::Greater
            | Self::GreaterOrEqual
            | Self::And
            | Self::Or => false,
        }
    }

    /// The result for two numbers, where true is 1; `None` if it overflows, or if the divisor is 0.
    pub(crate) fn apply(self, left: u64, right: u64) -> Option<u64> {
        Some(match self {
            Self::And => (left != 0 && right != 0).into(),
            Self::Or => (left != 0 || right != 0).into(),
            Self::Equal => (left == right).into(),
            Self::NotEqual => (left != right).into(),
            Self::Less => (left < right).into(),
            Self::LessOrEqual => (left <= right).into(),
            Self::Greater => (left > right).into(),
            Self::GreaterOrEqual => (left >= right).into(),
            Self::Add => left.checked_add(right)?,
            Self::Subtract => left.checked_sub(right)?,
            Self::Multiply => left.checked_mul(right)?,
            Self::Divide => left.checked_div(right)?,
            Self::Remainder => left.checked_rem(right)?,
            Self::BitAnd => left & right,
            Self::BitOr => left | right,
            Self::ShiftLeft => {
                let shift = u32::try_from(right).ok()?;
                let shifted = left.checked_shl(shift);
                shifted.filter(|shifted| shifted >> shift == left)?
            }
            Self::ShiftRight => left.checked_shr(u32::try_from(right).ok()?)?,
        })
    }

    /// The operator in Rust.
    pub(super) fn rust(self) -> TokenStream {
        self.text().parse().unwrap_or_default()
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Serialize for Operator {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}
