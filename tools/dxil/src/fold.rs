//! Folds constants to the form that LLVM has after reading: writers may store a constant in several forms.

use alloc::vec::Vec;

use crate::bitcode::{ConstantsCode, TypeCode};
use crate::post_order::visit_in_post_order;
use crate::types::{Type, TypeId, TypeScope};
use crate::value::{Constant, Kind, Value, Values, may_fold};

/// Folds the constants of a table, from an index on.
struct Folder<'v> {
    values: &'v mut Values,
    /// The values of the module, if the table belongs to a function.
    module: Option<&'v Values>,
    types: TypeScope<'v>,
}

/// Folds the constants of a table from an index on. Constants may refer to later ones.
pub(crate) fn fold_constants(
    values: &mut Values,
    module: Option<&Values>,
    first: usize,
    types: TypeScope<'_>,
) {
    let is_folded = |value: &Value| match value.kind() {
        Kind::Constant(constant) => may_fold(constant.code()),
        _ => false,
    };
    if !values.values.iter().skip(first).any(is_folded) {
        return;
    }
    let mut folder = Folder {
        values,
        module,
        types,
    };
    let len = folder.values.values.len() - first;
    let offset = folder.first_number() + first;
    visit_in_post_order(
        &mut folder,
        len,
        |folder, index, found| {
            if let Some((code, _, operands)) = folder.constant(first + index)
                && code == ConstantsCode::AGGREGATE
            {
                let operands = operands.iter().map(|id| usize::try_from(*id));
                let operands = operands.filter_map(|id| id.ok()?.checked_sub(offset));
                found.extend(operands);
            }
        },
        |folder, index| folder.fold(first + index),
    );
}

impl Folder<'_> {
    /// The number of the first value of the table.
    fn first_number(&self) -> usize {
        self.module.map_or(0, |module| module.values.len())
    }

    fn constant(&self, index: usize) -> Option<(ConstantsCode, TypeId, &[u64])> {
        let value = self.values.values.get(index)?;
        match value.kind() {
            Kind::Constant(constant) => {
                let operands = constant.operands(&self.values.numbers);
                Some((constant.code(), value.ty, operands))
            }
            _ => None,
        }
    }

    /// The constant with this number.
    fn operand(&self, id: u64) -> Option<(ConstantsCode, TypeId, &[u64])> {
        let id = usize::try_from(id).ok()?;
        match (id.checked_sub(self.first_number()), self.module) {
            (Some(index), _) => self.constant(index),
            (None, module) => {
                let module = module?;
                let value = module.values.get(id)?;
                match value.kind() {
                    Kind::Constant(constant) => Some((
                        constant.code(),
                        value.ty,
                        constant.operands(&module.numbers),
                    )),
                    _ => None,
                }
            }
        }
    }

    fn fold(&mut self, index: usize) {
        let Some((code, ty, operands)) = self.constant(index) else {
            return;
        };
        let folded = match code {
            ConstantsCode::AGGREGATE => self.fold_aggregate(ty, operands),
            ConstantsCode::DATA | ConstantsCode::STRING | ConstantsCode::CSTRING => {
                let is_zero = operands.iter().all(|element| self.is_zero(ty, *element));
                is_zero.then(|| (ConstantsCode::NULL, Vec::new()))
            }
            _ => None,
        };
        if let Some((code, numbers)) = folded {
            let constant = self.values.add_numbers(code, &numbers);
            if let (Some(constant), Some(value)) = (constant, self.values.values.get_mut(index)) {
                *value = Value::new(value.ty, Kind::Constant(constant));
            }
        }
    }

    /// Whether an element of an array or vector of numbers is 0.
    fn is_zero(&self, ty: TypeId, element: u64) -> bool {
        let element_type = self.types.element(ty).and_then(|ty| self.types.get(ty));
        let width = element_type.and_then(Type::width).unwrap_or(u64::BITS);
        low_bits(element, width) == 0
    }

    fn fold_aggregate(&self, ty: TypeId, operands: &[u64]) -> Option<(ConstantsCode, Vec<u64>)> {
        let Some(Type::Struct(_) | Type::Array { .. } | Type::Vector { .. }) = self.types.get(ty)
        else {
            return Some((ConstantsCode::UNDEF, Vec::new()));
        };
        let all = |is: &dyn Fn(u64) -> bool| operands.iter().all(|id| is(*id));
        if all(&|id| self.is_null(id)) {
            return Some((ConstantsCode::NULL, Vec::new()));
        }
        if all(&|id| matches!(self.operand(id), Some((ConstantsCode::UNDEF, ..)))) {
            return Some((ConstantsCode::UNDEF, Vec::new()));
        }
        // Arrays and vectors of simple numbers are stored as data.
        let element = self.types.get(self.types.element(ty)?)?;
        let (Type::Integer {
            width: 8 | 16 | 32 | 64,
        }
        | Type::Word(TypeCode::FLOAT | TypeCode::DOUBLE)) = element
        else {
            return None;
        };
        let width = element.width()?;
        let bits = |id: &u64| Some(low_bits(self.bits(*id)?, width));
        let elements: Option<Vec<u64>> = operands.iter().map(bits).collect();
        Some((ConstantsCode::DATA, elements?))
    }

    /// The bits of a numeric constant.
    fn bits(&self, id: u64) -> Option<u64> {
        match self.operand(id)? {
            (ConstantsCode::NULL, ..) => Some(0),
            (ConstantsCode::INTEGER, _, [stored, ..]) => {
                Some(crate::value::rotate_sign(*stored).cast_unsigned())
            }
            (ConstantsCode::FLOAT, _, [bits, ..]) => Some(*bits),
            _ => None,
        }
    }

    fn is_null(&self, id: u64) -> bool {
        match self.operand(id) {
            Some((ConstantsCode::NULL, ..)) => true,
            Some((ConstantsCode::INTEGER | ConstantsCode::FLOAT, ty, operands)) => {
                let width = self.types.get(ty).and_then(Type::width);
                let bits = self.bits(id);
                let rest = operands.get(1..).unwrap_or_default();
                bits.is_some_and(|bits| low_bits(bits, width.unwrap_or(u64::BITS)) == 0)
                    && rest.iter().all(|word| *word == 0)
            }
            Some((ConstantsCode::WIDE_INTEGER, _, words)) => words.iter().all(|word| *word == 0),
            _ => false,
        }
    }
}

fn low_bits(value: u64, width: u32) -> u64 {
    match width {
        0..64 => value & ((1 << width) - 1),
        _ => value,
    }
}

impl Values {
    /// Creates a constant with these operands, which are added to the operands of all constants.
    fn add_numbers(&mut self, code: ConstantsCode, numbers: &[u64]) -> Option<Constant> {
        let constant = Constant::new(code, self.numbers.len(), numbers.len())?;
        self.numbers.extend_from_slice(numbers);
        Some(constant)
    }
}
