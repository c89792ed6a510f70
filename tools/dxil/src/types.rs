//! Types of a module. Equal types have the same number; only structures with an identity of their own differ from equal
//! ones.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bitcode::TypeCode;
use crate::unique::{Hash, Unique};

mod read;

pub(crate) use read::TypeReader;

/// The number of a type in the table of its module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// A type.
///
/// Types reference other types by number, so that structures may contain pointers to themselves.
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
    /// Whether it is the same type as another structure with the same fields.
    pub is_literal: bool,
    /// Whether its fields follow without padding.
    pub is_packed: bool,
    /// Whether its fields are unknown.
    pub is_opaque: bool,
    /// The types of its fields.
    pub fields: Box<[TypeId]>,
}

impl Struct {
    /// A structure without a name, whose fields have the usual padding.
    pub(crate) fn literal(fields: &[TypeId]) -> Self {
        Self {
            name: None,
            is_literal: true,
            is_packed: false,
            is_opaque: false,
            fields: fields.into(),
        }
    }
}

impl Type {
    /// Whether it is a structure that differs from other structures with the same fields.
    fn is_own(&self) -> bool {
        matches!(self, Self::Struct(ty) if !ty.is_literal)
    }

    /// The name of a structure; bytes that are not UTF-8 are replaced.
    pub fn name(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Struct(ty) => ty.name.as_deref().map(String::from_utf8_lossy),
            _ => None,
        }
    }

    /// The types of the fields of a structure; empty for any other type.
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

/// The types of a module, or the additional types of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    /// The number of the first type.
    first: u32,
    types: Vec<Type>,
    known: Unique,
    /// For each record of the table, the number of its type. Equal types have the number of the first one.
    records: Vec<TypeId>,
}

impl Types {
    /// Creates an empty table, whose numbers follow those of a module.
    pub(crate) fn behind(module: &Self) -> Self {
        Self {
            first: module.next().0,
            ..Self::default()
        }
    }

    pub(crate) fn all(&self) -> &[Type] {
        &self.types
    }

    /// The number of the type of a record.
    pub(crate) fn of_record(&self, number: u32) -> Option<TypeId> {
        self.records.get(number as usize).copied()
    }

    /// The types of a module alone.
    pub(crate) fn scope(&self) -> TypeScope<'_> {
        TypeScope {
            module: self,
            function: None,
        }
    }

    /// The number of an equal type, if there is one.
    pub(crate) fn find(&self, ty: &Type) -> Option<TypeId> {
        let is_equal = |index: u32| self.types.get(index as usize) == Some(ty);
        let index = self.known.find(hash(ty), is_equal)?;
        Some(TypeId(self.first.saturating_add(index)))
    }

    /// The number of an equal type; the type is added if there is none.
    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        self.find(&ty).unwrap_or_else(|| {
            let id = self.add(ty);
            self.know(id);
            id
        })
    }

    /// The number of a type that is equal to the last one; of the last one itself if it is new.
    fn unite_last(&mut self, last: TypeId) -> TypeId {
        let known = self.types.last().and_then(|ty| self.find(ty));
        known.unwrap_or_else(|| {
            self.know(last);
            last
        })
    }

    /// Adds a type that is not equal to any other to the index.
    fn know(&mut self, id: TypeId) {
        if self.known.is_full() {
            self.known = Unique::new(2 * self.types.len());
            let types = self.types.iter().zip(0..).filter(|(ty, _)| !ty.is_own());
            for (ty, index) in types.take_while(|(_, index)| *index < id.0 - self.first) {
                let is_equal = |index: u32| self.types.get(index as usize) == Some(ty);
                self.known.find_or_add(hash(ty), index, is_equal);
            }
        }
        let index = id.0 - self.first;
        if let Some(ty) = self.types.get(index as usize) {
            self.known.add(hash(ty), index);
        }
    }

    /// Adds a type, even if there is an equal one.
    fn add(&mut self, ty: Type) -> TypeId {
        let id = self.next();
        self.types.push(ty);
        id
    }

    fn next(&self) -> TypeId {
        let len = u32::try_from(self.types.len()).unwrap_or(u32::MAX);
        TypeId(self.first.saturating_add(len))
    }
}

/// The types that a function, or the module, references by numbers.
#[derive(Clone, Copy)]
pub(crate) struct TypeScope<'m> {
    pub(crate) module: &'m Types,
    pub(crate) function: Option<&'m Types>,
}

impl<'m> TypeScope<'m> {
    pub(crate) fn get(self, id: TypeId) -> Option<&'m Type> {
        let index = id.0 as usize;
        match self.module.types.get(index) {
            Some(ty) => Some(ty),
            None => {
                let function = self.function?;
                function.types.get(index - self.module.types.len())
            }
        }
    }

    /// The type that a pointer points to, and the address space of the pointer.
    pub(crate) fn pointee(self, id: TypeId) -> Option<(TypeId, u32)> {
        match self.get(id)? {
            Type::Pointer {
                pointee,
                address_space,
            } => Some((*pointee, *address_space)),
            _ => None,
        }
    }

    /// The type of the elements of an array or vector.
    pub(crate) fn element(self, id: TypeId) -> Option<TypeId> {
        match self.get(id)? {
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// The type of a field of a structure, or of an element.
    pub(crate) fn member(self, id: TypeId, index: u64) -> Option<TypeId> {
        match self.get(id)? {
            Type::Struct(ty) => ty.fields.get(usize::try_from(index).ok()?).copied(),
            _ => self.element(id),
        }
    }

    /// The length and the type of the components of a vector.
    pub(crate) fn vector(self, id: TypeId) -> Option<(u64, TypeId)> {
        match self.get(id)? {
            Type::Vector { len, element } => Some((*len, *element)),
            _ => None,
        }
    }

    /// Whether a type is a simple type, such as `void`.
    pub(crate) fn is_word(self, id: TypeId, code: TypeCode) -> bool {
        self.get(id) == Some(&Type::Word(code))
    }

    /// Whether it is a floating-point type, or a vector of one.
    pub(crate) fn is_float(self, id: TypeId) -> bool {
        match self.get(id) {
            Some(Type::Word(code)) => FLOATS.contains(code),
            Some(Type::Vector { element, .. }) => {
                matches!(self.get(*element), Some(Type::Word(code)) if FLOATS.contains(code))
            }
            _ => false,
        }
    }
}

fn hash(ty: &Type) -> u64 {
    let mut hash = Hash::new(0);
    match ty {
        Type::Word(code) => hash.add(code.0.into()),
        Type::Integer { width } => hash.add((*width).into()),
        Type::Pointer {
            pointee,
            address_space,
        } => {
            hash.add(pointee.0.into());
            hash.add((*address_space).into());
        }
        Type::Array { len, element } | Type::Vector { len, element } => {
            hash.add(*len);
            hash.add(element.0.into());
        }
        Type::Struct(ty) => ty.fields.iter().for_each(|field| hash.add(field.0.into())),
        Type::Function {
            result, parameters, ..
        } => {
            hash.add(result.0.into());
            parameters.iter().for_each(|ty| hash.add(ty.0.into()));
        }
    }
    hash.finish()
}

const FLOATS: [TypeCode; 6] = [
    TypeCode::HALF,
    TypeCode::FLOAT,
    TypeCode::DOUBLE,
    TypeCode::X86_FP80,
    TypeCode::FP128,
    TypeCode::PPC_FP128,
];
