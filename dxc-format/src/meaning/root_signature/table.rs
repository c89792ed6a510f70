//! The rules of a descriptor table.

use super::place::Place;
use super::rules;
use crate::generated::constants::{DescriptorRangeFlags, DescriptorRangeType};
use crate::generated::hlsl::{DescriptorCount, DescriptorOffset};
use crate::generated::rts0::{DescriptorRange, DescriptorTable};
use crate::meaning::finding::Findings;

/// One more than the last offset of a table, and than the last register.
const END: u64 = 1 << u32::BITS;

/// What a range can promise of its data; one of them at most.
const DATA: DescriptorRangeFlags = DescriptorRangeFlags(
    DescriptorRangeFlags::DataVolatile.0
        | DescriptorRangeFlags::DataStaticWhileSetAtExecute.0
        | DescriptorRangeFlags::DataStatic.0,
);

/// What a range can promise of its descriptors; one of them at most.
const DESCRIPTORS: DescriptorRangeFlags = DescriptorRangeFlags(
    DescriptorRangeFlags::DescriptorsVolatile.0
        | DescriptorRangeFlags::DescriptorsStaticKeepingBufferBoundsChecks.0,
);

/// Checks the table of a parameter.
pub(super) fn validate(table: &DescriptorTable, parameter: usize, findings: &mut Findings) {
    let first = table.ranges.first().map(is_sampler);
    let mixed = |range: &DescriptorRange| Some(is_sampler(range)) != first;
    if let Some(index) = table.ranges.iter().position(mixed) {
        let found = if first == Some(true) {
            "other descriptors behind samplers"
        } else {
            "samplers behind other descriptors"
        };
        let place = Place::Range(parameter, index).field("range_type");
        findings.check(false, &rules::RANGE_MIXED, place, found);
    }
    // Where a range lies that is appended.
    let mut end = 0;
    for (index, range) in table.ranges.iter().enumerate() {
        let place = Place::Range(parameter, index);
        let range_type = range.range_type;
        let type_place = place.field("range_type");
        let is_known = range_type.name().is_some();
        findings.check(is_known, &rules::RANGE_TYPE, type_place, range_type);
        validate_flags(range, place, findings);
        end = validate_extent(range, place, end, findings);
    }
}

/// Checks which registers and which offsets a range takes; gives where the table goes on.
fn validate_extent(
    range: &DescriptorRange,
    place: Place,
    end: u64,
    findings: &mut Findings,
) -> u64 {
    let count = u64::from(range.num_descriptors);
    let first = range.base_shader_register;
    let count_place = place.field("num_descriptors");
    findings.check(count > 0, &rules::RANGE_EMPTY, count_place, count);
    let offset = range.offset_in_descriptors_from_table_start;
    let is_appended = offset == DescriptorOffset::Append.0;
    let offset_place = place.field("offset_in_descriptors_from_table_start");
    let start = if is_appended { end } else { offset.into() };
    findings.check(
        start < END,
        &rules::RANGE_BEHIND_UNBOUNDED,
        offset_place,
        "appended",
    );
    if range.num_descriptors == DescriptorCount::Unbounded.0 {
        return END;
    }
    findings.check(
        u64::from(first) + count <= END,
        &rules::RANGE_REGISTERS,
        count_place,
        format_args!("{count} descriptors from register {first} on"),
    );
    findings.check(
        start >= END || start + count <= END,
        &rules::RANGE_OFFSETS,
        offset_place,
        format_args!("{count} descriptors from offset {start} on"),
    );
    (start + count).min(END)
}

fn validate_flags(range: &DescriptorRange, place: Place, findings: &mut Findings) {
    let (flags, place) = (range.flags, place.field("flags"));
    findings.check(flags.unknown() == 0, &rules::RANGE_FLAGS, place, flags);
    let (data, descriptors) = (flags & DATA, flags & DESCRIPTORS);
    if is_sampler(range) {
        let rule = &rules::RANGE_SAMPLER_DATA;
        findings.check(data.is_empty(), rule, place, flags);
    } else {
        let rule = &rules::RANGE_DATA_FLAGS;
        findings.check(data.0.count_ones() <= 1, rule, place, flags);
        let is_static = data.contains(DescriptorRangeFlags::DataStatic);
        let is_volatile = descriptors.contains(DescriptorRangeFlags::DescriptorsVolatile);
        let rule = &rules::RANGE_STATIC_DATA;
        findings.check(!(is_static && is_volatile), rule, place, flags);
    }
    let rule = &rules::RANGE_DESCRIPTORS_FLAGS;
    findings.check(descriptors.0.count_ones() <= 1, rule, place, flags);
}

fn is_sampler(range: &DescriptorRange) -> bool {
    range.range_type == DescriptorRangeType::Sampler
}
