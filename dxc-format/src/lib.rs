#![doc = include_str!("../README.md")]
#![no_std]
// Generated code and the macros name this crate as others do.
#[doc(hidden)]
pub extern crate alloc;
extern crate self as dxc_format;

#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

// The rooms, each upon those before it; a test reads who imports whom.
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

// The format, as the schemas describe it, and what the fields of its parts are made of.
pub use generated::parts::{Part, PartView};
pub use generated::*;
#[doc(inline)]
pub use runtime::{
    Bool8, BySize, F32, Fixed, ForgetUnknown, IndexTable, Items, Leaf, LeafGroup, Leaves, ListItem,
    ListRef, Lost, Nested, PartType, PartVisitor, Pool, PoolView, Row, RowRef, Run, Sequence,
    SizedRecord, SizedView, Strided, StringRef, StringTable, Strings, TableStyle, Tables, Text,
    TextView, Unknown,
};

// What the values of parts mean together.
pub use meaning::{
    Finding, Judgement, Omitted, Packed, PartPath, Rule, Weight, bindings, diff, pipeline,
    runtime_data, signatures, sources,
};
#[cfg(feature = "bitcode")]
pub use meaning::{dxil, llvm, reflection};

/// What a root signature means, beyond its bytes: [whether it is legal](rts0::RootSignature::validate),
/// [what it is in another version](rts0::RootSignature::to_version), and
/// [whether a shader finds its resources in it](rts0::RootSignature::validate_shader).
///
/// The values themselves are in [`rts0`].
///
/// With the feature `hlsl`, root signatures are also texts, as people and compilers write them: HLSL's root signature
/// strings and LLVM's metadata. The bytes, the value and the two texts stand for one another:
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
pub mod root_signature {
    pub use crate::meaning::root_signature::*;
    #[cfg(feature = "hlsl")]
    pub use crate::text::root_signature::*;
}

/// The programs in SHDR and SHEX: instructions and operands, what they declare, and their text as FXC prints it.
///
/// The opcodes and the fields of tokens are in [`instructions`].
#[cfg(feature = "assembly")]
pub mod assembly {
    pub use crate::meaning::assembly::*;
    pub use crate::text::assembly::*;
}

// Containers as text.
#[cfg(feature = "serde")]
pub use text::document;
#[cfg(feature = "bitcode")]
pub use text::dump;
