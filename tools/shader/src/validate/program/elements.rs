//! Compares ISG1, OSG1 and PSG1 with the signatures of the program.

use alloc::vec::Vec;

use super::Program;
use crate::report::Report;
use crate::validate::elements::{compare, implied_precision};
use crate::validate::rows::{
    ElementPath, MOST_ROWS, Row, mask, rows_of_element, rows_of_signature,
};
use crate::validate::shader::Shader;
use dxc_format::Result;
use dxc_format::constants::{ComponentType, ModuleFlags, ShaderStage, SigMinPrecision};
use dxc_format::psv0::{PipelineElement, inputs_patch_constants};
use dxc_format::rdat::DxilComponentType;
use dxc_format::runtime::int::int;
use dxil::SignatureElement;

/// The mask of all components of a register.
const ALL: u8 = 0xf;

/// The paths of the signatures in the metadata.
pub(super) const SIGNATURES: [&str; 3] = [
    "entry_points[0].inputs",
    "entry_points[0].outputs",
    "entry_points[0].patch_constants",
];

impl Program<'_> {
    /// Compares each signature with the signature that DXC writes for the program.
    pub(super) fn check_signatures(&self, shader: &Shader<'_>, findings: &mut Report) {
        let Some(stage) = self.module.shader_model.kind.stage() else {
            return;
        };
        let are_inputs = [true, false, inputs_patch_constants(int(stage)) == 1];
        let signatures = self.signatures().into_iter().zip(SIGNATURES);
        for (((elements, run), is_input), (part, signature)) in
            signatures.zip(are_inputs).zip(&shader.signatures)
        {
            let Some(signature) = signature else { continue };
            let expected = self.rows(elements, run, is_input);
            let rows = rows_of_signature(*part, signature);
            let is_mesh = stage == ShaderStage::Mesh;
            let (count, against) = (findings.count(), (self.place(run), *part, is_mesh));
            compare(expected.clone(), rows, against, findings);
            if findings.count() == count {
                self.check_bytes(&expected, (*part, &shader.container), findings);
            }
        }
    }

    /// The elements of the inputs, the outputs, and the patch constants or primitives.
    pub(super) fn signatures(&self) -> [&[SignatureElement]; 3] {
        let entry = &self.entry;
        [&entry.inputs, &entry.outputs, &entry.patch_constants]
    }

    /// The rows that DXC writes for a signature.
    fn rows<'p>(
        &'p self,
        elements: &'p [SignatureElement],
        run: &'static str,
        is_input: bool,
    ) -> Vec<Row<'p>> {
        let domain = dxil::domain(&self.entry);
        let flags = self.entry.shader_flags;
        let is_native = flags.contains(ModuleFlags::NativeLowPrecisionMode);
        let mut rows = Vec::new();
        for (index, element) in elements.iter().enumerate() {
            let place = ElementPath {
                part: self.part,
                run,
                element: index,
            };
            let stored = self.pipeline_element(element);
            let exclusive_mask = self.exclusive_mask(element, &stored, is_input);
            let min_precision = if is_native {
                SigMinPrecision::Default
            } else {
                implied_precision(component_type(element.component_type))
            };
            let indices = element.indices.iter().copied();
            let of_element = rows_of_element(&stored, &element.name, indices, domain, place);
            rows.extend(of_element.map(|row| Row {
                exclusive_mask: Some(exclusive_mask),
                min_precision: Some(min_precision),
                ..row
            }));
        }
        rows.truncate(MOST_ROWS);
        rows
    }

    /// The components of an input that are always read, or the components of an output that are never written.
    fn exclusive_mask(
        &self,
        element: &SignatureElement,
        stored: &PipelineElement,
        is_input: bool,
    ) -> u8 {
        // Earlier validators do not store which components are used.
        if !self.knows_usage() {
            return if is_input { 0 } else { !mask(stored) };
        }
        let used = element.usage_mask << stored.shape.start_col();
        let [used, ..] = used.to_le_bytes();
        if is_input { used } else { !used & ALL }
    }

    /// Whether the program's validator is 1.5 or later, and stores the used components, and booleans.
    fn knows_usage(&self) -> bool {
        dxil::validator_minor(&self.module) >= 5
    }

    /// The record that DXC writes into PSV0 for an element, without its name and its indices.
    pub(super) fn pipeline_element(&self, element: &SignatureElement) -> PipelineElement {
        let mut stored = PipelineElement::default();
        let component = element.component_type;
        stored.rows = low_byte(element.rows);
        stored.kind = element.semantic;
        stored.component_type = match component {
            // Earlier validators do not support booleans.
            DxilComponentType::I1 if !self.knows_usage() => ComponentType::Unknown,
            component => component_type(component),
        };
        stored.interpolation = element.interpolation;
        let mut shape = stored.shape;
        let mut stream = stored.mask_and_stream;
        // Numbers that do not fit remain 0, and so differ from the stored ones.
        let mut set = || -> Result<()> {
            shape.set_cols(element.cols)?;
            stream.set_dynamic_mask(low_byte(element.dynamic_mask) & ALL)?;
            stream.set_stream(low_byte(element.stream))?;
            if let (Some(row), Some(column)) = (element.start_row, element.start_col) {
                shape.set_allocated(true)?;
                shape.set_start_col(column)?;
                stored.start_row = low_byte(row);
            }
            Ok(())
        };
        set().unwrap_or_default();
        (stored.shape, stored.mask_and_stream) = (shape, stream);
        stored
    }
}

/// The number of a component type in PSV0 and signatures.
fn component_type(component: DxilComponentType) -> ComponentType {
    let known = component.element();
    known.unwrap_or(ComponentType::Unknown)
}

/// Truncates a number to a byte like DXC.
pub(super) fn low_byte(number: u32) -> u8 {
    let [low, ..] = number.to_le_bytes();
    low
}
