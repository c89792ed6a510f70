#![doc = include_str!("../README.md")]

pub mod cut;
mod edit;
pub mod fields;
mod file;
pub mod guess;
pub mod instructions;
mod nodes;
pub mod reflection;
pub mod root_signatures;
pub mod salvage;
pub mod summary;
pub mod tables;

pub use file::File;
pub use summary::wrong_digest;

/// The style sheet with the colors of drawings and pages, in light and in dark.
pub const PALETTE: &str = include_str!("palette.css");
