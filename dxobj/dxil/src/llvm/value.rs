//! Global variables, functions and constants.

use alloc::boxed::Box;
use alloc::string::String;

use super::types::TypeId;
use crate::bitcode::{CastOpcode, ConstantsCode};

/// A global variable, a function or a constant of a module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Value {
    /// The type; of a global variable or function, its own, not that of a pointer to it.
    pub ty: TypeId,
    /// The kind of the value.
    pub kind: ValueKind,
    pub(super) name: Option<String>,
}

/// The kind of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueKind {
    /// A constant.
    Constant(Constant),
    /// A function.
    Function {
        /// Whether it is only declared, like the operations of DXIL.
        is_declaration: bool,
    },
    /// A global variable.
    GlobalVariable {
        /// The number of its initial value.
        initializer: Option<ValueId>,
        /// The address space: 3 is group shared memory.
        address_space: u32,
    },
    /// Another name of a value.
    Alias,
}

impl Value {
    pub(super) fn new(ty: TypeId, kind: ValueKind) -> Self {
        Self {
            ty,
            kind,
            name: None,
        }
    }

    /// The name; constants have none.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// The number of a value in its module: of a global variable, a function or a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Constant {
    /// An integer of up to 64 bits, with its sign.
    Integer(i64),
    /// A floating-point number, by its bits.
    Float(u64),
    /// 0, a null pointer, or an aggregate of zeros.
    Null,
    /// An undefined value: DXIL's metadata refers to types by it.
    Undef,
    /// A structure, array or vector, by the numbers of its elements.
    Aggregate(Box<[ValueId]>),
    /// An array or vector of numbers, by their bits.
    Data(Box<[u64]>),
    /// A constant of another type.
    Cast {
        /// The conversion.
        opcode: CastOpcode,
        /// The constant that is converted.
        from: ValueId,
    },
    /// Any other constant.
    Other(ConstantsCode),
}
