//! Instructions.

use crate::bitcode::{
    AllocaFlags, AtomicOperation, AtomicOrdering, BinaryOpcode, CallFlags, CallingConvention,
    CastOpcode, FastMathFlags, FunctionCode, Predicate, SynchronizationScope,
};

use crate::cursor::number;
use crate::scope::Scope;
use crate::types::{Type, TypeId};
use crate::value::{Kind, ValueId};

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A value.
    Value(ValueId),
    /// Metadata, by its number.
    Metadata(u32),
}

/// A memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Access {
    /// The alignment in bytes, or 0 for the usual one.
    pub alignment: u32,
    /// Whether it is volatile.
    pub is_volatile: bool,
    /// The ordering.
    pub ordering: AtomicOrdering,
    /// The threads that it is ordered for.
    pub scope: SynchronizationScope,
}

/// The properties of an instruction that are not operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Details {
    /// Nothing.
    None,
    /// The details of an operation on two values.
    Binary {
        /// The operation.
        opcode: BinaryOpcode,
        /// The flags: their type depends on the operation.
        flags: u32,
    },
    /// The details of a conversion.
    Cast(CastOpcode),
    /// The details of a comparison.
    Compare {
        /// The predicate.
        predicate: Predicate,
        /// The fast-math assumptions.
        flags: FastMathFlags,
    },
    /// The details of the address of an element.
    Address {
        /// The type that the pointer points to.
        source: TypeId,
        /// Whether the element is within its object.
        is_inbounds: bool,
    },
    /// The details of a variable of the function.
    Alloca {
        /// The type of the variable.
        ty: TypeId,
        /// The alignment in bytes, or 0 for the usual one.
        alignment: u32,
        /// Further flags.
        flags: AllocaFlags,
    },
    /// The details of a load or a store.
    Access(Access),
    /// The details of an atomic comparison and exchange.
    CompareExchange {
        /// The access, with the ordering of success.
        access: Access,
        /// The ordering of failure.
        failure: AtomicOrdering,
        /// Whether it may fail even if the values are equal.
        is_weak: bool,
    },
    /// The details of an atomic operation.
    Atomic {
        /// The operation.
        operation: AtomicOperation,
        /// The access.
        access: Access,
    },
    /// The details of a call.
    Call {
        /// The number of its list of attributes plus 1.
        attributes: u32,
        /// The calling convention.
        convention: CallingConvention,
        /// The flags.
        flags: CallFlags,
        /// The type of the function.
        function: TypeId,
    },
}

/// An instruction of a function, which borrows from its body.
#[derive(Clone, Copy)]
pub struct Instruction<'b> {
    pub(crate) scope: Scope<'b>,
    /// The code of its record.
    pub code: FunctionCode,
    /// The properties that are not operands.
    pub details: Details,
    /// The type of its result.
    pub ty: Option<TypeId>,
    /// The number of its result, if it has any.
    pub result: Option<ValueId>,
    /// The operands, in LLVM's order: the called function is the last one.
    pub operands: &'b [Operand],
    /// The numbers of the blocks that it references, or its indices.
    pub numbers: &'b [u32],
    /// The number of the instruction in its function.
    pub(crate) index: u32,
    /// The line and the column that it comes from.
    pub location: Option<Location>,
}

/// A location in the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Location {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The number of the metadata of the scope plus 1.
    pub scope: u32,
    /// The number of the metadata of the location that it is inlined at plus 1.
    pub inlined_at: u32,
}

/// The name of an instruction in text, such as `fadd`.
pub fn instruction_name(instruction: &Instruction<'_>) -> &'static str {
    let is_float = || instruction.is_float();
    let name = match instruction.details {
        Details::Binary { opcode, .. } => opcode.float().filter(|_| is_float()).or(opcode.text()),
        Details::Compare { .. } => {
            let code = instruction.code;
            code.float().filter(|_| is_float()).or(code.text())
        }
        Details::Cast(opcode) => opcode.text(),
        _ => instruction.code.text(),
    };
    name.unwrap_or_default()
}

/// The name of the function that an instruction calls.
pub fn callee<'b>(instruction: &Instruction<'b>) -> Option<&'b [u8]> {
    let Details::Call { .. } = instruction.details else {
        return None;
    };
    let Operand::Value(callee) = *instruction.operands.last()? else {
        return None;
    };
    let (value, _) = instruction.scope.value(callee)?;
    match value.kind() {
        Kind::Function => instruction.scope.module.names.get(callee.0),
        _ => None,
    }
}

impl Instruction<'_> {
    /// The number of the block.
    pub fn block(&self) -> u32 {
        let blocks = self.scope.body.map_or(&[][..], |body| &body.blocks);
        number(blocks.partition_point(|block| block.end <= self.index))
    }

    /// Whether the operands are floats.
    fn is_float(&self) -> bool {
        let ty = match self.operands.first() {
            Some(Operand::Value(id)) => self.scope.type_of(*id),
            _ => None,
        };
        ty.is_some_and(|ty| self.scope.types().is_float(ty))
    }

    /// The type with this number; the function may have types that the module's table does not have.
    pub fn get_type(&self, id: TypeId) -> Option<&Type> {
        self.scope.types().get(id)
    }

    /// The value of an operand that is an integer.
    pub fn integer(&self, operand: Operand) -> Option<i64> {
        match operand {
            Operand::Value(id) => self.scope.integer(id),
            Operand::Metadata(_) => None,
        }
    }
}

impl core::fmt::Debug for Instruction<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Instruction")
            .field("code", &self.code)
            .field("details", &self.details)
            .field("operands", &self.operands)
            .field("result", &self.result)
            .finish_non_exhaustive()
    }
}
