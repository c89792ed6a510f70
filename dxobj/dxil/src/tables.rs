//! Look-ups in the tables of the schema.

use dxc_format::runtime::shape::{EnumTable, EnumValue};

/// The entry of a value. Most tables list their values in order, from 0.
pub(crate) fn entry(table: &EnumTable, value: impl Into<u64>) -> Option<&'static EnumValue> {
    let value = value.into();
    let near = usize::try_from(value)
        .ok()
        .and_then(|index| table.values.get(index));
    match near {
        Some(entry) if entry.value == value => Some(entry),
        _ => table.by_value(value),
    }
}

/// The text of a value in the column `text`; empty if the value is unknown.
pub(crate) fn text(table: &EnumTable, value: impl Into<u64>) -> &'static str {
    entry(table, value).map_or("", |entry| entry.text("text"))
}
