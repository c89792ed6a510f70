//! The properties of the entry point in PSV0.

use super::Program;
use super::elements::low_byte;
use crate::psv0::validate::implied::{is_depth, is_per_sample};
use dxc_format::Result;
use dxc_format::constants::{FeatureFlags, PrimitiveTopology, SemanticKind, ShaderStage};
use dxc_format::psv0::{
    AmplificationInfo, DomainInfo, ExtraInfo, GeometryInfo, HullInfo, MeshExtraInfo, MeshInfo,
    PixelInfo, RuntimeInfo, StageInfo, VertexInfo,
};
use dxc_format::runtime::attributes::Attributes;
use dxc_format::runtime::shape::Shape;
use dxc_format::types::{Bool8, Fixed};
use dxil::dxil_metadata::GROUP_SHARED;
use dxil::{DataLayout, SignatureElement, StageState, WaveSize};

/// The streams of a geometry shader, a bit for each.
const ALL_STREAMS: u32 = 0xf;

impl Program<'_> {
    /// The record that DXC writes for the program. Counts and the reference to the entry point's name are those of
    /// `stated`, whose version is the same.
    pub(super) fn runtime_info(&self, stated: &RuntimeInfo, stage: ShaderStage) -> RuntimeInfo {
        let mut info = *stated;
        info.stage_info = self.stage_info(stated.stage_info, stage);
        let waves = self.entry.wave_size.filter(|size| size.min != 0);
        let waves = waves.filter(|_| stage == ShaderStage::Compute);
        let (min, max) = waves.map_or((0, u32::MAX), |WaveSize { min, max, .. }| {
            (min, if max == 0 { min } else { max })
        });
        info.minimum_wave_lane_count = min;
        info.maximum_wave_lane_count = max;
        // It stops at the first field that the version of `stated` lacks.
        self.set_later_fields(&mut info, stage).unwrap_or_default();
        info
    }

    fn set_later_fields(&self, info: &mut RuntimeInfo, stage: ShaderStage) -> Result<()> {
        let [inputs, outputs, _] = self.signatures();
        let features = dxil::required_features(self.entry.shader_flags);
        info.set_shader_stage(stage)?;
        info.set_uses_view_id(features.contains(FeatureFlags::ViewID).into())?;
        let extra = info.extra_info().unwrap_or_default();
        info.set_extra_info(self.extra_info(extra, stage))?;
        info.set_input_vectors(count_vectors(inputs, 0))?;
        info.set_output_vectors([0, 1, 2, 3].map(|stream| count_vectors(outputs, stream)))?;
        let has_groups = stage.has("groups");
        let threads = self.entry.num_threads.filter(|_| has_groups);
        let [x, y, z] = threads.unwrap_or_default();
        info.set_num_threads_x(x)?;
        info.set_num_threads_y(y)?;
        info.set_num_threads_z(z)?;
        let shared = has_groups.then(|| self.group_shared_bytes());
        info.set_group_shared_bytes(shared.unwrap_or_default())
    }

    /// The data of the stage; the stated one, if no metadata has it.
    fn stage_info(&self, stated: StageInfo, stage: ShaderStage) -> StageInfo {
        let [inputs, outputs, _] = self.signatures();
        let output_position_present = has_kind(outputs, &[SemanticKind::Position]);
        let mut info = StageInfo::default();
        match (stage, self.entry.stage.as_ref()) {
            (ShaderStage::Vertex, _) => info.set_vertex(VertexInfo {
                output_position_present,
                ..VertexInfo::default()
            }),
            (ShaderStage::Pixel, _) => info.set_pixel(pixel_info(inputs, outputs)),
            (ShaderStage::Mesh, Some(state)) => info.set_mesh(self.mesh_info(state)),
            (_, Some(state)) => set_state(&mut info, state, output_position_present),
            (_, None) if has_arm::<StageInfo>(stage) => return stated,
            (_, None) => {}
        }
        info
    }

    fn mesh_info(&self, state: &StageState) -> MeshInfo {
        let mut mesh = match *state {
            StageState::Mesh {
                max_vertex_count,
                max_primitive_count,
                payload_size,
                ..
            } => MeshInfo {
                payload_size_in_bytes: payload_size,
                max_output_vertices: low_half(max_vertex_count),
                max_output_primitives: low_half(max_primitive_count),
                ..MeshInfo::default()
            },
            _ => MeshInfo::default(),
        };
        mesh.group_shared_bytes_used = self.group_shared_bytes();
        mesh
    }

    /// Like [`Self::stage_info`].
    fn extra_info(&self, stated: ExtraInfo, stage: ShaderStage) -> ExtraInfo {
        let [_, _, patches] = self.signatures();
        let vectors = count_vectors(patches, 0);
        let mut extra = ExtraInfo::default();
        match (stage, self.entry.stage.as_ref()) {
            _ if stated.patch_constant_vectors(stage).is_some() => {
                extra.set_patch_constant_vectors(vectors);
            }
            (
                ShaderStage::Geometry,
                Some(StageState::Geometry {
                    max_vertex_count, ..
                }),
            ) => {
                extra.set_max_vertex_count(low_half(*max_vertex_count));
            }
            (
                ShaderStage::Mesh,
                Some(StageState::Mesh {
                    output_topology, ..
                }),
            ) => {
                extra.set_mesh(MeshExtraInfo {
                    primitive_vectors: vectors,
                    output_topology: *output_topology,
                });
            }
            _ if has_arm::<ExtraInfo>(stage) => return stated,
            _ => {}
        }
        extra
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

/// Whether a switch has an arm for a stage.
fn has_arm<T: Fixed>(stage: ShaderStage) -> bool {
    match T::SHAPE {
        Shape::Union(table) => table.arm(stage.0.into()).is_some(),
        _ => false,
    }
}

/// Sets the stage's properties from the metadata.
fn set_state(info: &mut StageInfo, state: &StageState, output_position_present: Bool8) {
    match *state {
        StageState::Hull {
            input_control_points,
            output_control_points,
            domain,
            output_primitive,
            ..
        } => {
            info.set_hull(HullInfo {
                input_control_points,
                output_control_points,
                tessellator_domain: domain,
                tessellator_output_primitive: output_primitive,
            });
        }
        StageState::Domain {
            domain,
            input_control_points,
        } => {
            info.set_domain(DomainInfo {
                input_control_points,
                output_position_present,
                tessellator_domain: domain,
                ..DomainInfo::default()
            });
        }
        StageState::Geometry {
            input_primitive,
            stream_mask,
            output_topology,
            ..
        } => {
            let is_defined = output_topology != PrimitiveTopology::Undefined;
            let streams = if is_defined {
                stream_mask & ALL_STREAMS
            } else {
                0
            };
            info.set_geometry(GeometryInfo {
                input_primitive,
                output_topology: match streams {
                    0 => PrimitiveTopology::Undefined,
                    _ => output_topology,
                },
                // The runtime expects a stream even if none is used.
                output_stream_mask: streams.max(1),
                output_position_present,
                ..GeometryInfo::default()
            });
        }
        StageState::Amplification { payload_size } => {
            info.set_amplification(AmplificationInfo {
                payload_size_in_bytes: payload_size,
            });
        }
        _ => {}
    }
}

fn pixel_info(inputs: &[SignatureElement], outputs: &[SignatureElement]) -> PixelInfo {
    let is_sampled = |input: &SignatureElement| {
        input.semantic == SemanticKind::SampleIndex || is_per_sample(input.interpolation)
    };
    PixelInfo {
        depth_output: outputs
            .iter()
            .any(|output| is_depth(output.semantic))
            .into(),
        sample_frequency: inputs.iter().any(is_sampled).into(),
        ..PixelInfo::default()
    }
}

fn has_kind(elements: &[SignatureElement], kinds: &[SemanticKind]) -> Bool8 {
    let mut elements = elements.iter();
    elements
        .any(|element| kinds.contains(&element.semantic))
        .into()
}

/// The number of vectors that elements of a stream take.
fn count_vectors(elements: &[SignatureElement], stream: u32) -> u8 {
    let elements = elements.iter().filter(|element| element.stream == stream);
    let ends = elements.filter_map(|element| element.start_row?.checked_add(element.rows));
    low_byte(ends.max().unwrap_or_default())
}

/// A number as DXC stores it in two bytes.
fn low_half(number: u32) -> u16 {
    let [low, high, ..] = number.to_le_bytes();
    u16::from_le_bytes([low, high])
}
