//! Implements `Serialize` for reflection.

use alloc::format;
use core::fmt;

use dxc_format::statistics::Counters;
use dxil::WaveSize;
use serde::{Serialize, Serializer};

use super::nodes::FunctionNode;
use super::{Text, flags, impl_map};
use crate::reflection::{
    ConstantBuffer, FromPart, FunctionReflection, Member, Requirements, ShaderReflection,
    Signature, SignatureParameter, StageDescription, Variable, VariableType, requires_flags,
};
use crate::signatures::has_register;

impl_map! { read: ShaderReflection {
    "part" => Text(read.part),
    "stage" => Text(read.shader_model.kind),
    "shader_model" => format!("{}.{}", read.shader_model.version.major, read.shader_model.version.minor),
    "creator" => answer(&read.creator, |creator| creator),
    "compile_flags" => answer(&read.compile_flags, |flags| flags!(*flags)),
    "requires" => answer(&read.requirements, |requirements| requirements),
    "description" => answer(&read.description, |description| description),
    "thread_group" => answer(&read.thread_group, |threads| threads),
    "wave_size" => answer(&read.wave_size, Waves),
    "instructions" => answer(&read.counters, |counters| counters.instruction_count),
    "counters" => answer(&read.counters, Counts),
    "resources" => read.bound_resources,
    "buffers" => read.constant_buffers,
    "signatures" => read.signatures,
    "functions" => read.functions,
}}

/// A value, and the part that stores it.
struct Answer<T>(dxc_format::FourCC, T);

impl<T: Serialize> Serialize for Answer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("part", &Text(self.0))?;
        map.serialize_entry("value", &self.1)?;
        map.end()
    }
}

fn answer<'a, T, U>(
    answer: &'a Option<FromPart<T>>,
    value: impl FnOnce(&'a T) -> U,
) -> Option<Answer<U>> {
    answer
        .as_ref()
        .map(|answer| Answer(answer.part, value(&answer.value)))
}

struct Waves<'a>(&'a WaveSize);

impl_map! { <'a> size: Waves<'a> {
    "min" => size.0.min,
    "max" => size.0.max,
    "preferred" => size.0.preferred,
}}

impl_map! { required: Requirements {
    "features" => flags!(required.features),
    "early_depth_stencil" => required.early_depth_stencil,
    "flags" => requires_flags(*required),
}}

// The properties that are specific to the stage.
impl_map! { stage: StageDescription {
    "input_primitive" if stage.input_primitive.is_some() => stage.input_primitive.map(Text),
    "control_points" if stage.control_points.is_some() => stage.control_points,
    "tessellator_domain" if stage.tessellator_domain.is_some() => stage.tessellator_domain.map(Text),
    "hs_partitioning" if stage.hs_partitioning.is_some() => stage.hs_partitioning.map(Text),
    "hs_output_primitive" if stage.hs_output_primitive.is_some() => stage.hs_output_primitive.map(Text),
    "max_tessellation_factor" if stage.max_tessellation_factor.is_some() => stage.max_tessellation_factor.map(f32::from),
    "gs_output_topology" if stage.gs_output_topology.is_some() => stage.gs_output_topology.map(Text),
    "gs_max_output_vertex_count" if stage.gs_max_output_vertex_count.is_some() => stage.gs_max_output_vertex_count,
    "gs_instance_count" if stage.gs_instance_count.is_some() => stage.gs_instance_count,
    "ms_output_topology" if stage.ms_output_topology.is_some() => stage.ms_output_topology.map(Text),
    "ms_max_output_vertices" if stage.ms_max_output_vertices.is_some() => stage.ms_max_output_vertices,
    "ms_max_output_primitives" if stage.ms_max_output_primitives.is_some() => stage.ms_max_output_primitives,
    "payload_size" if stage.payload_size.is_some() => stage.payload_size,
}}

/// The counters of `D3D12_SHADER_DESC`.
struct Counts<'a>(&'a Counters);

