//! The evidence for and against a feature in PSV0, the stage and the other features.

use self::Expected::{Clear, Either, Set};
use crate::generated::constants::{
    FeatureFlags, InterpolationMode, ResourceClass, ResourceFlags, ResourceKind, ResourceType,
    SemanticKind, ShaderStage,
};
use crate::generated::psv0::{PipelineElement, PipelineStateValidation, ResourceBinding};
use crate::runtime::Strided;

/// The value of a feature that the other parts imply.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Set,
    Clear,
    Either,
}

impl Expected {
    /// Set if it holds, else clear.
    pub(super) fn exactly(holds: bool) -> Self {
        if holds { Set } else { Clear }
    }

    /// Clear unless it holds.
    pub(super) fn only_if(holds: bool) -> Self {
        if holds { Either } else { Clear }
    }
}

/// The properties of a shader that is not a library.
pub(super) struct Evidence<'s> {
    pub(super) stage: ShaderStage,
    pub(super) psv: &'s PipelineStateValidation,
    pub(super) flags: FeatureFlags,
}

impl Evidence<'_> {
    pub(super) fn has(&self, flags: FeatureFlags) -> bool {
        self.flags.contains(flags)
    }

    pub(super) fn is(&self, stage: ShaderStage) -> bool {
        self.stage == stage
    }

    pub(super) fn has_resource(&self, is_meant: impl Fn(&ResourceBinding) -> bool) -> bool {
        self.psv.resources.iter().any(is_meant)
    }

    /// Whether an SRV or UAV of a kind is bound, or may be in the descriptor heap, which PSV0 does not list.
    pub(super) fn may_access(&self, is_meant: impl Fn(&ResourceBinding) -> bool) -> bool {
        let is_view = |resource: &ResourceBinding| {
            let class = resource.resource_type.resource_class();
            [ResourceClass::SRV, ResourceClass::UAV].contains(&class)
        };
        self.has(FeatureFlags::ResourceDescriptorHeapIndexing)
            || self.has_resource(|resource| is_view(resource) && is_meant(resource))
    }

    /// Like [`may_access`](Self::may_access), for UAVs of some kinds, which records store since version 2.
    pub(super) fn may_access_kind(&self, kinds: &[ResourceKind]) -> bool {
        self.may_access(|resource| {
            is_uav(resource) && resource.kind().is_none_or(|kind| kinds.contains(&kind))
        })
    }

    /// Whether the stage has group shared memory and PSV0 does not exclude its use.
    pub(super) fn may_share(&self) -> bool {
        let has_groups = ShaderStage::TABLE.is_marked("groups", self.stage.0.into());
        has_groups && self.psv.info.group_shared_bytes() != Some(0)
    }

    /// Validators before 1.8, that is, versions of PSV0 before 3, count mesh and amplification shaders.
    pub(super) fn expected_uavs(&self) -> Expected {
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

    /// Validators before 1.6, that is, versions of PSV0 before 2, count ranges and not registers.
    pub(super) fn expected_many_uavs(&self) -> Expected {
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

    /// Validator 1.0 counted loads of all UAVs.
    pub(super) fn expected_typed_loads(&self) -> Expected {
        Expected::only_if(self.may_access(is_typed_uav))
    }

    /// Validators before 1.4, that is, some versions of PSV0 before 2, overlook inputs of hull and domain shaders.
    pub(super) fn expected_array_index(&self) -> Expected {
        let has = |elements| {
            has_kind(elements, SemanticKind::ViewPortArrayIndex)
                || has_kind(elements, SemanticKind::RenderTargetArrayIndex)
        };
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

    /// Validators before 1.6, that is, versions of PSV0 before 2, never set it.
    pub(super) fn expected_barycentrics(&self) -> Expected {
        let has_input = has_kind(&self.psv.inputs, SemanticKind::Barycentrics);
        if !self.is(ShaderStage::Pixel) || self.psv.info.version() < 2 {
            Clear
        } else if has_input {
            Set
        } else {
            // Attributes of single vertices need it as well, which are not interpolated.
            let modes = self.psv.inputs.iter().map(|input| input.interpolation);
            Expected::only_if(
                modes
                    .into_iter()
                    .any(|mode| mode == InterpolationMode::Constant),
            )
        }
    }
}

/// The number of UAVs beyond which a shader requires a feature.
pub(super) const MANY_UAVS: u64 = 8;

pub(super) fn has_kind(elements: &Strided<PipelineElement>, kind: SemanticKind) -> bool {
    elements.iter().any(|element| element.kind == kind)
}

pub(super) fn is_uav(resource: &ResourceBinding) -> bool {
    resource.resource_type.resource_class() == ResourceClass::UAV
}

pub(super) fn is_typed_uav(resource: &ResourceBinding) -> bool {
    resource.resource_type == ResourceType::UAVTyped
}

pub(super) fn has_atomics(resource: &ResourceBinding) -> bool {
    let flags = resource.flags().unwrap_or_default();
    flags.contains(ResourceFlags::UsedByAtomic64)
}
