//! Checks the functions and resources of a library that RDAT lists.

use alloc::format;

use super::inferred::MANY_UAVS;
use super::rules::{FEATURE_FUNCTIONS, FUNCTION_KIND, RESOURCE_RANGE};
use super::shader::Shader;
use crate::finding::{Finding, PartPath};
use crate::report::Report;
use dxc_format::constants::{FeatureFlags, ResourceClass, ShaderKind};
use dxc_format::parts::{RDAT, SFI0};
use dxc_format::rdat::{FunctionRecord, ResourceRecordFlags, RuntimeDataView};

/// Checks the functions and resources of a library.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Report) {
    if let (Some(data), true) = (&shader.runtime_data, shader.is_library()) {
        check_functions(data, findings);
        check_ranges(data, findings);
        if let Some(flags) = shader.features {
            check_features(flags, data, findings);
        }
    }
}

fn check_functions(data: &RuntimeDataView<'_>, findings: &mut Report) {
    for (index, function) in data.functions().iter().enumerate() {
        let FunctionRecord {
            shader_kind,
            stages,
            min_shader_target,
            ..
        } = function;
        let target = min_shader_target.kind();
        let holds = u32::from(target.0) == shader_kind.0;
        let path = format_args!("functions[{index}].min_shader_target");
        let found = format_args!("the target is {target}, and the function is {shader_kind}");
        findings.check(holds, &FUNCTION_KIND, Some(RDAT), path, found);
        let own = 1u32.checked_shl(shader_kind.0).unwrap_or_default();
        let is_library = shader_kind.0 == u32::from(ShaderKind::Library.0);
        let holds = is_library || stages.bits() & !own == 0;
        let path = format_args!("functions[{index}].stages");
        let found = format_args!("the stages are {stages}, and the function is {shader_kind}");
        findings.check(holds, &FUNCTION_KIND, Some(RDAT), path, found);
    }
}

fn check_ranges(data: &RuntimeDataView<'_>, findings: &mut Report) {
    for (index, resource) in data.resources().iter().enumerate() {
        let (first, last) = (resource.lower_bound, resource.upper_bound);
        let path = format_args!("resources[{index}].upper_bound");
        let found = format_args!("the last register is {last}, before the first, {first}");
        findings.check(first <= last, &RESOURCE_RANGE, Some(RDAT), path, found);
    }
}

/// Features that the UAVs of a whole library require.
const OF_LIBRARIES: FeatureFlags = FeatureFlags(
    FeatureFlags::ROVs.0 | FeatureFlags::Max64UAVs.0 | FeatureFlags::UAVsAtEveryStage.0,
);

/// Hints of single functions, which are not repeated for the library.
const OF_FUNCTIONS: FeatureFlags =
    FeatureFlags(FeatureFlags::Opt_UsesDerivatives.0 | FeatureFlags::Opt_RequiresGroup.0);

/// Compares the features of a library with those of its functions.
fn check_features(flags: FeatureFlags, data: &RuntimeDataView<'_>, findings: &mut Report) {
    let functions = data.functions();
    let required = functions
        .iter()
        .fold(0, |all, function| all | function.features.0);
    let uavs = data.resources();
    let uavs = uavs
        .iter()
        .filter(|resource| resource.class == ResourceClass::UAV);
    // Validators since 1.8, which store the wave sizes of functions, only require it for graphics stages.
    let is_later = |function: FunctionRecord| function.minimum_wave_lane_count().is_some();
    let at_every_stage = if functions.get(0).is_some_and(is_later) {
        0
    } else {
        FeatureFlags::UAVsAtEveryStage.0
    };
    let (mut possible, mut registers) = (0, 0u64);
    for uav in uavs {
        registers += u64::from(uav.upper_bound.saturating_sub(uav.lower_bound)) + 1;
        possible |= at_every_stage;
        if uav
            .flags
            .contains(ResourceRecordFlags::UAVRasterizerOrderedView)
        {
            possible |= FeatureFlags::ROVs.0;
        }
    }
    if registers > MANY_UAVS {
        possible |= FeatureFlags::Max64UAVs.0;
    }
    let required = required & !OF_FUNCTIONS.0;
    let missing = FeatureFlags(required & !OF_LIBRARIES.0 & !flags.0);
    let extra = FeatureFlags(flags.0 & !required & !possible);
    let texts = [
        (missing, "not set, and a function requires it"),
        (extra, "set, but no function requires it"),
    ];
    for (features, text) in texts
        .into_iter()
        .filter(|(features, _)| !features.is_empty())
    {
        let found = format!("{features} is {text}");
        let (place, against) = (
            PartPath::new(SFI0, "flags"),
            PartPath::new(RDAT, "functions"),
        );
        findings.push(Finding::between(&FEATURE_FUNCTIONS, place, against, found));
    }
}
