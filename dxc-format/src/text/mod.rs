//! Containers as documents, and text that a terminal may show.

#[cfg(feature = "serde")]
pub mod document;
#[cfg(feature = "yaml")]
pub mod excerpt;
#[cfg(feature = "yaml")]
pub mod lines;
pub mod printable;
#[cfg(feature = "serde")]
pub mod words;
