//! Prints DXC's comments after instructions.

use super::debug_info::stored;
use super::{Printer, when};
use crate::bitcode::{FunctionCode, MetadataCode};
use crate::debug_info::{DebugField, DebugNode};
use crate::dxil_metadata::SamplerFeedbackType;
use crate::operations::{
    AnnotatedElement, AnnotatedFeedback, AnnotatedKind, AnnotatedResource, DescriptionForm,
    DxilOpcode, FIRST_COMPONENT_TYPE, FunctionName, LAST_COMPONENT_TYPE,
};
use dxc_format::constants::ResourceKind;
use dxc_format::rdat::DxilComponentType;

use crate::instruction::{Instruction, Operand, callee};
use crate::metadata::reference;
use crate::operation::prefix;
use crate::tables::text_of;
use dxc_format::Result;

/// Whether a function is an intrinsic that describes a variable for debug information.
pub(super) fn describes_variable(callee: Option<&[u8]>) -> bool {
    let is = |name| callee == Some(prefix(name).as_bytes());
    is(FunctionName::DebugDeclare) || is(FunctionName::DebugValue)
}

impl Printer<'_, '_> {
    pub(super) fn push_comment(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let callee = match instruction.code {
            FunctionCode::INST_CALL => callee(instruction),
            _ => None,
        };
        if describes_variable(callee) {
            return self.push_variable(instruction);
        }
        if let Some(location) = instruction.location
            && location.line != 0
            && location.scope != 0
        {
            put!(self, " ; line:", location.line, " col:", location.column);
        }
        let begins = prefix(FunctionName::Operation).as_bytes();
        if callee.is_some_and(|callee| callee.starts_with(begins)) {
            self.push_operation(instruction)?;
        }
        Ok(())
    }

    /// Prints the name of an operation and its parameters.
    fn push_operation(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let [first, _, ..] = instruction.operands else {
            return Ok(());
        };
        let Some(opcode) = instruction.integer(*first) else {
            return Ok(());
        };
        let [b0, b1, b2, b3, ..] = opcode.to_le_bytes();
        let opcode = u32::from_le_bytes([b0, b1, b2, b3]);
        self.push("  ; ");
        let opcode = DxilOpcode(opcode);
        let Some(name) = opcode.name() else {
            put!(self, "invalid DXIL opcode #", opcode.0);
            return Ok(());
        };
        put!(self, name, "(");
        for (index, parameter) in opcode.parameters().iter().enumerate() {
            self.push(if index > 0 { "," } else { "" });
            self.push(parameter);
        }
        self.push(")");
        if opcode == DxilOpcode::AnnotateHandle {
            self.push_resource(instruction)?;
        }
        Ok(())
    }

    /// Describes the resource of `AnnotateHandle`.
    fn push_resource(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let Some(Operand::Value(properties)) = instruction.operands.get(2) else {
            return Ok(());
        };
        let scope = self.scope();
        let Some((_, members)) = scope.constant(*properties) else {
            return Ok(());
        };
        let word = |index: usize| {
            let id = members.get(index).and_then(|id| u32::try_from(*id).ok());
            let value = id.and_then(|id| scope.integer(crate::ValueId(id)));
            let [b0, b1, b2, b3, ..] = value.unwrap_or_default().to_le_bytes();
            u32::from_le_bytes([b0, b1, b2, b3])
        };
        let resource = AnnotatedResource(word(0));
        self.push("  resource: ");
        let kind = resource.kind();
        let name = kind.dxc().unwrap_or_default();
        match kind.form() {
            Some(DescriptionForm::Plain) => self.push(name),
            Some(DescriptionForm::TBuffer) if resource.is_uav() == 0 => self.push(name),
            Some(DescriptionForm::Sampler) => {
                self.push(match resource.compares_or_has_counter() {
                    0 => "SamplerState",
                    _ => "SamplerComparisonState",
                });
            }
            Some(DescriptionForm::Raw) => self.push_access(resource, name),
            Some(DescriptionForm::Structured) => {
                self.push_access(resource, name);
                let has_counter = resource.is_uav() & resource.compares_or_has_counter() != 0;
                put!(
                    self,
                    "<stride=",
                    word(1),
                    when(has_counter, ", counter"),
                    ">"
                );
            }
            Some(DescriptionForm::Typed) => {
                self.push_access(resource, name);
                self.push_element(AnnotatedElement(word(1)))?;
            }
            Some(DescriptionForm::Feedback) => {
                let kind = AnnotatedFeedback(word(1)).kind();
                let kind = text_of(kind.into(), SamplerFeedbackType::name);
                let kind = kind.unwrap_or("<invalid sampler feedback type>");
                put!(self, name, "<", kind, ">");
            }
            _ => self.push("<invalid resource properties>"),
        }
        Ok(())
    }

