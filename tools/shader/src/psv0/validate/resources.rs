//! Checks the resources of PSV0: their values, their order, and overlapping registers.

use alloc::vec::Vec;

use super::place::{At, known};
use super::rules::{
    KNOWN, RANGE, RESOURCE_KIND, RESOURCE_ORDER, RESOURCE_OVERLAP, RESOURCE_VERSION,
};
use crate::finding::Findings;
use dxc_format::constants::{ResourceClass, ResourceKind, ResourceType};
use dxc_format::psv0::{PipelineStateValidation, ResourceBinding};
use dxc_format::types::BySize;

/// The position of a class in the order of PSV0 and RDAT; `None` if these parts do not list the class.
pub(crate) fn place_of(class: ResourceClass) -> Option<i32> {
    class.ordered().filter(|place| *place > 0)
}

pub(super) fn check_resources(psv: &PipelineStateValidation, findings: &mut Findings) {
    for (index, resource) in psv.resources.iter().enumerate() {
        check_resource(resource, At("resources", index), findings);
    }
    check_resource_version(psv, findings);
    check_resource_order(psv, findings);
    check_resource_overlap(psv, findings);
}

fn check_resource_version(psv: &PipelineStateValidation, findings: &mut Findings) {
    let expected = ResourceBinding::size_of_version(psv.info.version());
    let stride = psv.resources.stride() as usize;
    let holds = psv.resources.is_empty() || stride == expected;
    let found = format_args!("{stride} bytes, where {expected} are due");
    findings.check(holds, &RESOURCE_VERSION, "resources", found);
}

fn check_resource_order(psv: &PipelineStateValidation, findings: &mut Findings) {
    let mut last = None;
    for (index, resource) in psv.resources.iter().enumerate() {
        let class = crate::bindings::class_of(resource.resource_type.class());
        let place = place_of(class);
        let holds = place.is_none() || place >= last;
        let at = format_args!("resources[{index}].resource_type");
        let found = format_args!("a resource of the class {class} is after one of a later class");
        findings.check(holds, &RESOURCE_ORDER, at, found);
        last = last.max(place);
    }
}

/// Checks for overlapping registers. For each resource, at most one overlapping resource is reported.
fn check_resource_overlap(psv: &PipelineStateValidation, findings: &mut Findings) {
    let group = |resource: &ResourceBinding| {
        (
            crate::bindings::class_of(resource.resource_type.class()),
            resource.space,
        )
    };
    // Indices are sorted instead of records: the part may have very many resources.
    let mut order = Vec::with_capacity(psv.resources.len());
    for (index, resource) in psv.resources.iter().enumerate() {
        let is_range = resource.lower_bound <= resource.upper_bound;
        if is_range && place_of(crate::bindings::class_of(resource.resource_type.class())).is_some()
        {
            order.push(u32::try_from(index).unwrap_or(u32::MAX));
        }
    }
    let at = |index: &u32| {
        psv.resources
            .get(*index as usize)
            .copied()
            .unwrap_or_default()
    };
    order.sort_unstable_by_key(|index| (group(&at(index)), at(index).lower_bound, *index));
    // The resource with the largest last register so far, in the current class and space.
    let mut furthest: Option<(u32, ResourceBinding)> = None;
    for index in order {
        let resource = at(&index);
        let same = furthest.filter(|(_, other)| group(other) == group(&resource));
        if let Some((other, before)) =
            same.filter(|(_, other)| resource.lower_bound <= other.upper_bound)
        {
            let ResourceBinding {
                resource_type,
                space,
                lower_bound,
                upper_bound,
                ..
            } = resource;
            let found = format_args!(
                "resources[{other}] has some of the registers {lower_bound} to {upper_bound} of the class {} in space {space}",
                crate::bindings::class_of(resource_type.class())
            );
            let place = format_args!("resources[{index}].lower_bound");
            findings.check(false, &RESOURCE_OVERLAP, place, found);
            if before.upper_bound >= resource.upper_bound {
                continue;
            }
        }
        furthest = Some((index, resource));
    }
}

fn check_resource(resource: &ResourceBinding, at: At, findings: &mut Findings) {
    let ResourceBinding {
        resource_type,
        lower_bound,
        upper_bound,
        ..
    } = *resource;
    let class = crate::bindings::class_of(resource_type.class());
    let holds = class != ResourceClass::Invalid || !resource_type.is_known();
    let found = "the view type of the resource is invalid";
    findings.check(holds, &KNOWN, format_args!("{at}.resource_type"), found);
    known(resource_type, at, "resource_type", findings);
    let is_range = lower_bound <= upper_bound;
    let found = format_args!("{upper_bound}, before the first, {lower_bound}");
    findings.check(is_range, &RANGE, format_args!("{at}.upper_bound"), found);
    if let Some(kind) = resource.kind() {
        known(kind, at, "kind", findings);
        let (holds, place) = (views(resource_type, kind), format_args!("{at}.kind"));
        let found = format_args!("{kind}, viewed as {resource_type}");
        findings.check(holds, &RESOURCE_KIND, place, found);
    }
    let (flags, place) = (
        resource.flags().unwrap_or_default(),
        format_args!("{at}.flags"),
    );
    if flags.is_empty() || class == ResourceClass::UAV {
        let found = format_args!("{flags} has unknown bits");
        findings.check(flags.unknown() == 0, &KNOWN, place, found);
    } else {
        let found = format_args!("{flags}, which only UAVs have");
        findings.check(false, &KNOWN, place, found);
    }
}

/// Whether a kind of resource may have this type of view; unknown kinds are accepted.
pub(crate) fn views(view: ResourceType, kind: ResourceKind) -> bool {
    match view.kinds() {
        [] if crate::bindings::class_of(view.class()) == ResourceClass::Invalid => true,
        [] => !kind.own_access(),
        kinds => kinds.contains(&kind),
    }
}
