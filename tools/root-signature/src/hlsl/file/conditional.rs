//! A conditional of the preprocessor, and its active branch.

use alloc::string::String;
use core::ops::Range;

/// A conditional that is open.
pub(super) struct Conditional {
    /// Where it begins.
    pub(super) place: Range<usize>,
    pub(super) state: State,
    /// The conditional with an unknown condition that this one depends on: itself, or an outer one.
    pub(super) doubt: Option<Range<usize>>,
    /// The first macro that its conditions take as not defined.
    pub(super) missing: Option<String>,
    /// Whether `#else` was read.
    pub(super) last: bool,
}

/// Which branch of a conditional is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// This one.
    Taken,
    /// None yet.
    Wanted,
    /// An earlier one; or none at all, because the conditional is in skipped code, or its condition is unknown.
    Done,
}
