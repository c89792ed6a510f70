//! Reflects the values of `D3D12_SHADER_DESC` that are specific to a stage, from any part.

use super::{FromPart, interface_part};
use crate::instructions::{
    ControlPointCountToken, InputPrimitiveToken, Opcode, OutputTopologyToken,
    TessellatorDomainToken, TessellatorOutputPrimitiveToken, TessellatorPartitioningToken,
};
use dxc_format::Container;
use dxc_format::constants::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, ShaderKind, ShaderStage,
    TessellatorDomain, TessellatorOutputPrimitive,
};
use dxc_format::parts;
use dxc_format::psv0::RuntimeInfo;
use dxc_format::statistics::{Counters, TessellatorPartitioning};
use dxc_format::tokens::TokenizedProgramView;
use dxc_format::{FourCC, Result, types::F32};
use dxil::StageState;

/// The properties of a hull, domain, geometry, mesh or amplification shader, as in `D3D12_SHADER_DESC` (which has none
/// for mesh and amplification shaders). A property is `None` if the stage does not have it, or the part does not store
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StageDescription {
    /// The input primitive of a geometry shader, or the input patch of a hull shader.
    pub input_primitive: Option<InputPrimitive>,
    /// The number of control points that a hull shader outputs, or that a domain shader reads.
    pub control_points: Option<u32>,
    /// The domain of a hull or domain shader.
    pub tessellator_domain: Option<TessellatorDomain>,
    /// The partitioning of a hull shader.
    pub hs_partitioning: Option<TessellatorPartitioning>,
    /// The primitive that the tessellator outputs for a hull shader.
    pub hs_output_primitive: Option<TessellatorOutputPrimitive>,
    /// The largest tessellation factor of a hull shader.
    pub max_tessellation_factor: Option<F32>,
    /// The topology that a geometry shader outputs.
    pub gs_output_topology: Option<PrimitiveTopology>,
    /// The largest number of vertices that an invocation of a geometry shader outputs.
    pub gs_max_output_vertex_count: Option<u32>,
    /// The number of instances of a geometry shader.
    pub gs_instance_count: Option<u32>,
    /// The topology that a mesh shader outputs.
    pub ms_output_topology: Option<MeshOutputTopology>,
    /// The largest number of vertices that a thread group of a mesh shader outputs.
    pub ms_max_output_vertices: Option<u32>,
    /// The largest number of primitives that a thread group of a mesh shader outputs.
    pub ms_max_output_primitives: Option<u32>,
    /// The size of the payload of a mesh or amplification shader in bytes.
    pub payload_size: Option<u32>,
}

