//! The table of types.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bitcode::TypeCode;
use crate::bitstream::{Bitstream, Record};
use crate::cursor::{Cursor, bytes_of};
use dxc_format::Result;

/// The number of a type in the table of its module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// A type.
///
/// Types refer to others by their numbers, so that structures may contain pointers to themselves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Type {
    /// A type without operands, such as `void` or `float`.
    Word(TypeCode),
    /// An integer.
    Integer {
        /// The width in bits.
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
    /// A structure.
    Struct(Struct),
    /// A function.
    Function {
        /// The type of its result.
        result: TypeId,
        /// The types of its parameters.
        parameters: Box<[TypeId]>,
        /// Whether further arguments may follow.
        is_variadic: bool,
    },
}

/// A structure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Struct {
    /// The name, if it has one.
    pub name: Option<Box<[u8]>>,
    /// Whether it is equal to others with the same fields.
    pub is_literal: bool,
    /// Whether its fields follow without padding.
    pub is_packed: bool,
    /// Whether its fields are unknown.
    pub is_opaque: bool,
    /// The types of its fields.
    pub fields: Box<[TypeId]>,
}

impl Type {
    /// The name of a structure; bytes that are not UTF-8 are replaced.
    pub fn name(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Struct(ty) => ty.name.as_deref().map(String::from_utf8_lossy),
            _ => None,
        }
    }

    /// The types of the fields of a structure; nothing of any other type.
    pub fn fields(&self) -> &[TypeId] {
        match self {
            Self::Struct(ty) => &ty.fields,
            _ => &[],
        }
    }

    /// The width of an integer or of a floating-point number in bits.
    pub fn width(&self) -> Option<u32> {
        match self {
            Self::Integer { width } => Some(*width),
            Self::Word(TypeCode::HALF) => Some(16),
            Self::Word(TypeCode::FLOAT) => Some(32),
            Self::Word(TypeCode::DOUBLE) => Some(64),
            _ => None,
        }
    }
}

/// The types of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    types: Vec<Type>,
    pointers: BTreeMap<(TypeId, u32), TypeId>,
    vectors: BTreeMap<(TypeId, u64), TypeId>,
    /// Literal structures of a type and `i1`.
    pairs: BTreeMap<TypeId, TypeId>,
    boolean: Option<TypeId>,
}

impl Types {
    pub(crate) fn get(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id.0 as usize)
    }

    pub(crate) fn all(&self) -> &[Type] {
        &self.types
    }

    /// The pointer to a type.
    pub(crate) fn pointer_to(&self, pointee: TypeId, address_space: u32) -> Option<TypeId> {
        self.pointers.get(&(pointee, address_space)).copied()
    }

    /// The type that a pointer points to, and the address space.
    pub(crate) fn pointee(&self, id: TypeId) -> Option<(TypeId, u32)> {
        match self.get(id)? {
            Type::Pointer {
                pointee,
                address_space,
            } => Some((*pointee, *address_space)),
            _ => None,
        }
    }

    /// The type of the elements of an array or vector.
    pub(crate) fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id)? {
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// The type of a field of a structure, or of an element.
    pub(crate) fn member(&self, id: TypeId, index: u64) -> Option<TypeId> {
        match self.get(id)? {
            Type::Struct(ty) => ty.fields.get(usize::try_from(index).ok()?).copied(),
            _ => self.element(id),
        }
    }

    /// The type of comparisons of values of a type: `i1`, or a vector of it.
    pub(crate) fn comparison_of(&self, id: TypeId) -> Option<TypeId> {
        let boolean = self.boolean?;
        match self.get(id)? {
            Type::Vector { len, .. } => self.vector_of(boolean, *len),
            _ => Some(boolean),
        }
    }

    /// The vector of a type.
    pub(crate) fn vector_of(&self, element: TypeId, len: u64) -> Option<TypeId> {
        self.vectors.get(&(element, len)).copied()
    }

    /// The literal structure of a type and `i1`: the result of `cmpxchg`.
    pub(crate) fn pair_with_boolean(&self, first: TypeId) -> Option<TypeId> {
        self.pairs.get(&first).copied()
    }

    /// Whether a type is a word, such as `void`.
    pub(crate) fn is_word(&self, id: TypeId, code: TypeCode) -> bool {
        self.get(id) == Some(&Type::Word(code))
    }

    /// Whether it is a floating-point type, or a vector of one.
    pub(crate) fn is_float(&self, id: TypeId) -> bool {
        match self.get(id) {
            Some(Type::Word(code)) => FLOATS.contains(code),
            Some(Type::Vector { element, .. }) => {
                matches!(self.get(*element), Some(Type::Word(code)) if FLOATS.contains(code))
            }
            _ => false,
        }
    }

    /// Reads the block of types.
    pub(crate) fn read(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        let mut name = None;
        stream.for_each_record(|record| {
            match TypeCode(record.code) {
                TypeCode::NUMENTRY => {}
                TypeCode::STRUCT_NAME => name = Some(bytes_of(record.operands).collect()),
                _ => {
                    let ty = read_type(record, &mut name)?;
                    self.add(ty);
                }
            }
            Ok(2 * size_of::<Type>() + size_of_val(record.operands))
        })
    }

    fn add(&mut self, ty: Type) {
        let id = TypeId(u32::try_from(self.types.len()).unwrap_or(u32::MAX));
        match &ty {
            Type::Pointer {
                pointee,
                address_space,
            } => {
                self.pointers
                    .entry((*pointee, *address_space))
                    .or_insert(id);
            }
            Type::Integer { width: 1 } => self.boolean = self.boolean.or(Some(id)),
            Type::Vector { len, element } => {
                self.vectors.entry((*element, *len)).or_insert(id);
            }
            Type::Struct(ty) if ty.is_literal && !ty.is_packed => {
                if let [first, second] = *ty.fields
                    && Some(second) == self.boolean
                {
                    self.pairs.entry(first).or_insert(id);
                }
            }
            _ => {}
        }
        self.types.push(ty);
    }
}

