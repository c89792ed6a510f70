//! The meaning of a root signature.

pub(crate) mod convert;
mod coverage;
mod exclusive;
pub(crate) mod fields;
pub(crate) mod flags;
mod place;
mod registers;
pub mod rules;
mod sampler;
mod table;
mod validate;

pub use convert::Converted;
