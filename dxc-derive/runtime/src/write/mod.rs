//! Writes values: one pass into one `Vec`, in the layout that a value was read from or in a new one.

pub mod computed;
pub(crate) mod original_layout;
pub(crate) mod pinned;
pub(crate) mod plan;
pub mod span_layout;
pub mod writer;
