#![doc = include_str!("../README.md")]
#![no_std]
extern crate alloc;

mod attributes;
pub mod bitstream;
mod body;
#[doc(hidden)]
pub mod budgets;
mod cursor;
mod data_layout;
mod declarations;
mod dxil_module;
mod fold;
mod function;
mod generated;
mod globals;
mod handle;
mod instruction;
mod metadata;
mod metadata_node;
mod module;
mod names;
mod operation;
mod packed;
mod post_order;
mod print;
mod read;
mod resource;
mod scope;
mod tables;
mod types;
mod unique;
mod unnumbered;
mod value;

pub use body::Body;
pub use data_layout::DataLayout;
pub use declarations::Declaration;
pub use dxil_module::*;
pub use function::Function;
pub use globals::GlobalVariable;
pub use instruction::{Details, Instruction, Operand, callee, instruction_name};
pub use metadata_node::{Metadata, MetadataNode};
pub use module::Module;
pub use operation::DxOp;
pub use print::Listing;
pub use resource::{Element, Resource, ResourceProperties, UavAccess, upper_bound};
pub use types::{Struct, Type, TypeId};
pub use unnumbered::{UnnumberedFunction, UnnumberedLine, UnnumberedLines, line_spans};
pub use value::ValueId;

pub use dxc_format::{Error, ErrorKind, Limits, Result};
/// The codes, opcodes and flags of LLVM 3.7's bitcode, and the operations of DXIL.
pub use generated::*;

/// The error for bitcode that is damaged at a position in bits.
#[cold]
fn bitcode_error(problem: &'static str, position: usize) -> Error {
    Error::bitcode(problem, position)
}

/// The error for valid bitcode that cannot be printed.
#[cold]
fn print_error(problem: &'static str) -> Error {
    Error::bitcode_without_byte(problem)
}
