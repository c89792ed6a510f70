//! Makes inputs of 16 KiB and more whose content is referenced repeatedly, so that it may grow.

mod containers;
mod lists;
mod parts;
mod texts;

pub use containers::container;
pub(crate) use texts::{CUT, clauses, file, is_next, metadata};
