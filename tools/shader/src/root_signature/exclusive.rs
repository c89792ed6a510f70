//! Checks flags that exclude each other: at most one flag of each group may be set.

use alloc::vec::Vec;
use core::fmt::Display;

use super::clause::SignatureClause;
use super::flags::groups;
use super::rules;
use crate::finding::Findings;
use crate::finding::Rule;
use dxc_format::constants::FlagGroup;
use dxc_format::runtime::shape::{EnumTable, EnumValue};

/// The flags of a group.
pub(super) fn flags_of(table: &EnumTable, group: FlagGroup) -> u32 {
    let is_in = |entry: &&EnumValue| groups(entry).any(|of| of == group);
    let entries = table.values.iter().filter(is_in);
    entries.fold(0, |flags, entry| flags | super::flags::number(entry))
}

/// The effective flags of a clause. For each group without a flag, the clause's default applies.
pub(super) fn completed(clause: SignatureClause, table: &EnumTable, flags: u32) -> u32 {
    let is_open =
        |entry: &&EnumValue| groups(entry).all(|group| flags & flags_of(table, group) == 0);
    let (implied, _) = table.split(clause.default_flags().into());
    let implied = implied.filter(is_open);
    implied.fold(flags, |flags, entry| flags | super::flags::number(entry))
}

/// Checks that flags do not exclude each other. `rules` are those for groups that have a separate rule.
pub(super) fn validate(
    table: &EnumTable,
    flags: u32,
    rules: &[(FlagGroup, &'static Rule)],
    at: impl Display,
    findings: &mut Findings,
) {
    if flags.count_ones() < 2 {
        return;
    }
    let mut groups: Vec<FlagGroup> = table.split(flags.into()).0.flat_map(groups).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let set = table.split((flags & flags_of(table, group)).into()).0;
        let own = rules.iter().find(|(of, _)| *of == group);
        let rule = own.map_or(&rules::FLAGS_TOGETHER, |(_, rule)| *rule);
        let mut found = alloc::string::String::new();
        let _ = table.fmt_flags(&mut found, flags.into());
        findings.check(set.count() <= 1, rule, &at, found);
    }
}
