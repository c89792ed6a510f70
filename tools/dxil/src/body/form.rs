//! Stores properties that many instructions of a function share only once.

use alloc::vec::Vec;

use crate::bitcode::FunctionCode;
use crate::cursor::number;
use crate::instruction::Details;
use crate::types::TypeId;

/// The code, the details and the type of the result of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) code: FunctionCode,
    pub(crate) details: Details,
    pub(crate) ty: Option<TypeId>,
}

/// The number of slots in the cache of forms.
const REMEMBERED: usize = 64;

/// The forms of instructions. Most forms are stored once: if an equal form is in the cache, an instruction uses that.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    pub(super) all: Vec<Form>,
    /// The cache: the indices plus 1 of forms, by a few of their bits; empty until the first form is added.
    recent: Vec<u32>,
}

impl Forms {
    /// The index of a form, which is added if it is not in the cache.
    pub(super) fn add(&mut self, form: Form) -> u32 {
        if self.recent.is_empty() {
            self.recent.resize(REMEMBERED, 0);
        }
        let next = number(self.all.len());
        let Some(slot) = self.recent.get_mut(slot(&form)) else {
            return next;
        };
        let known = slot.checked_sub(1);
        match known.filter(|known| self.all.get(*known as usize) == Some(&form)) {
            Some(known) => known,
            None => {
                *slot = next + 1;
                self.all.push(form);
                next
            }
        }
    }
}

/// The slot of a form in the cache.
fn slot(form: &Form) -> usize {
    let detail = match form.details {
        Details::None => 0,
        Details::Binary { opcode, flags } => opcode.0 ^ flags << 4,
        Details::Cast(opcode) => opcode.0,
        Details::Compare { predicate, .. } => predicate.0,
        Details::Address { source, .. } => source.0,
        Details::Alloca { ty, .. } => ty.0,
        Details::Access(access) => access.alignment,
        Details::CompareExchange { .. } => 1,
        Details::Atomic { operation, .. } => operation.0,
        Details::Call { function, .. } => function.0,
    };
    let ty = form.ty.map_or(0, |ty| ty.0);
    let mixed = form.code.0 ^ detail << 1 ^ ty.rotate_left(3);
    mixed as usize % REMEMBERED
}
