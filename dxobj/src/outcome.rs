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
