#![doc = include_str!("../README.md")]
#![no_std]
extern crate alloc;

// The layers, each built on the ones before. A test checks the imports between them.
mod container;
mod generated;
pub mod runtime;
pub mod runtime_data;

// A container.
pub use container::{
    Builder, Compressed, Container, DigestPolicy, PartData, PartEntry, Parts, RawPart, Rewrite,
    digest, outline, pdb, scan,
};
#[doc(inline)]
pub use runtime::{Error, ErrorKind, FourCC, Limits, NotAFourCC, PartInfo, Result, Strip};

// The format as the schemas describe it, and the types of fields.
pub use generated::parts::{Part, PartView};
pub use generated::*;
#[doc(inline)]
pub use runtime::fields;
#[doc(inline)]
pub use runtime::{
    Array, Bool8, BySize, F32, Fixed, ForgetUnknown, IndexTable, Items, Leaf, LeafGroup, Leaves,
    ListItem, ListRef, Lost, Nested, PartType, PartVisitor, Pool, PoolView, Row, RowRef, Run,
    Sequence, SizedRecord, SizedView, Strided, StringRef, StringTable, Strings, TableStyle, Tables,
    Text, TextView, Unknown,
};

#[cfg(feature = "binrw")]
pub use runtime::LayoutArgs;
