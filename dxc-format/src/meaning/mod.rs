//! The meaning of values, within and across parts.

#[cfg(feature = "assembly")]
pub(crate) mod assembly;
pub mod bindings;
#[cfg(feature = "bitcode")]
mod budgets;
pub(crate) mod columns;
#[cfg(feature = "diff")]
pub mod diff;
#[cfg(feature = "bitcode")]
pub mod dxil;
#[cfg(feature = "validate")]
pub(crate) mod finding;
#[cfg(feature = "validate")]
mod judgement;
#[cfg(feature = "assembly")]
pub(crate) mod level9;
#[cfg(feature = "bitcode")]
pub mod llvm;
mod lookup;
pub(crate) mod packed;
mod pdb_info;
pub mod pipeline;
#[cfg(feature = "bitcode")]
pub mod reflection;
pub(crate) mod root_parameter;
#[cfg(feature = "validate")]
pub(crate) mod root_signature;
pub mod runtime_data;
pub mod signatures;
pub mod sources;
#[cfg(feature = "validate")]
mod validate;

#[cfg(feature = "validate")]
pub use finding::{Finding, PartPath, Rule, Weight};
#[cfg(feature = "validate")]
pub use judgement::{Judgement, Omitted};
pub use packed::Packed;
