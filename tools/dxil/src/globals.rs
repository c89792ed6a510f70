//! Reads the records of global variables, functions and aliases in a module.

use alloc::boxed::Box;

use crate::bitcode::{
    ADDRESS_SPACE, AliasField, CallingConvention, DllStorageClass, EXPLICIT_TYPE, FunctionField,
    GlobalVarField, Linkage, ThreadLocalMode, Visibility,
};
use crate::bitcode_error;
use crate::bitstream::{Block, Record};
use crate::cursor::Cursor;
use crate::types::{Type, TypeId, Types};
use crate::value::ValueId;
use dxc_format::Result;

/// The common properties of global variables, functions and aliases.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    /// The type of the value, not the type of the pointer to it.
    pub(crate) ty: TypeId,
    /// The type of the pointer to the value.
    pub(crate) pointer: TypeId,
    pub(crate) linkage: Linkage,
    pub(crate) visibility: Visibility,
    pub(crate) storage: DllStorageClass,
    pub(crate) thread_local: ThreadLocalMode,
    pub(crate) is_unnamed_addr: bool,
    pub(crate) alignment: u32,
    /// The number of its section plus 1.
    pub(crate) section: u32,
    /// The number of its COMDAT plus 1.
    pub(crate) comdat: u32,
}

/// A global variable of a module.
#[derive(Clone, Debug)]
pub struct GlobalVariable {
    pub(crate) symbol: Symbol,
    pub(crate) address_space: u32,
    pub(crate) is_constant: bool,
    pub(crate) is_externally_initialized: bool,
    pub(crate) initializer: Option<ValueId>,
}

impl GlobalVariable {
    /// The type of the variable itself.
    pub fn value_type(&self) -> TypeId {
        self.symbol.ty
    }

    /// The address space: 3 is group shared memory.
    pub fn address_space(&self) -> u32 {
        self.address_space
    }
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
    /// The span of its body in the bitstream.
    pub(crate) block: Option<Block>,
}

/// An alias: another name of a value.
#[derive(Clone, Debug)]
pub(crate) struct Alias {
    pub(crate) symbol: Symbol,
    pub(crate) value: ValueId,
}

/// A COMDAT: a group of sections.
#[derive(Clone, Debug)]
pub(crate) struct Comdat {
    pub(crate) kind: u32,
    pub(crate) name: Box<[u8]>,
}

/// The operands of a record, by field; omitted fields are 0.
struct Fields<'r>(&'r Record<'r>);

/// The field number for a field that a kind of record does not have.
const ABSENT: u32 = u32::MAX;

/// The number for a COMDAT that has the name of the symbol.
pub(crate) const OWN_COMDAT: u32 = u32::MAX;

/// Whether symbols with an old linkage have a COMDAT of their own.
fn is_merged(linkage: Linkage) -> bool {
    matches!(
        linkage,
        Linkage::WeakAnyOld
            | Linkage::LinkOnceAnyOld
            | Linkage::WeakODROld
            | Linkage::LinkOnceODROld
    )
}

impl Fields<'_> {
    fn has(&self, field: u32) -> bool {
        (field as usize) < self.0.operands.len()
    }

    fn get(&self, field: u32) -> Result<u32> {
        let operand = self.0.operands.get(field as usize).copied();
        let operand = u32::try_from(operand.unwrap_or_default());
        operand.map_err(|_| bitcode_error("an operand exceeds 32 bits", self.0.offset))
    }

    fn bool(&self, field: u32) -> Result<bool> {
        Ok(self.get(field)? != 0)
    }

    fn value(&self, field: u32) -> Result<Option<ValueId>> {
        Ok(self.get(field)?.checked_sub(1).map(ValueId))
    }

    /// The type of a value and the type of the pointer to it. If the record has the type of the value, the pointer is
    /// in the given address space; otherwise the record has the type of the pointer.
    fn types(&self, types: &mut Types, space: Option<u32>) -> Result<(TypeId, TypeId)> {
        let ty = types.of_record(self.get(0)?);
        let unknown = || bitcode_error("the type of a global value is unknown", self.0.offset);
        let ty = ty.ok_or_else(unknown)?;
        if space.is_none()
            && let Some((pointee, _)) = types.scope().pointee(ty)
        {
            return Ok((pointee, ty));
        }
        let pointer = types.intern(Type::Pointer {
            pointee: ty,
            address_space: space.unwrap_or_default(),
        });
        Ok((ty, pointer))
    }

    /// The common properties of a symbol. `fields` are the numbers of the fields from the linkage to the COMDAT.
    fn symbol(&self, (ty, pointer): (TypeId, TypeId), fields: [u32; 8]) -> Result<Symbol> {
        let [
            linkage,
            visibility,
            storage,
            thread,
            unnamed,
            alignment,
            section,
            comdat,
        ] = fields;
        Ok(Symbol {
            ty,
            pointer,
            linkage: Linkage(self.get(linkage)?),
            visibility: Visibility(self.get(visibility)?),
            storage: match (self.has(storage), Linkage(self.get(linkage)?)) {
                (false, Linkage::DllImportOld) => DllStorageClass::DllImport,
                (false, Linkage::DllExportOld) => DllStorageClass::DllExport,
                _ => DllStorageClass(self.get(storage)?),
            },
            thread_local: ThreadLocalMode(self.get(thread)?),
            is_unnamed_addr: self.bool(unnamed)?,
            alignment: Cursor::new(self.0).alignment(self.get(alignment)?.into())?,
            section: self.get(section)?,
            comdat: if !(self.has(comdat) || comdat == ABSENT)
                && is_merged(Linkage(self.get(linkage)?))
            {
                OWN_COMDAT
            } else {
                self.get(comdat)?
            },
        })
    }
}

