//! Values: global variables, functions, constants, arguments and the results of instructions.

use alloc::vec::Vec;

use crate::bitcode::ConstantsCode;
use crate::bitstream::Bitstream;
use crate::cursor::Cursor;
use crate::packed::Packed;
use crate::types::{TypeId, Types};
use dxc_format::Result;

/// The number of a value: those of the module come first, then those of the function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

/// A value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) ty: TypeId,
    /// The code of a constant; or one of [`VALUE_KINDS`], with the index of the value.
    packed: Packed,
}

/// The codes of other kinds of values begin here, after all codes of constants.
const VALUE_KINDS: u32 = 56;

impl Value {
    pub(crate) const fn new(ty: TypeId, kind: Kind) -> Self {
        let packed = match kind {
            Kind::Constant(constant) => constant.0,
            Kind::Variable(index) => Packed::of_number(VALUE_KINDS, index),
            Kind::Function => Packed::of_number(VALUE_KINDS + 1, 0),
            Kind::Alias(index) => Packed::of_number(VALUE_KINDS + 2, index),
            Kind::Argument => Packed::of_number(VALUE_KINDS + 3, 0),
            Kind::Instruction(index) => Packed::of_number(VALUE_KINDS + 4, index),
        };
        Self { ty, packed }
    }

    pub(crate) fn kind(self) -> Kind {
        let number = self.packed.start();
        match self.packed.code().checked_sub(VALUE_KINDS) {
            None => Kind::Constant(Constant(self.packed)),
            Some(0) => Kind::Variable(number),
            Some(1) => Kind::Function,
            Some(2) => Kind::Alias(number),
            Some(3) => Kind::Argument,
            Some(_) => Kind::Instruction(number),
        }
    }
}

/// The kind of a value, with its index in the table of that kind.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Variable(u32),
    Function,
    Alias(u32),
    Argument,
    Instruction(u32),
    Constant(Constant),
}

/// A constant: its record. The operands are in [`Values::numbers`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constant(Packed);

impl Constant {
    /// Creates a constant whose operands are `len` numbers from `start`; `None` if there are too many.
    pub(crate) fn new(code: ConstantsCode, start: usize, len: usize) -> Option<Self> {
        Packed::new(code.0, start, len).map(Self)
    }

    /// The code of its record.
    pub(crate) fn code(self) -> ConstantsCode {
        ConstantsCode(self.0.code())
    }

    /// The operands of its record.
    pub(crate) fn operands(self, numbers: &[u64]) -> &[u64] {
        let start = self.0.start() as usize;
        numbers
            .get(start..start + self.0.len() as usize)
            .unwrap_or_default()
    }

    /// The positions of the operands that are numbers of values: the first one, the step between them, and their
    /// maximum number.
    fn reference_positions(self) -> (usize, usize, usize) {
        match self.code() {
            ConstantsCode::AGGREGATE | ConstantsCode::CE_SELECT | ConstantsCode::CE_SHUFFLEVEC => {
                (0, 1, usize::MAX)
            }
            ConstantsCode::CE_CAST => (2, 1, 1),
            // The type of the base may precede the pairs of types and values.
            ConstantsCode::CE_GEP | ConstantsCode::CE_INBOUNDS_GEP => {
                (1 + self.0.len() as usize % 2, 2, usize::MAX)
            }
            ConstantsCode::CE_BINOP | ConstantsCode::CE_CMP | ConstantsCode::CE_EXTRACTELT => {
                (1, 1, 2)
            }
            ConstantsCode::CE_INSERTELT => (0, 1, 2),
            ConstantsCode::CE_SHUFVEC_EX => (1, 1, 3),
            _ => (0, 1, 0),
        }
    }

    /// Whether it may contain other values.
    pub(crate) fn is_compound(self) -> bool {
        self.reference_positions().2 > 0
    }

    /// Whether an operand is the number of a value.
    pub(crate) fn is_reference(self, index: usize) -> bool {
        let (first, step, most) = self.reference_positions();
        let index = index.checked_sub(first);
        index.is_some_and(|index| index % step == 0 && index / step < most)
    }

    /// The values that it references, in order.
    pub(crate) fn references(self, operands: &[u64]) -> impl DoubleEndedIterator<Item = ValueId> {
        let (first, step, most) = self.reference_positions();
        let operands = operands.iter().skip(first).step_by(step).take(most);
        operands.filter_map(|operand| u32::try_from(*operand).ok().map(ValueId))
    }

    /// The value of an integer constant.
    pub(crate) fn integer(self, numbers: &[u64]) -> Option<i64> {
        match (self.code(), self.operands(numbers)) {
            (ConstantsCode::NULL, _) => Some(0),
            (ConstantsCode::INTEGER, [stored, ..]) => Some(rotate_sign(*stored)),
            _ => None,
        }
    }
}

/// Decodes an integer whose sign is in the lowest bit; a negative 0 is the smallest integer.
pub(crate) fn rotate_sign(value: u64) -> i64 {
    let magnitude = (value >> 1).cast_signed();
    match value {
        1 => i64::MIN,
        value if value & 1 == 1 => -magnitude,
        _ => magnitude,
    }
}

/// Values, and the operands of their constants.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    pub(crate) values: Vec<Value>,
    pub(crate) numbers: Vec<u64>,
}

impl Values {
    /// Reads a block of constants; their numbers follow those of all values before. Their type is `i32` until a record
    /// sets another type. As in LLVM, a constant with an unknown code is undefined.
    pub(crate) fn read_constants(
        &mut self,
        stream: &mut Bitstream<'_>,
        types: &Types,
        i32: TypeId,
    ) -> Result<()> {
        let mut ty = i32;
        stream.for_each_record(|record| {
            let mut operands = Cursor::new(record);
            let code = ConstantsCode(record.code);
            if code == ConstantsCode::SETTYPE {
                ty = operands.next_type(types)?;
                return Ok(0);
            }
            let is_known = ConstantsCode::TABLE.by_value(code.0.into()).is_some();
            let (code, stored) = if is_known {
                (code, record.operands)
            } else {
                (ConstantsCode::UNDEF, &[][..])
            };
            let constant = Constant::new(code, self.numbers.len(), stored.len());
            let constant =
                constant.ok_or_else(|| operands.error("there are too many constants"))?;
            self.numbers.extend_from_slice(stored);
            self.values.push(Value::new(ty, Kind::Constant(constant)));
            let folded = if may_fold(code) { 3 } else { 1 };
            Ok(size_of::<Value>() + folded * size_of_val(stored))
        })
    }
}

/// Whether LLVM may replace a constant with this code by another form.
pub(crate) fn may_fold(code: ConstantsCode) -> bool {
    matches!(
        code,
        ConstantsCode::AGGREGATE
            | ConstantsCode::DATA
            | ConstantsCode::STRING
            | ConstantsCode::CSTRING
    )
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
