//! Looks up texts in the tables of the schema.

use dxc_format::runtime::int::FromInt;

/// The text of a number as a value of an enum; `None` if the value has none, or if the number overflows its type.
pub(crate) fn text_of<T: FromInt>(
    number: u64,
    text: fn(T) -> Option<&'static str>,
) -> Option<&'static str> {
    text(T::from_int(number)?)
}
