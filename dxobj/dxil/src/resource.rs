//! The resources of a module, and those that handles belong to.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::bitcode::{ConstantsCode, FunctionCode, MetadataCode};
use crate::dxil_metadata::{NamedMetadata, ResourceField, ResourceList};
use crate::operations::DxilOpcode;
use dxc_format::constants::ResourceClass;

use crate::instruction::{Instruction, Operand};
use crate::metadata::{Entry, MetadataTable};
use crate::scope::Scope;
use crate::tables::text;
use crate::value::{Kind, ValueId, Values};

/// How many instructions may be between a handle's creation and its use.
const MOST_STEPS: usize = 64;

/// A resource of a module, and the registers that it is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceBinding<'m> {
    /// Its name in HLSL; empty if DXC dropped the names.
    pub name: &'m [u8],
    /// The class.
    pub class: ResourceClass,
    /// Its number in its class.
    pub id: u32,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub first: u32,
}

/// The resources that the metadata of a module lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resources {
    /// The class, the number, the space, the first register, and the name as an entry of the metadata.
    all: Vec<(ResourceClass, [u32; 3], Option<u32>)>,
    by_id: BTreeMap<(u32, u32), usize>,
    by_register: BTreeMap<(u32, u32, u32), usize>,
    by_variable: BTreeMap<ValueId, usize>,
}

impl Resources {
    /// Finds the resources in the metadata.
    pub(crate) fn find(metadata: &MetadataTable, values: &Values) -> Self {
        let mut resources = Self::default();
        let name = text(&NamedMetadata::TABLE, NamedMetadata::Resources.0).as_bytes();
        let named = metadata.named.iter().find(|(known, _)| **known == *name);
        let lists = named.and_then(|(_, nodes)| nodes.first());
        let lists = lists.map_or(&[][..], |node| node_operands(metadata, *node));
        for (place, class) in [
            (ResourceList::SRVs, ResourceClass::SRV),
            (ResourceList::UAVs, ResourceClass::UAV),
            (ResourceList::CBuffers, ResourceClass::CBuffer),
            (ResourceList::Samplers, ResourceClass::Sampler),
        ] {
            let list = lists
                .get(place.0 as usize)
                .and_then(|stored| reference(*stored));
            let list = list.map_or(&[][..], |list| node_operands(metadata, list));
            for node in list.iter().filter_map(|stored| reference(*stored)) {
                resources.add(class, node, metadata, values);
            }
        }
        resources
    }

    fn add(&mut self, class: ResourceClass, node: u32, metadata: &MetadataTable, values: &Values) {
        let operands = node_operands(metadata, node);
        let operand = |field: ResourceField| reference(*operands.get(field.0 as usize)?);
        let value = |field| value_of(metadata, operand(field)?);
        let number = |field| {
            let value = values.values.get(value(field)?.0 as usize)?;
            let Kind::Constant(constant) = value.kind else {
                return None;
            };
            low(constant.integer(&values.numbers)?)
        };
        let Some(id) = number(ResourceField::ID) else {
            return;
        };
        let index = self.all.len();
        if *self.by_id.entry((class.0, id)).or_insert(index) != index {
            return;
        }
        let space = number(ResourceField::SpaceID).unwrap_or_default();
        let first = number(ResourceField::LowerBound).unwrap_or_default();
        let register = (class.0, space, first);
        self.by_register.entry(register).or_insert(index);
        if let Some(variable) = value(ResourceField::Variable) {
            let variable = variable_of(values, variable);
            self.by_variable.entry(variable).or_insert(index);
        }
        let name = operand(ResourceField::Name);
        self.all.push((class, [id, space, first], name));
    }

    fn get<'m>(
        &self,
        index: Option<&usize>,
        metadata: &'m MetadataTable,
    ) -> Option<ResourceBinding<'m>> {
        let (class, [id, space, first], name) = *self.all.get(*index?)?;
        let name = name.and_then(|name| metadata.entries.get(name as usize));
        Some(ResourceBinding {
            name: name.map_or(&[][..], |name| metadata.string(*name)),
            class,
            id,
            space,
            first,
        })
    }
}

/// The number of metadata that a node refers to.
fn reference(stored: u64) -> Option<u32> {
    u32::try_from(stored).ok()?.checked_sub(1)
}

