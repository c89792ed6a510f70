//! Where a finding is: a record of a run.

use core::fmt;

use super::rules::KNOWN;
use crate::meaning::finding::Findings;
use crate::runtime::shape::EnumTable;

/// A record of a run.
#[derive(Clone, Copy)]
pub(super) struct At(pub(super) &'static str, pub(super) usize);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(run, index) = self;
        write!(f, "{run}[{index}]")
    }
}

/// Reports a value without a name.
pub(super) fn known(table: &EnumTable, value: u64, at: At, field: &str, findings: &mut Findings) {
    let is_known = table.by_value(value).is_some();
    let found = format_args!("{value} is not a value of {}", table.name);
    findings.check(is_known, &KNOWN, format_args!("{at}.{field}"), found);
}
