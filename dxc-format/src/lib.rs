#![doc = include_str!("../README.md")]
#![no_std]
extern crate alloc;

#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

// The layers, each built on the ones before. A test checks the imports between them.
mod container;
mod generated;
mod meaning;
pub mod runtime;
mod text;

// A container.
#[cfg(feature = "pdb")]
pub use container::pdb;
pub use container::{
    Builder, Container, DigestPolicy, PartData, PartEntry, Parts, RawPart, Rewrite, digest,
    outline, scan,
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

// The meaning of values, within and across parts.
#[cfg(feature = "diff")]
pub use meaning::diff;
#[cfg(feature = "validate")]
pub use meaning::{Finding, Judgement, Omitted, PartPath, Rule, Weight};
pub use meaning::{Packed, bindings, pipeline, runtime_data, signatures, sources};
#[cfg(feature = "bitcode")]
pub use meaning::{dxil, llvm, reflection};

/// The meaning of a root signature: [validation](rts0::RootSignature::validate), [conversion to another
/// version](rts0::RootSignature::to_version), and [matching with a shader's
/// resources](rts0::RootSignature::validate_shader).
///
/// This module is available with the feature `validate`. The values themselves are in [`rts0`].
///
/// With the feature `hlsl`, root signatures can be read and written as text: HLSL's root signature strings and LLVM's
/// metadata. The bytes, the value and both texts convert into one another:
///
#[cfg_attr(feature = "hlsl", doc = "```")]
#[cfg_attr(not(feature = "hlsl"), doc = "```ignore")]
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_format::root_signature::hlsl::{self, Dialect, Form};
/// use dxc_format::root_signature::metadata;
///
/// let text = "CBV(b0), DescriptorTable(SRV(t0, numDescriptors = unbounded), visibility = SHADER_VISIBILITY_PIXEL)";
/// let parsed = hlsl::parse(text, RootSignatureVersion::V1_1, Dialect::Clang).unwrap();
/// let printed = hlsl::print(&parsed.signature, Form::Short, Dialect::Clang).unwrap();
/// assert_eq!(printed.replace('\n', " "), text);
///
/// let nodes = metadata::print(&[metadata::Entry::new(None, parsed.signature)]).unwrap();
/// assert!(nodes.contains(r#"!{!"RootCBV", i32 0, i32 0, i32 0, i32 4}"#));
/// ```
#[cfg(feature = "validate")]
pub mod root_signature {
    pub use crate::meaning::root_signature::*;
    #[cfg(feature = "hlsl")]
    pub use crate::text::root_signature::*;
}

/// The programs in SHDR and SHEX: instructions and operands, declarations, and their text as FXC prints it.
///
/// The opcodes and the fields of tokens are in [`instructions`]. For the programs in Aon9, XNAS and XNAP, in the bytecode
/// of Direct3D 9, they are in [`level9_instructions`].
#[cfg(feature = "assembly")]
pub mod assembly {
    pub use crate::meaning::assembly::*;
    pub use crate::meaning::level9::*;
    pub use crate::text::assembly::*;
    pub use crate::text::level9::Level9Assembly;
}

// Containers as text.
#[cfg(feature = "serde")]
pub use text::document;
#[cfg(feature = "bitcode")]
pub use text::dump;
pub use text::printable;
