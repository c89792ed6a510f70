//! Finds equal constants of a module.

use alloc::vec::Vec;

use crate::bitcode::ConstantsCode;
use crate::cursor::number;
use crate::module::Module;
use crate::post_order::visit_in_post_order;
use crate::types::Type;
use crate::unique::{Hash, Unique};
use crate::value::{Constant, Kind};

/// For each value of a module, the first one that is equal to it. Constants are equal if their types, forms and
/// operands are.
pub(super) fn unique_constants(module: &Module<'_>) -> Vec<u32> {
    let count = module.values.values.len();
    let mut first: Vec<u32> = (0..number(count)).collect();
    let mut unique = Unique::new(count);
    visit_in_post_order(
        &mut first,
        count,
        |_, index, found| {
            if let Some(content) = Content::of(module, number(index)) {
                let operands = content.constant.references(content.operands);
                found.extend(operands.map(|id| id.0 as usize));
            }
        },
        |first, index| {
            let Some(content) = Content::of(module, number(index)) else {
                return;
            };
            let mut hash = Hash::new(0);
            content.numbers(first).for_each(|number| hash.add(number));
            let found = unique.find_or_add(hash.finish(), number(index), |other| {
                let other = Content::of(module, other);
                other.is_some_and(|other| content.numbers(first).eq(other.numbers(first)))
            });
            first[index] = found;
        },
    );
    first
}

/// The content of a constant as numbers; equal constants have equal numbers.
pub(super) struct Content<'m> {
    /// The form, the type, and the value if it is a simple number.
    head: [u64; 3],
    constant: Constant,
    operands: &'m [u64],
}

impl<'m> Content<'m> {
    /// The content of a module's value, if that is a constant.
    pub(super) fn of(module: &'m Module<'_>, id: u32) -> Option<Self> {
        let value = module.values.values.get(id as usize)?;
        let Kind::Constant(constant) = value.kind() else {
            return None;
        };
        let operands = constant.operands(&module.values.numbers);
        let ty = module.get_type(value.ty);
        let width = ty.and_then(Type::width).unwrap_or(u64::BITS);
        let unused = u64::BITS - width.clamp(1, u64::BITS);
        let (code, simple) = match (constant.code(), ty, operands) {
            (ConstantsCode::INTEGER, _, _) => {
                let integer = constant.integer(&module.values.numbers)?;
                (ConstantsCode::INTEGER, Some(integer))
            }
            (ConstantsCode::NULL, Some(Type::Integer { .. }), _) => {
                (ConstantsCode::INTEGER, Some(0))
            }
            (ConstantsCode::NULL, Some(Type::Word(_)), _) => (ConstantsCode::FLOAT, Some(0)),
            (ConstantsCode::FLOAT, _, [bits]) => (ConstantsCode::FLOAT, Some(bits.cast_signed())),
            (code, ..) => (code, None),
        };
        let number = simple.unwrap_or_default() << unused >> unused;
        Some(Self {
            head: [code.0.into(), value.ty.0.into(), number.cast_unsigned()],
            constant,
            operands: if simple.is_some() { &[] } else { operands },
        })
    }

    /// Whether the constant contains other constants.
    pub(super) fn is_compound(&self) -> bool {
        self.constant.is_compound()
    }

    /// The numbers, in which each reference is replaced by the first of the equal constants, if `first` has it.
    pub(super) fn numbers(&self, first: &[u32]) -> impl Iterator<Item = u64> {
        let operands = self.operands.iter().enumerate();
        let operands = operands.map(move |(index, operand)| {
            let id = usize::try_from(*operand).unwrap_or(usize::MAX);
            match first.get(id).filter(|_| self.constant.is_reference(index)) {
                Some(first) => u64::from(*first),
                None => *operand,
            }
        });
        self.head.into_iter().chain(operands)
    }
}
