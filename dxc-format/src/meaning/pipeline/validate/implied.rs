//! The fields of PSV0 that follow from its elements and its stage.

use alloc::format;
use alloc::vec::Vec;

use super::place::At;
use super::rules::{BOOLEAN, DYNAMIC, IMPLIED, INTERPOLATION, PLACE, VECTORS_USED};
use crate::generated::constants::{InterpolationMode, SemanticKind, ShaderStage};
use crate::generated::psv0::{PipelineElement, PipelineStateValidation, streams};
use crate::meaning::finding::Finding;
use crate::runtime::int::int;
use crate::runtime::{Bool8, Strided};

/// The outputs of a pixel shader that are a depth.
pub(crate) const DEPTHS: [SemanticKind; 3] = [
    SemanticKind::Depth,
    SemanticKind::DepthLessEqual,
    SemanticKind::DepthGreaterEqual,
];

impl PipelineStateValidation {
    /// Checks the fields that follow from elements.
    pub(super) fn check_implied(&self, stage: ShaderStage, findings: &mut Vec<Finding>) {
        self.check_flags(stage, findings);
        self.check_vectors(stage, findings);
        self.check_stage_values(stage, findings);
        let has_modes = [
            stage != ShaderStage::Vertex,
            stage != ShaderStage::Pixel,
            ![ShaderStage::Hull, ShaderStage::Domain].contains(&stage),
        ];
        for ((run, elements), has_modes) in self.signatures().into_iter().zip(has_modes) {
            for (index, element) in elements.iter().enumerate() {
                check_element(element, At(run, index), has_modes, findings);
            }
        }
    }

    /// Checks that booleans are 0 or 1, and match the elements.
    fn check_flags(&self, stage: ShaderStage, findings: &mut Vec<Finding>) {
        let info = &self.info.record;
        let position = Some(has_kind(&self.outputs, &[SemanticKind::Position]));
        let has_depth = has_kind(&self.outputs, &DEPTHS);
        let samples = has_kind(&self.inputs, &[SemanticKind::SampleIndex])
            || self
                .inputs
                .iter()
                .any(|input| is_per_sample(input.interpolation));
        let union = info.stage_info;
        let vertex = union.vertex(stage).map(|info| info.output_position_present);
        let domain = union.domain(stage).map(|info| info.output_position_present);
        let geometry = union.geometry(stage);
        let geometry = geometry.map(|info| info.output_position_present);
        let pixel = union.pixel(stage);
        let depth = pixel.map(|pixel| pixel.depth_output);
        let frequency = pixel.map(|pixel| pixel.sample_frequency);
        for (field, value, implied) in [
            ("vertex.output_position_present", vertex, position),
            ("domain.output_position_present", domain, position),
            ("geometry.output_position_present", geometry, position),
            ("pixel.depth_output", depth, Some(has_depth)),
            ("pixel.sample_frequency", frequency, Some(samples)),
        ] {
            check_flag(&format!("stage_info.{field}"), value, implied, findings);
        }
        check_flag("uses_view_id", info.uses_view_id(), None, findings);
    }

    /// Checks the numbers of vectors, which follow from the elements.
    fn check_vectors(&self, stage: ShaderStage, findings: &mut Vec<Finding>) {
        let info = &self.info.record;
        let extra = info.extra_info().unwrap_or_default();
        let mesh = extra.mesh(stage).map(|mesh| mesh.primitive_vectors);
        let mut check = |field: &str, count: Option<u8>, elements, stream| {
            let used = used_vectors(elements, stream);
            // Elements past the last vector have separate findings.
            if let Some(count) = count.filter(|count| u16::from(*count) > used) {
                let found = format!("{count} vectors, of which elements use {used}");
                findings.push(Finding::new(&VECTORS_USED, format!("info.{field}"), found));
            }
        };
        check("input_vectors", info.input_vectors(), &self.inputs, 0);
        // Streams that the stage does not have are findings of their own.
        let streams = streams(int(stage)).narrow().unwrap_or_default();
        let outputs = info.output_vectors().into_iter().flatten().take(streams);
        for (stream, vectors) in (0u8..).zip(outputs) {
            let field = format!("output_vectors[{stream}]");
            check(&field, Some(vectors), &self.outputs, stream);
        }
        let patches = &self.patches_or_primitives;
        let count = extra.patch_constant_vectors(stage);
        check("extra_info.patch_constant_vectors", count, patches, 0);
        check("extra_info.mesh.primitive_vectors", mesh, patches, 0);
    }
}

fn check_flag(
    field: &str,
    value: Option<Bool8>,
    implied: Option<bool>,
    findings: &mut Vec<Finding>,
) {
    let Some(value) = value else { return };
    let path = || format!("info.{field}");
    if value.0 > 1 {
        findings.push(Finding::new(&BOOLEAN, path(), format!("{}", value.0)));
    } else if let Some(implied) = implied.filter(|implied| *implied != value.get()) {
        let found = format!("{}, but the elements imply {implied}", value.get());
        findings.push(Finding::new(&IMPLIED, path(), found));
    }
}

fn check_element(element: &PipelineElement, at: At, has_modes: bool, findings: &mut Vec<Finding>) {
    let PipelineElement {
        rows,
        start_row,
        shape,
        interpolation,
        mask_and_stream,
        ..
    } = *element;
    if !shape.allocated() && (start_row != 0 || shape.start_col() != 0) {
        let found = format!("row {start_row} and column {}", shape.start_col());
        findings.push(Finding::new(&PLACE, at.field("start_row"), found));
    }
    let columns = (1u32 << shape.cols()) - 1;
    let mask = mask_and_stream.dynamic_mask();
    if rows <= 1 && mask != 0 || u32::from(mask) & !columns != 0 {
        let found = format!(
            "{mask:#x}, of an element with {rows} x {} rows and columns",
            shape.cols()
        );
        findings.push(Finding::new(&DYNAMIC, at.field("mask_and_stream"), found));
    }
    let is_known = interpolation.name().is_some();
    if is_known && !has_modes && interpolation != InterpolationMode::Undefined {
        let found = format!("{interpolation}");
        findings.push(Finding::new(
            &INTERPOLATION,
            at.field("interpolation"),
            found,
        ));
    }
}

/// The number of vectors that elements of a stream take.
fn used_vectors(elements: &Strided<PipelineElement>, stream: u8) -> u16 {
    let placed = elements
        .iter()
        .filter(|element| element.shape.allocated() && element.mask_and_stream.stream() == stream);
    let ends = placed.map(|element| u16::from(element.start_row) + u16::from(element.rows));
    ends.max().unwrap_or_default()
}

fn has_kind(elements: &Strided<PipelineElement>, kinds: &[SemanticKind]) -> bool {
    elements.iter().any(|element| kinds.contains(&element.kind))
}

pub(crate) fn is_per_sample(mode: InterpolationMode) -> bool {
    [
        InterpolationMode::LinearSample,
        InterpolationMode::LinearNoperspectiveSample,
    ]
    .contains(&mode)
}
