//! The elements of PSV0: values, shapes, and places among the vectors.

use alloc::format;
use alloc::vec::Vec;

use super::place::{At, known};
use super::rules::{ELEMENTS, OVERLAP, SHAPE, STREAMS, VECTORS};
use crate::generated::constants::{ComponentType, InterpolationMode, SemanticKind, ShaderStage};
use crate::generated::psv0::{
    MAX_ELEMENT_ROWS, PipelineElement, PipelineStateValidation, components, streams,
};
use crate::meaning::finding::Finding;
use crate::runtime::Strided;
use crate::runtime::int::int;

impl PipelineStateValidation {
    pub(super) fn check_elements(&self, stage: ShaderStage, findings: &mut Vec<Finding>) {
        let info = &self.info.record;
        let outputs = info.output_vectors().unwrap_or_default();
        let inputs = info.input_vectors().unwrap_or_default();
        let extra = info.extra_info().unwrap_or_default();
        let primitives = extra.mesh(stage).map(|mesh| mesh.primitive_vectors);
        let patches = extra.patch_constant_vectors(stage).or(primitives);
        let streams = streams(stage).narrow().unwrap_or_default();
        let has = |signature| ShaderStage::TABLE.is_marked(signature, stage.0.into());
        let are_there = [has("inputs"), has("outputs"), patches.is_some()];
        let vectors: [&[u8]; 3] = [
            &[inputs],
            outputs.get(..streams).unwrap_or(&outputs),
            &[patches.unwrap_or_default()],
        ];
        let signatures = self.signatures().into_iter().zip(are_there).zip(vectors);
        for (((name, elements), is_there), vectors) in signatures {
            let signature = Signature {
                name,
                elements,
                is_there,
                vectors,
            };
            signature.check(stage, findings);
        }
    }
}

/// The elements of one kind, and their vectors.
struct Signature<'s> {
    name: &'static str,
    elements: &'s Strided<PipelineElement>,
    /// Whether the stage has this signature.
    is_there: bool,
    /// The number of vectors per stream.
    vectors: &'s [u8],
}

impl Signature<'_> {
    fn check(&self, stage: ShaderStage, findings: &mut Vec<Finding>) {
        if !self.is_there && !self.elements.is_empty() {
            let found = format!("{} elements in the stage {stage}", self.elements.len());
            findings.push(Finding::new(&ELEMENTS, self.name, found));
            return;
        }
        let mut taken: Vec<Vec<u8>> = self
            .vectors
            .iter()
            .map(|vectors| alloc::vec![0; usize::from(*vectors)])
            .collect();
        for (index, element) in self.elements.iter().enumerate() {
            let at = At(self.name, index);
            check_values(element, at, findings);
            self.place(element, at, &mut taken, findings);
        }
    }

    /// Checks the location of an element; `taken` are the columns of each vector that other elements use.
    fn place(
        &self,
        element: &PipelineElement,
        at: At,
        taken: &mut [Vec<u8>],
        findings: &mut Vec<Finding>,
    ) {
        let PipelineElement { rows, shape, .. } = *element;
        let (first, cols) = (shape.start_col(), shape.cols());
        let columns: u8 = components(int(1)).narrow().unwrap_or_default();
        if !(1..=MAX_ELEMENT_ROWS).contains(&rows.into())
            || !(1..=columns).contains(&cols)
            || first + cols > columns
        {
            let found = format!("{rows} rows of {cols} columns from column {first} on");
            findings.push(Finding::new(&SHAPE, at.field("shape"), found));
            return;
        }
        if !shape.allocated() {
            return;
        }
        let stream = element.mask_and_stream.stream();
        let Some(taken) = taken.get_mut(usize::from(stream)) else {
            let found = format!("stream {stream}");
            findings.push(Finding::new(&STREAMS, at.field("mask_and_stream"), found));
            return;
        };
        let start = usize::from(element.start_row);
        let (vectors, end) = (taken.len(), start + usize::from(rows));
        let Some(lines) = taken.get_mut(start..end) else {
            let found = format!(
                "rows {start} to {}, where there are {vectors} vectors",
                end - 1
            );
            findings.push(Finding::new(&VECTORS, at.field("start_row"), found));
            return;
        };
        let mask = ((1u8 << cols) - 1) << first;
        if lines.iter().any(|line| line & mask != 0) {
            let found = format!(
                "rows {start} to {}, columns {first} to {}",
                end - 1,
                first + cols - 1
            );
            findings.push(Finding::new(&OVERLAP, at.field("start_row"), found));
        }
        lines.iter_mut().for_each(|line| *line |= mask);
    }
}

fn check_values(element: &PipelineElement, at: At, findings: &mut Vec<Finding>) {
    let PipelineElement {
        kind,
        component_type,
        interpolation,
        ..
    } = *element;
    known(&SemanticKind::TABLE, kind.0.into(), at, "kind", findings);
    let value = component_type.0.into();
    known(&ComponentType::TABLE, value, at, "component_type", findings);
    let value = interpolation.0.into();
    known(
        &InterpolationMode::TABLE,
        value,
        at,
        "interpolation",
        findings,
    );
}
