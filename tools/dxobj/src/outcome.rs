//! The outcome of a command, as its exit status.

/// The outcome of a command, as its exit status. Of several outcomes, the worst counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// The command succeeded, also if there was nothing to do.
    #[default]
    Done = 0,
    /// The command's answer is no: a difference, a broken rule, a wrong digest, or nothing found.
    Found = 1,
    /// The file could not be read, or the command failed.
    Failed = 2,
}

impl Outcome {
    /// The outcome of a check that succeeded, by whether it found something.
    pub(crate) fn found(is_found: bool) -> Self {
        if is_found { Self::Found } else { Self::Done }
    }
}
