//! Containers as documents, and back.
#![allow(clippy::unwrap_used, missing_docs)]

mod llvm_sources;
mod newer;
mod runtime_data;
mod shown;
mod sources;
