//! Compares the features of SFI0 with those that the other parts imply or exclude.

use alloc::format;
use alloc::string::String;

use super::evidence::{Evidence, Expected, has_atomics};
use super::rules::FEATURE;
use super::shader::Shader;
use crate::generated::constants::FeatureFlags;
use crate::generated::parts::{PSV0, SFI0};
use crate::meaning::finding::{Finding, PartPath};
use crate::meaning::judgement::Judgement;

/// The features that DXC derives from signatures, resources, the stage and other features, each with the first shader
/// model that has it; the last ones only need a shader model.
static FEATURES: [(FeatureFlags, (u8, u8)); 29] = [
    (
        FeatureFlags::ComputeShadersPlusRawAndStructuredBuffers,
        (6, 0),
    ),
    (FeatureFlags::LEVEL9ComparisonFiltering, (6, 0)),
    (FeatureFlags::RESERVED, (6, 0)),
    (FeatureFlags::NextUnusedBit, (6, 0)),
    (FeatureFlags::UAVsAtEveryStage, (6, 0)),
    (FeatureFlags::Max64UAVs, (6, 0)),
    (FeatureFlags::DX11_1_DoubleExtensions, (6, 0)),
    (FeatureFlags::TiledResources, (6, 0)),
    (FeatureFlags::StencilRef, (6, 0)),
    (FeatureFlags::InnerCoverage, (6, 0)),
    (FeatureFlags::TypedUAVLoadAdditionalFormats, (6, 0)),
    (FeatureFlags::ROVs, (6, 0)),
    (
        FeatureFlags::ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer,
        (6, 0),
    ),
    (FeatureFlags::ViewID, (6, 1)),
    (FeatureFlags::Barycentrics, (6, 1)),
    (FeatureFlags::NativeLowPrecision, (6, 2)),
    (FeatureFlags::ShadingRate, (6, 4)),
    (FeatureFlags::Raytracing_Tier_1_1, (6, 5)),
    (FeatureFlags::SamplerFeedback, (6, 5)),
    (FeatureFlags::AtomicInt64OnTypedResource, (6, 6)),
    (FeatureFlags::AtomicInt64OnGroupShared, (6, 6)),
    (FeatureFlags::DerivativesInMeshAndAmpShaders, (6, 6)),
    (FeatureFlags::AtomicInt64OnHeapResource, (6, 6)),
    (FeatureFlags::AdvancedTextureOps, (6, 7)),
    (FeatureFlags::WriteableMSAATextures, (6, 7)),
    (FeatureFlags::SampleCmpWithGradientOrBias, (6, 8)),
    (FeatureFlags::ExtendedCommandInfo, (6, 8)),
    (FeatureFlags::ResourceDescriptorHeapIndexing, (6, 6)),
    (FeatureFlags::SamplerDescriptorHeapIndexing, (6, 6)),
];

/// Compares SFI0 of a shader that is not a library with the other parts.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Judgement) {
    let (Some(flags), Some((program, version))) = (shader.features, shader.module()) else {
        return;
    };
    if shader.is_library() {
        return;
    }
    let model = (version.major(), version.minor());
    for (flag, first) in &FEATURES {
        if flags.contains(*flag) && model < *first {
            let found = format!(
                "`{flag}` needs shader model {}.{}, and {program} version has {}.{}",
                first.0, first.1, model.0, model.1
            );
            findings.push(differ(PartPath::new(program, "version"), found));
        }
    }
    // Elements are there since version 1.
    let (Some(psv), Some(stage), Some(1..)) = (&shader.psv, shader.stage, shader.psv_version())
    else {
        return;
    };
    check_shader(&Evidence { stage, psv, flags }, model, findings);
}

fn check_shader(evidence: &Evidence<'_>, model: (u8, u8), findings: &mut Judgement) {
    for (flag, _) in FEATURES.iter().filter(|(_, first)| *first <= model) {
        let found = match (evidence.expected(*flag), evidence.has(*flag), needs(*flag)) {
            (Expected::Set, false, needs) => format!("`{flag}` is not set, but PSV0 has {needs}"),
            (Expected::Clear, true, "") => format!("`{flag}` is set, but DXIL does not use it"),
            (Expected::Clear, true, needs) => format!("`{flag}` is set, but requires {needs}"),
            _ => continue,
        };
        findings.push(differ(PartPath::new(PSV0, "info"), found));
    }
    for (index, resource) in evidence.psv.resources.iter().enumerate() {
        if has_atomics(resource) && !evidence.has(FeatureFlags::Int64Ops) {
            let path = PartPath::new(PSV0, format!("resources[{index}].flags"));
            let found = "`Int64Ops` is not set, but a resource is used by 64-bit atomics";
            findings.push(differ(path, found.into()));
        }
    }
}

/// The shader's property that a feature requires, for messages; empty if no DXIL shader has the feature, or if no other
/// part implies it.
fn needs(flag: FeatureFlags) -> &'static str {
    use FeatureFlags as Feature;
    match flag {
        Feature::UAVsAtEveryStage => "UAVs in a stage other than pixel and compute",
        Feature::Max64UAVs => "more than 8 UAVs",
        Feature::DX11_1_DoubleExtensions => "`Doubles`",
        Feature::TiledResources | Feature::AdvancedTextureOps => "SRVs or UAVs",
        Feature::StencilRef => "`SV_StencilRef` among the outputs of a pixel shader",
        Feature::InnerCoverage | Feature::Barycentrics => "a pixel shader",
        Feature::TypedUAVLoadAdditionalFormats => "typed UAVs",
        Feature::ROVs => "UAVs in a pixel shader",
        Feature::ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer => {
            "a viewport or render target array index in the signatures"
        }
        Feature::NativeLowPrecision => "no minimum precision",
        Feature::ShadingRate => "`SV_ShadingRate` in the signatures",
        Feature::SamplerFeedback => "a feedback map",
        Feature::AtomicInt64OnTypedResource => "64-bit atomics on a typed UAV",
        Feature::AtomicInt64OnGroupShared => "64-bit integers, and group shared memory",
        Feature::DerivativesInMeshAndAmpShaders => "a mesh or amplification shader",
        Feature::AtomicInt64OnHeapResource => "64-bit integers, and resources of the heap",
        Feature::WriteableMSAATextures => "a multisampled UAV",
        Feature::SampleCmpWithGradientOrBias => "SRVs",
        Feature::ExtendedCommandInfo => "a vertex shader",
        _ => "",
    }
}

fn differ(against: PartPath, found: String) -> Finding {
    Finding::between(&FEATURE, PartPath::new(SFI0, "flags"), against, found)
}
