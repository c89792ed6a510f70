//! What became of something that was asked for.

/// What became of something; the worst counts.
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