impl_map! { <'a> counters: Counts<'a> {
    "instruction_count" => counters.0.instruction_count,
    "temp_register_count" => counters.0.temp_register_count,
    "temp_array_count" => counters.0.temp_array_count,
    "def_count" => counters.0.def_count,
    "dcl_count" => counters.0.dcl_count,
    "texture_normal_instructions" => counters.0.texture_normal_instructions,
    "texture_load_instructions" => counters.0.texture_load_instructions,
    "texture_comp_instructions" => counters.0.texture_comp_instructions,
    "texture_bias_instructions" => counters.0.texture_bias_instructions,
    "texture_gradient_instructions" => counters.0.texture_gradient_instructions,
    "float_instruction_count" => counters.0.float_instruction_count,
    "int_instruction_count" => counters.0.int_instruction_count,
    "uint_instruction_count" => counters.0.uint_instruction_count,
    "static_flow_control_count" => counters.0.static_flow_control_count,
    "dynamic_flow_control_count" => counters.0.dynamic_flow_control_count,
    "macro_instruction_count" => counters.0.macro_instruction_count,
    "array_instruction_count" => counters.0.array_instruction_count,
    "cut_instruction_count" => counters.0.cut_instruction_count,
    "emit_instruction_count" => counters.0.emit_instruction_count,
    "barrier_instructions" => counters.0.barrier_instructions(),
    "interlocked_instructions" => counters.0.interlocked_instructions(),
    "texture_store_instructions" => counters.0.texture_store_instructions(),
}}

impl_map! { buffer: ConstantBuffer {
    "part" => Text(buffer.part),
    "name" => buffer.name,
    "type" => Text(buffer.buffer_type),
    "size" => buffer.size,
    "variables" => buffer.variables,
}}

impl_map! { variable: Variable {
    "name" => variable.name,
    "offset" => variable.offset,
    "size" => variable.size,
    "flags" => flags!(variable.flags),
    "type" => variable.ty,
    "default" if variable.default_value.as_ref().is_some_and(|bytes| !bytes.is_empty())
        => variable.default_value.as_deref().map(|bytes| Text(Hexadecimal(bytes))),
}}

/// Bytes as hexadecimal digits.
struct Hexadecimal<'a>(&'a [u8]);

impl fmt::Display for Hexadecimal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl_map! { ty: VariableType {
    "name" => ty.name,
    "class" => Text(ty.class),
    "component" => Text(ty.component),
    "rows" => ty.rows,
    "columns" => ty.columns,
    "elements" => ty.elements,
    "members" if !ty.members.is_empty() => ty.members,
}}

impl_map! { member: Member {
    "name" => member.name,
    "offset" => member.ty.offset,
    "type" => member.ty,
}}

impl_map! { signature: Signature {
    "part" => Text(signature.part),
    "of" => Text(signature.direction),
    "input" => signature.direction.is_input(),
    "parameters" => signature.parameters,
}}

impl_map! { parameter: SignatureParameter {
    "name" => parameter.name,
    "index" => parameter.element.index,
    "register" => has_register(&parameter.element).then_some(parameter.element.register),
    "system_value" => Text(parameter.element.system_value),
    "component_type" => Text(parameter.element.component_type),
    "min_precision" => Text(parameter.element.min_precision),
    "mask" => parameter.element.mask,
    "read_write_mask" => parameter.element.exclusive_mask,
    "stream" => parameter.element.stream,
}}

impl_map! { function: FunctionReflection {
    "part" => Text(function.part),
    "name" => function.name,
    "unmangled_name" => function.unmangled_name,
    "stage" => Text(function.shader_kind),
    "requires" => function.requirements,
    "resources" => function.bound_resources,
    "buffers" => function.constant_buffers,
    "thread_group" => function.thread_group,
    "payload_size" => function.payload_size,
    "attribute_size" => function.attribute_size,
    "node" => function.node.as_ref().map(|node| FunctionNode(node, function)),
}}
