//! The meaning of values, within and across parts.

#[cfg(feature = "assembly")]
pub(crate) mod assembly;
pub mod bindings;
pub mod diff;
#[cfg(feature = "bitcode")]
pub mod dxil;
pub(crate) mod finding;
mod judgement;
#[cfg(feature = "bitcode")]
pub mod llvm;
mod lookup;
pub(crate) mod packed;
mod pdb_info;
pub mod pipeline;
#[cfg(feature = "bitcode")]
pub mod reflection;
pub(crate) mod root_signature;
pub mod runtime_data;
pub mod signatures;
pub mod sources;
mod validate;

pub use finding::{Finding, PartPath, Rule, Weight};
pub use judgement::{Judgement, Omitted};
pub use packed::Packed;
