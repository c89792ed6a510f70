//! The outcome of a command.

/// The outcome of a command, which is its exit status; the worst counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// It is done, also if there was nothing to do.
    #[default]
    Done = 0,
    /// The answer is no: a difference, a broken rule, a wrong digest, nothing found.
    Found = 1,
    /// It could not be read, or not be done.
    Failed = 2,
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
