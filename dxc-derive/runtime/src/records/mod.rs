//! Records in a part: single ones and runs, of all versions, and the references in them.

pub mod moving;
pub mod row;
pub mod row_ref;
pub mod run;
pub(crate) mod sized;
pub(crate) mod strided;
pub mod unknown;
pub mod versioned;
