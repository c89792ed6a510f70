//! The resources of the program in PSV0 and RDAT.

use alloc::vec::Vec;

use super::Program;
use crate::generated::constants::{ResourceFlags, ResourceKind, ResourceType};
use crate::generated::psv0::{ResourceBinding, UNBOUNDED};
use crate::generated::rdat::{ResourceRecord, ResourceRecordFlags};
use crate::meaning::columns::Columns;
use crate::meaning::dxil::{Resource, ResourceProperties, UavAccess};
use crate::meaning::pipeline::validate::resources::{ORDER, views};
use crate::runtime::Result;

impl Program {
    /// The resources in the order of PSV0 and RDAT, each with its index in the program.
    pub(super) fn resources_in_order(&self) -> impl ExactSizeIterator<Item = (usize, &Resource)> {
        let mut resources: Vec<_> = self.module.resources.iter().enumerate().collect();
        resources
            .sort_by_key(|(_, resource)| ORDER.iter().position(|class| *class == resource.class));
        resources.into_iter()
    }
}

impl Resource {
    /// The record that DXC writes into a version of PSV0.
    pub(super) fn pipeline_binding(&self, version: u32) -> ResourceBinding {
        let mut binding = ResourceBinding::new(version);
        binding.resource_type = self.resource_type();
        binding.space = self.space;
        (binding.lower_bound, binding.upper_bound) = self.bounds();
        let mut flags = ResourceFlags::default();
        flags.set(ResourceFlags::UsedByAtomic64, self.access().atomic64);
        let mut set = || -> Result<()> {
            binding.set_kind(self.kind)?;
            binding.set_flags(flags)
        };
        // Older versions do not have them.
        set().unwrap_or_default();
        binding
    }

    /// The record that DXC writes into RDAT, without its name.
    pub(super) fn library_record(&self) -> ResourceRecord {
        let mut record = ResourceRecord::default();
        record.class = self.class;
        record.kind = self.kind;
        record.id = self.id;
        record.space = self.space;
        (record.lower_bound, record.upper_bound) = self.bounds();
        let UavAccess {
            globally_coherent,
            counter,
            rasterizer_ordered,
            reorder_coherent,
            atomic64,
            ..
        } = self.access();
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
    fn access(&self) -> UavAccess {
        match self.properties {
            ResourceProperties::Uav { access, .. } => access,
            _ => UavAccess::default(),
        }
    }

    fn bounds(&self) -> (u32, u32) {
        (self.lower_bound, self.upper_bound().unwrap_or(UNBOUNDED))
    }

    /// The resource type in PSV0; only structured buffers have counters there.
    fn resource_type(&self) -> ResourceType {
        let has_counter = self.access().counter && self.kind == ResourceKind::StructuredBuffer;
        let types = ResourceType::TABLE.values.iter();
        let types = types.filter_map(|entry| u32::try_from(entry.value).ok());
        let mut types = types.map(ResourceType).filter(|view| {
            let counts = view.is_marked("counter");
            view.resource_class() == self.class && counts == has_counter
        });
        let found = types.find(|view| views(*view, self.kind));
        found.unwrap_or(ResourceType::SRVTyped)
    }
}