    fn push_access(&mut self, resource: AnnotatedResource, name: &str) {
        if resource.is_uav() != 0 {
            let coherent = resource.is_globally_coherent() != 0;
            self.push(when(coherent, "globallycoherent "));
            let reorder = resource.is_reorder_coherent() != 0;
            self.push(when(reorder, "reordercoherent "));
            self.push(if resource.is_rov() != 0 { "ROV" } else { "RW" });
        }
        self.push(name);
    }

    fn push_element(&mut self, element: AnnotatedElement) -> Result<()> {
        self.push("<");
        if element.components() > 1 {
            put!(self, u64::from(element.components()), "x");
        }
        let component = u32::from(element.component_type().0);
        let is_known = (FIRST_COMPONENT_TYPE..=LAST_COMPONENT_TYPE).contains(&component);
        let name = text_of(component.into(), DxilComponentType::name).filter(|_| is_known);
        put!(self, name.unwrap_or("<invalid CompType>"), ">");
        Ok(())
    }

    /// Prints the variable that a debug intrinsic describes, its expression and its function.
    fn push_variable(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let [
            ..,
            Operand::Metadata(variable),
            Operand::Metadata(expression),
            _,
        ] = *instruction.operands
        else {
            return Ok(());
        };
        let scope = self.scope();
        let code = |id: u32| scope.metadata(id).map(|(entry, _)| entry.code);
        if code(variable) != Some(MetadataCode::LOCAL_VAR)
            || code(expression) != Some(MetadataCode::EXPRESSION)
        {
            return Ok(());
        }
        self.push(" ; var:\"");
        self.push_string_of(variable, DebugField::Name);
        self.push("\" ");
        if let Some((node, table)) = scope.metadata(expression) {
            self.push_expression_node(table.operands(node))?;
        }
        let mut around = self.reference(variable, DebugField::Scope);
        // The scopes of a damaged module may form a cycle.
        for _ in 0..self.nodes.len() {
            match around.map(|around| (around, code(around))) {
                Some((
                    id,
                    Some(MetadataCode::LEXICAL_BLOCK | MetadataCode::LEXICAL_BLOCK_FILE),
                )) => around = self.reference(id, DebugField::Scope),
                Some((id, Some(MetadataCode::SUBPROGRAM))) => {
                    self.push(" func:\"");
                    self.push_string_of(id, DebugField::Name);
                    self.push("\"");
                    break;
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// The operand of a node of debug information, as the record stores it.
    fn stored(&self, id: u32, field: DebugField) -> Option<u64> {
        let (node, table) = self.scope().metadata(id)?;
        stored(DebugNode(node.code.0), table.operands(node), field)
    }

    /// The metadata that an operand of debug information references.
    fn reference(&self, id: u32, field: DebugField) -> Option<u32> {
        reference(self.stored(id, field)?)
    }

    fn push_string_of(&mut self, id: u32, field: DebugField) {
        if let Some(stored) = self.stored(id, field) {
            self.push_lossy(self.scope().referenced_string(stored));
        }
    }
}

// The kinds in the comments are numbered like those of resources.
const _: () = assert!(AnnotatedKind::RawBuffer.0 as u32 == ResourceKind::RawBuffer.0);
