//! Rules of static samplers.

use dxc_format::F32;
use dxc_format::constants::{
    ComparisonFunc, SamplerFilter, StaticBorderColor, StaticSamplerFlags, TextureAddressMode,
};
use dxc_format::root_signature::rules;

use super::Case;

/// How texels are found and filtered.
pub(super) fn filters() -> Vec<Case> {
    vec![
        Case::new(
            &rules::SAMPLER_FILTER,
            "samplers[0].filter",
            |s| s.samplers[0].filter = SamplerFilter(0x1d5),
            |s| s.samplers[0].filter = SamplerFilter(0x2),
        ),
        Case::new(
            &rules::SAMPLER_ADDRESS,
            "samplers[0].address_v",
            |s| s.samplers[0].address_v = TextureAddressMode(5),
            |s| s.samplers[0].address_v = TextureAddressMode(0),
        ),
        Case::new(
            &rules::SAMPLER_ADDRESS,
            "samplers[0].address_w",
            |s| s.samplers[0].address_w = TextureAddressMode(1),
            |s| s.samplers[0].address_w = TextureAddressMode(6),
        ),
        Case::new(
            &rules::SAMPLER_MIP_LOD_BIAS,
            "samplers[0].mip_lod_bias",
            |s| s.samplers[0].mip_lod_bias = F32::from(15.99),
            |s| s.samplers[0].mip_lod_bias = F32::from(16.0),
        )
        .hlsl([
            "StaticSampler(s0, mipLODBias = 15.99)",
            "StaticSampler(s0, mipLODBias = 16)",
        ]),
        Case::new(
            &rules::SAMPLER_MIP_LOD_BIAS,
            "samplers[0].mip_lod_bias",
            |s| s.samplers[0].mip_lod_bias = F32::from(-16.0),
            |s| s.samplers[0].mip_lod_bias = F32::from(-16.001),
        )
        .hlsl([
            "StaticSampler(s0, mipLODBias = -16)",
            "StaticSampler(s0, mipLODBias = -16.001)",
        ]),
        Case::new(
            &rules::SAMPLER_MIP_LOD_BIAS,
            "samplers[0].mip_lod_bias",
            |s| s.samplers[0].mip_lod_bias = F32::from(-0.0),
            |s| s.samplers[0].mip_lod_bias = F32::from(f32::NAN),
        ),
        Case::new(
            &rules::SAMPLER_ANISOTROPY,
            "samplers[0].max_anisotropy",
            |s| s.samplers[0].max_anisotropy = 16,
            |s| s.samplers[0].max_anisotropy = 17,
        )
        .hlsl([
            "StaticSampler(s0, maxAnisotropy = 16)",
            "StaticSampler(s0, maxAnisotropy = 17)",
        ]),
    ]
}

/// Results of sampling: comparisons, borders, levels of detail, and flags.
pub(super) fn outcomes() -> Vec<Case> {
    vec![
        // A filter that does not compare needs no comparison.
        Case::new(
            &rules::SAMPLER_COMPARISON,
            "samplers[0].comparison_func",
            |s| {
                s.samplers[0].filter = SamplerFilter::MinimumMinMagMipPoint;
                s.samplers[0].comparison_func = ComparisonFunc(0);
            },
            |s| {
                s.samplers[0].filter = SamplerFilter::ComparisonMinMagMipPoint;
                s.samplers[0].comparison_func = ComparisonFunc(0);
            },
        ),
        Case::new(
            &rules::SAMPLER_COMPARISON,
            "samplers[0].comparison_func",
            |s| {
                s.samplers[0].filter = SamplerFilter::ComparisonAnisotropic;
                s.samplers[0].comparison_func = ComparisonFunc(8);
            },
            |s| {
                s.samplers[0].filter = SamplerFilter::ComparisonAnisotropic;
                s.samplers[0].comparison_func = ComparisonFunc(9);
            },
        ),
        Case::new(
            &rules::SAMPLER_BORDER_COLOR,
            "samplers[0].border_color",
            |s| s.samplers[0].border_color = StaticBorderColor(4),
            |s| s.samplers[0].border_color = StaticBorderColor(5),
        ),
        Case::new(
            &rules::SAMPLER_LOD,
            "samplers[0].min_lod",
            |s| s.samplers[0].min_lod = F32::from(f32::NEG_INFINITY),
            |s| s.samplers[0].min_lod = F32::from(f32::NAN),
        ),
        Case::new(
            &rules::SAMPLER_LOD,
            "samplers[0].max_lod",
            |s| s.samplers[0].max_lod = F32::from(f32::INFINITY),
            |s| s.samplers[0].max_lod = F32::from_bits(0xffc0_0000),
        ),
        Case::new(
            &rules::SAMPLER_FLAGS,
            "samplers[0].flags",
            |s| s.samplers[0].flags = StaticSamplerFlags(3),
            |s| s.samplers[0].flags = StaticSamplerFlags(4),
        ),
    ]
}
