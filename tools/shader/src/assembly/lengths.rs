//! How many tokens an instruction and an operand have.

use crate::instructions::{
    ComponentCount, InterfaceOpcode, Opcode, OpcodeToken, OperandToken, OperandType,
};
use dxc_format::runtime::attributes::Attributes;

/// Whether the length of an instruction is in its second token.
pub(super) fn has_long_length(token: OpcodeToken) -> bool {
    token.is_extended() != 0 && leading_words(token.opcode()).is_some()
}

/// The number of tokens in front of the first operand; `None` if the opcode is none of interfaces.
pub(super) fn leading_words(opcode: Opcode) -> Option<u32> {
    u32::try_from(InterfaceOpcode(opcode.0).number("words")?).ok()
}

/// The count of an operand's 32-bit numbers.
pub(super) fn immediate_count(token: OperandToken) -> Option<u32> {
    let width = match token.kind() {
        OperandType::IMMEDIATE32 => 1,
        OperandType::IMMEDIATE64 => 2,
        _ => return Some(0),
    };
    match token.components() {
        ComponentCount::ZERO => Some(0),
        ComponentCount::ONE => Some(width),
        // Four components hold two numbers of 64 bits.
        ComponentCount::FOUR => Some(4),
        _ => None,
    }
}
