//! Records: their bytes, their versions, and the bytes of newer versions.

pub mod moving;
pub mod row;
pub mod row_ref;
pub mod run;
pub(crate) mod sized;
pub(crate) mod strided;
pub mod unknown;
pub mod versioned;
