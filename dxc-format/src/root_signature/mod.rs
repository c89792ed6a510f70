//! What a root signature means, beyond its bytes: [whether it is legal](RootSignature::validate),
//! [what it is in another version](RootSignature::to_version), and
//! [whether a shader finds its resources in it](RootSignature::validate_shader).
//!
//! The values themselves are in [`rts0`](crate::rts0).
//!
//! With the feature `hlsl`, root signatures are also texts, as people and compilers write them: HLSL's root signature
//! strings and LLVM's metadata. The bytes, the value and the two texts stand for one another:
//!
#![cfg_attr(feature = "hlsl", doc = "```")]
#![cfg_attr(not(feature = "hlsl"), doc = "```ignore")]
//! use dxc_format::constants::RootSignatureVersion;
//! use dxc_format::root_signature::hlsl::{self, Dialect, Form};
//! use dxc_format::root_signature::metadata;
//!
//! let text = "CBV(b0), DescriptorTable(SRV(t0, numDescriptors = unbounded), visibility = SHADER_VISIBILITY_PIXEL)";
//! let parsed = hlsl::parse(text, RootSignatureVersion::V1_1, Dialect::Clang).unwrap();
//! let printed = hlsl::print(&parsed.signature, Form::Short, Dialect::Clang).unwrap();
//! assert_eq!(printed.replace('\n', " "), text);
//!
//! let nodes = metadata::print(&[metadata::Entry::new(None, parsed.signature)]).unwrap();
//! assert!(nodes.contains(r#"!{!"RootCBV", i32 0, i32 0, i32 0, i32 4}"#));
//! ```

mod convert;
mod coverage;
mod flags;
mod parameter;
mod place;
mod registers;
pub mod rules;
mod sampler;
mod table;
mod validate;

// Root signatures as texts.
#[cfg(feature = "hlsl")]
mod cursor;
#[cfg(feature = "hlsl")]
mod diagnostic;
#[cfg(feature = "hlsl")]
mod fields;
#[cfg(feature = "hlsl")]
pub mod hlsl;
#[cfg(feature = "hlsl")]
pub mod metadata;
#[cfg(feature = "hlsl")]
mod unspellable;

pub use convert::Converted;
#[cfg(feature = "hlsl")]
pub use diagnostic::{Diagnostic, Diagnostics};
#[cfg(feature = "hlsl")]
pub use unspellable::Unspellable;

#[cfg(doc)]
use crate::rts0::RootSignature;
