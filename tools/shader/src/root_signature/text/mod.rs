//! Root signatures as texts: HLSL's root signature strings, LLVM's metadata, and errors in both.

mod clause;
mod cursor;
mod diagnostic;
pub mod hlsl;
pub mod metadata;
mod sources;
mod unspellable;

pub use diagnostic::{Diagnostic, Diagnostics};
pub use unspellable::Unspellable;
