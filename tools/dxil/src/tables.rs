//! Looks up entries in the tables of the schema.

use dxc_format::runtime::shape::{Attribute, EnumTable, EnumValue};

/// The entry of a value. It is fast for tables that list their values in order, from 0, as most do.
pub(crate) fn entry(table: &EnumTable, value: impl Into<u64>) -> Option<&'static EnumValue> {
    let value = value.into();
    let last = table.values.len().saturating_sub(1);
    let near = usize::try_from(value).map_or(last, |index| index.min(last));
    let listed = table.values.get(..=near).unwrap_or_default();
    // If values are missing, the entry comes before the index of its value.
    let found = listed.iter().rev().find(|entry| entry.value <= value);
    match found {
        Some(entry) if entry.value == value => Some(entry),
        _ => table.by_value(value),
    }
}

/// The text of an entry in the column `text`; this is the first column of most tables.
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
