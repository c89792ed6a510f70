//! A module of LLVM bitcode, without the bodies of its functions.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::attributes::Attributes;
use crate::bitstream::Bitstream;
use crate::globals::{Alias, Comdat, FunctionRecord, GlobalVariable};
use crate::metadata::MetadataTable;
use crate::names::Names;
use crate::resource::Resources;
use crate::types::{Type, TypeId, Types};
use crate::value::{ValueId, Values};
use dxc_format::Limits;

/// A module of LLVM bitcode, such as that of DXIL.
///
/// The bodies of functions are read when they are asked for: [`Function::body`](crate::Function::body).
///
/// ```
/// # fn main() -> dxil::Result<()> {
/// # let file = std::fs::read("tests/data/vs_basic.sm60.dxil").unwrap();
/// # let container = dxc_format::Container::parse(&file)?;
/// let program = container.dxil()?.unwrap();
/// let module = dxil::Module::parse(program.bitcode())?;
/// assert_eq!(module.triple(), b"dxil-ms-dx");
/// assert!(module.function("main").is_some());
/// assert!(module.named_metadata().any(|name| name == b"dx.entryPoints"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Module<'a> {
    pub(crate) stream: Bitstream<'a>,
    pub(crate) limits: Limits,
    pub(crate) types: Types,
    pub(crate) values: Values,
    pub(crate) names: Names,
    pub(crate) variables: Vec<GlobalVariable>,
    pub(crate) functions: Vec<FunctionRecord>,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) metadata: MetadataTable,
    pub(crate) attributes: Attributes,
    pub(crate) triple: Box<[u8]>,
    pub(crate) data_layout: Box<[u8]>,
    pub(crate) assembly: Box<[u8]>,
    pub(crate) sections: Vec<Box<[u8]>>,
    pub(crate) collectors: Vec<Box<[u8]>>,
    pub(crate) comdats: Vec<Comdat>,
    pub(crate) resources: Resources,
    /// Whether instructions reference values by the distance to their own number.
    pub(crate) is_relative: bool,
}

impl Module<'_> {
    /// The type with this number.
    pub fn get_type(&self, id: TypeId) -> Option<&Type> {
        self.types.scope().get(id)
    }

    /// The types, by their numbers.
    pub fn types(&self) -> &[Type] {
        self.types.all()
    }

    /// The types of the fields of a structure; empty for any other type.
    pub fn fields(&self, id: TypeId) -> &[TypeId] {
        self.get_type(id).map_or(&[], Type::fields)
    }

    /// The global variables.
    pub fn global_variables(&self) -> &[GlobalVariable] {
        &self.variables
    }

    /// The name of a function or a global variable; empty if it has none.
    pub fn name(&self, id: ValueId) -> &[u8] {
        self.names.get(id.0).unwrap_or_default()
    }

    /// The target triple.
    pub fn triple(&self) -> &[u8] {
        &self.triple
    }

    /// The data layout.
    pub fn data_layout(&self) -> &[u8] {
        &self.data_layout
    }

    /// The limits for reading the module.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The type that a pointer points to.
    pub(crate) fn pointee(&self, pointer: TypeId) -> Option<TypeId> {
        self.types.scope().pointee(pointer).map(|(ty, _)| ty)
    }
}
