//! Checks that the fields of PSV0 are consistent: `PipelineStateValidation::validate`.

mod elements;
mod groups;
pub(crate) mod implied;
mod place;
pub(crate) mod resources;
mod rules;
mod stage_values;
mod tables;
pub(crate) mod touched;

use alloc::vec::Vec;

use crate::finding::{Finding, Findings, Severity};
use dxc_format::psv0::{PipelineElement, PipelineStateValidation, streams};
use dxc_format::types::Strided;
use rules::{STAGE, STREAMS, THREADS, WAVE, WRITABLE};

/// Checks the rules of PSV0; the result is empty if the value is valid.
///
/// Values that break these rules can be read and mostly be written, but the runtime or DXC's validator refuses
/// them, according to the rule's [`severity`](crate::Rule::severity). `path` is that of the field, such as
/// `inputs[2].name`.
///
/// ```
/// use dxc_format::psv0::{PipelineStateValidation, ResourceBinding};
///
/// let mut psv = PipelineStateValidation::default();
/// let mut resource = ResourceBinding::new(0);
/// resource.lower_bound = 2;
/// psv.resources.push(resource);
/// let findings = dxc_shader::psv0::validate(&psv);
/// let names: Vec<_> = findings.iter().map(|finding| finding.rule.name).collect();
/// assert_eq!(names, ["psv-known-value", "psv-resource-range"]);
/// assert_eq!(findings[1].path, "resources[0].upper_bound");
/// ```
pub fn validate(psv: &PipelineStateValidation) -> Vec<Finding> {
    let mut findings = findings(psv);
    findings.retain(|finding| finding.rule.severity != Severity::Lint);
    findings
}

/// Findings that no program refuses and that are not about order: unreferenced numbers of tables.
pub fn lint(psv: &PipelineStateValidation) -> Vec<Finding> {
    let mut findings = findings(psv);
    findings.retain(|finding| finding.rule.severity == Severity::Lint);
    findings
}

/// The findings of all severities.
pub(crate) fn findings(psv: &PipelineStateValidation) -> Vec<Finding> {
    let mut findings = Findings::default();
    if let Err(error) = psv.to_bytes() {
        findings.check(false, &WRITABLE, error.path(), error.kind());
    }
    check_info(psv, &mut findings);
    resources::check_resources(psv, &mut findings);
    if let Some(stage) = psv.info.shader_stage() {
        elements::check_elements(psv, stage, &mut findings);
        // For an unknown stage, nothing else is known.
        if stage.is_known() {
            implied::check_implied(psv, stage, &mut findings);
            groups::check_waves(psv, stage, &mut findings);
            groups::check_groups(psv, stage, &mut findings);
            groups::check_dependencies(psv, &mut findings);
        }
    }
    tables::check(psv, &mut findings);
    findings.0
}

/// The elements of each signature, with the name of their field.
pub(crate) fn signatures(
    psv: &PipelineStateValidation,
) -> [(&'static str, &Strided<PipelineElement>); 3] {
    [
        ("inputs", &psv.inputs),
        ("outputs", &psv.outputs),
        ("patches_or_primitives", &psv.patches_or_primitives),
    ]
}

fn check_info(psv: &PipelineStateValidation, findings: &mut Findings) {
    let info = &psv.info.record;
    let (fewest, most) = (info.minimum_wave_lane_count, info.maximum_wave_lane_count);
    let found = format_args!("{fewest}, and at most {most}");
    findings.check(fewest <= most, &WAVE, "info.minimum_wave_lane_count", found);
    let Some(stage) = info.shader_stage() else {
        return;
    };
    let is_known = stage.pipeline();
    findings.check(is_known, &STAGE, "info.shader_stage", stage);
    if !is_known {
        return;
    }
    let has_groups = stage.groups();
    for (axis, threads) in ["x", "y", "z"]
        .into_iter()
        .zip(crate::psv0::num_threads(info))
    {
        let Some(threads) = threads else { continue };
        let place = format_args!("info.num_threads_{axis}");
        let found = format_args!("{threads} threads along {axis} in the stage {stage}");
        findings.check((threads > 0) == has_groups, &THREADS, place, found);
    }
    let vectors = info.output_vectors().into_iter().flatten().enumerate();
    let streams = streams(stage).narrow().unwrap_or_default();
    for (stream, vectors) in vectors.skip(streams) {
        let place = format_args!("info.output_vectors[{stream}]");
        let found = format_args!("{vectors} vectors in the stage {stage}");
        findings.check(vectors == 0, &STREAMS, place, found);
    }
}
