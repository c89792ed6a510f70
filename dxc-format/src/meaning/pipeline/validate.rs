//! The consistency that PSV0 promises: `PipelineStateValidation::validate`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::elements::STREAMS;
use super::tables;
use crate::generated::constants::{ResourceClass, ResourceKind, ResourceType, ShaderStage};
use crate::generated::psv0::{PipelineStateValidation, ResourceBinding, streams};
use crate::meaning::finding::{Finding, Rule, Weight};
use crate::runtime::BySize;
use crate::runtime::int::int;
use crate::runtime::shape::EnumTable;

/// The validator compares PSV0 with the module that it comes from, which never breaks these rules.
pub(super) const SIGNED: Weight = Weight::Validator { since: "1.0" };

const WRITABLE: Rule = Rule::new(
    "psv-writable",
    "counts, strides and masks agree with the version, the stage and the vectors",
    "DXC DxilPipelineStateValidation.h, `ReadOrWrite`",
)
.broken("it cannot be written: {}");
const STAGE: Rule = Rule::new(
    "psv-stage",
    "the stage is one that takes part in a pipeline of its own",
    "DXC DxilContainerAssembler.cpp, `DxilPSVWriter`",
)
.broken("shaders of the stage {} take part in no pipeline of their own")
.weight(SIGNED);
const THREADS: Rule = Rule::new(
    "psv-threads",
    "a stage that runs in groups has at least 1 thread along each axis, and no other has any",
    "DXC DxilPipelineStateValidation.h, `PSVRuntimeInfo2`",
)
.broken("a group cannot have {}")
.weight(SIGNED);
const WAVE: Rule = Rule::new(
    "psv-wave-lanes",
    "no wave has to have more lanes than it may have",
    "DXC DxilPipelineStateValidation.h, `PSVRuntimeInfo0`",
)
.broken("a wave has at least {} lanes")
.weight(SIGNED);
const RANGE: Rule = Rule::new(
    "psv-resource-range",
    "the first register is not behind the last",
    "DXC DxilPipelineStateValidation.h, `PSVResourceBindInfo0`",
)
.broken("the last register is {}")
.weight(SIGNED);
const RESOURCE_KIND: Rule = Rule::new(
    "psv-resource-kind",
    "the shape of a resource is one that its view can have",
    "DXC DxilPipelineStateValidation.cpp, `InitPSVResourceBinding`",
)
.broken("the view does not go with the kind: {}")
.weight(SIGNED);
const RESOURCE_VERSION: Rule = Rule::new(
    "psv-resource-version",
    "resources are in the newest version that is not newer than the info's",
    "DXC DxilPipelineStateValidation.h, `PSVInitInfo`",
)
.broken("records take {}")
.weight(SIGNED);
const KNOWN: Rule = Rule::new(
    "psv-known-value",
    "the value is a known one",
    "LLVM DXContainerConstants.def",
)
.broken("{}")
.weight(SIGNED);

impl PipelineStateValidation {
    /// What the value lacks of the consistency that PSV0 promises; nothing, if all is well.
    ///
    /// Values that break these rules can be read and mostly be written, but the runtime or DXC's validator refuses
    /// them: a rule's [`weight`](Rule::weight) tells which. `path` is that of the field, as in `inputs[2].name`.
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

    /// What nobody refuses, and is no order: what stands in tables though nothing names it.
    pub fn untidy(&self) -> Vec<Finding> {
        let mut findings = self.findings();
        findings.retain(|finding| finding.rule.is_tidy());
        findings
    }

    fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Err(error) = self.to_bytes() {
            findings.push(Finding::new(
                &WRITABLE,
                error.path(),
                error.kind().to_string(),
            ));
        }
        self.check_info(&mut findings);
        for (index, resource) in self.resources.iter().enumerate() {
            let at = At("resources", index);
            check_resource(resource, at, &mut findings);
        }
        self.check_resource_version(&mut findings);
        if let Some(stage) = self.info.shader_stage() {
            self.check_elements(stage, &mut findings);
        }
        tables::check(self, &mut findings);
        findings
    }

    fn check_info(&self, findings: &mut Vec<Finding>) {
        let info = &self.info.record;
        let (fewest, most) = (info.minimum_wave_lane_count, info.maximum_wave_lane_count);
        if fewest > most {
            let found = format!("{fewest}, and at most {most}");
            findings.push(Finding::new(&WAVE, "info.minimum_wave_lane_count", found));
        }
        let Some(stage) = info.shader_stage() else {
            return;
        };
        let stage_is = |what| ShaderStage::TABLE.is_marked(what, stage.0.into());
        if !stage_is("pipeline") {
            findings.push(Finding::new(
                &STAGE,
                "info.shader_stage",
                format!("{stage}"),
            ));
            return;
        }
        let has_groups = stage_is("groups");
        let threads = [
            ("x", info.num_threads_x()),
            ("y", info.num_threads_y()),
            ("z", info.num_threads_z()),
        ];
        for (axis, threads) in threads {
            if let Some(threads) = threads.filter(|threads| (*threads > 0) != has_groups) {
                let found = format!("{threads} threads along {axis} in the stage {stage}");
                let path = format!("info.num_threads_{axis}");
                findings.push(Finding::new(&THREADS, path, found));
            }
        }
        let vectors = info.output_vectors().into_iter().flatten().enumerate();
        let streams = streams(int(stage)).narrow().unwrap_or_default();
        for (stream, vectors) in vectors.skip(streams) {
            if vectors > 0 {
                let found = format!("{vectors} vectors in the stage {stage}");
                let path = format!("info.output_vectors[{stream}]");
                findings.push(Finding::new(&STREAMS, path, found));
            }
        }
    }

    fn check_resource_version(&self, findings: &mut Vec<Finding>) {
        let expected = ResourceBinding::size_of_version(self.info.version());
        let stride = self.resources.stride() as usize;
        if !self.resources.is_empty() && stride != expected {
            let found = format!("{stride} bytes, where {expected} are due");
            findings.push(Finding::new(&RESOURCE_VERSION, "resources", found));
        }
    }
}

/// A record of a run.
#[derive(Clone, Copy)]
pub(super) struct At(pub(super) &'static str, pub(super) usize);

impl At {
    /// Where one of its fields is.
    pub(super) fn field(self, name: &str) -> String {
        let Self(run, index) = self;
        format!("{run}[{index}].{name}")
    }
}

/// Notes a value that no name has.
pub(super) fn known(
    table: &EnumTable,
    value: u64,
    at: At,
    field: &str,
    findings: &mut Vec<Finding>,
) {
    if table.by_value(value).is_none() {
        let found = format!("{value} is no {}", table.name);
        findings.push(Finding::new(&KNOWN, at.field(field), found));
    }
}

fn check_resource(resource: &ResourceBinding, at: At, findings: &mut Vec<Finding>) {
    let ResourceBinding {
        resource_type,
        lower_bound,
        upper_bound,
        ..
    } = *resource;
    let is_none = resource_type.resource_class() == ResourceClass::Invalid;
    if is_none && resource_type.name().is_some() {
        let found = "the resource is viewed in no way";
        findings.push(Finding::new(&KNOWN, at.field("resource_type"), found));
    }
    let value = resource_type.0.into();
    known(&ResourceType::TABLE, value, at, "resource_type", findings);
    if lower_bound > upper_bound {
        let found = format!("{upper_bound}, before the first, {lower_bound}");
        findings.push(Finding::new(&RANGE, at.field("upper_bound"), found));
    }
    if let Some(kind) = resource.kind() {
        known(&ResourceKind::TABLE, kind.0.into(), at, "kind", findings);
        if !views(resource_type, kind) {
            let found = format!("{kind}, viewed as {resource_type}");
            findings.push(Finding::new(&RESOURCE_KIND, at.field("kind"), found));
        }
    }
    if let Some(flags) = resource.flags().filter(|flags| flags.unknown() != 0) {
        let found = format!("{flags} has bits without a meaning");
        findings.push(Finding::new(&KNOWN, at.field("flags"), found));
    }
}

/// Whether a resource of a shape can be viewed so; anything can in a way that is not known.
fn views(view: ResourceType, kind: ResourceKind) -> bool {
    let number = view.0.into();
    match ResourceType::TABLE.text("kinds", number) {
        Some(kinds) => kinds.split(' ').any(|name| kind.name() == Some(name)),
        None if view.resource_class() == ResourceClass::Invalid => true,
        None => !ResourceKind::TABLE.is_marked("own_access", kind.0.into()),
    }
}
