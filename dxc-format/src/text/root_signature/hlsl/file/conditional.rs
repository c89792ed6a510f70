//! A conditional of the preprocessor: which branch of it is compiled.

use alloc::string::String;
use core::ops::Range;

/// A conditional that is open.
pub(super) struct Conditional {
    /// Where it begins.
    pub(super) place: Range<usize>,
    pub(super) state: State,
    /// The conditional that nobody knows the truth of and that this one depends on: itself, or one around it.
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
    /// None so far.
    Wanted,
    /// An earlier one; or none at all, since the conditional stands in code that is skipped, or nobody knows.
    Done,
}
