//! The properties of entry points that are specific to a stage.

use super::read::metadata_error;
use crate::dxil_metadata::{ASStateField, DSStateField, GSStateField, HSStateField, MSStateField};
use crate::metadata_node::MetadataNode as Node;
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

pub(super) fn read_geometry(node: Node<'_>) -> Result<StageState> {
    Ok(StageState::Geometry {
        input_primitive: InputPrimitive(node.item(GSStateField::InputPrimitive.0).u32()?),
        max_vertex_count: node.item(GSStateField::MaxVertexCount.0).u32()?,
        stream_mask: node.item(GSStateField::ActiveStreamMask.0).u32()?,
        output_topology: PrimitiveTopology(node.item(GSStateField::OutputStreamTopology.0).u32()?),
        instance_count: node.item(GSStateField::GSInstanceCount.0).u32()?,
    })
}

pub(super) fn read_domain(node: Node<'_>) -> Result<StageState> {
    Ok(StageState::Domain {
        domain: TessellatorDomain(node.item(DSStateField::TessellatorDomain.0).u32()?),
        input_control_points: node.item(DSStateField::InputControlPointCount.0).u32()?,
    })
}

pub(super) fn read_hull(node: Node<'_>) -> Result<StageState> {
    let function = node.value(HSStateField::PatchConstantFunction.0);
    let factor = node.value(HSStateField::MaxTessellationFactor.0);
    Ok(StageState::Hull {
        patch_constant_function: function
            .ok_or_else(|| metadata_error("a hull shader has no patch constant function"))?,
        input_control_points: node.item(HSStateField::InputControlPointCount.0).u32()?,
        output_control_points: node.item(HSStateField::OutputControlPointCount.0).u32()?,
        domain: TessellatorDomain(node.item(HSStateField::TessellatorDomain.0).u32()?),
        partitioning: TessellatorPartitioning(
            node.item(HSStateField::TessellatorPartitioning.0).u32()?,
        ),
        output_primitive: TessellatorOutputPrimitive(
            node.item(HSStateField::TessellatorOutputPrimitive.0)
                .u32()?,
        ),
        max_tessellation_factor: factor
            .and_then(|id| node.module.float_bits(id))
            .map(|bits| f32::from_bits(bits).into())
            .ok_or_else(|| metadata_error("expected a floating-point number"))?,
    })
}

/// Reads the state of a mesh shader, and its thread group.
pub(super) fn read_mesh(node: Node<'_>) -> Result<(StageState, [u32; 3])> {
    let threads = node.item(MSStateField::NumThreads.0).triple()?;
    let topology = node.item(MSStateField::OutputTopology.0).u8()?;
    let state = StageState::Mesh {
        max_vertex_count: node.item(MSStateField::MaxVertexCount.0).u32()?,
        max_primitive_count: node.item(MSStateField::MaxPrimitiveCount.0).u32()?,
        output_topology: MeshOutputTopology(topology),
        payload_size: node.item(MSStateField::PayloadSizeInBytes.0).u32()?,
    };
    Ok((state, threads))
}

/// Reads the state of an amplification shader, and its thread group.
pub(super) fn read_amplification(node: Node<'_>) -> Result<(StageState, [u32; 3])> {
    let threads = node.item(ASStateField::NumThreads.0).triple()?;
    let payload_size = node.item(ASStateField::PayloadSizeInBytes.0).u32()?;
    let state = StageState::Amplification { payload_size };
    Ok((state, threads))
}
