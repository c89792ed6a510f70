//! Global variables, functions and aliases: their records in the module.

use alloc::boxed::Box;

use crate::bitcode::{
    ADDRESS_SPACE, AliasField, CallingConvention, DllStorageClass, EXPLICIT_TYPE, FunctionField,
    GlobalVarField, Linkage, ThreadLocalMode, Visibility,
};
use crate::llvm::{Block, Record};

use crate::bitcode_error;
use crate::cursor::Cursor;
use crate::types::{Type, TypeId, Types};
use crate::value::ValueId;
use dxc_format::Result;

/// What global variables, functions and aliases have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    /// The type of the value itself, not of the pointer to it.
    pub(crate) ty: TypeId,
    /// The pointer to it.
    pub(crate) pointer: TypeId,
    pub(crate) linkage: Linkage,
    pub(crate) visibility: Visibility,
    pub(crate) storage: DllStorageClass,
    pub(crate) thread_local: ThreadLocalMode,
    pub(crate) is_unnamed_addr: bool,
    pub(crate) alignment: u32,
    /// The number of its section plus 1.
    pub(crate) section: u32,
    /// The number of its group of sections plus 1.
    pub(crate) comdat: u32,
}

/// A global variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) symbol: Symbol,
    pub(crate) address_space: u32,
    pub(crate) is_constant: bool,
    pub(crate) is_externally_initialized: bool,
    pub(crate) initializer: Option<ValueId>,
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct FunctionRecord {
    pub(crate) symbol: Symbol,
    pub(crate) value: ValueId,
    pub(crate) convention: CallingConvention,
    pub(crate) is_declaration: bool,
    /// The number of its list of attributes plus 1.
    pub(crate) attributes: u32,
    /// The number of its garbage collector plus 1.
    pub(crate) collector: u32,
    pub(crate) prefix: Option<ValueId>,
    pub(crate) prologue: Option<ValueId>,
    pub(crate) personality: Option<ValueId>,
    /// Where its body is.
    pub(crate) block: Option<Block>,
}

/// Another name of a value.
#[derive(Clone, Debug)]
pub(crate) struct Alias {
    pub(crate) symbol: Symbol,
    pub(crate) value: ValueId,
}

/// A group of sections.
#[derive(Clone, Debug)]
pub(crate) struct Comdat {
    pub(crate) kind: u32,
    pub(crate) name: Box<[u8]>,
}

/// The operands of a record by their fields; fields that are left out are 0.
struct Fields<'r> {
    operands: &'r [u64],
    at: usize,
}

impl Fields<'_> {
    fn get(&self, field: u32) -> Result<u32> {
        let operand = self.operands.get(field as usize).copied();
        u32::try_from(operand.unwrap_or_default())
            .map_err(|_| bitcode_error("an operand exceeds 32 bits", self.at))
    }

    fn value(&self, field: u32) -> Result<Option<ValueId>> {
        Ok(self.get(field)?.checked_sub(1).map(ValueId))
    }

    fn alignment(&self, record: &Record<'_>, field: u32) -> Result<u32> {
        Cursor::new(record, self.at).alignment(self.get(field)?.into())
    }

    /// The type of a value and the pointer to it; a record may have either.
    fn types(&self, types: &Types, space: Option<u32>) -> Result<(TypeId, TypeId, u32)> {
        let ty = TypeId(self.get(0)?);
        let unknown = || bitcode_error("the type of a global value is unknown", self.at);
        let pointee = types.pointee(ty).filter(|_| space.is_none());
        match (pointee, space) {
            (Some((pointee, space)), _) => Ok((pointee, ty, space)),
            (None, space) => {
                types.get(ty).ok_or_else(unknown)?;
                let space = space.unwrap_or_default();
                let pointer = types.pointer_to(ty, space).ok_or_else(unknown)?;
                Ok((ty, pointer, space))
            }
        }
    }
}

