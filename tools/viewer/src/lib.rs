#![doc = include_str!("../README.md")]

pub mod cut;
mod edit;
mod fields;
mod file;
pub mod guess;
mod instructions;
mod nodes;
#[cfg(target_arch = "wasm32")]
pub mod package;
#[cfg(not(target_arch = "wasm32"))]
pub mod page;
#[cfg(not(target_arch = "wasm32"))]
pub mod pipeline_page;
pub mod reflection;
pub mod root_signatures;
mod salvage;
mod summary;
pub mod tables;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use file::File;
