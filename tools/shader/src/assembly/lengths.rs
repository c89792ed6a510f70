//! Computes the number of tokens of an instruction and of an operand.

use crate::instructions::{
    ComponentCount, InterfaceOpcode, Opcode, OpcodeToken, OperandToken, OperandType,
};

/// Whether the length of an instruction is in its second token.
pub(super) fn has_long_length(token: OpcodeToken) -> bool {
    token.is_extended() != 0 && leading_words(token.opcode()).is_some()
}

/// The number of tokens before the first operand; `None` if the opcode is not one of interfaces.
pub(super) fn leading_words(opcode: Opcode) -> Option<u32> {
    u32::try_from(InterfaceOpcode(opcode.0).words()?).ok()
}

/// The number of 32-bit values in an immediate operand.
pub(super) fn immediate_count(token: OperandToken) -> Option<u32> {
    let width = match token.kind() {
        OperandType::IMMEDIATE32 => 1,
        OperandType::IMMEDIATE64 => 2,
        _ => return Some(0),
    };
    match token.components() {
        ComponentCount::ZERO => Some(0),
        ComponentCount::ONE => Some(width),
        // Four components are two 64-bit numbers.
        ComponentCount::FOUR => Some(4),
        _ => None,
    }
}