const FLOATS: [TypeCode; 6] = [
    TypeCode::HALF,
    TypeCode::FLOAT,
    TypeCode::DOUBLE,
    TypeCode::X86_FP80,
    TypeCode::FP128,
    TypeCode::PPC_FP128,
];

fn read_type(record: &Record<'_>, name: &mut Option<Box<[u8]>>) -> Result<Type> {
    let mut operands = Cursor::new(record);
    Ok(match TypeCode(record.code) {
        TypeCode::INTEGER => Type::Integer {
            width: operands.next_u32()?,
        },
        TypeCode::POINTER => Type::Pointer {
            pointee: TypeId(operands.next_u32()?),
            address_space: operands.next_u32_or_0()?,
        },
        TypeCode::ARRAY => Type::Array {
            len: operands.next()?,
            element: TypeId(operands.next_u32()?),
        },
        TypeCode::VECTOR => Type::Vector {
            len: operands.next()?,
            element: TypeId(operands.next_u32()?),
        },
        code @ (TypeCode::STRUCT_ANON | TypeCode::STRUCT_NAMED | TypeCode::OPAQUE) => {
            let is_literal = code == TypeCode::STRUCT_ANON;
            let is_opaque = code == TypeCode::OPAQUE;
            let name = if is_literal { None } else { name.take() };
            Type::Struct(Struct {
                name: name.filter(|name| !name.is_empty()),
                is_literal,
                is_packed: !is_opaque && operands.next_bool()?,
                is_opaque,
                fields: match is_opaque {
                    true => Box::default(),
                    false => operands.rest_as_types()?,
                },
            })
        }
        TypeCode::FUNCTION => Type::Function {
            is_variadic: operands.next_bool()?,
            result: TypeId(operands.next_u32()?),
            parameters: operands.rest_as_types()?,
        },
        code if !crate::tables::text(&TypeCode::TABLE, code.0).is_empty() => Type::Word(code),
        _ => return Err(operands.error("the record of a type is unknown")),
    })
}

impl Cursor<'_> {
    /// The operands that are left, the numbers of types.
    pub(crate) fn rest_as_types(&mut self) -> Result<Box<[TypeId]>> {
        let numbers = self.rest_as_u32()?.into_iter();
        Ok(numbers.map(TypeId).collect())
    }

    /// The next operand, the number of a type.
    pub(crate) fn next_type(&mut self, types: &Types) -> Result<TypeId> {
        let ty = TypeId(self.next_u32()?);
        match types.get(ty) {
            Some(_) => Ok(ty),
            None => Err(self.error("a record has an unknown type")),
        }
    }
}
