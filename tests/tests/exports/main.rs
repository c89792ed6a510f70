//! The exports `json` and `kaitai` in other programs: `cargo test -p tests --features exports --test exports`.
//!
//! They need Node, and `npm ci --prefix tests/exports`. Where these are missing, the tests say that they were skipped.
#![allow(clippy::unwrap_used, missing_docs)]

mod kaitai;
mod node;

#[path = "../built/mod.rs"]
mod built;
#[path = "../xtask/mod.rs"]
mod xtask;
