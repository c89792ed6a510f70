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
}

impl<T: BitValue> Attributes for T {}
