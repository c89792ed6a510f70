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

/// A feature.
struct Feature {
    flag: FeatureFlags,
    /// The first shader model that has it.
    model: (u8, u8),
    /// The shader's property that the feature requires, for messages; empty if no DXIL shader has it, or if no other
    /// part implies it.
    needs: &'static str,
}

const fn feature(flag: FeatureFlags, model: (u8, u8), needs: &'static str) -> Feature {
    Feature { flag, model, needs }
}

/// The features that DXC derives from signatures, resources, the stage and other features; the last ones only need a
/// shader model.
static FEATURES: [Feature; 29] = [
    feature(
        FeatureFlags::ComputeShadersPlusRawAndStructuredBuffers,
        (6, 0),
        "",
    ),
    feature(FeatureFlags::LEVEL9ComparisonFiltering, (6, 0), ""),
    feature(FeatureFlags::RESERVED, (6, 0), ""),
    feature(FeatureFlags::NextUnusedBit, (6, 0), ""),
    feature(
        FeatureFlags::UAVsAtEveryStage,
        (6, 0),
        "UAVs in a stage other than pixel and compute",
    ),
    feature(FeatureFlags::Max64UAVs, (6, 0), "more than 8 UAVs"),
    feature(FeatureFlags::DX11_1_DoubleExtensions, (6, 0), "`Doubles`"),
    feature(FeatureFlags::TiledResources, (6, 0), "SRVs or UAVs"),
    feature(
        FeatureFlags::StencilRef,
        (6, 0),
        "`SV_StencilRef` among the outputs of a pixel shader",
    ),
    feature(FeatureFlags::InnerCoverage, (6, 0), "a pixel shader"),
    feature(
        FeatureFlags::TypedUAVLoadAdditionalFormats,
        (6, 0),
        "typed UAVs",
    ),
    feature(FeatureFlags::ROVs, (6, 0), "UAVs in a pixel shader"),
    feature(
        FeatureFlags::ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer,
        (6, 0),
        "a viewport or render target array index in the signatures",
    ),
    feature(FeatureFlags::ViewID, (6, 1), "`SV_ViewID`"),
    feature(FeatureFlags::Barycentrics, (6, 1), "a pixel shader"),
    feature(
        FeatureFlags::NativeLowPrecision,
        (6, 2),
        "no minimum precision",
    ),
    feature(
        FeatureFlags::ShadingRate,
        (6, 4),
        "`SV_ShadingRate` in the signatures",
    ),
    feature(
        FeatureFlags::Raytracing_Tier_1_1,
        (6, 5),
        "shader model 6.5",
    ),
    feature(FeatureFlags::SamplerFeedback, (6, 5), "a feedback map"),
    feature(
        FeatureFlags::AtomicInt64OnTypedResource,
        (6, 6),
        "64-bit atomics on a typed UAV",
    ),
    feature(
        FeatureFlags::AtomicInt64OnGroupShared,
        (6, 6),
        "64-bit integers, and group shared memory",
    ),
    feature(
        FeatureFlags::DerivativesInMeshAndAmpShaders,
        (6, 6),
        "a mesh or amplification shader",
    ),
    feature(
        FeatureFlags::AtomicInt64OnHeapResource,
        (6, 6),
        "64-bit integers, and resources of the heap",
    ),
    feature(FeatureFlags::AdvancedTextureOps, (6, 7), "SRVs or UAVs"),
    feature(
        FeatureFlags::WriteableMSAATextures,
        (6, 7),
        "a multisampled UAV",
    ),
    feature(FeatureFlags::SampleCmpWithGradientOrBias, (6, 8), "SRVs"),
    feature(FeatureFlags::ExtendedCommandInfo, (6, 8), "a vertex shader"),
    feature(FeatureFlags::ResourceDescriptorHeapIndexing, (6, 6), ""),
    feature(FeatureFlags::SamplerDescriptorHeapIndexing, (6, 6), ""),
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
    for Feature {
        flag, model: first, ..
    } in &FEATURES
    {
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
    for feature in FEATURES.iter().filter(|feature| feature.model <= model) {
        let Feature { flag, needs, .. } = feature;
        let is_set = evidence.has(*flag);
        let found = match (evidence.expected(*flag), is_set) {
            (Expected::Set, false) => format!("`{flag}` is not set, but PSV0 has {needs}"),
            (Expected::Clear, true) if needs.is_empty() => {
                format!("`{flag}` is set, but DXIL does not use it")
            }
            (Expected::Clear, true) => format!("`{flag}` is set, but requires {needs}"),
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

fn differ(against: PartPath, found: String) -> Finding {
    Finding::between(&FEATURE, PartPath::new(SFI0, "flags"), against, found)
}
