#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
extern crate alloc;

#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

mod clause;
mod cursor;
mod diagnostic;
pub mod hlsl;
pub mod metadata;
mod sources;
mod unspellable;

pub use diagnostic::{Diagnostic, Diagnostics};
pub use unspellable::Unspellable;
