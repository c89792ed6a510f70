#![doc = include_str!("../README.md")]
#![no_std]
// Generated code and the macros name this crate as others do.
#[doc(hidden)]
pub extern crate alloc;
extern crate self as dxc_format;
#[cfg(feature = "pdb")]
extern crate std;

#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

// The container as a whole.
mod builder;
mod container;
pub mod digest;
#[cfg(feature = "serde")]
pub mod document;
#[cfg(feature = "pdb")]
pub mod pdb;

// The format, as the schemas describe it.
mod generated;

// What the values of parts mean together.
pub mod bindings;
pub mod diff;
pub mod outline;
pub mod pipeline;
pub mod root_signature;
pub mod runtime_data;
pub mod scan;
pub mod signatures;
mod validate;

// What the generated code is made of.
mod error;
mod finding;
mod fixed;
mod fourcc;
pub mod int;
mod leaf;
mod memory;
pub mod nested;
pub mod newtype;
mod packed;
mod part_info;
mod plan;
pub mod pool;
pub mod reader;
mod row_ref;
pub mod run;
mod scalars;
#[doc(hidden)]
pub mod sequence;
pub mod shape;
pub mod sources;
#[doc(hidden)]
pub mod stream;
pub mod strings;
pub mod tables;
mod text;
pub mod unknown;
#[doc(hidden)]
pub mod versioned;
pub mod walk;
pub mod writer;

pub use builder::{Builder, DigestPolicy, PartData, PartEntry};
pub use container::{Container, Parts, RawPart};
pub use dxc_derive::{Choice, Part, Record, Union, Versioned, bits, flags, open_enum, sequence};
pub use error::{Error, ErrorKind, Result};
pub use finding::{Finding, Rule, Weight};
pub use fixed::Fixed;
pub use fourcc::{FourCC, NotAFourCC};
pub use generated::*;
pub use leaf::{Leaf, Leaves};
pub use memory::Memory;
pub use nested::{Items, Nested};
pub use packed::Packed;
pub use part_info::{PartInfo, Strip};
pub use parts::{Part, PartView};
pub use pool::{Pool, PoolView};
pub use row_ref::{ListRef, RowRef, StringRef};
pub use run::{BySize, Row, Run, Sized, SizedView, Strided};
pub use scalars::{Bool8, F32};
pub use sequence::Sequence;
pub use strings::{StringTable, Strings};
pub use tables::{IndexTable, TableStyle, Tables};
pub use text::{Text, TextView};
pub use unknown::{ForgetUnknown, Unknown};
pub use versioned::Lost;
