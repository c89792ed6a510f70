//! The flags of a clause: versions that have none mean some all the same.

#[cfg(feature = "hlsl")]
use crate::constants::RootSignatureVersion;
use crate::shape::{Column, EnumTable, EnumValue};

/// A column of text; empty where the table has none.
pub(super) fn text(entry: &EnumValue, column: &str) -> &'static str {
    match entry.column(column) {
        Some(Column::Text(text)) => text,
        _ => "",
    }
}

/// The flags that `|` joins in the column of a clause.
fn column(clause: &EnumValue, name: &str, table: &EnumTable) -> u32 {
    text(clause, name)
        .split(" | ")
        .filter_map(|word| keyword(table, word))
        .fold(0, |flags, entry| flags | number(entry))
}

/// The entry of a keyword, in any case of letters.
pub(super) fn keyword(table: &EnumTable, word: &str) -> Option<&'static EnumValue> {
    let same = |entry: &&EnumValue| text(entry, "hlsl").eq_ignore_ascii_case(word);
    table.values.iter().filter(|_| !word.is_empty()).find(same)
}

/// The number of a value of 32 bits.
pub(super) fn number(entry: &EnumValue) -> u32 {
    u32::try_from(entry.value).unwrap_or(u32::MAX)
}

/// What a record means that has no flags, since its version has none.
pub(super) fn before(clause: &EnumValue, table: &EnumTable) -> u32 {
    column(clause, "flags_before", table)
}

/// Whether the clause has flags in this version.
#[cfg(feature = "hlsl")]
pub(super) fn has_flags(clause: &EnumValue, version: RootSignatureVersion) -> bool {
    RootSignatureVersion::from_name(text(clause, "flags_since"))
        .is_some_and(|since| version >= since)
}

/// The flags of a clause that says none, as its record stores them: those that a column of the clause says.
#[cfg(feature = "hlsl")]
pub(super) fn left_out(
    clause: &EnumValue,
    version: RootSignatureVersion,
    table: &EnumTable,
    said: &str,
) -> u32 {
    if has_flags(clause, version) {
        column(clause, said, table)
    } else {
        0
    }
}

/// What a record with these flags means.
#[cfg(feature = "hlsl")]
pub(super) fn meant(
    clause: &EnumValue,
    version: RootSignatureVersion,
    table: &EnumTable,
    stored: u32,
) -> u32 {
    if has_flags(clause, version) {
        stored
    } else {
        stored | before(clause, table)
    }
}

/// What a record stores to mean these flags; none if its version cannot, or if flags may not be said `early`.
#[cfg(feature = "hlsl")]
pub(super) fn stored(
    clause: &EnumValue,
    version: RootSignatureVersion,
    table: &EnumTable,
    meant: u32,
    early: bool,
) -> Option<u32> {
    if has_flags(clause, version) {
        Some(meant)
    } else {
        (early && meant == before(clause, table)).then_some(0)
    }
}
