//! Finds the resources that handles belong to.

use crate::bitcode::{ConstantsCode, FunctionCode};
use crate::budgets::Budgets;
use crate::dxil_module::module_resources;
use crate::instruction::{Instruction, Operand, callee};
use crate::module::Module;
use crate::operation::DxOp;
use crate::operations::DxilOpcode;
use crate::resource::{Resource, Resources};
use crate::scope::Scope;
use crate::value::ValueId;

/// The maximum number of instructions to follow between the creation of a handle and its use.
const MOST_STEPS: usize = 64;

/// Reads the resources of a module from its metadata; returns none if the metadata is damaged.
pub(crate) fn find_resources(module: &Module<'_>, budgets: &mut Budgets) -> Resources {
    let all = module_resources(module, budgets).unwrap_or_default();
    Resources::new(all, |variable| variable_of(module.scope(), variable))
}

/// The global variable that contains the address of a constant expression.
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
    /// The resource that a handle belongs to; `None` if it comes from a heap, or if the operand is not a handle.
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
                return resources.by_variable(variable);
            };
            let opcode = DxOp::of(&instruction).map(|operation| operation.opcode());
            let integer =
                |index: usize| low(instruction.integer(*instruction.operands.get(index)?)?);
            operand = match opcode {
                Some(DxilOpcode::CreateHandle) => {
                    return resources.by_id(integer(1)?, integer(2)?);
                }
                Some(DxilOpcode::CreateHandleFromBinding) => {
                    let [first, _, space, class] =
                        members(self.scope, instruction.operands.get(1)?)?;
                    return resources.by_register(class, space, first);
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

/// Whether the result of an instruction is the handle, or the address of the resource, in its first operand.
fn is_passed_on(code: FunctionCode) -> bool {
    matches!(
        code,
        FunctionCode::INST_LOAD
            | FunctionCode::INST_CAST
            | FunctionCode::INST_GEP
            | FunctionCode::INST_PHI
    )
}

/// The members of the structure that describes a binding.
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
