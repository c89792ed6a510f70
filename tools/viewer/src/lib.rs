#![doc = include_str!("../README.md")]

#[cfg(target_arch = "wasm32")]
pub mod package;
#[cfg(not(target_arch = "wasm32"))]
pub mod page;
pub mod pipeline_page;
mod stages;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use stages::pipeline;
