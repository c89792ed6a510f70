//! Computes the records that PSV0 and RDAT store for the resources of the program.

use alloc::vec::Vec;

use super::Program;
use crate::psv0::validate::resources::{place_of, views};
use dxc_format::Result;
use dxc_format::constants::{ResourceFlags, ResourceKind, ResourceType};
use dxc_format::psv0::{ResourceBinding, UNBOUNDED};
use dxc_format::rdat::{ResourceRecord, ResourceRecordFlags};
use dxil::{Resource, ResourceProperties, UavAccess};

impl Program<'_> {
    /// The resources in the order of PSV0 and RDAT, each with its index in the program.
    pub(super) fn resources_in_order(&self) -> impl ExactSizeIterator<Item = (usize, &Resource)> {
        let mut resources: Vec<_> = self.module.resources.iter().enumerate().collect();
        resources.sort_by_cached_key(|(_, resource)| place_of(resource.class));
        resources.into_iter()
    }
}

/// The record that DXC writes into PSV0; fields that the metadata does not have are copied from `stated`.
pub(super) fn pipeline_binding(resource: &Resource, stated: &ResourceBinding) -> ResourceBinding {
    let mut binding = *stated;
    binding.resource_type = resource_type(resource);
    binding.space = resource.space;
    (binding.lower_bound, binding.upper_bound) = bounds(resource);
    let mut flags = stated.flags().unwrap_or_default();
    flags.set(ResourceFlags::UsedByAtomic64, access(resource).atomic64);
    let mut set = || -> Result<()> {
        binding.set_kind(resource.kind)?;
        binding.set_flags(flags)
    };
    // Older versions do not have these fields.
    set().unwrap_or_default();
    binding
}

/// The record that DXC writes into RDAT, without its name; fields that the metadata does not have are copied from
/// `stated`.
pub(super) fn library_record(resource: &Resource, stated: &ResourceRecord) -> ResourceRecord {
    let mut record = *stated;
    record.class = resource.class;
    record.kind = resource.kind;
    record.id = resource.id;
    record.space = resource.space;
    (record.lower_bound, record.upper_bound) = bounds(resource);
    let UavAccess {
        globally_coherent,
        counter,
        rasterizer_ordered,
        reorder_coherent,
        atomic64,
        ..
    } = access(resource);
    let flags = &mut record.flags;
    flags.set(ResourceRecordFlags::UAVCounter, counter);
    flags.set(ResourceRecordFlags::UAVGloballyCoherent, globally_coherent);
    flags.set(ResourceRecordFlags::UAVReorderCoherent, reorder_coherent);
    let ordered_view = ResourceRecordFlags::UAVRasterizerOrderedView;
    flags.set(ordered_view, rasterizer_ordered);
    flags.set(ResourceRecordFlags::Atomics64Use, atomic64);
    record
}

/// The access flags of a UAV; other resources have none.
fn access(resource: &Resource) -> UavAccess {
    match resource.properties {
        ResourceProperties::Uav { access, .. } => access,
        _ => UavAccess::default(),
    }
}

fn bounds(resource: &Resource) -> (u32, u32) {
    (
        resource.lower_bound,
        dxil::upper_bound(resource).unwrap_or(UNBOUNDED),
    )
}

/// The resource type in PSV0; only structured buffers have counters there.
fn resource_type(resource: &Resource) -> ResourceType {
    let has_counter = access(resource).counter && resource.kind == ResourceKind::StructuredBuffer;
    let mut types = ResourceType::all_values().filter(|view| {
        let counts = view.counter();
        crate::bindings::class_of(view.class()) == resource.class && counts == has_counter
    });
    let found = types.find(|view| views(*view, resource.kind));
    found.unwrap_or(ResourceType::SRVTyped)
}
