//! Checks the fields of PSV0 that are determined by its elements and its stage.

use alloc::format;

use super::place::At;
use super::rules::{BOOLEAN, DYNAMIC, IMPLIED, INTERPOLATION, PLACE, VECTORS_USED};
use crate::finding::Findings;
use dxc_format::constants::{InterpolationMode, SemanticKind, ShaderStage};
use dxc_format::psv0::{PipelineElement, PipelineStateValidation, streams};
use dxc_format::runtime::int::int;
use dxc_format::types::{Bool8, Strided};

/// Whether an output of a pixel shader is a depth.
pub(crate) fn is_depth(kind: SemanticKind) -> bool {
    kind.depth()
}

/// Checks the fields that are determined by elements.
pub(super) fn check_implied(
    psv: &PipelineStateValidation,
    stage: ShaderStage,
    findings: &mut Findings,
) {
    check_flags(psv, stage, findings);
    check_vectors(psv, stage, findings);
    crate::psv0::validate::stage_values::check_stage_values(psv, stage, findings);
    let has_modes = [
        stage != ShaderStage::Vertex,
        stage != ShaderStage::Pixel,
        ![ShaderStage::Hull, ShaderStage::Domain].contains(&stage),
    ];
    for ((run, elements), has_modes) in crate::psv0::validate::signatures(psv)
        .into_iter()
        .zip(has_modes)
    {
        for (index, element) in elements.iter().enumerate() {
            check_element(element, At(run, index), has_modes, findings);
        }
    }
}

/// Checks that booleans are 0 or 1, and match the elements.
fn check_flags(psv: &PipelineStateValidation, stage: ShaderStage, findings: &mut Findings) {
    let info = &psv.info.record;
    let position = Some(has_kind(&psv.outputs, &[SemanticKind::Position]));
    let has_depth = psv.outputs.iter().any(|output| is_depth(output.kind));
    let samples = has_kind(&psv.inputs, &[SemanticKind::SampleIndex])
        || psv
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

/// Checks the numbers of vectors, which are determined by the elements.
fn check_vectors(psv: &PipelineStateValidation, stage: ShaderStage, findings: &mut Findings) {
    let info = &psv.info.record;
    let extra = info.extra_info().unwrap_or_default();
    let mesh = extra.mesh(stage).map(|mesh| mesh.primitive_vectors);
    let mut check = |field: &str, count: Option<u8>, elements, stream| {
        let used = used_vectors(elements, stream);
        // Elements after the last vector have separate findings.
        let count = count.unwrap_or_default();
        let holds = u16::from(count) <= used;
        let found = format_args!("{count} vectors, of which elements use {used}");
        findings.check(holds, &VECTORS_USED, format_args!("info.{field}"), found);
    };
    check("input_vectors", info.input_vectors(), &psv.inputs, 0);
    // Streams that the stage does not have are reported separately.
    let streams = streams(int(stage)).narrow().unwrap_or_default();
    let outputs = info.output_vectors().into_iter().flatten().take(streams);
    for (stream, vectors) in (0u8..).zip(outputs) {
        let field = format!("output_vectors[{stream}]");
        check(&field, Some(vectors), &psv.outputs, stream);
    }
    let patches = &psv.patches_or_primitives;
    let count = extra.patch_constant_vectors(stage);
    check("extra_info.patch_constant_vectors", count, patches, 0);
    check("extra_info.mesh.primitive_vectors", mesh, patches, 0);
}

fn check_flag(field: &str, value: Option<Bool8>, implied: Option<bool>, findings: &mut Findings) {
    let Some(value) = value else { return };
    let place = format_args!("info.{field}");
    let is_boolean = value.0 <= 1;
    findings.check(is_boolean, &BOOLEAN, place, value.0);
    if let Some(implied) = implied.filter(|_| is_boolean) {
        let value = value.get();
        let found = format_args!("{value}, but the elements imply {implied}");
        findings.check(implied == value, &IMPLIED, place, found);
    }
}

fn check_element(element: &PipelineElement, at: At, has_modes: bool, findings: &mut Findings) {
    let PipelineElement {
        rows,
        start_row,
        shape,
        interpolation,
        mask_and_stream,
        ..
    } = *element;
    let start_column = shape.start_col();
    let holds = shape.allocated() || (start_row, start_column) == (0, 0);
    let found = format_args!("row {start_row} and column {start_column}");
    findings.check(holds, &PLACE, format_args!("{at}.start_row"), found);
    let columns = (1u32 << shape.cols()) - 1;
    let mask = mask_and_stream.dynamic_mask();
    let holds = mask == 0 || rows > 1 && u32::from(mask) & !columns == 0;
    let found = format_args!(
        "{mask:#x}, of an element with {rows} x {} rows and columns",
        shape.cols()
    );
    findings.check(holds, &DYNAMIC, format_args!("{at}.mask_and_stream"), found);
    let is_known = interpolation.is_known();
    let holds = has_modes || !is_known || interpolation == InterpolationMode::Undefined;
    let place = format_args!("{at}.interpolation");
    findings.check(holds, &INTERPOLATION, place, interpolation);
}

/// The number of vectors that the elements of a stream use.
fn used_vectors(elements: &Strided<PipelineElement>, stream: u8) -> u16 {
    let placed = elements
        .iter()
        .filter(|element| element.shape.allocated() && element.mask_and_stream.stream() == stream);
    let ends = placed.map(|element| u16::from(element.start_row) + u16::from(element.rows));
    ends.max().unwrap_or_default()
}

/// Whether any element has one of these kinds.
pub(crate) fn has_kind(elements: &Strided<PipelineElement>, kinds: &[SemanticKind]) -> bool {
    elements.iter().any(|element| kinds.contains(&element.kind))
}

pub(crate) fn is_per_sample(mode: InterpolationMode) -> bool {
    [
        InterpolationMode::LinearSample,
        InterpolationMode::LinearNoperspectiveSample,
    ]
    .contains(&mode)
}
