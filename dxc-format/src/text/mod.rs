//! Containers as documents.

pub mod document;
#[cfg(feature = "yaml")]
pub mod excerpt;
pub mod lines;
pub mod printable;
pub mod words;
