//! Where a finding is: a record of a run, and its field.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::rules::KNOWN;
use crate::meaning::finding::Finding;
use crate::runtime::shape::EnumTable;

/// A record of a run.
#[derive(Clone, Copy)]
pub(super) struct At(pub(super) &'static str, pub(super) usize);

impl At {
    /// Where one of its fields is.
    pub(super) fn field(self, name: &str) -> String {
        let Self(run, index) = self;
        format!("{run}[{index}].{name}")
    }
}

/// Reports a value without a name.
pub(super) fn known(
    table: &EnumTable,
    value: u64,
    at: At,
    field: &str,
    findings: &mut Vec<Finding>,
) {
    if table.by_value(value).is_none() {
        let found = format!("{value} is not a value of {}", table.name);
        findings.push(Finding::new(&KNOWN, at.field(field), found));
    }
}
