//! Inputs of 16 KiB and more that are designed to grow: their content is referenced repeatedly.

mod containers;
mod lists;
mod parts;
mod texts;

pub use containers::container;
pub(crate) use texts::{CUT, clauses, file, is_next, metadata};
