//! Structures: sequences of fields, structures inside of them, and pools that references share.

pub mod nested;
pub mod pool;
pub(crate) mod sequence;
