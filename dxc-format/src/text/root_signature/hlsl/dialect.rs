#![doc = include_str!("dialects.md")]

use crate::generated::constants::RootSignatureVersion;
use crate::runtime::shape::{Column, EnumTable, EnumValue};

use crate::meaning::root_signature::flags::text;

pub use crate::generated::hlsl::{Dialect, Difference};

fn row(dialect: Dialect) -> Option<&'static EnumValue> {
    Dialect::TABLE.by_value(dialect.0.into())
}

/// What a dialect says of something; nothing, if it is none that is known.
pub(super) fn says(dialect: Dialect, column: &str) -> &'static str {
    row(dialect).map_or("", |row| text(row, column))
}

/// A number of a dialect.
pub(super) fn number(dialect: Dialect, column: &str) -> i64 {
    match row(dialect).and_then(|row| row.column(column)) {
        Some(Column::Int(number)) => number,
        _ => 0,
    }
}

/// Whether a dialect does something.
pub(super) fn does(dialect: Dialect, column: &str) -> bool {
    number(dialect, column) != 0
}

/// Whether a word is among those that a dialect says of something.
pub(super) fn lists(dialect: Dialect, column: &str, word: &str) -> bool {
    says(dialect, column)
        .split(' ')
        .any(|listed| listed == word)
}

/// Whether a dialect has root signatures of a version.
pub(super) fn has_version(dialect: Dialect, version: RootSignatureVersion) -> bool {
    let name = version.name();
    name.is_some_and(|name| lists(dialect, "versions", name))
}

/// Whether a dialect takes the keyword of an entry.
pub(super) fn takes(dialect: Dialect, entry: &EnumValue) -> bool {
    let only = text(entry, "only");
    only.is_empty() || lists(dialect, "keywords", only)
}

/// The keyword of a value: that of the dialect, or that of another one that it takes, too.
pub(super) fn spelled(dialect: Dialect, table: &EnumTable, value: u32) -> Option<&'static str> {
    let compilers = says(dialect, "keywords").split(' ');
    core::iter::once("").chain(compilers).find_map(|only| {
        let mut entries = table.values.iter();
        let entry =
            entries.find(|entry| entry.value == u64::from(value) && text(entry, "only") == only);
        entry
            .map(|entry| text(entry, "hlsl"))
            .filter(|word| !word.is_empty())
    })
}
