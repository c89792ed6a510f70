//! Rules of the ranges of a descriptor table.

use dxc_format::constants::{DescriptorRangeFlags, DescriptorRangeType};
use dxc_format::root_signature::rules;

use super::Case;
use super::small::{range, ranges};

/// The descriptors of a range, and their registers.
pub(super) fn descriptors() -> Vec<Case> {
    vec![
        Case::new(
            &rules::RANGE_TYPE,
            "parameters[0].payload.ranges[0].range_type",
            |s| ranges(s)[0].range_type = DescriptorRangeType(1),
            |s| ranges(s)[0].range_type = DescriptorRangeType(4),
        ),
        Case::new(
            &rules::RANGE_MIXED,
            "parameters[0].payload.ranges[1].range_type",
            |s| ranges(s).push(range(DescriptorRangeType::UAV, 5, 1)),
            |s| ranges(s).push(range(DescriptorRangeType::Sampler, 5, 1)),
        )
        .hlsl([
            "DescriptorTable(SRV(t0), UAV(u5))",
            "DescriptorTable(SRV(t0), Sampler(s5))",
        ]),
        Case::new(
            &rules::RANGE_EMPTY,
            "parameters[0].payload.ranges[0].num_descriptors",
            |s| ranges(s)[0].num_descriptors = 1,
            |s| ranges(s)[0].num_descriptors = 0,
        )
        .hlsl([
            "DescriptorTable(SRV(t0, numDescriptors = 1))",
            "DescriptorTable(SRV(t0, numDescriptors = 0))",
        ]),
        Case::new(
            &rules::RANGE_BEHIND_UNBOUNDED,
            "parameters[0].payload.ranges[1].offset_in_descriptors_from_table_start",
            |s| {
                let mut placed = range(DescriptorRangeType::UAV, 0, 1);
                placed.offset_in_descriptors_from_table_start = 7;
                *ranges(s) = vec![range(DescriptorRangeType::SRV, 0, u32::MAX), placed];
            },
            |s| {
                *ranges(s) = vec![
                    range(DescriptorRangeType::SRV, 0, u32::MAX),
                    range(DescriptorRangeType::UAV, 0, 1),
                ];
            },
        )
        .hlsl([
            "DescriptorTable(SRV(t0, numDescriptors = unbounded), UAV(u0, offset = 7))",
            "DescriptorTable(SRV(t0, numDescriptors = unbounded), UAV(u0))",
        ]),
        Case::new(
            &rules::RANGE_REGISTERS,
            "parameters[0].payload.ranges[0].num_descriptors",
            |s| ranges(s)[0] = range(DescriptorRangeType::SRV, u32::MAX - 1, 2),
            |s| ranges(s)[0] = range(DescriptorRangeType::SRV, u32::MAX - 1, 3),
        )
        .hlsl([
            "DescriptorTable(SRV(t4294967294, numDescriptors = 2))",
            "DescriptorTable(SRV(t4294967294, numDescriptors = 3))",
        ]),
        Case::new(
            &rules::RANGE_OFFSETS,
            "parameters[0].payload.ranges[0].offset_in_descriptors_from_table_start",
            |s| {
                ranges(s)[0] = range(DescriptorRangeType::SRV, 0, 2);
                ranges(s)[0].offset_in_descriptors_from_table_start = u32::MAX - 1;
            },
            |s| {
                ranges(s)[0] = range(DescriptorRangeType::SRV, 0, 3);
                ranges(s)[0].offset_in_descriptors_from_table_start = u32::MAX - 1;
            },
        )
        .hlsl([
            "DescriptorTable(SRV(t0, numDescriptors = 2, offset = 4294967294))",
            "DescriptorTable(SRV(t0, numDescriptors = 3, offset = 4294967294))",
        ]),
    ]
}

/// The promises of a range's flags.
pub(super) fn promises() -> Vec<Case> {
    vec![
        Case::new(
            &rules::RANGE_FLAGS,
            "parameters[0].payload.ranges[0].flags",
            |s| ranges(s)[0].flags = DescriptorRangeFlags(0x1_0000),
            |s| ranges(s)[0].flags = DescriptorRangeFlags(0x10),
        ),
        Case::new(
            &rules::RANGE_SAMPLER_DATA,
            "parameters[0].payload.ranges[0].flags",
            |s| {
                ranges(s)[0] = range(DescriptorRangeType::Sampler, 5, 1);
                ranges(s)[0].flags = DescriptorRangeFlags::DescriptorsVolatile;
            },
            |s| {
                ranges(s)[0] = range(DescriptorRangeType::Sampler, 5, 1);
                ranges(s)[0].flags = DescriptorRangeFlags::DataVolatile;
            },
        ).hlsl([
                "DescriptorTable(Sampler(s5, flags = DESCRIPTORS_VOLATILE))",
                "DescriptorTable(Sampler(s5, flags = DATA_VOLATILE))",
            ]),
        Case::new(
            &rules::RANGE_DATA_FLAGS,
            "parameters[0].payload.ranges[0].flags",
            |s| ranges(s)[0].flags = DescriptorRangeFlags::DataStatic,
            |s| {
                ranges(s)[0].flags = DescriptorRangeFlags::DataVolatile | DescriptorRangeFlags::DataStatic;
            },
        ).hlsl([
                "DescriptorTable(SRV(t0, flags = DATA_STATIC))",
                "DescriptorTable(SRV(t0, flags = DATA_VOLATILE | DATA_STATIC))",
            ]),
        Case::new(
            &rules::RANGE_STATIC_DATA,
            "parameters[0].payload.ranges[0].flags",
            |s| {
                ranges(s)[0].flags = DescriptorRangeFlags::DescriptorsVolatile | DescriptorRangeFlags::DataStaticWhileSetAtExecute;
            },
            |s| {
                ranges(s)[0].flags = DescriptorRangeFlags::DescriptorsVolatile | DescriptorRangeFlags::DataStatic;
            },
        ).hlsl([
                "DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DATA_STATIC_WHILE_SET_AT_EXECUTE))",
                "DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DATA_STATIC))",
            ]),
        Case::new(
            &rules::RANGE_DESCRIPTORS_FLAGS,
            "parameters[0].payload.ranges[0].flags",
            |s| ranges(s)[0].flags = DescriptorRangeFlags::DescriptorsVolatile,
            |s| ranges(s)[0].flags = DescriptorRangeFlags(0x1_0001),
        ).hlsl([
                "DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE))",
                "DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS))",
            ]),
    ]
}