impl StageDescription {
    /// The description from the metadata of a module.
    pub(super) fn of_state(state: &StageState) -> Self {
        match *state {
            StageState::Geometry {
                input_primitive,
                max_vertex_count,
                output_topology,
                instance_count,
                ..
            } => Self {
                input_primitive: Some(input_primitive),
                gs_output_topology: Some(output_topology),
                gs_max_output_vertex_count: Some(max_vertex_count),
                gs_instance_count: Some(instance_count),
                ..Self::default()
            },
            StageState::Domain {
                domain,
                input_control_points,
            } => Self {
                tessellator_domain: Some(domain),
                control_points: Some(input_control_points),
                ..Self::default()
            },
            StageState::Hull {
                input_control_points,
                output_control_points,
                domain,
                partitioning,
                output_primitive,
                max_tessellation_factor,
                ..
            } => Self {
                input_primitive: Some(patch_of(input_control_points)),
                control_points: Some(output_control_points),
                tessellator_domain: Some(domain),
                hs_partitioning: Some(partitioning),
                hs_output_primitive: Some(output_primitive),
                max_tessellation_factor: Some(max_tessellation_factor),
                ..Self::default()
            },
            StageState::Mesh {
                max_vertex_count,
                max_primitive_count,
                output_topology,
                payload_size,
            } => Self {
                ms_output_topology: Some(output_topology),
                ms_max_output_vertices: Some(max_vertex_count),
                ms_max_output_primitives: Some(max_primitive_count),
                payload_size: Some(payload_size),
                ..Self::default()
            },
            StageState::Amplification { payload_size } => Self {
                payload_size: Some(payload_size),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }

    /// The description from the statistics of FXC; later versions of the statistics have more properties.
    fn of_counters(kind: ShaderKind, counters: &Counters) -> Self {
        match kind {
            ShaderKind::Geometry => Self {
                input_primitive: Some(counters.input_primitive),
                gs_output_topology: Some(counters.gs_output_topology),
                gs_max_output_vertex_count: Some(counters.gs_max_output_vertex_count),
                gs_instance_count: counters.gs_instance_count(),
                ..Self::default()
            },
            ShaderKind::Hull => Self {
                input_primitive: Some(counters.input_primitive),
                control_points: counters.control_points(),
                tessellator_domain: counters.tessellator_domain(),
                hs_partitioning: counters.hs_partitioning(),
                hs_output_primitive: counters.hs_output_primitive(),
                ..Self::default()
            },
            ShaderKind::Domain => Self {
                control_points: counters.control_points(),
                tessellator_domain: counters.tessellator_domain(),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }

    /// The description from the declarations of a program.
    fn of_program(program: TokenizedProgramView<'_>) -> Self {
        let mut read = Self::default();
        for operation in crate::assembly::operations(&program) {
            let token = operation.token.0;
            let points = ControlPointCountToken(token).count().into();
            let number = operation.payload.first().copied();
            match operation.opcode() {
                Opcode::DCL_GS_INPUT_PRIMITIVE => {
                    read.input_primitive = Some(InputPrimitiveToken(token).primitive());
                }
                Opcode::DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY => {
                    read.gs_output_topology = Some(OutputTopologyToken(token).topology());
                }
                Opcode::DCL_MAX_OUTPUT_VERTEX_COUNT => read.gs_max_output_vertex_count = number,
                Opcode::DCL_GS_INSTANCE_COUNT => read.gs_instance_count = number,
                Opcode::DCL_INPUT_CONTROL_POINT_COUNT => {
                    read.input_primitive = Some(patch_of(points));
                    read.control_points = read.control_points.or(Some(points));
                }
                Opcode::DCL_OUTPUT_CONTROL_POINT_COUNT => read.control_points = Some(points),
                Opcode::DCL_TESS_DOMAIN => {
                    read.tessellator_domain = Some(TessellatorDomainToken(token).domain());
                }
                Opcode::DCL_TESS_PARTITIONING => {
                    let partitioning = TessellatorPartitioningToken(token).partitioning();
                    read.hs_partitioning = Some(partitioning);
                }
                Opcode::DCL_TESS_OUTPUT_PRIMITIVE => {
                    let primitive = TessellatorOutputPrimitiveToken(token).primitive();
                    read.hs_output_primitive = Some(primitive);
                }
                Opcode::DCL_HS_MAX_TESSFACTOR => {
                    read.max_tessellation_factor = number.map(|bits| f32::from_bits(bits).into());
                }
                _ => {}
            }
        }
        if program.version().kind() == ShaderKind::Domain {
            read.input_primitive = None;
        }
        read
    }

    /// The description from the properties in PSV0.
    fn of_pipeline(info: &RuntimeInfo, stage: ShaderStage) -> Self {
        let union = info.stage_info;
        let extra = info.extra_info().unwrap_or_default();
        let mut read = Self::default();
        if let Some(hull) = union.hull(stage) {
            read.input_primitive = Some(patch_of(hull.input_control_points));
            read.control_points = Some(hull.output_control_points);
            read.tessellator_domain = Some(hull.tessellator_domain);
            read.hs_output_primitive = Some(hull.tessellator_output_primitive);
        } else if let Some(domain) = union.domain(stage) {
            read.control_points = Some(domain.input_control_points);
            read.tessellator_domain = Some(domain.tessellator_domain);
        } else if let Some(geometry) = union.geometry(stage) {
            read.input_primitive = Some(geometry.input_primitive);
            read.gs_output_topology = Some(geometry.output_topology);
            read.gs_max_output_vertex_count = extra.max_vertex_count(stage).map(u32::from);
        } else if let Some(mesh) = union.mesh(stage) {
            read.ms_output_topology = extra.mesh(stage).map(|mesh| mesh.output_topology);
            read.ms_max_output_vertices = Some(mesh.max_output_vertices.into());
            read.ms_max_output_primitives = Some(mesh.max_output_primitives.into());
            read.payload_size = Some(mesh.payload_size_in_bytes);
        } else if let Some(amplification) = union.amplification(stage) {
            read.payload_size = Some(amplification.payload_size_in_bytes);
        }
        read
    }
}

/// The description of the shader in a container without a DXIL program, from the first part that has one.
pub(super) fn read_stored(
    container: &Container<'_>,
    kind: ShaderKind,
    counters: Option<&FromPart<Counters>>,
) -> Result<Option<FromPart<StageDescription>>> {
    let of_counters = |counters: &FromPart<Counters>| {
        FromPart::new(
            counters.part,
            StageDescription::of_counters(kind, &counters.value),
        )
    };
    let counted = described(counters.map(of_counters));
    if counted.is_some() {
        return Ok(counted);
    }
    if let Some(program) = crate::psv0::tokenized_program(container)? {
        let description = StageDescription::of_program(program);
        return Ok(described(Some(FromPart::new(
            interface_part(container),
            description,
        ))));
    }
    let stage = container.shader_stage()?;
    let Some((psv, stage)) = crate::psv0::readable(container)?.zip(stage) else {
        return Ok(None);
    };
    let description = StageDescription::of_pipeline(&psv.info().record, stage);
    Ok(described(Some(FromPart::new(parts::PSV0, description))))
}

/// The description of the shader in a container, from the first part that has one; a DXIL program is the last choice.
pub(crate) fn stage_description(
    container: &Container<'_>,
    kind: ShaderKind,
) -> Result<StageDescription> {
    if let Some(stored) = read_stored(container, kind, None)? {
        return Ok(stored.value);
    }
    let module = crate::dxil_module(container)?;
    let entry = module
        .as_ref()
        .and_then(|module| module.entry_points.first());
    let state = entry.and_then(|entry| entry.stage.as_ref());
    Ok(state.map(StageDescription::of_state).unwrap_or_default())
}

/// The description from the state of a module's entry point.
pub(super) fn read_state(part: FourCC, state: &StageState) -> FromPart<StageDescription> {
    FromPart::new(part, StageDescription::of_state(state))
}

/// A description; `None` if it has no properties.
fn described(
    description: Option<FromPart<StageDescription>>,
) -> Option<FromPart<StageDescription>> {
    description.filter(|description| description.value != StageDescription::default())
}

/// The input primitive for a patch with this many control points.
fn patch_of(control_points: u32) -> InputPrimitive {
    let before_patches = InputPrimitive::ControlPointPatch1.0 - 1;
    InputPrimitive(before_patches.saturating_add(control_points))
}
