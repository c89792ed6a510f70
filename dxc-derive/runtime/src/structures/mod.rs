//! Structures: sequences of fields, nested structures, and pools of structures with several references.

pub mod nested;
pub mod pool;
pub(crate) mod sequence;
