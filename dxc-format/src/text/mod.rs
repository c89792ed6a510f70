//! Containers and root signatures as text: documents, dumps, HLSL's root signature strings, LLVM's metadata.

#[cfg(feature = "assembly")]
pub(crate) mod assembly;
#[cfg(any(feature = "assembly", feature = "bitcode", feature = "yaml"))]
mod bounded;
#[cfg(feature = "serde")]
pub mod document;
#[cfg(feature = "bitcode")]
pub mod dump;
#[cfg(any(feature = "hlsl", feature = "yaml"))]
mod excerpt;
#[cfg(feature = "assembly")]
pub(crate) mod level9;
#[cfg(any(feature = "hlsl", feature = "yaml"))]
mod lines;
pub mod printable;
#[cfg(feature = "hlsl")]
pub(crate) mod root_signature;
#[cfg(any(feature = "hlsl", feature = "serde"))]
mod words;
