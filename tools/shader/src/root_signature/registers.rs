//! Checks the registers of a root signature.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use super::rules;
use super::signature_path::SignaturePath;
use crate::finding::Findings;
use crate::hlsl::DescriptorCount;
use crate::{bindings, root_parameter};
use dxc_format::constants::{DescriptorRangeType, ResourceClass, ShaderVisibility};
use dxc_format::rts0::{FIRST_RESERVED_SPACE, RootPayload, RootSignature};

/// The class of registers; each class has its own registers.
pub(crate) type Class = DescriptorRangeType;

/// A range of registers.
#[derive(Clone, Copy)]
pub(crate) struct Registers {
    pub(crate) class: Class,
    pub(crate) space: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// Registers, and the entry of the root signature that declares them.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub(super) registers: Registers,
    pub(super) visibility: ShaderVisibility,
    pub(super) place: SignaturePath,
}

impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            class,
            space,
            first,
            last,
        } = self;
        let last = (*last != u32::MAX || last == first).then_some(*last);
        let registers =
            bindings::Registers::new(crate::bindings::class_of(class.class()), *first, last);
        write!(f, "{class} {registers}, space {space}")
    }
}

impl Registers {
    /// One register per descriptor, from the first one on; `None` if there are no descriptors, or the class is unknown.
    fn counted(class: Class, space: u32, first: u32, count: u32) -> Option<Self> {
        class.is_known().then_some(())?;
        let last = if count == DescriptorCount::Unbounded.0 {
            u32::MAX
        } else {
            first.saturating_add(count.checked_sub(1)?)
        };
        Some(Self {
            class,
            space,
            first,
            last,
        })
    }

    /// The sort key, by which registers of a class and space are adjacent.
    pub(super) fn key(&self) -> (Class, u32, u32) {
        (self.class, self.space, self.first)
    }

    /// Whether they include the last of the other registers, which are in the same class and space.
    pub(super) fn reaches(&self, others: &Self) -> bool {
        (self.class, self.space) == (others.class, others.space) && self.last >= others.last
    }
}

/// The class of registers for a class of resources.
pub(super) fn class_of_registers(class: ResourceClass) -> Option<Class> {
    Class::all_values().find(|known| known.class() == Some(class))
}

/// All registers of a root signature, in the order of parameters and samplers.
pub(super) fn taken_registers(signature: &RootSignature) -> Vec<Taken> {
    let mut taken = Vec::new();
    let mut take = |registers: Option<Registers>, visibility: ShaderVisibility, place| {
        taken.extend(
            registers
                .filter(|_| visibility.is_known())
                .map(|registers| Taken {
                    registers,
                    visibility,
                    place,
                }),
        );
    };
    for (index, parameter) in signature.parameters.iter().enumerate() {
        let visibility = parameter.visibility;
        match &parameter.payload {
            RootPayload::DescriptorTable(table) => {
                for (range_index, range) in table.ranges.iter().enumerate() {
                    let registers = Registers::counted(
                        range.range_type,
                        range.register_space,
                        range.base_shader_register,
                        range.num_descriptors,
                    );
                    take(
                        registers,
                        visibility,
                        SignaturePath::Range(index, range_index),
                    );
                }
            }
            _ => {
                let class =
                    class_of_registers(root_parameter::resource_class(parameter.parameter_type));
                let registers = root_parameter::register(parameter).zip(class);
                let registers = registers.and_then(|((register, space), class)| {
                    Registers::counted(class, space, register, 1)
                });
                take(registers, visibility, SignaturePath::Payload(index));
            }
        }
    }
    for (index, sampler) in signature.samplers.iter().enumerate() {
        let (register, space) = (sampler.shader_register, sampler.register_space);
        let registers = Registers::counted(Class::Sampler, space, register, 1);
        take(registers, sampler.visibility, SignaturePath::Sampler(index));
    }
    taken
}

/// Checks that no register is reserved for the system, and that no stage sees a register twice.
pub(super) fn validate(signature: &RootSignature, findings: &mut Findings) {
    let taken = taken_registers(signature);
    for Taken {
        registers, place, ..
    } in &taken
    {
        let holds = registers.space < FIRST_RESERVED_SPACE;
        let at = place.field("register_space");
        let space = registers.space;
        let found = format_args!(
            "{space:#x} is the system's, as all are from {FIRST_RESERVED_SPACE:#x} on"
        );
        findings.check(holds, &rules::RESERVED_SPACE, at, found);
    }
    for (one, other) in overlaps(&taken) {
        let found = format_args!("{}, some of which {} has", one.registers, other.place);
        findings.check(false, &rules::REGISTER_OVERLAP, one.place, found);
    }
}

/// Sorts entries by register; each has its index in the root signature.
pub(super) fn by_registers(taken: &[Taken]) -> Vec<(usize, Taken)> {
    let mut order: Vec<(usize, Taken)> = taken.iter().copied().enumerate().collect();
    order.sort_by_key(|(_, taken)| taken.registers.key());
    order
}

/// Pairs of overlapping registers, the later one first; for each entry, at most one pair per visibility.
fn overlaps(taken: &[Taken]) -> Vec<(Taken, Taken)> {
    let mut overlaps = Vec::new();
    let mut group = None;
    // For each visibility, the entry that reaches furthest among those that begin no later.
    let mut furthest = BTreeMap::<u32, usize>::new();
    for (index, current) in by_registers(taken) {
        let Registers {
            class,
            space,
            first,
            last,
        } = current.registers;
        if group.replace((class, space)) != Some((class, space)) {
            furthest.clear();
        }
        let seen = |visibility| {
            current.visibility == ShaderVisibility::All
                || visibility == ShaderVisibility::All
                || visibility == current.visibility
        };
        let last_of = |index: usize| taken.get(index).map(|taken| taken.registers.last);
        for (visibility, rival) in &furthest {
            if seen(ShaderVisibility(*visibility)) && last_of(*rival) >= Some(first) {
                overlaps.push((index.max(*rival), index.min(*rival)));
            }
        }
        let reach = furthest.entry(current.visibility.0).or_insert(index);
        if last_of(*reach) < Some(last) {
            *reach = index;
        }
    }
    overlaps.sort_unstable();
    let overlaps = overlaps.into_iter();
    overlaps
        .filter_map(|(one, other)| Some((*taken.get(one)?, *taken.get(other)?)))
        .collect()
}
