//! The table of types.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::bitstream::{Bitstream, Record};
use super::operands::{read_text, to_u32};
use super::{bitcode_error, records};
use crate::bitcode::TypeCode;
use dxc_format::runtime::Result;

/// The number of a type in the table of its module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// A type.
///
/// Types refer to others by their numbers, so that structures may contain pointers to themselves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Type {
    /// An integer.
    Integer {
        /// The width in bits.
        width: u32,
    },
    /// A floating-point number.
    Float {
        /// The width in bits: 16, 32 or 64.
        width: u32,
    },
    /// A pointer.
    Pointer {
        /// The type that it points to.
        pointee: TypeId,
        /// The address space: 3 is group shared memory.
        address_space: u32,
    },
    /// An array.
    Array {
        /// The number of elements.
        len: u64,
        /// The type of an element.
        element: TypeId,
    },
    /// A vector.
    Vector {
        /// The number of components.
        len: u64,
        /// The type of a component.
        element: TypeId,
    },
    /// A structure; an opaque one has no fields.
    Struct {
        /// The name, unless it is anonymous.
        name: Option<String>,
        /// The types of its fields.
        fields: Box<[TypeId]>,
    },
    /// A function.
    Function {
        /// The type of its result.
        result: TypeId,
        /// The types of its parameters.
        parameters: Box<[TypeId]>,
    },
    /// No value.
    Void,
    /// Metadata as an argument of a function.
    Metadata,
    /// Any other type.
    Other(TypeCode),
}

impl Type {
    /// The name of a structure.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Struct { name, .. } => name.as_deref(),
            _ => None,
        }
    }

    /// The types of the fields of a structure; nothing of any other type.
    pub fn fields(&self) -> &[TypeId] {
        match self {
            Self::Struct { fields, .. } => fields,
            _ => &[],
        }
    }

    /// The type of the elements of an array or vector, or the type that a pointer points to.
    pub fn element(&self) -> Option<TypeId> {
        match self {
            Self::Pointer {
                pointee: element, ..
            }
            | Self::Array { element, .. }
            | Self::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }
}

/// Reads the block of types.
pub(super) fn read_types(stream: &mut Bitstream<'_>, types: &mut Vec<Type>) -> Result<()> {
    let mut name = None;
    records(stream, |record, at| {
        match TypeCode(record.code) {
            TypeCode::NUMENTRY => {}
            TypeCode::STRUCT_NAME => name = Some(read_text(record.operands)),
            _ => types.push(read_type(record, &mut name, at)?),
        }
        Ok(size_of::<Type>() + size_of_val(record.operands))
    })
}

fn read_type(record: &Record<'_>, name: &mut Option<String>, at: usize) -> Result<Type> {
    let short = || bitcode_error("the record of a type is too short", at);
    let operand = |index: usize| record.operands.get(index).copied().ok_or_else(short);
    let type_id = |index| operand(index).and_then(|id| Ok(TypeId(to_u32(id, at)?)));
    let type_ids = |from: usize| -> Result<Box<[TypeId]>> {
        let ids = record.operands.get(from..).ok_or_else(short)?;
        ids.iter().map(|id| to_u32(*id, at).map(TypeId)).collect()
    };
    Ok(match TypeCode(record.code) {
        TypeCode::INTEGER => Type::Integer {
            width: to_u32(operand(0)?, at)?,
        },
        TypeCode::HALF => Type::Float { width: 16 },
        TypeCode::FLOAT => Type::Float { width: 32 },
        TypeCode::DOUBLE => Type::Float { width: 64 },
        TypeCode::POINTER => Type::Pointer {
            pointee: type_id(0)?,
            address_space: to_u32(operand(1).unwrap_or_default(), at)?,
        },
        TypeCode::ARRAY => Type::Array {
            len: operand(0)?,
            element: type_id(1)?,
        },
        TypeCode::VECTOR => Type::Vector {
            len: operand(0)?,
            element: type_id(1)?,
        },
        TypeCode::STRUCT_ANON => Type::Struct {
            name: None,
            fields: type_ids(1)?,
        },
        TypeCode::STRUCT_NAMED => Type::Struct {
            name: name.take(),
            fields: type_ids(1)?,
        },
        TypeCode::OPAQUE => Type::Struct {
            name: name.take(),
            fields: Box::default(),
        },
        TypeCode::FUNCTION => Type::Function {
            result: type_id(1)?,
            parameters: type_ids(2)?,
        },
        TypeCode::VOID => Type::Void,
        TypeCode::METADATA => Type::Metadata,
        code => Type::Other(code),
    })
}
