//! Checks the wave sizes, thread groups and dependencies that PSV0 states.

use super::rules::{DEPENDENCY, SHARED, THREADS, WAVE_SIZE};
use super::touched::{Components, Touched};
use crate::finding::Findings;
use dxc_format::constants::ShaderStage;
use dxc_format::psv0::{PipelineElement, PipelineStateValidation, components};
use dxc_format::runtime::int::int;
use dxc_format::types::Strided;

/// The maximum number of threads of a group along each axis, and in total.
struct GroupLimits {
    axes: [u32; 3],
    together: u64,
}

const COMPUTE: GroupLimits = GroupLimits {
    axes: [1024, 1024, 64],
    together: 1024,
};
const MESH: GroupLimits = GroupLimits {
    axes: [128, 128, 128],
    together: 128,
};

/// The wave sizes that a shader may require: powers of two.
const WAVE_SIZES: core::ops::RangeInclusive<u32> = 4..=128;

/// Checks the wave size: only compute shaders may require one.
pub(super) fn check_waves(
    psv: &PipelineStateValidation,
    stage: ShaderStage,
    findings: &mut Findings,
) {
    let info = &psv.info.record;
    let (fewest, most) = (info.minimum_wave_lane_count, info.maximum_wave_lane_count);
    let is_size = |lanes: u32| lanes.is_power_of_two() && WAVE_SIZES.contains(&lanes);
    let is_chosen = stage == ShaderStage::Compute && is_size(fewest) && is_size(most);
    let is_any = fewest == 0 && most == u32::MAX;
    let is_known = stage.pipeline();
    let holds = !is_known || fewest > most || is_any || is_chosen;
    let found = format_args!("{fewest} to {most} in the stage {stage}");
    findings.check(holds, &WAVE_SIZE, "info.minimum_wave_lane_count", found);
}

/// Checks the size of a group, and its shared memory.
pub(super) fn check_groups(
    psv: &PipelineStateValidation,
    stage: ShaderStage,
    findings: &mut Findings,
) {
    let info = &psv.info.record;
    let limits = match stage {
        ShaderStage::Compute => COMPUTE,
        ShaderStage::Mesh | ShaderStage::Amplification => MESH,
        _ if stage.groups() => return,
        _ => {
            let bytes = info.group_shared_bytes().unwrap_or_default();
            let found = format_args!("{bytes} bytes in the stage {stage}");
            findings.check(bytes == 0, &SHARED, "info.group_shared_bytes", found);
            return;
        }
    };
    let threads = crate::psv0::num_threads(info).map(Option::unwrap_or_default);
    for ((axis, threads), most) in ["x", "y", "z"].into_iter().zip(threads).zip(limits.axes) {
        let place = format_args!("info.num_threads_{axis}");
        let found = format_args!("{threads} threads along {axis}, of at most {most}");
        findings.check(threads <= most, &THREADS, place, found);
    }
    let all = threads
        .into_iter()
        .fold(1u64, |all, threads| all.saturating_mul(threads.into()));
    let most = limits.together;
    let found = format_args!("{all} threads, of at most {most}");
    findings.check(all <= most, &THREADS, "info.num_threads_x", found);
}

/// Checks that dependencies only reference components that elements have.
pub(super) fn check_dependencies(psv: &PipelineStateValidation, findings: &mut Findings) {
    let touched = Touched::new(psv);
    check_components("inputs", &touched.inputs, &psv.inputs, 0, findings);
    for (stream, outputs) in (0u8..).zip(&touched.outputs) {
        check_components("outputs", outputs, &psv.outputs, stream, findings);
    }
    let patches = &psv.patches_or_primitives;
    check_components(
        "patches_or_primitives",
        &touched.patches,
        patches,
        0,
        findings,
    );
}

fn check_components(
    run: &'static str,
    touched: &Components,
    elements: &Strided<PipelineElement>,
    stream: u8,
    findings: &mut Findings,
) {
    let width: usize = components(int(1)).narrow().unwrap_or_default();
    let mut held = Components::default();
    for element in elements {
        let shape = element.shape;
        if !shape.allocated() || element.mask_and_stream.stream() != stream {
            continue;
        }
        let (first, columns) = (usize::from(shape.start_col()), usize::from(shape.cols()));
        for row in 0..usize::from(element.rows) {
            let start = (usize::from(element.start_row) + row) * width + first;
            (start..start + columns).for_each(|component| held.insert(component));
        }
    }
    for component in touched.iter() {
        let found = format_args!("component {component} of stream {stream}");
        findings.check(held.contains(component), &DEPENDENCY, run, found);
    }
}
