//! The meaning of a root signature.

#[cfg(feature = "validate")]
pub(crate) mod convert;
#[cfg(feature = "validate")]
mod coverage;
#[cfg(feature = "validate")]
mod exclusive;
#[cfg(feature = "validate")]
pub(crate) mod fields;
#[cfg(feature = "validate")]
pub(crate) mod flags;
pub(crate) mod parameter;
#[cfg(feature = "validate")]
mod place;
#[cfg(feature = "validate")]
mod registers;
#[cfg(feature = "validate")]
pub mod rules;
#[cfg(feature = "validate")]
mod sampler;
#[cfg(feature = "validate")]
mod table;
#[cfg(feature = "validate")]
mod validate;

#[cfg(feature = "validate")]
pub use convert::Converted;
