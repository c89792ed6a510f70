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

// The steps of readers and writers are inlined in optimized builds. In a debug build, copies of them in each reader
// would be most of the crate, and slower than calls.

mod array;
pub mod attributes;
mod blob;
pub mod bounded;
#[doc(hidden)]
pub mod computed;
mod error;
#[doc(hidden)]
pub mod field;
mod field_room;
mod field_value;
pub mod fields;
mod fixed;
mod fourcc;
pub mod int;
#[doc(hidden)]
pub mod limits;
mod magic;
#[doc(hidden)]
pub mod moving;
pub mod nested;
pub mod newtype;
mod original_layout;
mod pinned;
mod plan;
pub mod pool;
pub mod reader;
#[doc(hidden)]
pub mod row;
#[doc(hidden)]
pub mod row_ref;
pub mod run;
mod scalars;
mod sequence;
pub mod shape;
pub(crate) mod shown;
mod sized;
#[doc(hidden)]
pub mod span_layout;
#[doc(hidden)]
pub mod stream;
mod strided;
pub mod strings;
pub mod tables;
mod text;
pub mod unknown;
#[cfg(feature = "serde")]
pub mod values;
#[doc(hidden)]
pub mod versioned;
pub mod walk;
#[doc(hidden)]
pub mod walk_path;
#[doc(hidden)]
pub mod walker;
pub mod writer;

pub use array::Array;
pub use blob::Blob;
pub use dxc_derive::{Part, Record, Switch, bits, flags, open_enum, sequence};
pub use error::{Error, ErrorKind, FirstBytes, Result};
pub use field_value::{FieldGroup, FieldValue, FieldValues};
pub use fields::{Fields, Visitor};
pub use fixed::Fixed;
#[doc(hidden)]
pub use fixed::{Decoder, Encoder};
pub use fourcc::{FourCC, NotAFourCC};
pub use limits::Limits;
#[doc(hidden)]
pub use magic::WrongMagic;
pub use nested::{Items, Nested};
pub use original_layout::OriginalLayout;
pub use pool::{Pool, PoolView};
pub use row::{BySize, Row};
pub use row_ref::{ListItem, ListRef, RowRef, StringRef};
pub use run::Run;
pub use scalars::{Bool8, F32, F64};
pub use sequence::Sequence;
#[doc(hidden)]
pub use sequence::layout_of;
pub use sized::{SizedRecord, SizedView};
#[cfg(feature = "binrw")]
pub use stream::LayoutArgs;
pub use strided::Strided;
pub use strings::{StringTable, Strings};
pub use tables::{Directory, IndexTable, List, Listed, Lookup, TableStyle, Tabled, Tables};
pub use text::{Text, TextView};
pub use unknown::{ForgetUnknown, Unknown};
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use values::serde_value;
pub use versioned::Lost;
