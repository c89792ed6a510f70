//! Checks the rules for a descriptor table.

use super::signature_path::SignaturePath;
use super::{exclusive, rules};
use crate::finding::Findings;
use crate::hlsl::{DescriptorCount, DescriptorOffset};
use dxc_format::constants::{DescriptorRangeFlags, DescriptorRangeType, FlagGroup};
use dxc_format::rts0::{DescriptorRange, DescriptorTable};

/// The number after the last possible offset of a table, and after the last possible register.
const END: u64 = 1 << u32::BITS;

/// Checks the table of a parameter.
pub(super) fn validate(table: &DescriptorTable, parameter: usize, findings: &mut Findings) {
    let first = table.ranges.first().map(heap);
    let mut ranges = table.ranges.iter().enumerate();
    if let Some((index, range)) = ranges.find(|(_, range)| Some(heap(range)) != first) {
        let place = SignaturePath::Range(parameter, index).field("range_type");
        let (before, heap) = (first.unwrap_or_default(), heap(range));
        let found = format_args!("descriptors of {heap} heaps after those of {before} heaps");
        findings.check(false, &rules::RANGE_MIXED, place, found);
    }
    // The offset at which the next range is appended.
    let mut end = 0;
    for (index, range) in table.ranges.iter().enumerate() {
        let place = SignaturePath::Range(parameter, index);
        let range_type = range.range_type;
        let type_place = place.field("range_type");
        let is_known = range_type.is_known();
        findings.check(is_known, &rules::RANGE_TYPE, type_place, range_type);
        validate_flags(range, place, findings);
        end = validate_extent(range, place, end, findings);
    }
}

/// Checks the registers and the offsets of a range; returns the next offset of the table.
fn validate_extent(
    range: &DescriptorRange,
    place: SignaturePath,
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

fn validate_flags(range: &DescriptorRange, place: SignaturePath, findings: &mut Findings) {
    let (flags, place) = (range.flags, place.field("flags"));
    findings.check(flags.unknown() == 0, &rules::RANGE_FLAGS, place, flags);
    let table = &DescriptorRangeFlags::TABLE;
    let without = range.range_type.without();
    let without = without.map_or(0, |group| exclusive::flags_of(table, group));
    let without = DescriptorRangeFlags(without);
    let has_none = (flags & without).is_empty();
    findings.check(has_none, &rules::RANGE_SAMPLER_DATA, place, flags);
    let rules = &[
        (FlagGroup::Data, &rules::RANGE_DATA_FLAGS),
        (FlagGroup::Descriptors, &rules::RANGE_DESCRIPTORS_FLAGS),
        (FlagGroup::Static, &rules::RANGE_STATIC_DATA),
    ];
    exclusive::validate(table, (flags & !without).0, rules, place, findings);
}

/// The kind of descriptor heap; for an unknown type, the kind for all types except samplers.
fn heap(range: &DescriptorRange) -> &'static str {
    let heap = if range.range_type.is_known() {
        range.range_type.heap()
    } else {
        DescriptorRangeType::SRV.heap()
    };
    heap.unwrap_or_default()
}
