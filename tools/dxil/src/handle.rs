//! The resources that handles belong to.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::bitcode::{ConstantsCode, FunctionCode};
use crate::budgets::Budgets;
use crate::dxil_module::{Resource, module_resources};
use crate::instruction::{Instruction, Operand, callee};
use crate::module::Module;
use crate::operation::DxOp;
use crate::operations::DxilOpcode;
use crate::scope::Scope;
use crate::value::ValueId;

/// The maximum number of instructions between the creation of a handle and its use.
const MOST_STEPS: usize = 64;

/// The resources of a module, by the numbers that handles reference.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resources {
    all: Vec<Resource>,
    /// By class and number.
    by_id: BTreeMap<(u32, u32), usize>,
    /// By class, space and first register.
    by_register: BTreeMap<(u32, u32, u32), usize>,
    by_variable: BTreeMap<ValueId, usize>,
}

impl Resources {
    /// Finds the resources in the metadata of a module; none if the metadata is damaged.
    pub(crate) fn find(module: &Module<'_>, budgets: &mut Budgets) -> Self {
        let mut resources = Self {
            all: module_resources(module, budgets).unwrap_or_default(),
            ..Self::default()
        };
        for (index, resource) in resources.all.iter().enumerate() {
            let class = resource.class.0;
            let register = (class, resource.space, resource.lower_bound);
            let variable = variable_of(module.scope(), resource.variable);
            resources.by_id.entry((class, resource.id)).or_insert(index);
            resources.by_register.entry(register).or_insert(index);
            resources.by_variable.entry(variable).or_insert(index);
        }
        resources
    }

    fn get(&self, index: Option<&usize>) -> Option<&Resource> {
        self.all.get(*index?)
    }
}

/// The global variable that a constant expression is an address in.
fn variable_of(scope: Scope<'_>, mut id: ValueId) -> ValueId {
    for _ in 0..MOST_STEPS {
        let Some((constant, operands)) = scope.constant(id) else {
            break;
        };
        match (constant.code(), constant.references(operands).next()) {
            (
                ConstantsCode::CE_CAST | ConstantsCode::CE_GEP | ConstantsCode::CE_INBOUNDS_GEP,
                Some(base),
            ) => id = base,
            _ => break,
        }
    }
    id
}

/// The lower half of an integer.
fn low(value: i64) -> Option<u32> {
    u32::try_from(value & i64::from(u32::MAX)).ok()
}

impl<'b> Instruction<'b> {
    /// The resource that a handle belongs to; `None` if it comes from a heap, or if the operand is no handle.
    pub fn resource(&self, handle: Operand) -> Option<&'b Resource> {
        let module = self.scope.module;
        let resources = &module.resources;
        let mut operand = handle;
        for _ in 0..MOST_STEPS {
            let Operand::Value(id) = operand else {
                return None;
            };
            let Some(instruction) = self.scope.body?.definition(id) else {
                let variable = variable_of(module.scope(), id);
                return resources.get(resources.by_variable.get(&variable));
            };
            let opcode = DxOp::of(&instruction).map(|operation| operation.opcode());
            let integer =
                |index: usize| low(instruction.integer(*instruction.operands.get(index)?)?);
            operand = match opcode {
                Some(DxilOpcode::CreateHandle) => {
                    return resources.get(resources.by_id.get(&(integer(1)?, integer(2)?)));
                }
                Some(DxilOpcode::CreateHandleFromBinding) => {
                    let [first, _, space, class] =
                        members(self.scope, instruction.operands.get(1)?)?;
                    return resources.get(resources.by_register.get(&(class, space, first)));
                }
                Some(DxilOpcode::AnnotateHandle | DxilOpcode::CreateHandleForLib) => {
                    *instruction.operands.get(1)?
                }
                None if callee(&instruction).is_none() && is_passed_on(instruction.code) => {
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
        (constant, _) if constant.code() == ConstantsCode::NULL => Some([0; 4]),
        (constant, &[a, b, c, d]) if constant.code() == ConstantsCode::AGGREGATE => {
            let member = |id: u64| low(scope.integer(ValueId(u32::try_from(id).ok()?))?);
            Some([member(a)?, member(b)?, member(c)?, member(d)?])
        }
        _ => None,
    }
}
