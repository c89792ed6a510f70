#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
extern crate alloc;

#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

mod container;
mod generated;
pub mod runtime;
#[cfg(feature = "binrw")]
pub mod stream;
pub mod types;

// Containers and their parts.
#[doc(hidden)]
pub use container::Pieces;
pub use container::{
    Builder, Container, DigestPolicy, PartData, PartEntry, Parts, RawPart, Rewrite, digest,
    outline, pdb, scan,
};
pub use generated::parts::{Part, PartView};
#[doc(inline)]
pub use runtime::{
    Error, ErrorKind, FourCC, Limits, PartInfo, PartType, PartVisitor, Required, Result,
    SignatureOf, Strip, TableStyle,
};

// The format, with one module for each schema file.
pub use generated::*;
