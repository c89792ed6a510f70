//! Computes the properties of the entry point that PSV0 stores.

use alloc::vec;

use super::Program;
use super::elements::low_byte;
use crate::psv0::num_threads;
use crate::psv0::validate::implied::{is_depth, is_per_sample};
use dxc_format::Result;
use dxc_format::constants::{FeatureFlags, PrimitiveTopology, SemanticKind, ShaderStage};
use dxc_format::psv0::RuntimeInfo;
use dxc_format::runtime::shape::{Shape, put_number};
use dxc_format::types::Fixed;
use dxil::dxil_metadata::GROUP_SHARED;
use dxil::{DataLayout, SignatureElement, WaveSize};

/// A mask of all streams of a geometry shader.
const ALL_STREAMS: u32 = 0xf;

impl Program<'_> {
    /// The record that DXC writes for the program. The version, the counts and the reference to the entry point's name
    /// are copied from `stated`.
    pub(super) fn runtime_info(&self, stated: &RuntimeInfo, stage: ShaderStage) -> RuntimeInfo {
        let mut info = *stated;
        info.stage_info = self.stage_data(stated.stage_info, stage);
        let waves = self.entry.wave_size.filter(|size| size.min != 0);
        let waves = waves.filter(|_| stage == ShaderStage::Compute);
        let (min, max) = waves.map_or((0, u32::MAX), |WaveSize { min, max, .. }| {
            (min, if max == 0 { min } else { max })
        });
        info.minimum_wave_lane_count = min;
        info.maximum_wave_lane_count = max;
        // This stops at the first field that the version of `stated` does not have.
        self.set_later_fields(&mut info, stage).unwrap_or_default();
        info
    }

    fn set_later_fields(&self, info: &mut RuntimeInfo, stage: ShaderStage) -> Result<()> {
        let [inputs, outputs, _] = self.signatures();
        let features = dxil::required_features(self.entry.shader_flags);
        info.set_shader_stage(stage)?;
        info.set_uses_view_id(features.contains(FeatureFlags::ViewID).into())?;
        let extra = info.extra_info().unwrap_or_default();
        info.set_extra_info(self.stage_data(extra, stage))?;
        info.set_input_vectors(count_vectors(inputs, 0))?;
        info.set_output_vectors([0, 1, 2, 3].map(|stream| count_vectors(outputs, stream)))?;
        let has_groups = stage.groups();
        let threads = match self.entry.num_threads {
            None if has_groups => num_threads(info).map(Option::unwrap_or_default),
            threads => threads.filter(|_| has_groups).unwrap_or_default(),
        };
        let [x, y, z] = threads;
        info.set_num_threads_x(x)?;
        info.set_num_threads_y(y)?;
        info.set_num_threads_z(z)?;
        let shared = has_groups.then(|| self.group_shared_bytes());
        info.set_group_shared_bytes(shared.unwrap_or_default())
    }

    /// The data that DXC writes for the stage. Values that the metadata does not have are copied from `stated`.
    fn stage_data<T: Fixed>(&self, stated: T, stage: ShaderStage) -> T {
        let Shape::Union(table) = T::SHAPE else {
            return stated;
        };
        let (mut before, mut bytes) = (vec![0; T::SIZE], vec![0; T::SIZE]);
        stated.encode(&mut before).unwrap_or_default();
        if let Some(arm) = table.arm(stage.0.into()) {
            let single = [(arm.name, 0..arm.size)];
            let fields = match arm.shape {
                Shape::Record(layout) => layout.fields,
                _ => &[],
            };
            let fields = fields.iter().filter(|field| !field.reserved);
            let fields = fields.map(|field| (field.name, field.at..field.at + field.size));
            let single = single.into_iter().filter(|_| arm.shape.is_single());
            for (name, place) in fields.chain(single) {
                let (Some(out), Some(before)) = (bytes.get_mut(place.clone()), before.get(place))
                else {
                    continue;
                };
                match self.property(name) {
                    Some(value) => put_number(out, value.into()),
                    None => out.copy_from_slice(before),
                }
            }
        }
        T::decode(&bytes).unwrap_or(stated)
    }

    /// The value that DXC writes into a field of the data for a stage; `None` if the metadata does not have it.
    fn property(&self, field: &str) -> Option<u32> {
        let [inputs, outputs, patches] = self.signatures();
        let streams = self.stage_field("output_stream_mask").map(|streams| {
            match self.stage_field("output_topology") {
                Some(topology) if PrimitiveTopology(topology) != PrimitiveTopology::Undefined => {
                    streams & ALL_STREAMS
                }
                _ => 0,
            }
        });
        Some(match field {
            "output_position_present" => has_kind(outputs, |kind| kind == SemanticKind::Position),
            "depth_output" => has_kind(outputs, is_depth),
            "sample_frequency" => inputs.iter().any(is_sampled).into(),
            "group_shared_bytes_used" => self.group_shared_bytes(),
            // DXC does not compute this value.
            "group_shared_bytes_dependent_on_view_id" => 0,
            "patch_constant_vectors" | "primitive_vectors" => count_vectors(patches, 0).into(),
            // The runtime expects a stream even if no stream is used.
            "output_stream_mask" => streams?.max(1),
            "output_topology" if streams == Some(0) => PrimitiveTopology::Undefined.0,
            _ => self.stage_field(field)?,
        })
    }

    /// The value of a field that the metadata stores.
    fn stage_field(&self, field: &str) -> Option<u32> {
        let mut fields = self.entry.stage_fields.iter();
        fields
            .find(|(name, _)| *name == field)
            .map(|(_, value)| *value)
    }

    /// The size of all variables in group shared memory.
    fn group_shared_bytes(&self) -> u32 {
        let module = &self.module.module;
        let layout = DataLayout::of(module);
        let variables = module.global_variables().iter();
        let shared = variables.filter(|variable| variable.address_space() == GROUP_SHARED);
        let sizes = shared.filter_map(|variable| layout.alloc_size(variable.value_type()));
        let sum = sizes.fold(0, u64::saturating_add);
        u32::try_from(sum).unwrap_or(u32::MAX)
    }
}

fn is_sampled(input: &SignatureElement) -> bool {
    input.semantic == SemanticKind::SampleIndex || is_per_sample(input.interpolation)
}

/// 1 if any element has one of these kinds, otherwise 0.
fn has_kind(elements: &[SignatureElement], is_it: impl Fn(SemanticKind) -> bool) -> u32 {
    let mut elements = elements.iter();
    elements.any(|element| is_it(element.semantic)).into()
}

/// The number of vectors that the elements of a stream use.
fn count_vectors(elements: &[SignatureElement], stream: u32) -> u8 {
    let elements = elements.iter().filter(|element| element.stream == stream);
    let ends = elements.filter_map(|element| element.start_row?.checked_add(element.rows));
    low_byte(ends.max().unwrap_or_default())
}
