//! The outcome of a command.

/// The outcome of a command; the worst counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// It is done.
    #[default]
    Done,
    /// A finding, or a difference.
    Found,
    /// It could not be read, or not be done.
    Failed,
}

impl Outcome {
    /// Of what was done, and found something or not.
    pub(crate) fn found(is_found: bool) -> Self {
        match is_found {
            true => Self::Found,
            false => Self::Done,
        }
    }
}
