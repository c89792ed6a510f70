//! The properties of entry points that are specific to a stage.

use super::read::{Reader, metadata_error};
use crate::dxil_metadata::{ASStateField, DSStateField, GSStateField, HSStateField, MSStateField};
use crate::metadata::MetadataNode as Node;
use crate::value::ValueId;
use dxc_format::constants::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, TessellatorDomain,
    TessellatorOutputPrimitive,
};
use dxc_format::runtime::{F32, Result};
use dxc_format::statistics::TessellatorPartitioning;

/// The properties of shaders that are specific to a stage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StageState {
    /// A geometry shader.
    Geometry {
        /// The input primitive.
        input_primitive: InputPrimitive,
        /// The largest number of vertices that an invocation outputs.
        max_vertex_count: u32,
        /// The streams that are used, a bit for each.
        stream_mask: u32,
        /// The topology of the output.
        output_topology: PrimitiveTopology,
        /// The number of instances.
        instance_count: u32,
    },
    /// A domain shader.
    Domain {
        /// The domain.
        domain: TessellatorDomain,
        /// The number of control points.
        input_control_points: u32,
    },
    /// A hull shader.
    Hull {
        /// The patch constant function.
        patch_constant_function: ValueId,
        /// The number of input control points.
        input_control_points: u32,
        /// The number of control points that it outputs.
        output_control_points: u32,
        /// The domain.
        domain: TessellatorDomain,
        /// The partitioning.
        partitioning: TessellatorPartitioning,
        /// The output primitive.
        output_primitive: TessellatorOutputPrimitive,
        /// The largest tessellation factor.
        max_tessellation_factor: F32,
    },
    /// A mesh shader.
    Mesh {
        /// The largest number of vertices.
        max_vertex_count: u32,
        /// The largest number of primitives.
        max_primitive_count: u32,
        /// The topology.
        output_topology: MeshOutputTopology,
        /// The size of the payload in bytes.
        payload_size: u32,
    },
    /// An amplification shader.
    Amplification {
        /// The size of the payload in bytes.
        payload_size: u32,
    },
}

pub(super) fn read_geometry<'m>(reader: &Reader<'m>, node: Node<'m>) -> Result<StageState> {
    Ok(StageState::Geometry {
        input_primitive: InputPrimitive(reader.u32(node, GSStateField::InputPrimitive.0)?),
        max_vertex_count: reader.u32(node, GSStateField::MaxVertexCount.0)?,
        stream_mask: reader.u32(node, GSStateField::ActiveStreamMask.0)?,
        output_topology: PrimitiveTopology(reader.u32(node, GSStateField::OutputStreamTopology.0)?),
        instance_count: reader.u32(node, GSStateField::GSInstanceCount.0)?,
    })
}

pub(super) fn read_domain<'m>(reader: &Reader<'m>, node: Node<'m>) -> Result<StageState> {
    Ok(StageState::Domain {
        domain: TessellatorDomain(reader.u32(node, DSStateField::TessellatorDomain.0)?),
        input_control_points: reader.u32(node, DSStateField::InputControlPointCount.0)?,
    })
}

pub(super) fn read_hull<'m>(reader: &Reader<'m>, node: Node<'m>) -> Result<StageState> {
    let function = node.value(HSStateField::PatchConstantFunction.0);
    let factor = node.value(HSStateField::MaxTessellationFactor.0);
    Ok(StageState::Hull {
        patch_constant_function: function
            .ok_or_else(|| metadata_error("a hull shader has no patch constant function"))?,
        input_control_points: reader.u32(node, HSStateField::InputControlPointCount.0)?,
        output_control_points: reader.u32(node, HSStateField::OutputControlPointCount.0)?,
        domain: TessellatorDomain(reader.u32(node, HSStateField::TessellatorDomain.0)?),
        partitioning: TessellatorPartitioning(
            reader.u32(node, HSStateField::TessellatorPartitioning.0)?,
        ),
        output_primitive: TessellatorOutputPrimitive(
            reader.u32(node, HSStateField::TessellatorOutputPrimitive.0)?,
        ),
        max_tessellation_factor: factor
            .and_then(|id| reader.module.float_bits(id))
            .map(|bits| f32::from_bits(bits).into())
            .ok_or_else(|| metadata_error("expected a floating-point number"))?,
    })
}

/// Reads the state of a mesh shader, and its thread group.
pub(super) fn read_mesh<'m>(reader: &Reader<'m>, node: Node<'m>) -> Result<(StageState, [u32; 3])> {
    let threads = reader.node(node, MSStateField::NumThreads.0)?;
    let topology = reader.u8(node, MSStateField::OutputTopology.0)?;
    let state = StageState::Mesh {
        max_vertex_count: reader.u32(node, MSStateField::MaxVertexCount.0)?,
        max_primitive_count: reader.u32(node, MSStateField::MaxPrimitiveCount.0)?,
        output_topology: MeshOutputTopology(topology),
        payload_size: reader.u32(node, MSStateField::PayloadSizeInBytes.0)?,
    };
    Ok((state, reader.triple(threads)?))
}

/// Reads the state of an amplification shader, and its thread group.
pub(super) fn read_amplification<'m>(
    reader: &Reader<'m>,
    node: Node<'m>,
) -> Result<(StageState, [u32; 3])> {
    let threads = reader.node(node, ASStateField::NumThreads.0)?;
    let payload_size = reader.u32(node, ASStateField::PayloadSizeInBytes.0)?;
    let state = StageState::Amplification { payload_size };
    Ok((state, reader.triple(threads)?))
}
