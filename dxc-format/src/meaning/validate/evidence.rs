//! The evidence for and against a feature in PSV0, the stage and the other features.

use self::Expected::{Clear, Either, Set};
use crate::generated::constants::{
    FeatureFlags, InterpolationMode, ResourceClass, ResourceFlags, ResourceKind, ResourceType,
    SemanticKind, ShaderStage,
};
use crate::generated::psv0::{PipelineStateValidation, ResourceBinding};
use crate::meaning::columns::Columns;
use crate::meaning::pipeline::validate::implied::has_kind;

/// The value of a feature that the other parts imply.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Set,
    Clear,
    Either,
}

impl Expected {
    /// Set if it holds, else clear.
    fn exactly(holds: bool) -> Self {
        if holds { Set } else { Clear }
    }

    /// Clear unless it holds.
    fn only_if(holds: bool) -> Self {
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

    fn has_resource(&self, is_meant: impl Fn(&ResourceBinding) -> bool) -> bool {
        self.psv.resources.iter().any(is_meant)
    }

    /// Whether an SRV or UAV of a kind is bound, or may be in the descriptor heap, which PSV0 does not list.
    fn may_access(&self, is_meant: impl Fn(&ResourceBinding) -> bool) -> bool {
        let is_view = |resource: &ResourceBinding| {
            let class = resource.resource_type.resource_class();
            [ResourceClass::SRV, ResourceClass::UAV].contains(&class)
        };
        self.has(FeatureFlags::ResourceDescriptorHeapIndexing)
            || self.has_resource(|resource| is_view(resource) && is_meant(resource))
    }

    /// Like [`may_access`](Self::may_access), for UAVs of some kinds, which records store since version 2.
    fn may_access_kind(&self, kinds: &[ResourceKind]) -> bool {
        self.may_access(|resource| {
            is_uav(resource) && resource.kind().is_none_or(|kind| kinds.contains(&kind))
        })
    }

    /// Whether the stage has group shared memory and PSV0 does not exclude its use.
    fn may_share(&self) -> bool {
        let has_groups = self.stage.is_marked("groups");
        has_groups && self.psv.info.group_shared_bytes() != Some(0)
    }

    /// The value of a feature that the signatures, the resources, the stage and other features imply.
    pub(super) fn expected(&self, flag: FeatureFlags) -> Expected {
        use FeatureFlags as Feature;
        let is = |stage: ShaderStage| self.stage == stage;
        let possible = match flag {
            // No DXIL shader has these.
            Feature::ComputeShadersPlusRawAndStructuredBuffers
            | Feature::LEVEL9ComparisonFiltering
            | Feature::RESERVED
            | Feature::NextUnusedBit => return Clear,
            Feature::UAVsAtEveryStage => return self.expected_uavs(),
            Feature::Max64UAVs => return self.expected_many_uavs(),
            Feature::ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer => {
                return self.expected_array_index();
            }
            Feature::Barycentrics => return self.expected_barycentrics(),
            Feature::StencilRef => {
                let outputs = &self.psv.outputs;
                let has_reference = has_kind(outputs, &[SemanticKind::StencilRef]);
                return Expected::exactly(is(ShaderStage::Pixel) && has_reference);
            }
            Feature::ShadingRate => {
                let signatures = [&self.psv.inputs, &self.psv.outputs];
                let mut signatures = signatures.into_iter();
                let has_rate = |elements| has_kind(elements, &[SemanticKind::ShadingRate]);
                return Expected::exactly(signatures.any(has_rate));
            }
            Feature::DX11_1_DoubleExtensions => self.has(Feature::Doubles),
            Feature::TiledResources | Feature::AdvancedTextureOps => self.may_access(|_| true),
            Feature::InnerCoverage => is(ShaderStage::Pixel),
            // Validator 1.0 counted loads of all UAVs.
            Feature::TypedUAVLoadAdditionalFormats => self.may_access(is_typed_uav),
            Feature::ROVs => is(ShaderStage::Pixel) && self.has_resource(is_uav),
            Feature::NativeLowPrecision => !self.has(Feature::MinimumPrecision),
            Feature::SamplerFeedback => self.may_access_kind(&[
                ResourceKind::FeedbackTexture2D,
                ResourceKind::FeedbackTexture2DArray,
            ]),
            Feature::AtomicInt64OnTypedResource => {
                let is_typed =
                    |resource: &ResourceBinding| is_typed_uav(resource) && has_atomics(resource);
                self.has(Feature::Int64Ops) && self.may_access(is_typed)
            }
            Feature::AtomicInt64OnGroupShared => self.has(Feature::Int64Ops) && self.may_share(),
            Feature::DerivativesInMeshAndAmpShaders => {
                is(ShaderStage::Mesh) || is(ShaderStage::Amplification)
            }
            Feature::AtomicInt64OnHeapResource => {
                self.has(Feature::Int64Ops | Feature::ResourceDescriptorHeapIndexing)
            }
            Feature::WriteableMSAATextures => {
                self.may_access_kind(&[ResourceKind::Texture2DMS, ResourceKind::Texture2DMSArray])
            }
            Feature::SampleCmpWithGradientOrBias => self.may_access(|resource| !is_uav(resource)),
            Feature::ExtendedCommandInfo => is(ShaderStage::Vertex),
            // The instructions alone tell whether these are required.
            _ => true,
        };
        Expected::only_if(possible)
    }

    /// Validators before 1.8, that is, versions of PSV0 before 3, count mesh and amplification shaders.
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

    /// Validators before 1.6, that is, versions of PSV0 before 2, count ranges and not registers.
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

    /// Validators before 1.4, that is, some versions of PSV0 before 2, overlook inputs of hull and domain shaders.
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

    /// Validators before 1.6, that is, versions of PSV0 before 2, never set it.
    fn expected_barycentrics(&self) -> Expected {
        let has_input = has_kind(&self.psv.inputs, &[SemanticKind::Barycentrics]);
        if self.stage != ShaderStage::Pixel || self.psv.info.version() < 2 {
            Clear
        } else if has_input {
            Set
        } else {
            // Attributes of single vertices need it as well, which are not interpolated.
            let mut modes = self.psv.inputs.iter().map(|input| input.interpolation);
            Expected::only_if(modes.any(|mode| mode == InterpolationMode::Constant))
        }
    }
}

/// The number of UAVs beyond which a shader requires a feature.
pub(super) const MANY_UAVS: u64 = 8;

fn is_uav(resource: &ResourceBinding) -> bool {
    resource.resource_type.resource_class() == ResourceClass::UAV
}

fn is_typed_uav(resource: &ResourceBinding) -> bool {
    resource.resource_type == ResourceType::UAVTyped
}

pub(super) fn has_atomics(resource: &ResourceBinding) -> bool {
    let flags = resource.flags().unwrap_or_default();
    flags.contains(ResourceFlags::UsedByAtomic64)
}
