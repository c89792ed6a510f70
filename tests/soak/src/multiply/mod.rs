//! Inputs of 16 KiB and more that are made to multiply: what they hold is referenced over and over.

mod containers;
mod parts;
mod texts;

pub use containers::container;
pub(crate) use texts::{CUT, clauses, file, is_next, metadata};
