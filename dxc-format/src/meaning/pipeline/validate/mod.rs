//! The consistency that PSV0 promises: `PipelineStateValidation::validate`.

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

use crate::generated::psv0::{PipelineElement, PipelineStateValidation, streams};
use crate::meaning::columns::Columns;
use crate::meaning::finding::{Finding, Findings};
use crate::runtime::Strided;
use rules::{STAGE, STREAMS, THREADS, WAVE, WRITABLE};

impl PipelineStateValidation {
    /// Checks the rules of PSV0; the result is empty if the value is valid.
    ///
    /// Values that break these rules can be read and mostly be written, but the runtime or DXC's validator refuses
    /// them, according to the rule's [`weight`](crate::Rule::weight). `path` is that of the field, such as
    /// `inputs[2].name`.
    ///
    /// ```
    /// use dxc_format::psv0::{PipelineStateValidation, ResourceBinding};
    ///
    /// let mut psv = PipelineStateValidation::default();
    /// let mut resource = ResourceBinding::new(0);
    /// resource.lower_bound = 2;
    /// psv.resources.push(resource);
    /// let findings = psv.validate();
    /// let names: Vec<_> = findings.iter().map(|finding| finding.rule.name).collect();
    /// assert_eq!(names, ["psv-known-value", "psv-resource-range"]);
    /// assert_eq!(findings[1].path, "resources[0].upper_bound");
    /// ```
    pub fn validate(&self) -> Vec<Finding> {
        let mut findings = self.findings();
        findings.retain(|finding| !finding.rule.is_tidy());
        findings
    }

    /// Findings that no program refuses and that are not about order: unreferenced entries of tables.
    pub fn untidy(&self) -> Vec<Finding> {
        let mut findings = self.findings();
        findings.retain(|finding| finding.rule.is_tidy());
        findings
    }

    /// The findings of all weights.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let mut findings = Findings::default();
        if let Err(error) = self.to_bytes() {
            findings.check(false, &WRITABLE, error.path(), error.kind());
        }
        self.check_info(&mut findings);
        self.check_resources(&mut findings);
        if let Some(stage) = self.info.shader_stage() {
            self.check_elements(stage, &mut findings);
            // Nothing else is known about a stage without a name.
            if stage.name().is_some() {
                self.check_implied(stage, &mut findings);
                self.check_waves(stage, &mut findings);
                self.check_groups(stage, &mut findings);
                self.check_dependencies(stage, &mut findings);
            }
        }
        tables::check(self, &mut findings);
        findings.0
    }

    /// The elements of each signature, with the name of their field.
    pub(crate) fn signatures(&self) -> [(&'static str, &Strided<PipelineElement>); 3] {
        [
            ("inputs", &self.inputs),
            ("outputs", &self.outputs),
            ("patches_or_primitives", &self.patches_or_primitives),
        ]
    }

    fn check_info(&self, findings: &mut Findings) {
        let info = &self.info.record;
        let (fewest, most) = (info.minimum_wave_lane_count, info.maximum_wave_lane_count);
        let found = format_args!("{fewest}, and at most {most}");
        findings.check(fewest <= most, &WAVE, "info.minimum_wave_lane_count", found);
        let Some(stage) = info.shader_stage() else {
            return;
        };
        let is_known = stage.is_marked("pipeline");
        findings.check(is_known, &STAGE, "info.shader_stage", stage);
        if !is_known {
            return;
        }
        let has_groups = stage.is_marked("groups");
        for (axis, threads) in ["x", "y", "z"].into_iter().zip(info.num_threads()) {
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
}
