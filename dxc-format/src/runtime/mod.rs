//! The base of generated code: reading, viewing, writing and showing fields, records, runs and structures.
//!
//! It does not depend on the parts of the format, nor on the layers above. If you generate a crate from your own
//! schemas, use this module through the macros. If you read and write containers, its types are the fields of parts;
//! they are also at the crate's root.

// The steps of readers and writers are inlined in optimized builds. In a debug build, copies of them in each reader
// would be most of the crate, and slower than calls.

mod array;
mod error;
#[doc(hidden)]
pub mod field;
pub mod fields;
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

pub use array::Array;
pub use dxc_derive::{Choice, Part, Record, Union, Versioned, bits, flags, open_enum, sequence};
pub use error::{Error, ErrorKind, Result};
pub use fields::{Fields, Visitor, VisitorMut};
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
