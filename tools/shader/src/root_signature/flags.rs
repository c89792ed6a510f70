//! The flags of a clause. Versions without flags imply some flags.

use dxc_format::constants::ResourceClass;
use dxc_format::runtime::shape::{EnumTable, EnumValue};

/// The letter of the register that a clause requires; empty if it has no register.
pub fn letter(clause: &EnumValue) -> &'static str {
    let class = ResourceClass::TABLE.by_name(clause.text("class"));
    class.map_or("", |class| class.text("letter"))
}

/// The flags that a column of the table lists for a clause.
fn column(clause: &EnumValue, name: &str, table: &EnumTable) -> u32 {
    let entries = clause.list(name).iter();
    let entries = entries.filter_map(|name| table.by_name(name));
    entries.fold(0, |flags, entry| flags | number(entry))
}

/// The entry of a keyword, ignoring case.
pub fn keyword(table: &EnumTable, word: &str) -> Option<&'static EnumValue> {
    let same = |entry: &&EnumValue| entry.text("hlsl").eq_ignore_ascii_case(word);
    table.values.iter().filter(|_| !word.is_empty()).find(same)
}

/// The value of an entry as a 32-bit number.
pub fn number(entry: &EnumValue) -> u32 {
    u32::try_from(entry.value).unwrap_or(u32::MAX)
}

/// The default flags of a clause.
pub fn left_out_by(clause: &EnumValue, table: &EnumTable) -> u32 {
    column(clause, "flags", table)
}

/// The flags that a version without flags implies.
pub fn before(clause: &EnumValue, table: &EnumTable) -> u32 {
    column(clause, "flags_before", table)
}

/// The keywords of the flags that versions without flags imply, for messages.
pub fn spell_before(clause: &EnumValue, table: &EnumTable) -> alloc::string::String {
    let (entries, _) = table.split(before(clause, table).into());
    let words: alloc::vec::Vec<&str> = entries.map(|entry| entry.text("hlsl")).collect();
    if words.is_empty() {
        "0".into()
    } else {
        words.join(" | ")
    }
}
