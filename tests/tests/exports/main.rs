//! Tests the exports `json`, `kaitai` and `npm` with the programs that use them: `cargo test -p tests --features
//! exports --test exports`.
//!
//! They need Node and `npm ci --prefix tests/exports`; `kaitai` also needs Python and its package `kaitaistruct`, `npm`
//! the target wasm32-unknown-unknown. Where these are missing, the tests say that they were skipped.
#![allow(clippy::unwrap_used, missing_docs)]

mod kaitai;
mod node;
mod npm;

#[path = "../built/mod.rs"]
mod built;
#[path = "../xtask/mod.rs"]
mod xtask;
