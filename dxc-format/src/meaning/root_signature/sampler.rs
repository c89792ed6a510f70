//! The rules of a static sampler.

use core::ops::RangeInclusive;

use super::place::Place;
use super::rules;
use crate::generated::constants::{ComparisonFunc, SamplerFilter};
use crate::generated::rts0::{MAX_ANISOTROPY, StaticSampler};
use crate::meaning::finding::Findings;

/// What may be added to the level of detail: DXC DxilRootSignature.h, `DxilMipLodBiaxMin` and `DxilMipLodBiaxMax`.
const MIP_LOD_BIAS: RangeInclusive<f32> = -16.0..=15.99;

/// The filters that compare.
const COMPARISON_FILTERS: RangeInclusive<SamplerFilter> =
    SamplerFilter::ComparisonMinMagMipPoint..=SamplerFilter::ComparisonAnisotropic;

/// How they can; `None` is for filters that do not.
const COMPARISONS: RangeInclusive<ComparisonFunc> = ComparisonFunc::Never..=ComparisonFunc::Always;

/// Checks a sampler.
pub(super) fn validate(sampler: &StaticSampler, place: Place, findings: &mut Findings) {
    let StaticSampler {
        filter,
        address_u,
        address_v,
        address_w,
        mip_lod_bias,
        max_anisotropy,
        comparison_func,
        border_color,
        min_lod,
        max_lod,
        visibility,
        flags,
        shader_register: _,
        register_space: _,
    } = *sampler;
    let is_known = visibility.name().is_some();
    let at = place.field("visibility");
    findings.check(is_known, &rules::VISIBILITY, at, visibility);

    let (is_known, at) = (filter.name().is_some(), place.field("filter"));
    findings.check(is_known, &rules::SAMPLER_FILTER, at, filter);

    let modes = [
        ("address_u", address_u),
        ("address_v", address_v),
        ("address_w", address_w),
    ];
    for (name, mode) in modes {
        let (is_known, at) = (mode.name().is_some(), place.field(name));
        findings.check(is_known, &rules::SAMPLER_ADDRESS, at, mode);
    }

    let is_within = MIP_LOD_BIAS.contains(&mip_lod_bias.get());
    let at = place.field("mip_lod_bias");
    findings.check(is_within, &rules::SAMPLER_MIP_LOD_BIAS, at, mip_lod_bias);

    let is_within = u64::from(max_anisotropy) <= MAX_ANISOTROPY;
    let at = place.field("max_anisotropy");
    findings.check(is_within, &rules::SAMPLER_ANISOTROPY, at, max_anisotropy);

    let compares = COMPARISON_FILTERS.contains(&filter);
    let holds = !compares || COMPARISONS.contains(&comparison_func);
    let at = place.field("comparison_func");
    findings.check(holds, &rules::SAMPLER_COMPARISON, at, comparison_func);

    let is_known = border_color.name().is_some();
    let at = place.field("border_color");
    findings.check(is_known, &rules::SAMPLER_BORDER_COLOR, at, border_color);

    for (name, level) in [("min_lod", min_lod), ("max_lod", max_lod)] {
        let (is_number, at) = (!level.get().is_nan(), place.field(name));
        findings.check(is_number, &rules::SAMPLER_LOD, at, level);
    }

    let at = place.field("flags");
    findings.check(flags.unknown() == 0, &rules::SAMPLER_FLAGS, at, flags);
}
