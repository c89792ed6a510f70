//! Tests the schema language and the commands of xtask.
#![allow(clippy::unwrap_used, missing_docs)]

mod compile_fail;
mod diff;
mod docs;
mod documented;
mod evolve;
mod export;
mod form;
mod generate;
mod import;
mod macros;
mod manifests;
mod mistakes;
mod older;
mod random;
mod spelt;
mod stranger;
mod words;

#[path = "../built/mod.rs"]
mod built;
#[path = "../program/dxobj.rs"]
mod dxobj;
#[path = "../xtask/mod.rs"]
mod xtask;
