//! Containers as a whole: reading, building, signing, scanning, and extraction from PDB files.

// Before the other modules, since docs list the methods of `Container` in this order.
mod view;

mod builder;
pub(crate) mod compressed;
pub mod digest;
mod known_parts;
pub mod outline;
pub mod pdb;
pub mod scan;
mod stage;
mod typed;

#[doc(hidden)]
pub use builder::Pieces;
pub use builder::{Builder, DigestPolicy, PartData, PartEntry, Rewrite};
pub use compressed::Compressed;
pub use view::{Container, Parts, RawPart};
