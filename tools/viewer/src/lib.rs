#![doc = include_str!("../README.md")]

#[cfg(target_arch = "wasm32")]
pub mod package;
#[cfg(not(target_arch = "wasm32"))]
pub mod page;
#[cfg(not(target_arch = "wasm32"))]
pub mod pipeline_page;
#[cfg(target_arch = "wasm32")]
mod wasm;
