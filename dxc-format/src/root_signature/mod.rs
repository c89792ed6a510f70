//! What a root signature means, beyond its bytes: [whether it is legal](RootSignature::validate),
//! [what it is in another version](RootSignature::to_version), and
//! [whether a shader finds its resources in it](RootSignature::validate_shader).
//!
//! The values themselves are in [`rts0`](crate::rts0).

mod convert;
mod coverage;
mod place;
mod registers;
pub mod rules;
mod sampler;
mod table;
mod validate;

pub use convert::Converted;

#[cfg(doc)]
use crate::rts0::RootSignature;
