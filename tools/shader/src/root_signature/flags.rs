//! Looks up flags and enums of root signatures by their keywords, for code that is driven by the schema. Any field may
//! have any table, so these columns are looked up by their names.

use dxc_format::constants::FlagGroup;
use dxc_format::runtime::shape::{EnumTable, EnumValue};

/// The keyword of an entry in HLSL; empty if it has none.
pub fn keyword(entry: &EnumValue) -> &'static str {
    entry.text("hlsl")
}

/// The entry of a keyword, ignoring case.
pub fn by_keyword(table: &EnumTable, word: &str) -> Option<&'static EnumValue> {
    let same = |entry: &&EnumValue| keyword(entry).eq_ignore_ascii_case(word);
    table.values.iter().filter(|_| !word.is_empty()).find(same)
}

/// The one compiler that accepts the keyword of an entry; empty if all do.
pub fn only(entry: &EnumValue) -> &'static str {
    entry.text("only")
}

/// The groups that a flag belongs to.
pub(super) fn groups(entry: &EnumValue) -> impl Iterator<Item = FlagGroup> {
    let names = entry.list("groups").iter();
    names.filter_map(|name| FlagGroup::from_name(name))
}

/// Whether versions without flags can omit a flag.
pub(super) fn is_promise(entry: &EnumValue) -> bool {
    entry.has("promise")
}

/// The name of the flag that a value of another field implies, if any.
pub(super) fn implied(table: &EnumTable, value: u32) -> Option<&'static str> {
    table.text("flag", value.into())
}

/// The value of an entry as a 32-bit number.
pub fn number(entry: &EnumValue) -> u32 {
    u32::try_from(entry.value).unwrap_or(u32::MAX)
}
