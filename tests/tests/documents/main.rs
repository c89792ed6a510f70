//! Containers as documents, and back.
#![allow(clippy::unwrap_used, missing_docs)]

mod edits;
mod hostile;
mod llvm_sources;
mod lossless;
mod mistakes;
mod newer;
mod runtime_data;
mod shown;
mod sources;
