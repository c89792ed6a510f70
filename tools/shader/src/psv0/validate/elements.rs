//! Checks the elements of PSV0: their values, their shapes, and their locations in the vectors.

use alloc::vec::Vec;

use super::place::{At, known};
use super::rules::{ELEMENTS, OVERLAP, SHAPE, STREAMS, VECTORS};
use crate::finding::Findings;
use dxc_format::constants::ShaderStage;
use dxc_format::psv0::{
    MAX_ELEMENT_ROWS, PipelineElement, PipelineStateValidation, components, streams,
};
use dxc_format::runtime::int::int;
use dxc_format::types::Strided;

pub(super) fn check_elements(
    psv: &PipelineStateValidation,
    stage: ShaderStage,
    findings: &mut Findings,
) {
    let info = &psv.info.record;
    let outputs = info.output_vectors().unwrap_or_default();
    let inputs = info.input_vectors().unwrap_or_default();
    let extra = info.extra_info().unwrap_or_default();
    let primitives = extra.mesh(stage).map(|mesh| mesh.primitive_vectors);
    let patches = extra.patch_constant_vectors(stage).or(primitives);
    let streams = streams(stage).narrow().unwrap_or_default();
    let are_there = [stage.inputs(), stage.outputs(), patches.is_some()];
    let vectors: [&[u8]; 3] = [
        &[inputs],
        outputs.get(..streams).unwrap_or(&outputs),
        &[patches.unwrap_or_default()],
    ];
    let signatures = crate::psv0::validate::signatures(psv)
        .into_iter()
        .zip(are_there)
        .zip(vectors);
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

/// The elements of one signature, and the numbers of its vectors.
struct Signature<'s> {
    name: &'static str,
    elements: &'s Strided<PipelineElement>,
    /// Whether the stage has this signature.
    is_there: bool,
    /// The number of vectors per stream.
    vectors: &'s [u8],
}

impl Signature<'_> {
    fn check(&self, stage: ShaderStage, findings: &mut Findings) {
        // For an unknown stage, nothing is known about its signatures.
        let holds = self.is_there || self.elements.is_empty() || !stage.is_known();
        let found = format_args!("{} elements in the stage {stage}", self.elements.len());
        findings.check(holds, &ELEMENTS, self.name, found);
        if !holds {
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
            if self.is_there {
                self.place(element, at, &mut taken, findings);
            }
        }
    }

    /// Checks the location of an element; `taken` has the columns of each vector that other elements use.
    fn place(
        &self,
        element: &PipelineElement,
        at: At,
        taken: &mut [Vec<u8>],
        findings: &mut Findings,
    ) {
        let PipelineElement { rows, shape, .. } = *element;
        let (first, cols) = (shape.start_col(), shape.cols());
        let columns: u8 = components(int(1)).narrow().unwrap_or_default();
        let has_shape = (1..=MAX_ELEMENT_ROWS).contains(&rows.into())
            && (1..=columns).contains(&cols)
            && first + cols <= columns;
        let found = format_args!("{rows} rows of {cols} columns from column {first} on");
        findings.check(has_shape, &SHAPE, format_args!("{at}.shape"), found);
        if !has_shape || !shape.allocated() {
            return;
        }
        let stream = element.mask_and_stream.stream();
        let Some(taken) = taken.get_mut(usize::from(stream)) else {
            let place = format_args!("{at}.mask_and_stream");
            findings.check(false, &STREAMS, place, format_args!("stream {stream}"));
            return;
        };
        let place = format_args!("{at}.start_row");
        let start = usize::from(element.start_row);
        let (vectors, end) = (taken.len(), start + usize::from(rows));
        let Some(lines) = taken.get_mut(start..end) else {
            let found = format_args!(
                "rows {start} to {}, where there are {vectors} vectors",
                end - 1
            );
            findings.check(false, &VECTORS, place, found);
            return;
        };
        let mask = ((1u8 << cols) - 1) << first;
        let is_free = lines.iter().all(|line| line & mask == 0);
        let (last_row, last_column) = (end - 1, first + cols - 1);
        let found = format_args!("rows {start} to {last_row}, columns {first} to {last_column}");
        findings.check(is_free, &OVERLAP, place, found);
        lines.iter_mut().for_each(|line| *line |= mask);
    }
}

fn check_values(element: &PipelineElement, at: At, findings: &mut Findings) {
    known(element.kind, at, "kind", findings);
    known(element.component_type, at, "component_type", findings);
    known(element.interpolation, at, "interpolation", findings);
}
