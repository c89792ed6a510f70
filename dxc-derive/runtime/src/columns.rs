//! The columns that the table of an enum has for its values.

use crate::newtype::BitValue;
use crate::shape::{EnumTable, EnumValue, Shape};

/// A value of an enum, which has an entry in its table.
pub trait Columns: BitValue {
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

    /// The text in a column; `None` if there is none, or an empty one.
    fn text(self, column: &str) -> Option<&'static str> {
        Self::table()?.text(column, self.to_bits())
    }

    /// The number in a column; `None` if there is none.
    fn number(self, column: &str) -> Option<i64> {
        self.entry()?.number(column)
    }

    /// Whether a column of numbers has 1.
    fn is_marked(self, column: &str) -> bool {
        self.entry().is_some_and(|entry| entry.is_marked(column))
    }
}

impl<T: BitValue> Columns for T {}
