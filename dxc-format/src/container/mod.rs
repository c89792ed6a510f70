//! Containers as a whole: reading, building, signing, scanning, and extraction from PDB files.

mod builder;
pub mod digest;
mod known_parts;
pub mod outline;
#[cfg(feature = "pdb")]
pub mod pdb;
pub mod scan;
mod typed;
mod view;

pub use builder::{Builder, DigestPolicy, PartData, PartEntry, Rewrite};
#[cfg(feature = "validate")]
pub(crate) use view::ENTRY;
pub use view::{Container, Parts, RawPart};
