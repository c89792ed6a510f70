//! Checks the instructions that access elements of signatures.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};

use super::elements::SIGNATURES;
use super::rules::PROGRAM_ACCESS;
use super::{Program, unreadable};
use crate::finding::Finding;
use crate::report::Report;
use dxil::operations::DxilOpcode;
use dxil::{DxOp, Instruction, SignatureElement};

/// The signature that an operation accesses, as an index in [`SIGNATURES`].
fn signature_of(opcode: DxilOpcode) -> Option<usize> {
    match opcode {
        DxilOpcode::LoadInput
        | DxilOpcode::EvalSnapped
        | DxilOpcode::EvalSampleIndex
        | DxilOpcode::EvalCentroid
        | DxilOpcode::AttributeAtVertex => Some(0),
        DxilOpcode::StoreOutput
        | DxilOpcode::StoreVertexOutput
        | DxilOpcode::LoadOutputControlPoint => Some(1),
        DxilOpcode::StorePatchConstant | DxilOpcode::StorePrimitiveOutput => Some(2),
        _ => None,
    }
}

impl Program<'_> {
    /// Checks that instructions only access elements, rows and columns that the signatures have. Each error is reported
    /// once.
    pub(super) fn check_accesses(&self, findings: &mut Report) {
        let mut found = BTreeSet::new();
        for function in self.module.module.functions() {
            let body = match function.body() {
                Ok(Some(body)) => body,
                Ok(None) => continue,
                Err(error) => {
                    findings.push(unreadable(self.place("bitcode"), &error.to_string()));
                    return;
                }
            };
            for instruction in body.instructions() {
                if let Some(operation) = DxOp::of(&instruction)
                    && let Some(index) = signature_of(operation.opcode())
                    && let Some(problem) = access(&instruction, operation, self.signatures()[index])
                {
                    found.insert((SIGNATURES[index], problem));
                }
            }
        }
        for (path, problem) in found {
            let place = self.place(path);
            let finding = Finding::new(&PROGRAM_ACCESS, place.path, problem);
            findings.push(finding.within_part(place.part));
        }
    }
}

/// The error in an access to an element, if there is one.
fn access(
    instruction: &Instruction<'_>,
    operation: DxOp<'_>,
    elements: &[SignatureElement],
) -> Option<String> {
    let name = operation.name();
    let mut operands = operation.arguments().map(|(_, operand)| operand);
    let mut next = || {
        let value = instruction.integer(operands.next()?)?;
        Some(value & i64::from(u32::MAX))
    };
    let (id, row, column) = (next(), next(), next());
    let Some(id) = id else {
        return Some(format!("{name} has an element whose number is no constant"));
    };
    let element = usize::try_from(id).ok().and_then(|id| elements.get(id));
    let Some(element) = element else {
        let count = elements.len();
        return Some(format!("{name} has element {id} of {count}"));
    };
    let (rows, columns) = (element.rows, element.cols);
    match (row, column) {
        // The row may also be computed at run time.
        (Some(row), _) if row >= i64::from(rows) => {
            Some(format!("{name} has row {row} of element {id}, of {rows}"))
        }
        (_, None) => Some(format!(
            "{name} has a column of element {id} that is no constant"
        )),
        // DXC accepts a column that is one too large.
        (_, Some(column)) if column > i64::from(columns) => Some(format!(
            "{name} has column {column} of element {id}, of {columns}"
        )),
        _ => None,
    }
}
