//! The attributes of the values of an enum.

use crate::fixed::newtype::BitValue;
use crate::shape::{EnumTable, EnumValue, Shape};

/// A value of an enum, which has an entry in its table.
pub trait Attributes: BitValue {
    /// The table; `None` for a value of another type.
    fn table() -> Option<&'static EnumTable> {
        match Self::SHAPE {
            Shape::Enum(table) => Some(table),
            _ => None,
        }
    }

    /// The entry; `None` if the value is unknown.
    fn entry(self) -> Option<&'static EnumValue> {
        Self::table()?.by_value(self.to_bits())
    }

    /// The text of an attribute; `None` if there is none, or an empty one.
    fn text(self, attribute: &str) -> Option<&'static str> {
        Self::table()?.text(attribute, self.to_bits())
    }

    /// The number of an attribute; `None` if there is none.
    fn number(self, attribute: &str) -> Option<i64> {
        self.entry()?.number(attribute)
    }

    /// Whether an attribute is 1.
    fn has(self, attribute: &str) -> bool {
        self.entry().is_some_and(|entry| entry.has(attribute))
    }
}

impl<T: BitValue> Attributes for T {}
