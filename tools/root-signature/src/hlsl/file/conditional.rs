//! The conditionals of the preprocessor, and their active branches.

use alloc::string::String;
use core::ops::Range;

/// An open conditional.
pub(super) struct Conditional {
    /// The location of its first directive.
    pub(super) place: Range<usize>,
    pub(super) state: State,
    /// The conditional with an unknown condition that this one depends on: itself, or an outer one.
    pub(super) doubt: Option<Range<usize>>,
    /// The first macro that its conditions assume to be undefined.
    pub(super) missing: Option<String>,
    /// Whether `#else` was read.
    pub(super) last: bool,
}

/// The state of a conditional: which branch is active.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// The current branch is active.
    Taken,
    /// No branch was active yet.
    Wanted,
    /// An earlier branch was active; or no branch is, because the conditional is in skipped code, or its condition is
    /// unknown.
    Done,
}
