//! What containers and root signatures are as text: documents, HLSL's root signature strings, LLVM's metadata.

#[cfg(feature = "serde")]
pub mod document;
#[cfg(feature = "hlsl")]
pub(crate) mod root_signature;
