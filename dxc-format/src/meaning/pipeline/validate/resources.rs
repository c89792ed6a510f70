//! The resources of PSV0: values, order, and overlapping registers.

use alloc::format;
use alloc::vec::Vec;

use super::place::{At, known};
use super::rules::{
    KNOWN, RANGE, RESOURCE_KIND, RESOURCE_ORDER, RESOURCE_OVERLAP, RESOURCE_VERSION,
};
use crate::generated::constants::{ResourceClass, ResourceKind, ResourceType};
use crate::generated::psv0::{PipelineStateValidation, ResourceBinding};
use crate::meaning::finding::Finding;
use crate::runtime::BySize;

/// The order of classes in PSV0.
pub(crate) const ORDER: [ResourceClass; 4] = [
    ResourceClass::CBuffer,
    ResourceClass::Sampler,
    ResourceClass::SRV,
    ResourceClass::UAV,
];

impl PipelineStateValidation {
    pub(super) fn check_resources(&self, findings: &mut Vec<Finding>) {
        for (index, resource) in self.resources.iter().enumerate() {
            let at = At("resources", index);
            check_resource(resource, at, findings);
        }
        self.check_resource_version(findings);
        self.check_resource_order(findings);
        self.check_resource_overlap(findings);
    }

    fn check_resource_version(&self, findings: &mut Vec<Finding>) {
        let expected = ResourceBinding::size_of_version(self.info.version());
        let stride = self.resources.stride() as usize;
        if !self.resources.is_empty() && stride != expected {
            let found = format!("{stride} bytes, where {expected} are due");
            findings.push(Finding::new(&RESOURCE_VERSION, "resources", found));
        }
    }

    fn check_resource_order(&self, findings: &mut Vec<Finding>) {
        let mut last = None;
        for (index, resource) in self.resources.iter().enumerate() {
            let class = resource.resource_type.resource_class();
            let place = ORDER.iter().position(|known| *known == class);
            if place.is_some() && place < last {
                let found =
                    format!("a resource of the class {class} is after one of a later class");
                let path = At("resources", index).field("resource_type");
                findings.push(Finding::new(&RESOURCE_ORDER, path, found));
            }
            last = last.max(place);
        }
    }

    /// For each resource, at most one overlapping resource is reported.
    fn check_resource_overlap(&self, findings: &mut Vec<Finding>) {
        let group =
            |resource: &ResourceBinding| (resource.resource_type.resource_class(), resource.space);
        // Sort indices: the part may have very many resources.
        let mut order = Vec::with_capacity(self.resources.len());
        for (index, resource) in self.resources.iter().enumerate() {
            let is_range = resource.lower_bound <= resource.upper_bound;
            if is_range && ORDER.contains(&resource.resource_type.resource_class()) {
                order.push(u32::try_from(index).unwrap_or(u32::MAX));
            }
        }
        let at = |index: &u32| {
            self.resources
                .get(*index as usize)
                .copied()
                .unwrap_or_default()
        };
        order.sort_unstable_by_key(|index| (group(&at(index)), at(index).lower_bound, *index));
        // The furthest end in the class and space so far.
        let mut furthest: Option<(u32, ResourceBinding)> = None;
        for index in order {
            let resource = at(&index);
            let same = furthest.filter(|(_, other)| group(other) == group(&resource));
            if let Some((other, before)) =
                same.filter(|(_, other)| resource.lower_bound <= other.upper_bound)
            {
                findings.push(overlap(index, &resource, other));
                if before.upper_bound >= resource.upper_bound {
                    continue;
                }
            }
            furthest = Some((index, resource));
        }
    }
}

fn overlap(index: u32, resource: &ResourceBinding, other: u32) -> Finding {
    let (first, last) = (resource.lower_bound, resource.upper_bound);
    let (class, space) = (resource.resource_type.resource_class(), resource.space);
    let found = format!(
        "resources[{other}] has some of the registers {first} to {last} of the class {class} in space {space}"
    );
    let path = At("resources", index as usize).field("lower_bound");
    Finding::new(&RESOURCE_OVERLAP, path, found)
}

fn check_resource(resource: &ResourceBinding, at: At, findings: &mut Vec<Finding>) {
    let ResourceBinding {
        resource_type,
        lower_bound,
        upper_bound,
        ..
    } = *resource;
    let is_none = resource_type.resource_class() == ResourceClass::Invalid;
    if is_none && resource_type.name().is_some() {
        let found = "the view type of the resource is invalid";
        findings.push(Finding::new(&KNOWN, at.field("resource_type"), found));
    }
    let value = resource_type.0.into();
    known(&ResourceType::TABLE, value, at, "resource_type", findings);
    if lower_bound > upper_bound {
        let found = format!("{upper_bound}, before the first, {lower_bound}");
        findings.push(Finding::new(&RANGE, at.field("upper_bound"), found));
    }
    if let Some(kind) = resource.kind() {
        known(&ResourceKind::TABLE, kind.0.into(), at, "kind", findings);
        if !views(resource_type, kind) {
            let found = format!("{kind}, viewed as {resource_type}");
            findings.push(Finding::new(&RESOURCE_KIND, at.field("kind"), found));
        }
    }
    let of_uavs = resource.flags().unwrap_or_default();
    if !of_uavs.is_empty() && resource_type.resource_class() != ResourceClass::UAV {
        let found = format!("{of_uavs}, which only UAVs have");
        findings.push(Finding::new(&KNOWN, at.field("flags"), found));
    } else if let Some(flags) = resource.flags().filter(|flags| flags.unknown() != 0) {
        let found = format!("{flags} has unknown bits");
        findings.push(Finding::new(&KNOWN, at.field("flags"), found));
    }
}

/// Whether a shape allows a kind of view; unknown kinds are allowed.
pub(crate) fn views(view: ResourceType, kind: ResourceKind) -> bool {
    let entry = ResourceType::TABLE.by_value(view.0.into());
    match entry.map_or(&[][..], |entry| entry.list("kinds")) {
        [] if view.resource_class() == ResourceClass::Invalid => true,
        [] => !ResourceKind::TABLE.is_marked("own_access", kind.0.into()),
        kinds => kinds.iter().any(|name| kind.name() == Some(name)),
    }
}
