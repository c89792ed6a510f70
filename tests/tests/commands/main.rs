//! Tests the programs that users run.
#![allow(clippy::unwrap_used, missing_docs)]

mod documented;
mod dxobj;
#[cfg(target_os = "linux")]
mod memory;
mod rootsig;

#[path = "../built/mod.rs"]
mod built;
#[path = "../program/dxobj.rs"]
mod program;