fn node_operands(metadata: &MetadataTable, node: u32) -> &[u64] {
    let entry: Option<&Entry> = metadata.entries.get(node as usize);
    let entry = entry.filter(|entry| entry.code == MetadataCode::NODE);
    entry.map_or(&[], |entry| metadata.operands(*entry))
}

/// The value that metadata is: its type is in front.
fn value_of(metadata: &MetadataTable, id: u32) -> Option<ValueId> {
    let entry = metadata.entries.get(id as usize)?;
    match (entry.code, metadata.operands(*entry)) {
        (MetadataCode::VALUE, [_, value, ..]) => Some(ValueId(u32::try_from(*value).ok()?)),
        _ => None,
    }
}

/// The global variable that a constant expression is an address in.
fn variable_of(values: &Values, mut id: ValueId) -> ValueId {
    for _ in 0..MOST_STEPS {
        let value = values.values.get(id.0 as usize);
        let Some(Kind::Constant(constant)) = value.map(|value| value.kind) else {
            break;
        };
        let operands = constant.operands(&values.numbers);
        let base = match (constant.code, operands) {
            (ConstantsCode::CE_CAST, [_, _, base, ..]) => *base,
            // A type of the base may be in front of pairs of types and values.
            (ConstantsCode::CE_GEP | ConstantsCode::CE_INBOUNDS_GEP, [_, base, ..])
                if operands.len() % 2 == 0 =>
            {
                *base
            }
            (ConstantsCode::CE_GEP | ConstantsCode::CE_INBOUNDS_GEP, [_, _, base, ..]) => *base,
            _ => break,
        };
        let Ok(base) = u32::try_from(base) else { break };
        id = ValueId(base);
    }
    id
}

/// The lower half of an integer.
fn low(value: i64) -> Option<u32> {
    u32::try_from(value & i64::from(u32::MAX)).ok()
}

impl<'b> Instruction<'b> {
    /// The resource that a handle belongs to; `None` if it comes from a heap, or if the operand is no handle.
    pub fn resource(&self, handle: Operand) -> Option<ResourceBinding<'b>> {
        let module = self.scope.module;
        let resources = &module.resources;
        let mut operand = handle;
        for _ in 0..MOST_STEPS {
            let Operand::Value(id) = operand else {
                return None;
            };
            let Some(instruction) = self.scope.body?.definition(id) else {
                let variable = variable_of(&module.values, id);
                let index = resources.by_variable.get(&variable);
                return resources.get(index, &module.metadata);
            };
            let opcode = instruction.operation().map(|operation| operation.opcode);
            let integer =
                |index: usize| low(instruction.integer(*instruction.operands.get(index)?)?);
            operand = match opcode {
                Some(DxilOpcode::CreateHandle) => {
                    let index = resources.by_id.get(&(integer(1)?, integer(2)?));
                    return resources.get(index, &module.metadata);
                }
                Some(DxilOpcode::CreateHandleFromBinding) => {
                    let [first, _, space, class] =
                        members(self.scope, instruction.operands.get(1)?)?;
                    let index = resources.by_register.get(&(class, space, first));
                    return resources.get(index, &module.metadata);
                }
                Some(DxilOpcode::AnnotateHandle | DxilOpcode::CreateHandleForLib) => {
                    *instruction.operands.get(1)?
                }
                None if instruction.callee().is_none() && is_passed_on(instruction.code) => {
                    *instruction.operands.first()?
                }
                _ => return None,
            };
        }
        None
    }
}

/// Whether an instruction passes on the handle, or the address of the resource, that is its first operand.
fn is_passed_on(code: FunctionCode) -> bool {
    matches!(
        code,
        FunctionCode::INST_LOAD
            | FunctionCode::INST_CAST
            | FunctionCode::INST_GEP
            | FunctionCode::INST_PHI
    )
}

/// The members of the structure of a binding.
fn members(scope: Scope<'_>, operand: &Operand) -> Option<[u32; 4]> {
    let Operand::Value(id) = *operand else {
        return None;
    };
    match scope.constant(id)? {
        (constant, _) if constant.code == ConstantsCode::NULL => Some([0; 4]),
        (constant, &[a, b, c, d]) if constant.code == ConstantsCode::AGGREGATE => {
            let member = |id: u64| low(scope.integer(ValueId(u32::try_from(id).ok()?))?);
            Some([member(a)?, member(b)?, member(c)?, member(d)?])
        }
        _ => None,
    }
}
