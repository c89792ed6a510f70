//! Prints the runtime information of PSV0.

use core::fmt;

use dxc_format::constants::{InputPrimitive, ShaderStage};
use dxc_format::psv0::{PipelineStateValidationView, RuntimeInfo};
use dxc_format::types::Bool8;
use dxc_text::Printable;

pub(super) fn write(
    f: &mut dyn fmt::Write,
    part: &PipelineStateValidationView<'_>,
    stage: ShaderStage,
) -> fmt::Result {
    let info = &part.info();
    // This is the only line that ends with a blank.
    f.write_str(";\n; Pipeline Runtime Information: \n;\n;PSVRuntimeInfo:\n")?;
    if let Some(title) = stage.dxc() {
        writeln!(f, "; {title}")?;
        write_stage(f, info, stage)?;
        write_group(f, info, stage)?;
    }
    let [minimum, maximum] = [info.minimum_wave_lane_count, info.maximum_wave_lane_count];
    if minimum == maximum {
        writeln!(f, "; WaveSize={minimum}")?
    } else {
        writeln!(f, "; MinimumExpectedWaveLaneCount: {minimum}")?;
        writeln!(f, "; MaximumExpectedWaveLaneCount: {maximum}")?;
    }
    write_counts(f, info)?;
    if info.entry_name().is_some() {
        let name = info.entry_name_in(*part).unwrap_or_default();
        writeln!(f, "; EntryFunctionName: {}", Printable(name))?;
    }
    f.write_str(";\n")
}

/// Writes the properties that are specific to a stage.
fn write_stage(f: &mut dyn fmt::Write, info: &RuntimeInfo, stage: ShaderStage) -> fmt::Result {
    let union = &info.stage_info;
    if let Some(vertex) = union.vertex(stage) {
        write_position(f, vertex.output_position_present)?;
    }
    if let Some(hull) = union.hull(stage) {
        let domain = named(hull.tessellator_domain.dxc());
        let primitive = named(hull.tessellator_output_primitive.dxc());
        writeln!(f, "; InputControlPointCount={}", hull.input_control_points)?;
        writeln!(
            f,
            "; OutputControlPointCount={}",
            hull.output_control_points
        )?;
        writeln!(f, "; Domain={domain}")?;
        writeln!(f, "; OutputPrimitive={primitive}")?;
    }
    if let Some(domain) = union.domain(stage) {
        writeln!(
            f,
            "; InputControlPointCount={}",
            domain.input_control_points
        )?;
        write_position(f, domain.output_position_present)?;
    }
    if let Some(geometry) = union.geometry(stage) {
        // The names equal FXC's, except for "no primitive", for which FXC has a name.
        let primitive = match geometry.input_primitive {
            InputPrimitive::Undefined => None,
            primitive => primitive.fxc(),
        };
        let topology = named(geometry.output_topology.dxc());
        writeln!(f, "; InputPrimitive={}", primitive.unwrap_or(NO_NAME))?;
        writeln!(f, "; OutputTopology={topology}")?;
        writeln!(f, "; OutputStreamMask={}", geometry.output_stream_mask)?;
        write_position(f, geometry.output_position_present)?;
    }
    if let Some(pixel) = union.pixel(stage) {
        let [depth, frequency] = [pixel.depth_output, pixel.sample_frequency].map(number);
        writeln!(f, "; DepthOutput={depth}")?;
        writeln!(f, "; SampleFrequency={frequency}")?;
    }
    if let Some(mesh) = info.extra_info().and_then(|extra| extra.mesh(stage)) {
        let topology = named(mesh.output_topology.dxc());
        writeln!(f, "; MeshOutputTopology={topology}")?;
    }
    Ok(())
}

/// Writes the properties of stages that run in thread groups.
fn write_group(f: &mut dyn fmt::Write, info: &RuntimeInfo, stage: ShaderStage) -> fmt::Result {
    if !stage.groups() {
        return Ok(());
    }
    if let [Some(x), Some(y), Some(z)] = crate::psv0::num_threads(info) {
        writeln!(f, "; NumThreads=({x},{y},{z})")?;
    }
    if let Some(bytes) = info.group_shared_bytes() {
        writeln!(f, "; NumBytesGroupSharedMemory: {bytes}")?;
    }
    Ok(())
}

/// Writes the fields that version 1 adds.
fn write_counts(f: &mut dyn fmt::Write, info: &RuntimeInfo) -> fmt::Result {
    let Some(uses_view_id) = info.uses_view_id() else {
        return Ok(());
    };
    writeln!(f, "; UsesViewID: {}", uses_view_id.get())?;
    let counts = [
        ("SigInputElements", info.input_elements()),
        ("SigOutputElements", info.output_elements()),
        (
            "SigPatchConstOrPrimElements",
            info.patch_or_primitive_elements(),
        ),
        ("SigInputVectors", info.input_vectors()),
    ];
    for (name, count) in counts {
        writeln!(f, "; {name}: {}", count.unwrap_or_default())?;
    }
    let vectors = info.output_vectors().unwrap_or_default();
    for (stream, count) in vectors.iter().enumerate() {
        writeln!(f, "; SigOutputVectors[{stream}]: {count}")?;
    }
    Ok(())
}

fn write_position(f: &mut dyn fmt::Write, is_present: Bool8) -> fmt::Result {
    writeln!(f, "; OutputPositionPresent={}", number(is_present))
}

/// DXC prints these booleans as numbers.
fn number(value: Bool8) -> u8 {
    u8::from(value.get())
}

/// DXC's text for a value without a name.
const NO_NAME: &str = "invalid";

fn named(name: Option<&'static str>) -> &'static str {
    name.unwrap_or(NO_NAME)
}
