//! Infers features from PSV0, the stage and the other features.

use self::Expected::{Clear, Either, Set};
use crate::psv0::validate::implied::has_kind;
use dxc_format::constants::{
    FeatureFlags, FeatureRule, InterpolationMode, ResourceClass, ResourceFlags, SemanticKind,
    ShaderStage,
};
use dxc_format::psv0::{PipelineStateValidation, ResourceBinding};

/// The value of a feature that the other parts imply.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Set,
    Clear,
    Either,
}

impl Expected {
    /// The feature is set if `holds` is true, and clear otherwise.
    fn exactly(holds: bool) -> Self {
        if holds { Set } else { Clear }
    }

    /// The feature is clear if `holds` is false, and may be set otherwise.
    fn only_if(holds: bool) -> Self {
        if holds { Either } else { Clear }
    }
}

/// The properties of a shader that is not a library.
pub(super) struct Inferred<'s> {
    pub(super) stage: ShaderStage,
    pub(super) psv: &'s PipelineStateValidation,
    pub(super) flags: FeatureFlags,
}

impl Inferred<'_> {
    pub(super) fn has(&self, flags: FeatureFlags) -> bool {
        self.flags.contains(flags)
    }

    fn has_resource(&self, is_meant: impl Fn(&ResourceBinding) -> bool) -> bool {
        self.psv.resources.iter().any(is_meant)
    }

    /// Whether the shader may access a resource that requires a feature: it is bound, or it may be in the descriptor
    /// heap, which PSV0 does not list. If the version of PSV0 does not store the kind, it may be any.
    fn may_access(&self, feature: FeatureFlags) -> bool {
        let (classes, types) = (feature.classes(), feature.types());
        let (kinds, used) = (feature.kinds(), feature.used());
        if classes.is_empty() && types.is_empty() && kinds.is_empty() && used.is_empty() {
            return true;
        }
        let is_meant = |resource: &ResourceBinding| {
            let class = crate::bindings::class_of(resource.resource_type.class());
            let flags = resource.flags().unwrap_or_default();
            is_among(classes, class)
                && is_among(types, resource.resource_type)
                && resource.kind().is_none_or(|kind| is_among(kinds, kind))
                && used.iter().all(|flag| flags.contains(*flag))
        };
        self.has(FeatureFlags::ResourceDescriptorHeapIndexing) || self.has_resource(is_meant)
    }

    /// Whether the stage has group shared memory, and PSV0 does not rule out that it is used.
    fn may_share(&self) -> bool {
        let has_groups = self.stage.groups();
        has_groups && self.psv.info.group_shared_bytes() != Some(0)
    }

    /// The value of a feature that the signatures, the resources, the stage and other features imply, by the columns of
    /// its table. If no column is set, only the instructions determine whether the feature is required.
    pub(super) fn expected(&self, feature: FeatureFlags) -> Expected {
        let is_in_stage = is_among(feature.stages(), self.stage);
        let elements = feature.elements();
        if feature.unused() {
            return Clear;
        }
        if !elements.is_empty() {
            let mut all = self.psv.inputs.iter().chain(self.psv.outputs.iter());
            let has_element = all.any(|element| is_among(elements, element.kind));
            return Expected::exactly(is_in_stage && has_element);
        }
        let is_possible = match feature.rule() {
            Some(FeatureRule::UAVsAtEveryStage) => return self.expected_uavs(),
            Some(FeatureRule::ManyUAVs) => return self.expected_many_uavs(),
            Some(FeatureRule::ArrayIndex) => return self.expected_array_index(),
            Some(FeatureRule::Barycentrics) => return self.expected_barycentrics(),
            Some(FeatureRule::BoundUAVs) => self.has_resource(is_uav),
            Some(FeatureRule::GroupShared) => self.may_share(),
            _ => true,
        };
        let has = |flag: &FeatureFlags| self.has(*flag);
        let needs = feature.needs().iter().all(has);
        let excludes = feature.excludes().iter().any(has);
        let can_be = is_in_stage && is_possible && needs && !excludes;
        Expected::only_if(can_be && self.may_access(feature))
    }

    /// The expected value for UAVs in stages. Validators before 1.8 (versions of PSV0 before 3) also count mesh and
    /// amplification shaders.
    fn expected_uavs(&self) -> Expected {
        let has_uavs = self.has_resource(is_uav);
        match self.stage {
            ShaderStage::Pixel | ShaderStage::Compute => Clear,
            ShaderStage::Mesh | ShaderStage::Amplification if self.psv.info.version() >= 3 => Clear,
            ShaderStage::Mesh
            | ShaderStage::Amplification
            | ShaderStage::Vertex
            | ShaderStage::Hull
            | ShaderStage::Domain
            | ShaderStage::Geometry => Expected::exactly(has_uavs),
            _ => Either,
        }
    }

    /// The expected value for more than 8 UAVs. Validators before 1.6 (versions of PSV0 before 2) count ranges instead
    /// of registers.
    fn expected_many_uavs(&self) -> Expected {
        let uavs = self
            .psv
            .resources
            .iter()
            .filter(|resource| is_uav(resource));
        let registers = uavs.map(|uav| match self.psv.info.version() {
            0 | 1 => 1,
            _ => u64::from(uav.upper_bound.saturating_sub(uav.lower_bound)) + 1,
        });
        Expected::exactly(registers.sum::<u64>() > MANY_UAVS)
    }

    /// The expected value for array indices. Validators before 1.4 (some versions of PSV0 before 2) ignore inputs of
    /// hull and domain shaders.
    fn expected_array_index(&self) -> Expected {
        let kinds = [
            SemanticKind::ViewPortArrayIndex,
            SemanticKind::RenderTargetArrayIndex,
        ];
        let has = |elements| has_kind(elements, &kinds);
        let stage = |stages: &[ShaderStage]| stages.contains(&self.stage);
        let outputs = stage(&[ShaderStage::Vertex, ShaderStage::Domain, ShaderStage::Hull]);
        let inputs = stage(&[
            ShaderStage::Geometry,
            ShaderStage::Domain,
            ShaderStage::Hull,
        ]);
        let in_inputs = inputs && has(&self.psv.inputs);
        if outputs && has(&self.psv.outputs) {
            Set
        } else if in_inputs && self.psv.info.version() < 2 {
            Either
        } else {
            Expected::exactly(in_inputs)
        }
    }

    /// The expected value for barycentrics. Validators before 1.6 (versions of PSV0 before 2) never set it.
    fn expected_barycentrics(&self) -> Expected {
        let has_input = has_kind(&self.psv.inputs, &[SemanticKind::Barycentrics]);
        if self.stage != ShaderStage::Pixel || self.psv.info.version() < 2 {
            Clear
        } else if has_input {
            Set
        } else {
            // Attributes of single vertices also require the feature; they are not interpolated.
            let mut modes = self.psv.inputs.iter().map(|input| input.interpolation);
            Expected::only_if(modes.any(|mode| mode == InterpolationMode::Constant))
        }
    }
}

/// The maximum number of UAVs that a shader may use without a feature.
pub(super) const MANY_UAVS: u64 = 8;

fn is_uav(resource: &ResourceBinding) -> bool {
    crate::bindings::class_of(resource.resource_type.class()) == ResourceClass::UAV
}

/// Whether a value is in the list of a column; true if the list is empty.
fn is_among<T: PartialEq>(list: &[T], value: T) -> bool {
    list.is_empty() || list.contains(&value)
}

pub(super) fn has_atomics(resource: &ResourceBinding) -> bool {
    let flags = resource.flags().unwrap_or_default();
    flags.contains(ResourceFlags::UsedByAtomic64)
}
