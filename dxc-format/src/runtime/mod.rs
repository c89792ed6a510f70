//! What generated code is made of: how fields, records, runs and structures are read, viewed, written and shown.
//!
//! Nothing here knows a part of the format, and nothing here knows what stands above it. Whoever generates a crate from
//! schemas of their own uses this module through the macros; whoever reads and writes containers meets its types as the
//! fields of parts, and finds those at the crate's root, too.

// The steps that readers and writers are made of are inlined where code is optimised. In a debug build, copies of them in
// each reader would be most of the crate, and slower than calls.

mod error;
#[doc(hidden)]
pub mod field;
mod fixed;
mod fourcc;
pub mod int;
mod leaf;
mod leaf_room;
pub(crate) mod limits;
mod magic;
pub(crate) mod memory;
pub mod nested;
pub mod newtype;
mod part_info;
mod plan;
pub mod pool;
pub mod reader;
pub(crate) mod row_ref;
pub mod run;
mod scalars;
#[doc(hidden)]
pub mod sequence;
pub mod shape;
pub(crate) mod shown;
#[doc(hidden)]
pub mod stream;
pub mod strings;
pub mod tables;
mod text;
pub mod unknown;
#[doc(hidden)]
pub mod versioned;
pub mod walk;
pub(crate) mod walk_path;
pub mod writer;

pub use dxc_derive::{Choice, Part, Record, Union, Versioned, bits, flags, open_enum, sequence};
pub use error::{Error, ErrorKind, Result};
pub use fixed::Fixed;
#[doc(hidden)]
pub use fixed::{Decoder, Encoder};
pub use fourcc::{FourCC, NotAFourCC};
pub use leaf::{Leaf, LeafGroup, Leaves};
pub use limits::Limits;
#[doc(hidden)]
pub use magic::WrongMagic;
pub use memory::Memory;
pub use nested::{Items, Nested};
pub use part_info::{PartInfo, Strip};
pub use pool::{Pool, PoolView};
pub use row_ref::{ListItem, ListRef, RowRef, StringRef};
pub use run::{BySize, Row, Run, SizedRecord, SizedView, Strided};
pub use scalars::{Bool8, F32};
pub use sequence::{PartType, PartVisitor, Sequence};
pub use strings::{StringTable, Strings};
pub use tables::{IndexTable, TableStyle, Tables};
pub use text::{Text, TextView};
pub use unknown::{ForgetUnknown, Unknown};
pub use versioned::Lost;
