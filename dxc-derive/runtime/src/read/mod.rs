//! Reading: bounds-checked readers, and the walk that reports every field to a sink.

pub mod newer;
pub mod reader;
pub mod walk;
pub mod walk_path;
pub mod walker;
