//! Modules: types, values and metadata.

use alloc::string::String;
use alloc::vec::Vec;

use super::bitstream::{Bitstream, Event, Record};
use super::constants::read_constants;
use super::metadata_table::MetadataTable;
use super::operands::{operand, read_text, to_u32};
use super::types::{Type, TypeId, read_types};
use super::value::{Value, ValueId, ValueKind};
use super::{bitcode_error, limits, records};
use crate::bitcode::{
    ADDRESS_SPACE, BlockId, EXPLICIT_TYPE, FunctionField, GlobalVarField, ModuleCode,
    ValueSymtabCode,
};
use dxc_format::runtime::{Limits, Result};

/// A module of LLVM bitcode, without the bodies of its functions.
///
/// It owns its data. The memory is proportional to the bitcode ([`Limits::memory`]).
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// use dxc_format::Container;
/// use dxil::llvm::Module;
///
/// # let file = &std::fs::read("tests/data/vs_basic.sm60.dxil").unwrap();
/// let program = Container::parse(file)?.dxil()?.unwrap();
/// let module = Module::parse(program.bitcode())?;
/// assert_eq!(module.triple(), "dxil-ms-dx");
/// assert!(module.values().any(|value| value.name() == Some("main")));
/// assert!(module.named_metadata().any(|name| name == "dx.entryPoints"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Module {
    types: Vec<Type>,
    values: Vec<Value>,
    pub(super) metadata: MetadataTable,
    triple: String,
    data_layout: String,
}

impl Module {
    /// Reads the module in LLVM bitcode.
    ///
    /// # Errors
    /// If the bitcode is damaged, or holds no module.
    pub fn parse(bitcode: &[u8]) -> Result<Self> {
        Self::parse_within(bitcode, limits(bitcode.len()))
    }

    /// [`parse`](Self::parse) with other limits.
    ///
    /// # Errors
    /// If the bitcode is damaged, holds no module, or exceeds a limit.
    pub fn parse_within(bitcode: &[u8], limits: Limits) -> Result<Self> {
        let mut stream = Bitstream::new_within(bitcode, limits)?;
        while let Some(event) = stream.next()? {
            match event {
                Event::Enter(BlockId::MODULE) => return Self::read(&mut stream),
                Event::Enter(_) => stream.skip_block(),
                _ => {}
            }
        }
        Err(bitcode_error("it contains no module", stream.position()))
    }

    /// The types.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// The type of a number.
    pub fn get_type(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id.0 as usize)
    }

    /// The types of the fields of a structure; nothing of any other type.
    pub fn fields(&self, id: TypeId) -> &[TypeId] {
        self.get_type(id).map_or(&[], Type::fields)
    }

    /// The global variables, functions and constants.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.values.iter()
    }

    /// The value of a number.
    pub fn value(&self, id: ValueId) -> Option<&Value> {
        self.values.get(id.0 as usize)
    }

    /// The target triple.
    pub fn triple(&self) -> &str {
        &self.triple
    }

    /// The data layout.
    pub fn data_layout(&self) -> &str {
        &self.data_layout
    }

    #[cfg(test)]
    pub(super) fn of_types(types: Vec<Type>, data_layout: &str) -> Self {
        Self {
            types,
            data_layout: data_layout.into(),
            ..Self::default()
        }
    }

    fn read(stream: &mut Bitstream<'_>) -> Result<Self> {
        let mut module = Self::default();
        loop {
            let at = stream.position();
            match stream.next()? {
                None | Some(Event::Exit(_)) => return Ok(module),
                Some(Event::Record(record)) => {
                    let size = size_of::<Value>() + size_of_val(record.operands);
                    module.read_record(&record, at)?;
                    stream.budgets.take_memory(size)?;
                }
                Some(Event::Enter(block)) => module.read_block(block, stream)?,
            }
        }
    }

    fn read_block(&mut self, block: BlockId, stream: &mut Bitstream<'_>) -> Result<()> {
        match block {
            BlockId::TYPE => read_types(stream, &mut self.types),
            BlockId::CONSTANTS => read_constants(stream, &self.types, &mut self.values),
            BlockId::METADATA => self.metadata.read(stream, &self.types),
            BlockId::VALUE_SYMTAB => self.read_names(stream),
            _ => {
                stream.skip_block();
                Ok(())
            }
        }
    }

    fn read_record(&mut self, record: &Record<'_>, at: usize) -> Result<()> {
        match ModuleCode(record.code) {
            ModuleCode::TRIPLE => self.triple = read_text(record.operands),
            ModuleCode::DATALAYOUT => self.data_layout = read_text(record.operands),
            ModuleCode::GLOBALVAR => self.values.push(read_variable(record, &self.types, at)?),
            ModuleCode::FUNCTION => self.values.push(read_function(record, &self.types, at)?),
            ModuleCode::ALIAS => {
                let ty = TypeId(to_u32(operand(record, 0, at)?, at)?);
                self.values.push(Value::new(ty, ValueKind::Alias));
            }
            _ => {}
        }
        Ok(())
    }

    fn read_names(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        records(stream, |record, at| {
            if ValueSymtabCode(record.code) == ValueSymtabCode::ENTRY {
                let (id, name) = record.operands.split_first().unzip();
                let id = id.and_then(|id| usize::try_from(*id).ok());
                let value = id.and_then(|id| self.values.get_mut(id));
                let value =
                    value.ok_or_else(|| bitcode_error("an unknown value has a name", at))?;
                value.name = name.map(read_text);
            }
            Ok(record.operands.len())
        })
    }
}

fn read_variable(record: &Record<'_>, types: &[Type], at: usize) -> Result<Value> {
    let ty = TypeId(to_u32(operand(record, GlobalVarField::Type.0, at)?, at)?);
    let flags = operand(record, GlobalVarField::Flags.0, at)?;
    let is_explicit = flags & u64::from(EXPLICIT_TYPE) != 0;
    let (ty, address_space) = match types.get(ty.0 as usize) {
        _ if is_explicit => (ty, to_u32(flags >> ADDRESS_SPACE, at)?),
        Some(Type::Pointer {
            pointee,
            address_space,
        }) => (*pointee, *address_space),
        _ => (ty, 0),
    };
    let initializer = operand(record, GlobalVarField::Initializer.0, at)?;
    let kind = ValueKind::GlobalVariable {
        initializer: to_u32(initializer, at)?.checked_sub(1).map(ValueId),
        address_space,
    };
    Ok(Value::new(ty, kind))
}

fn read_function(record: &Record<'_>, types: &[Type], at: usize) -> Result<Value> {
    let ty = TypeId(to_u32(operand(record, FunctionField::Type.0, at)?, at)?);
    let is_declaration = operand(record, FunctionField::IsDeclaration.0, at)? != 0;
    let kind = ValueKind::Function { is_declaration };
    Ok(Value::new(pointee(types, ty), kind))
}

/// The type that a pointer points to; any other type itself.
fn pointee(types: &[Type], ty: TypeId) -> TypeId {
    match types.get(ty.0 as usize) {
        Some(Type::Pointer { pointee, .. }) => *pointee,
        _ => ty,
    }
}
