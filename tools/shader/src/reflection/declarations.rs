//! Reflects buffers that the instructions of shader models 4 and 5 declare: their sizes, without names and variables.

use alloc::vec::Vec;

use super::constant_buffer::ConstantBuffer;
use crate::instructions::Opcode;
use dxc_format::rdef::ConstantBufferType;
use dxc_format::tokens::TokenizedProgramView;
use dxc_format::{FourCC, Result};
use dxil::budgets::Budgets;
use dxil::dxil_metadata::ROW_SIZE;

/// The constant buffers that a program declares.
pub(super) fn read(
    part: FourCC,
    program: TokenizedProgramView<'_>,
    budgets: &mut Budgets,
) -> Result<Vec<ConstantBuffer>> {
    let operations = crate::assembly::operations(&program);
    let mut buffers = Vec::new();
    for operation in operations.filter(|each| each.opcode() == Opcode::DCL_CONSTANT_BUFFER) {
        budgets.take::<ConstantBuffer>()?;
        let register = operation.operands.first();
        let dimension = register.map_or(0, |register| register.token.dimension());
        // In shader model 5.1, an operand has a range of registers, and the size precedes the space.
        let rows = match dimension {
            3 => operation.payload.first().copied().map(u64::from),
            _ => register.and_then(|register| register.index(1)),
        };
        let rows = rows.and_then(|rows| u32::try_from(rows).ok()).unwrap_or(0);
        buffers.push(ConstantBuffer {
            part,
            buffer_type: ConstantBufferType::CBUFFER,
            size: rows.saturating_mul(ROW_SIZE),
            ..ConstantBuffer::default()
        });
    }
    Ok(buffers)
}
