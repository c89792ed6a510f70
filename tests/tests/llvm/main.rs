//! Compares results with LLVM 22's own tools and headers: `cargo test -p tests --features llvm --test llvm`.
#![allow(clippy::unwrap_used, missing_docs)]

mod bitcode;
mod damaged;
mod documented;
mod documents;
#[path = "../program/dxobj.rs"]
mod dxobj;
mod dxobj_commands;
mod every_value;
mod export;
mod history;
mod hlsl;
mod layout;
mod metadata;
mod root_signatures;
mod tools;

#[path = "../built/mod.rs"]
mod built;
#[path = "../program/mod.rs"]
mod program;
#[path = "../xtask/mod.rs"]
mod xtask;
