//! Look-ups in the tables of the schema.

use dxc_format::runtime::shape::{Attribute, EnumTable, EnumValue};

/// The entry of a value. Most tables list their values in order, from 0.
pub(crate) fn entry(table: &EnumTable, value: impl Into<u64>) -> Option<&'static EnumValue> {
    let value = value.into();
    let last = table.values.len().saturating_sub(1);
    let near = usize::try_from(value).map_or(last, |index| index.min(last));
    let listed = table.values.get(..=near).unwrap_or_default();
    // With gaps in the values, it is before its index.
    let found = listed.iter().rev().find(|entry| entry.value <= value);
    match found {
        Some(entry) if entry.value == value => Some(entry),
        _ => table.by_value(value),
    }
}

/// The text of an entry in the column `text`, which most tables have first.
pub(crate) fn name(entry: &EnumValue) -> &'static str {
    match entry.attributes {
        [("text", Attribute::Text(text)), ..] => text,
        _ => entry.text("text"),
    }
}

/// The text of a value in the column `text`; empty if the value is unknown.
pub(crate) fn text(table: &EnumTable, value: impl Into<u64>) -> &'static str {
    entry(table, value).map_or("", name)
}