/// Reads a `GLOBALVAR` record.
pub(crate) fn read_variable(record: &Record<'_>, types: &mut Types) -> Result<GlobalVariable> {
    use GlobalVarField as Field;
    let fields = Fields(record);
    let flags = fields.get(Field::Flags.0)?;
    let space = (flags & EXPLICIT_TYPE != 0).then_some(flags >> ADDRESS_SPACE);
    let (ty, pointer) = fields.types(types, space)?;
    let symbol = [
        Field::Linkage,
        Field::Visibility,
        Field::DllStorageClass,
        Field::ThreadLocal,
        Field::UnnamedAddr,
        Field::Alignment,
        Field::Section,
        Field::Comdat,
    ];
    Ok(GlobalVariable {
        symbol: fields.symbol((ty, pointer), symbol.map(|field| field.0))?,
        address_space: types.scope().pointee(pointer).map_or(0, |(_, space)| space),
        is_constant: flags & 1 != 0,
        is_externally_initialized: fields.bool(Field::ExternallyInitialized.0)?,
        initializer: fields.value(Field::Initializer.0)?,
    })
}

/// Reads a `FUNCTION` record.
pub(crate) fn read_function(
    record: &Record<'_>,
    types: &mut Types,
    value: ValueId,
) -> Result<FunctionRecord> {
    use FunctionField as Field;
    let fields = Fields(record);
    let (ty, pointer) = fields.types(types, None)?;
    if !matches!(types.scope().get(ty), Some(Type::Function { .. })) {
        let problem = "the type of a function is another one";
        return Err(bitcode_error(problem, record.offset));
    }
    let symbol = [
        Field::Linkage.0,
        Field::Visibility.0,
        Field::DllStorageClass.0,
        ABSENT,
        Field::UnnamedAddr.0,
        Field::Alignment.0,
        Field::Section.0,
        Field::Comdat.0,
    ];
    Ok(FunctionRecord {
        symbol: fields.symbol((ty, pointer), symbol)?,
        value,
        convention: CallingConvention(fields.get(Field::CallingConvention.0)?),
        is_declaration: fields.bool(Field::IsDeclaration.0)?,
        attributes: fields.get(Field::Attributes.0)?,
        collector: fields.get(Field::GarbageCollector.0)?,
        prefix: fields.value(Field::Prefix.0)?,
        prologue: fields.value(Field::Prologue.0)?,
        personality: fields.value(Field::Personality.0)?,
        block: None,
    })
}

/// Reads an `ALIAS` record.
pub(crate) fn read_alias(record: &Record<'_>, types: &mut Types) -> Result<Alias> {
    use AliasField as Field;
    let fields = Fields(record);
    let symbol = [
        Field::Linkage.0,
        Field::Visibility.0,
        Field::DllStorageClass.0,
        Field::ThreadLocal.0,
        Field::UnnamedAddr.0,
        ABSENT,
        ABSENT,
        ABSENT,
    ];
    Ok(Alias {
        symbol: fields.symbol(fields.types(types, None)?, symbol)?,
        value: ValueId(fields.get(Field::Value.0)?),
    })
}
