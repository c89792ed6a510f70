//! Containers as a whole: reading, building, signing, scanning, and extraction from PDB files.

mod builder;
pub(crate) mod compressed;
pub mod digest;
mod known_parts;
pub mod outline;
pub mod pdb;
pub mod scan;
mod stage;
mod typed;
mod view;

#[doc(hidden)]
pub use builder::Pieces;
pub use builder::{Builder, DigestPolicy, PartData, PartEntry, Rewrite};
pub use compressed::Compressed;
pub use view::{Container, Parts, RawPart};
