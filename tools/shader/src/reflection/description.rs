//! Reflects the counters of `D3D12_SHADER_DESC`.

use super::stage::StageDescription;
use dxc_format::Result;
use dxc_format::statistics::Counters;
use dxil::DxilModule;
use dxil::dxil_metadata::{DxilCounter, NamedMetadata};

/// Converts a module's counters to the form of FXC's statistics: the number of instructions of each kind, and the
/// properties of the stage. Values that DXC does not count are 0.
pub(super) fn read(module: &DxilModule<'_>) -> Result<Counters> {
    let mut counters = Counters::new(u32::MAX);
    let name = NamedMetadata::Counters.text();
    for node in module.module.named(name.unwrap_or_default()) {
        let pairs = (0..u32::try_from(node.len()).unwrap_or(u32::MAX)).step_by(2);
        for index in pairs {
            let counter = node.string(index).and_then(DxilCounter::from_text);
            let count = node.integer(index + 1).map(i64::cast_unsigned);
            let count = count.and_then(|count| u32::try_from(count).ok());
            if let Some((counter, count)) = counter.zip(count) {
                add(&mut counters, counter, count)?;
            }
        }
    }
    let entry = module.entry_points.first();
    if let Some(state) = entry.and_then(|entry| entry.stage.as_ref()) {
        add_stage(&mut counters, &StageDescription::of_state(state))?;
    }
    Ok(counters)
}

fn add(counters: &mut Counters, counter: DxilCounter, count: u32) -> Result<()> {
    let field = match counter {
        DxilCounter::ArrayLocalBytes
        | DxilCounter::ArrayStaticBytes
        | DxilCounter::ArrayGroupSharedBytes => &mut counters.temp_array_count,
        DxilCounter::ArrayLocalAccesses
        | DxilCounter::ArrayStaticAccesses
        | DxilCounter::ArrayGroupSharedAccesses => &mut counters.array_instruction_count,
        DxilCounter::Branches => &mut counters.dynamic_flow_control_count,
        DxilCounter::Floats => &mut counters.float_instruction_count,
        DxilCounter::Cut => &mut counters.cut_instruction_count,
        DxilCounter::Emit => &mut counters.emit_instruction_count,
        DxilCounter::Instructions => &mut counters.instruction_count,
        DxilCounter::Ints => &mut counters.int_instruction_count,
        DxilCounter::Uints => &mut counters.uint_instruction_count,
        DxilCounter::TextureBias => &mut counters.texture_bias_instructions,
        DxilCounter::TextureCompare => &mut counters.texture_comp_instructions,
        DxilCounter::TextureGradient => &mut counters.texture_gradient_instructions,
        DxilCounter::TextureLoad => &mut counters.texture_load_instructions,
        DxilCounter::TextureNormal => &mut counters.texture_normal_instructions,
        DxilCounter::Barrier => return counters.set_barrier_instructions(count),
        DxilCounter::Atomic => return counters.set_interlocked_instructions(count),
        DxilCounter::TextureStore => return counters.set_texture_store_instructions(count),
        _ => return Ok(()),
    };
    *field = field.saturating_add(count);
    Ok(())
}

fn add_stage(counters: &mut Counters, stage: &StageDescription) -> Result<()> {
    counters.input_primitive = stage.input_primitive.unwrap_or_default();
    counters.gs_output_topology = stage.gs_output_topology.unwrap_or_default();
    counters.gs_max_output_vertex_count = stage.gs_max_output_vertex_count.unwrap_or_default();
    counters.set_gs_instance_count(stage.gs_instance_count.unwrap_or_default())?;
    counters.set_control_points(stage.control_points.unwrap_or_default())?;
    counters.set_hs_output_primitive(stage.hs_output_primitive.unwrap_or_default())?;
    counters.set_hs_partitioning(stage.hs_partitioning.unwrap_or_default())?;
    counters.set_tessellator_domain(stage.tessellator_domain.unwrap_or_default())
}