/// Reads `GLOBALVAR`.
pub(crate) fn read_variable(record: &Record<'_>, types: &Types, at: usize) -> Result<Variable> {
    let operands = record.operands;
    let fields = Fields { operands, at };
    let flags = fields.get(GlobalVarField::Flags.0)?;
    let space = (flags & EXPLICIT_TYPE != 0).then_some(flags >> ADDRESS_SPACE);
    let (ty, pointer, address_space) = fields.types(types, space)?;
    Ok(Variable {
        symbol: Symbol {
            ty,
            pointer,
            linkage: Linkage(fields.get(GlobalVarField::Linkage.0)?),
            visibility: Visibility(fields.get(GlobalVarField::Visibility.0)?),
            storage: DllStorageClass(fields.get(GlobalVarField::DllStorageClass.0)?),
            thread_local: ThreadLocalMode(fields.get(GlobalVarField::ThreadLocal.0)?),
            is_unnamed_addr: fields.get(GlobalVarField::UnnamedAddr.0)? != 0,
            alignment: fields.alignment(record, GlobalVarField::Alignment.0)?,
            section: fields.get(GlobalVarField::Section.0)?,
            comdat: fields.get(GlobalVarField::Comdat.0)?,
        },
        address_space,
        is_constant: flags & 1 != 0,
        is_externally_initialized: fields.get(GlobalVarField::ExternallyInitialized.0)? != 0,
        initializer: fields.value(GlobalVarField::Initializer.0)?,
    })
}

/// Reads `FUNCTION`.
pub(crate) fn read_function(
    record: &Record<'_>,
    types: &Types,
    value: ValueId,
    at: usize,
) -> Result<FunctionRecord> {
    let operands = record.operands;
    let fields = Fields { operands, at };
    let (ty, pointer, _) = fields.types(types, None)?;
    if !matches!(types.get(ty), Some(Type::Function { .. })) {
        return Err(bitcode_error("the type of a function is another one", at));
    }
    Ok(FunctionRecord {
        symbol: Symbol {
            ty,
            pointer,
            linkage: Linkage(fields.get(FunctionField::Linkage.0)?),
            visibility: Visibility(fields.get(FunctionField::Visibility.0)?),
            storage: DllStorageClass(fields.get(FunctionField::DllStorageClass.0)?),
            thread_local: ThreadLocalMode::NotThreadLocal,
            is_unnamed_addr: fields.get(FunctionField::UnnamedAddr.0)? != 0,
            alignment: fields.alignment(record, FunctionField::Alignment.0)?,
            section: fields.get(FunctionField::Section.0)?,
            comdat: fields.get(FunctionField::Comdat.0)?,
        },
        value,
        convention: CallingConvention(fields.get(FunctionField::CallingConvention.0)?),
        is_declaration: fields.get(FunctionField::IsDeclaration.0)? != 0,
        attributes: fields.get(FunctionField::Attributes.0)?,
        collector: fields.get(FunctionField::GarbageCollector.0)?,
        prefix: fields.value(FunctionField::Prefix.0)?,
        prologue: fields.value(FunctionField::Prologue.0)?,
        personality: fields.value(FunctionField::Personality.0)?,
        block: None,
    })
}

/// Reads `ALIAS`.
pub(crate) fn read_alias(record: &Record<'_>, types: &Types, at: usize) -> Result<Alias> {
    let operands = record.operands;
    let fields = Fields { operands, at };
    let (ty, pointer, _) = fields.types(types, None)?;
    Ok(Alias {
        symbol: Symbol {
            ty,
            pointer,
            linkage: Linkage(fields.get(AliasField::Linkage.0)?),
            visibility: Visibility(fields.get(AliasField::Visibility.0)?),
            storage: DllStorageClass(fields.get(AliasField::DllStorageClass.0)?),
            thread_local: ThreadLocalMode(fields.get(AliasField::ThreadLocal.0)?),
            is_unnamed_addr: fields.get(AliasField::UnnamedAddr.0)? != 0,
            alignment: 0,
            section: 0,
            comdat: 0,
        },
        value: ValueId(fields.get(AliasField::Value.0)?),
    })
}
