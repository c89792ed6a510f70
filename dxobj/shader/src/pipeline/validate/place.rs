//! Where a finding is: a record of a run.

use core::fmt;

use super::rules::KNOWN;
use crate::finding::Findings;
use dxc_format::runtime::attributes::Attributes;

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
pub(super) fn known<T: Attributes>(value: T, at: At, field: &str, findings: &mut Findings) {
    let (number, name) = (value.to_bits(), T::table().map_or("", |table| table.name));
    let found = format_args!("{number} is not a value of {name}");
    let is_known = value.entry().is_some();
    findings.check(is_known, &KNOWN, format_args!("{at}.{field}"), found);
}
