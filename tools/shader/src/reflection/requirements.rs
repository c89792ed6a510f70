//! Determines the device features that a shader requires.

use dxc_format::constants::{FeatureFlags, ModuleFlags};
use dxil::dxil_metadata::REQUIRES_EARLY_DEPTH_STENCIL;

/// The device features that a shader or a function requires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Requirements {
    /// The optional features.
    pub features: FeatureFlags,
    /// Depth and stencil are tested before the pixel shader runs.
    pub early_depth_stencil: bool,
}

/// The flags `D3D_SHADER_REQUIRES_*`, as `ID3D12ShaderReflection::GetRequiresFlags` returns them.
///
/// They are the bits of [`FeatureFlags`] but for those that its column `unreflected` marks. One of them is early depth
/// and stencil tests here, and raw and structured buffers of shader model 4 in SFI0.
pub fn requires_flags(requirements: Requirements) -> u64 {
    let unreflected = FeatureFlags::all_values().filter(|feature| feature.unreflected());
    let features = unreflected.fold(requirements.features.0, |bits, feature| bits & !feature.0);
    if requirements.early_depth_stencil {
        features | u64::from(REQUIRES_EARLY_DEPTH_STENCIL)
    } else {
        features
    }
}

impl Requirements {
    /// The requirements from the flags of a DXIL module.
    pub(super) fn of_module(flags: ModuleFlags) -> Self {
        Self {
            features: dxil::required_features(flags),
            early_depth_stencil: flags.contains(ModuleFlags::ForceEarlyDepthStencil),
        }
    }
}
