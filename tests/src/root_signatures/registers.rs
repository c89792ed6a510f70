//! Rules of registers.

use dxc_format::constants::{DescriptorRangeType, ShaderVisibility};
use dxc_format::root_signature::rules;

use super::Case;
use super::small::{constants, range, ranges, sampler};

/// Spaces that are reserved.
pub(super) fn spaces() -> Vec<Case> {
    vec![
        Case::new(
            &rules::RESERVED_SPACE,
            "parameters[0].payload.ranges[0].register_space",
            |s| ranges(s)[0].register_space = 0xffff_ffef,
            |s| ranges(s)[0].register_space = 0xffff_fff0,
        )
        .hlsl([
            "DescriptorTable(SRV(t0, space = 4294967279))",
            "DescriptorTable(SRV(t0, space = 4294967280))",
        ]),
        Case::new(
            &rules::RESERVED_SPACE,
            "samplers[0].register_space",
            |s| s.samplers[0].register_space = 0xffff_ffef,
            |s| s.samplers[0].register_space = 0xffff_ffff,
        )
        .hlsl([
            "StaticSampler(s0, space = 4294967279)",
            "StaticSampler(s0, space = 4294967295)",
        ]),
    ]
}

/// Registers that two things take.
pub(super) fn overlaps() -> Vec<Case> {
    vec![
        // Root constants take the registers of constant buffers.
        Case::new(
            &rules::REGISTER_OVERLAP,
            "parameters[2].payload",
            |s| constants(s).shader_register = 2,
            |s| constants(s).shader_register = 1,
        ).hlsl([
                "RootConstants(num32BitConstants = 1, b2), CBV(b1)",
                "RootConstants(num32BitConstants = 1, b1), CBV(b1)",
            ]),
        // One stage sees two things; two stages see one each.
        Case::new(
            &rules::REGISTER_OVERLAP,
            "parameters[2].payload",
            |s| {
                constants(s).shader_register = 1;
                s.parameters[1].visibility = ShaderVisibility::Vertex;
                s.parameters[2].visibility = ShaderVisibility::Pixel;
            },
            |s| {
                constants(s).shader_register = 1;
                s.parameters[1].visibility = ShaderVisibility::Vertex;
            },
        ).hlsl([
                "RootConstants(num32BitConstants = 1, b1, visibility = SHADER_VISIBILITY_VERTEX), \
                 CBV(b1, visibility = SHADER_VISIBILITY_PIXEL)",
                "RootConstants(num32BitConstants = 1, b1, visibility = SHADER_VISIBILITY_VERTEX), CBV(b1)",
            ]),
        Case::new(
            &rules::REGISTER_OVERLAP,
            "samplers[1]",
            |s| s.samplers.push(sampler(1)),
            |s| s.samplers.push(sampler(0)),
        ).hlsl([
                "StaticSampler(s0), StaticSampler(s1)",
                "StaticSampler(s0), StaticSampler(s0)",
            ]),
        // The last of a range, and of one without a bound; in another space there is no overlap.
        Case::new(
            &rules::REGISTER_OVERLAP,
            "parameters[0].payload.ranges[1]",
            |s| *ranges(s) = vec![range(DescriptorRangeType::SRV, 9, 1), range(DescriptorRangeType::SRV, 2, 7)],
            |s| *ranges(s) = vec![range(DescriptorRangeType::SRV, 9, 1), range(DescriptorRangeType::SRV, 2, 8)],
        ).hlsl([
                "DescriptorTable(SRV(t9), SRV(t2, numDescriptors = 7))",
                "DescriptorTable(SRV(t9), SRV(t2, numDescriptors = 8))",
            ]),
        Case::new(
            &rules::REGISTER_OVERLAP,
            "parameters[0].payload.ranges[1]",
            |s| {
                *ranges(s) = vec![
                    range(DescriptorRangeType::SRV, 0xffff_0000, 1),
                    range(DescriptorRangeType::SRV, 9, u32::MAX),
                ];
                ranges(s)[0].register_space = 1;
            },
            |s| {
                *ranges(s) = vec![
                    range(DescriptorRangeType::SRV, 0xffff_0000, 1),
                    range(DescriptorRangeType::SRV, 9, u32::MAX),
                ];
            },
        ).hlsl([
                "DescriptorTable(SRV(t4294901760, space = 1), SRV(t9, numDescriptors = unbounded))",
                "DescriptorTable(SRV(t4294901760), SRV(t9, numDescriptors = unbounded))",
            ]),
    ]
}
