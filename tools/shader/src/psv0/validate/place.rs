//! The location of a finding: a record of a run.

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

/// Checks that a value is known.
pub(super) fn known<T: Attributes + fmt::Display>(
    value: T,
    at: At,
    field: &str,
    findings: &mut Findings,
) {
    let found = format_args!(
        "{value} is not a value of {}",
        T::table().map_or("", |table| table.name)
    );
    let is_known = is_known(value);
    findings.check(is_known, &KNOWN, format_args!("{at}.{field}"), found);
}

/// Whether the table of an enum has a value. Markers are not values.
pub(super) fn is_known(value: impl Attributes) -> bool {
    value.entry().is_some_and(|entry| !entry.marker)
}
