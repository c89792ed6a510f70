//! The runtime library of generated code for little-endian binary formats. The [guide] makes a small format.
//!
//! | I want to use generated types with | feature |
//! |---|---|
//! | binrw: `BinRead`, `BinWrite` | `binrw`; its `std` readers: `std` |
//! | serde, or as trees | `serde` |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

#[doc = include_str!("../README.md")]
pub mod guide {}

// Generated code and the macros use this crate by its name.
#[doc(hidden)]
pub extern crate alloc;
#[cfg(test)]
extern crate self as dxc_runtime;

// Optimized builds inline the steps of readers and writers. In debug builds, inlined copies in each reader would be
// most of the crate's code, and slower than calls.

mod error;
pub mod fields;
mod fixed;
#[doc(hidden)]
pub mod limits;
mod read;
mod records;
pub mod shape;
#[doc(hidden)]
pub mod stream;
pub mod strings;
mod structures;
pub mod tables;
#[cfg(feature = "serde")]
pub mod values;
mod write;

// Generated code uses the paths of these modules without their folders.
#[doc(hidden)]
pub use fields::field;
pub use fixed::{attributes, int, newtype};
#[doc(hidden)]
pub use limits::bounded;
#[doc(hidden)]
pub use read::{newer, walk_path, walker};
pub use read::{reader, walk};
#[doc(hidden)]
pub use records::{moving, row, row_ref, versioned};
pub use records::{run, unknown};
pub use structures::{nested, pool};
pub use write::writer;
#[doc(hidden)]
pub use write::{computed, span_layout};

pub use dxc_derive::{Part, Record, Switch, bits, flags, open_enum, sequence};
pub use error::{Error, ErrorKind, FirstBytes, NewerRecord, Result};
pub use fields::field_value::{FieldGroup, FieldValue, FieldValues};
pub use fields::{Fields, Visitor};
pub use fixed::Fixed;
pub use fixed::array::Array;
pub use fixed::fourcc::{FourCC, NotAFourCC};
#[doc(hidden)]
pub use fixed::magic::WrongMagic;
pub use fixed::scalars::{Bool8, F32, F64};
#[doc(hidden)]
pub use fixed::{Decoder, Encoder};
pub use limits::Limits;
pub use records::row::{BySize, Row};
pub use records::row_ref::{ListItem, ListRef, RowRef, StringRef};
pub use records::run::Run;
pub use records::sized::{SizedRecord, SizedView};
pub use records::strided::Strided;
pub use records::unknown::{ForgetUnknown, Unknown};
pub use records::versioned::Lost;
#[cfg(feature = "binrw")]
pub use stream::LayoutArgs;
pub use strings::blob::Blob;
pub use strings::text::{Text, TextView};
pub use strings::{StringTable, Strings};
pub use structures::nested::{Items, Nested};
pub use structures::pool::{Pool, PoolView};
pub use structures::sequence::Sequence;
#[doc(hidden)]
pub use structures::sequence::layout_of;
pub use tables::{Directory, IndexTable, List, Listed, Lookup, TableStyle, Tabled, Tables};
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use values::serde_value;
pub use write::original_layout::OriginalLayout;
