//! Constants of the module.

use super::bitstream::{Bitstream, Record};
use super::operands::to_u32;
use super::types::{Type, TypeId};
use super::value::{Constant, Value, ValueId, ValueKind};
use super::{bitcode_error, records};
use crate::bitcode::{CastOpcode, ConstantsCode};
use dxc_format::runtime::Result;

/// Reads a block of constants; they are numbered after all values before them.
pub(super) fn read_constants(
    stream: &mut Bitstream<'_>,
    types: &[Type],
    values: &mut alloc::vec::Vec<Value>,
) -> Result<()> {
    let mut ty = None;
    records(stream, |record, at| {
        if ConstantsCode(record.code) == ConstantsCode::SETTYPE {
            let id = record.operands.first().copied().unwrap_or(u64::MAX);
            let known = usize::try_from(id).is_ok_and(|id| id < types.len());
            if !known {
                return Err(bitcode_error("the type of a constant is unknown", at));
            }
            ty = Some(TypeId(to_u32(id, at)?));
            return Ok(0);
        }
        let ty = ty.ok_or_else(|| bitcode_error("a constant has no type", at))?;
        let constant = read_constant(record, at)?;
        values.push(Value::new(ty, ValueKind::Constant(constant)));
        Ok(size_of::<Value>() + size_of_val(record.operands))
    })
}

fn read_constant(record: &Record<'_>, at: usize) -> Result<Constant> {
    let short = || bitcode_error("the record of a constant is too short", at);
    let operand = |index: usize| record.operands.get(index).copied().ok_or_else(short);
    Ok(match ConstantsCode(record.code) {
        ConstantsCode::NULL => Constant::Null,
        ConstantsCode::UNDEF => Constant::Undef,
        ConstantsCode::INTEGER => Constant::Integer(rotate_sign(operand(0)?)),
        ConstantsCode::FLOAT => Constant::Float(operand(0)?),
        ConstantsCode::AGGREGATE => {
            let ids = record.operands.iter();
            Constant::Aggregate(
                ids.map(|id| to_u32(*id, at).map(ValueId))
                    .collect::<Result<_>>()?,
            )
        }
        ConstantsCode::DATA | ConstantsCode::STRING => Constant::Data(record.operands.into()),
        ConstantsCode::CSTRING => {
            Constant::Data(record.operands.iter().copied().chain([0]).collect())
        }
        ConstantsCode::CE_CAST => Constant::Cast {
            opcode: CastOpcode(to_u32(operand(0)?, at)?),
            from: ValueId(to_u32(operand(2)?, at)?),
        },
        code => Constant::Other(code),
    })
}

/// An integer with its sign in the lowest bit; a negative 0 is the smallest integer.
fn rotate_sign(value: u64) -> i64 {
    let magnitude = (value >> 1).cast_signed();
    match value {
        1 => i64::MIN,
        value if value & 1 == 1 => -magnitude,
        _ => magnitude,
    }
}

#[cfg(test)]
mod tests {
    use super::rotate_sign;

    #[test]
    fn the_sign_of_an_integer_is_its_lowest_bit() {
        let cases = [
            (0, 0),
            (2, 1),
            (3, -1),
            (1, i64::MIN),
            (u64::MAX, -i64::MAX),
            (u64::MAX - 1, i64::MAX),
        ];
        for (stored, expected) in cases {
            assert_eq!(rotate_sign(stored), expected);
        }
    }
}
