//! Reads the block of types.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Struct, Type, TypeId, TypeScope, Types};
use crate::bitcode::TypeCode;
use crate::bitstream::{Bitstream, Record};
use crate::cursor::{Cursor, bytes_of};
use crate::names::push_decimal;
use dxc_format::Result;

/// The state of reading the block of types.
#[derive(Default)]
pub(crate) struct TypeReader {
    types: Types,
    /// The name for the next structure.
    name: Vec<u8>,
    /// The structures by their names.
    names: BTreeMap<Box<[u8]>, TypeId>,
    /// The number to append to the next structure name that already exists.
    next_suffix: u32,
    /// The referenced records that are not read yet: only structures may be referenced before they are defined.
    forward: Vec<u32>,
}

impl TypeReader {
    pub(crate) fn read(mut self, stream: &mut Bitstream<'_>) -> Result<Types> {
        stream.for_each_record(|record| {
            match TypeCode(record.code) {
                TypeCode::NUMENTRY => {}
                TypeCode::STRUCT_NAME => self.name.extend(bytes_of(record.operands)),
                _ => self.read_type(record)?,
            }
            Ok(3 * size_of::<Type>() + 2 * size_of_val(record.operands))
        })?;
        for number in &self.forward {
            let ty = self.types.types.get(*number as usize);
            if !matches!(ty, Some(Type::Struct(ty)) if !ty.is_literal) {
                let problem = "a type refers to a later one, which is no structure of its own";
                return Err(crate::bitcode_error(problem, stream.position()));
            }
        }
        Ok(self.types)
    }

    fn read_type(&mut self, record: &Record<'_>) -> Result<()> {
        let ty = self.decode(record)?;
        // A record and its type have the same number, so that later types can be referenced.
        let mut id = self.types.add(ty);
        match self.types.types.last_mut() {
            Some(Type::Struct(ty)) if !ty.is_literal => {
                if let Some(equal) = name_struct(ty, id, &mut self.names, &mut self.next_suffix)
                    && is_same_layout(self.types.scope(), equal, id)
                {
                    id = equal;
                }
            }
            Some(_) => id = self.types.unite_last(id),
            None => {}
        }
        self.types.records.push(id);
        Ok(())
    }

    fn decode(&mut self, record: &Record<'_>) -> Result<Type> {
        let mut operands = Cursor::new(record);
        Ok(match TypeCode(record.code) {
            TypeCode::INTEGER => Type::Integer {
                width: operands.next_u32()?,
            },
            TypeCode::POINTER => Type::Pointer {
                pointee: self.next_type(&mut operands)?,
                address_space: operands.next_u32_or_0()?,
            },
            TypeCode::ARRAY => Type::Array {
                len: operands.next()?,
                element: self.next_type(&mut operands)?,
            },
            TypeCode::VECTOR => Type::Vector {
                len: operands.next()?,
                element: self.next_type(&mut operands)?,
            },
            code @ (TypeCode::STRUCT_ANON | TypeCode::STRUCT_NAMED | TypeCode::OPAQUE) => {
                let is_literal = code == TypeCode::STRUCT_ANON;
                let is_opaque = code == TypeCode::OPAQUE;
                let name = if is_literal {
                    Vec::new()
                } else {
                    core::mem::take(&mut self.name)
                };
                Type::Struct(Struct {
                    name: (!name.is_empty()).then(|| name.into()),
                    is_literal,
                    is_packed: !is_opaque && operands.next_bool()?,
                    is_opaque,
                    fields: if is_opaque {
                        Box::default()
                    } else {
                        self.rest_as_types(&mut operands)?
                    },
                })
            }
            code @ (TypeCode::FUNCTION | TypeCode::FUNCTION_OLD) => {
                let is_variadic = operands.next_bool()?;
                if code == TypeCode::FUNCTION_OLD {
                    operands.next()?;
                }
                Type::Function {
                    is_variadic,
                    result: self.next_type(&mut operands)?,
                    parameters: self.rest_as_types(&mut operands)?,
                }
            }
            code if !code.text().unwrap_or_default().is_empty() => Type::Word(code),
            _ => return Err(operands.error("the record of a type is unknown")),
        })
    }

    /// Reads a reference to a record of this block.
    fn next_type(&mut self, operands: &mut Cursor<'_>) -> Result<TypeId> {
        let number = operands.next_u32()?;
        Ok(self.types.of_record(number).unwrap_or_else(|| {
            self.forward.push(number);
            TypeId(number)
        }))
    }

    fn rest_as_types(&mut self, operands: &mut Cursor<'_>) -> Result<Box<[TypeId]>> {
        let mut types = Vec::with_capacity(operands.left());
        while operands.left() > 0 {
            types.push(self.next_type(operands)?);
        }
        Ok(types.into())
    }
}

/// Registers the name of a structure. If another structure has it, a number is appended to the name, and the other
/// structure is returned.
fn name_struct(
    ty: &mut Struct,
    id: TypeId,
    names: &mut BTreeMap<Box<[u8]>, TypeId>,
    next_suffix: &mut u32,
) -> Option<TypeId> {
    let name = ty.name.clone()?;
    let Some(other) = names.get(&name).copied() else {
        names.insert(name, id);
        return None;
    };
    loop {
        let mut longer = name.to_vec();
        longer.push(b'.');
        push_decimal(&mut longer, *next_suffix);
        *next_suffix = next_suffix.wrapping_add(1);
        let longer: Box<[u8]> = longer.into();
        if !names.contains_key(&longer) {
            names.insert(longer.clone(), id);
            ty.name = Some(longer);
            return Some(other);
        }
    }
}

/// Whether two structures have the same fields. If they also have the same name, DXC treats the later one as the
/// earlier one.
fn is_same_layout(types: TypeScope<'_>, one: TypeId, other: TypeId) -> bool {
    match (types.get(one), types.get(other)) {
        (Some(Type::Struct(one)), Some(Type::Struct(other))) => {
            !other.is_opaque && one.is_packed == other.is_packed && one.fields == other.fields
        }
        _ => false,
    }
}

impl Cursor<'_> {
    /// Reads a reference to a type.
    pub(crate) fn next_type(&mut self, types: &Types) -> Result<TypeId> {
        let ty = types.of_record(self.next_u32()?);
        ty.ok_or_else(|| self.error("a record has an unknown type"))
    }
}
