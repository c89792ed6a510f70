//! Rules of the whole root signature: its version, its flags, and its cost.

use dxc_format::constants::{
    DescriptorRangeFlags, RootDescriptorFlags, RootFlags, RootSignatureVersion, StaticSamplerFlags,
};
use dxc_format::root_signature::rules;

use super::Case;
use super::small::{constants, descriptor, ranges};

/// The version, the flags, and the cost.
pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new(
            &rules::VERSION,
            "version",
            |s| s.version = RootSignatureVersion(3),
            |s| s.version = RootSignatureVersion(4),
        ),
        Case::new(
            &rules::ROOT_FLAGS,
            "flags",
            |s| s.flags = RootFlags(0x8000_0fff),
            |s| s.flags = RootFlags(0x1000),
        ),
        Case::new(
            &rules::ROOT_COST,
            "parameters",
            // With 1 for the table and 2 for the descriptor.
            |s| constants(s).num_32_bit_values = 61,
            |s| constants(s).num_32_bit_values = 62,
        ),
        Case::new(
            &rules::ROOT_COST,
            "parameters",
            |s| {
                s.flags = RootFlags::LocalRootSignature;
                constants(s).num_32_bit_values = u32::MAX;
            },
            |s| constants(s).num_32_bit_values = u32::MAX,
        ),
        Case::new(
            &rules::FIELD_OF_LATER_VERSION,
            "parameters[0].payload.ranges[0].flags",
            |s| {
                s.version = RootSignatureVersion::V1_1;
                ranges(s)[0].flags = DescriptorRangeFlags::DescriptorsVolatile;
            },
            |s| {
                s.version = RootSignatureVersion::V1_0;
                ranges(s)[0].flags = DescriptorRangeFlags::DescriptorsVolatile;
            },
        ),
        Case::new(
            &rules::FIELD_OF_LATER_VERSION,
            "parameters[2].payload.flags",
            |s| {
                s.version = RootSignatureVersion::V1_1;
                descriptor(s).flags = RootDescriptorFlags::DataStatic;
            },
            |s| {
                s.version = RootSignatureVersion::V1_0;
                descriptor(s).flags = RootDescriptorFlags::DataStatic;
            },
        ),
        Case::new(
            &rules::FIELD_OF_LATER_VERSION,
            "samplers[0].flags",
            |s| s.samplers[0].flags = StaticSamplerFlags::UintBorderColor,
            |s| {
                s.version = RootSignatureVersion::V1_1;
                s.samplers[0].flags = StaticSamplerFlags::UintBorderColor;
            },
        ),
    ]
}
