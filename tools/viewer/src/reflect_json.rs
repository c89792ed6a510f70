//! Reflection as JSON: what `dxobj reflect --json` prints, and `reflect` of the npm package returns.

use std::cell::RefCell;

use crate::node_json;
use dxc_format::statistics::Counters;
use dxc_shader::bindings::{Binding, dimension, dxc_format, num_samples, register_count};
use dxc_shader::reflection::{
    ConstantBuffer, FromPart, FunctionReflection, Requirements, ShaderReflection, Signature,
    StageDescription, Variable, VariableType, requires_flags,
};
use dxc_shader::signatures::has_register;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Value, json};

/// How many bytes a value of JSON takes at least, with its keys.
const ITEM: u64 = 256;

/// The bytes that the limit leaves.
pub(crate) struct Left(u64);

impl Left {
    /// Whether another item fits.
    pub(crate) fn take(&mut self, name: &str) -> bool {
        let left = self.0.checked_sub(ITEM + name.len() as u64);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// The reflection as a JSON object, which has `cut` if it would exceed so many bytes.
pub fn to_json(read: &ShaderReflection, output: u64) -> Value {
    // Texts and numbers can always be said.
    serde_json::to_value(Json::new(read, output)).unwrap_or_default()
}

/// Like [`to_json`], but made piece by piece while it is written.
#[derive(Debug)]
pub struct Json<'a> {
    read: &'a ShaderReflection,
    output: u64,
}

impl<'a> Json<'a> {
    /// The object of a reflection, which has `cut` if it would exceed so many bytes.
    pub fn new(read: &'a ShaderReflection, output: u64) -> Self {
        Self { read, output }
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (read, left) = (self.read, RefCell::new(Left(self.output)));
        let mut map = serializer.serialize_map(None)?;
        if let Value::Object(facts) = facts(read) {
            facts
                .iter()
                .try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        }
        let resources = Items(
            &read.bound_resources,
            &left,
            |binding: &Binding<'_>, left: &mut Left| {
                let is_taken = left.take(binding.name.as_deref().unwrap_or_default());
                is_taken.then(|| of_binding(binding))
            },
        );
        map.serialize_entry("resources", &resources)?;
        map.serialize_entry("buffers", &Items(&read.constant_buffers, &left, of_buffer))?;
        map.serialize_entry("signatures", &Items(&read.signatures, &left, of_signature))?;
        map.serialize_entry("functions", &Items(&read.functions, &left, of_function))?;
        if left.borrow().0 == 0 {
            map.serialize_entry("cut", &true)?;
        }
        map.end()
    }
}

/// The items that fit, each made when it is written.
struct Items<'a, T, F>(&'a [T], &'a RefCell<Left>, F);

impl<T, F: Fn(&T, &mut Left) -> Option<Value>> Serialize for Items<'_, T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for item in self.0 {
            let Some(value) = (self.2)(item, &mut self.1.borrow_mut()) else {
                break;
            };
            list.serialize_element(&value)?;
        }
        list.end()
    }
}

/// Flags as a list of their names; bits without a name follow as a number.
macro_rules! flag_names {
    ($flags:expr) => {{
        let flags = $flags;
        let names = flags.iter_names().map(|(name, _)| Value::from(name));
        let unknown = Some(flags.unknown()).filter(|bits| *bits != 0);
        Value::from_iter(names.chain(unknown.map(Value::from)))
    }};
}

pub(crate) use flag_names;

/// The answers of one value.
fn facts(read: &ShaderReflection) -> Value {
    let model = read.shader_model;
    let version = format!("{}.{}", model.version.major, model.version.minor);
    json!({
        "part": read.part.to_string(),
        "stage": model.kind.to_string(),
        "shader_model": version,
        "creator": answer(read.creator.as_ref(), |creator| json!(creator)),
        "compile_flags": answer(read.compile_flags.as_ref(), |flags| flag_names!(*flags)),
        "requires": answer(read.requirements.as_ref(), of_requirements),
        "description": answer(read.description.as_ref(), of_description),
        "thread_group": answer(read.thread_group.as_ref(), |threads| json!(threads)),
        "wave_size": answer(read.wave_size.as_ref(), |size| {
            json!({ "min": size.min, "max": size.max, "preferred": size.preferred })
        }),
        "instructions": answer(read.counters.as_ref(), |counters| json!(counters.instruction_count)),
        "counters": answer(read.counters.as_ref(), of_counters),
    })
}

/// An answer with its part; null if there is none.
fn answer<T>(answer: Option<&FromPart<T>>, to_json: impl FnOnce(&T) -> Value) -> Value {
    match answer {
        Some(answer) => json!({ "part": answer.part.to_string(), "value": to_json(&answer.value) }),
        None => Value::Null,
    }
}

fn of_requirements(required: &Requirements) -> Value {
    json!({
        "features": flag_names!(required.features),
        "early_depth_stencil": required.early_depth_stencil,
        "flags": requires_flags(*required),
    })
}

/// The properties that the stage has.
fn of_description(stage: &StageDescription) -> Value {
    let text = |value: Option<&dyn ToString>| value.map(|value| json!(value.to_string()));
    let number = |value: Option<u32>| value.map(|value| json!(value));
    let properties = [
        ("input_primitive", text(some(&stage.input_primitive))),
        ("control_points", number(stage.control_points)),
        ("tessellator_domain", text(some(&stage.tessellator_domain))),
        ("hs_partitioning", text(some(&stage.hs_partitioning))),
        (
            "hs_output_primitive",
            text(some(&stage.hs_output_primitive)),
        ),
        (
            "max_tessellation_factor",
            stage
                .max_tessellation_factor
                .map(|factor| json!(f32::from(factor))),
        ),
        ("gs_output_topology", text(some(&stage.gs_output_topology))),
        (
            "gs_max_output_vertex_count",
            number(stage.gs_max_output_vertex_count),
        ),
        ("gs_instance_count", number(stage.gs_instance_count)),
        ("ms_output_topology", text(some(&stage.ms_output_topology))),
        (
            "ms_max_output_vertices",
            number(stage.ms_max_output_vertices),
        ),
        (
            "ms_max_output_primitives",
            number(stage.ms_max_output_primitives),
        ),
        ("payload_size", number(stage.payload_size)),
    ];
    let stored = properties.into_iter();
    let stored = stored.filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(stored.collect())
}

fn some<T: ToString>(value: &Option<T>) -> Option<&dyn ToString> {
    value.as_ref().map(|value| -> &dyn ToString { value })
}

/// The counters of `D3D12_SHADER_DESC`.
fn of_counters(counters: &Counters) -> Value {
    json!({
        "instruction_count": counters.instruction_count,
        "temp_register_count": counters.temp_register_count,
        "temp_array_count": counters.temp_array_count,
        "def_count": counters.def_count,
        "dcl_count": counters.dcl_count,
        "texture_normal_instructions": counters.texture_normal_instructions,
        "texture_load_instructions": counters.texture_load_instructions,
        "texture_comp_instructions": counters.texture_comp_instructions,
        "texture_bias_instructions": counters.texture_bias_instructions,
        "texture_gradient_instructions": counters.texture_gradient_instructions,
        "float_instruction_count": counters.float_instruction_count,
        "int_instruction_count": counters.int_instruction_count,
        "uint_instruction_count": counters.uint_instruction_count,
        "static_flow_control_count": counters.static_flow_control_count,
        "dynamic_flow_control_count": counters.dynamic_flow_control_count,
        "macro_instruction_count": counters.macro_instruction_count,
        "array_instruction_count": counters.array_instruction_count,
        "cut_instruction_count": counters.cut_instruction_count,
        "emit_instruction_count": counters.emit_instruction_count,
        "barrier_instructions": counters.barrier_instructions(),
        "interlocked_instructions": counters.interlocked_instructions(),
        "texture_store_instructions": counters.texture_store_instructions(),
    })
}

/// The items that fit.
fn of_items<T>(
    items: &[T],
    left: &mut Left,
    to_json: impl Fn(&T, &mut Left) -> Option<Value>,
) -> Value {
    items.iter().map_while(|item| to_json(item, left)).collect()
}

fn of_binding(binding: &Binding<'_>) -> Value {
    json!({
        "part": binding.part.to_string(),
        "name": binding.name,
        "type": binding.input_type.to_string(),
        "class": binding.class.to_string(),
        "kind": binding.kind.map(|kind| kind.to_string()),
        "dimension": dimension(binding).to_string(),
        "format": dxc_format(binding),
        "returns": binding.returns.map(|(what, components)| json!([what.to_string(), components])),
        "stride": binding.stride,
        "samples": binding.samples,
        "num_samples": num_samples(binding),
        "flags": flag_names!(binding.flags),
        "id": binding.id,
        "space": binding.space,
        "first": binding.first,
        "count": register_count(binding),
    })
}

fn of_buffer(buffer: &ConstantBuffer, left: &mut Left) -> Option<Value> {
    if !left.take(&buffer.name) {
        return None;
    }
    let variables = of_items(&buffer.variables, left, of_variable);
    Some(json!({
        "part": buffer.part.to_string(),
        "name": buffer.name,
        "type": buffer.buffer_type.to_string(),
        "size": buffer.size,
        "variables": variables,
    }))
}

fn of_variable(variable: &Variable, left: &mut Left) -> Option<Value> {
    let default = variable.default_value.as_deref().unwrap_or_default();
    let hex = default.iter().map(|byte| format!("{byte:02x}"));
    let default: String = hex
        .take(usize::try_from(left.0).unwrap_or(usize::MAX))
        .collect();
    if !left.take(&variable.name) || !left.take(&default) {
        return None;
    }
    let ty = of_type(&variable.ty, left)?;
    let mut value = json!({
        "name": variable.name,
        "offset": variable.offset,
        "size": variable.size,
        "flags": flag_names!(variable.flags),
        "type": ty,
    });
    if !default.is_empty() {
        value["default"] = default.into();
    }
    Some(value)
}

fn of_type(ty: &VariableType, left: &mut Left) -> Option<Value> {
    if !left.take(&ty.name) {
        return None;
    }
    let members = of_items(&ty.members, left, |member, left| {
        let is_taken = left.take(&member.name);
        let ty = of_type(&member.ty, left).filter(|_| is_taken)?;
        Some(json!({ "name": member.name, "offset": member.ty.offset, "type": ty }))
    });
    let mut value = json!({
        "name": ty.name,
        "class": ty.class.to_string(),
        "component": ty.component.to_string(),
        "rows": ty.rows,
        "columns": ty.columns,
        "elements": ty.elements,
    });
    if !ty.members.is_empty() {
        value["members"] = members;
    }
    Some(value)
}

fn of_signature(signature: &Signature, left: &mut Left) -> Option<Value> {
    if !left.take("") {
        return None;
    }
    let parameters = of_items(&signature.parameters, left, |parameter, left| {
        left.take(&parameter.name).then(|| {
            let element = &parameter.element;
            json!({
                "name": parameter.name,
                "index": element.index,
                "register": has_register(element).then_some(element.register),
                "system_value": element.system_value.to_string(),
                "component_type": element.component_type.to_string(),
                "min_precision": element.min_precision.to_string(),
                "mask": element.mask,
                "read_write_mask": element.exclusive_mask,
                "stream": element.stream,
            })
        })
    });
    Some(json!({
        "part": signature.part.to_string(),
        "of": signature.direction.to_string(),
        "input": signature.direction.is_input(),
        "parameters": parameters,
    }))
}

fn of_function(function: &FunctionReflection, left: &mut Left) -> Option<Value> {
    let is_taken = left.take(&function.name) && left.take(&function.unmangled_name);
    let places = function.bound_resources.len() + function.constant_buffers.len();
    let size = 8 * places as u64;
    let fits = left.0.checked_sub(size).inspect(|rest| left.0 = *rest);
    fits.filter(|_| is_taken)?;
    Some(json!({
        "part": function.part.to_string(),
        "name": function.name,
        "unmangled_name": function.unmangled_name,
        "stage": function.shader_kind.to_string(),
        "requires": of_requirements(&function.requirements),
        "resources": function.bound_resources,
        "buffers": function.constant_buffers,
        "thread_group": function.thread_group,
        "payload_size": function.payload_size,
        "attribute_size": function.attribute_size,
        "node": node_json::of_function(function, left),
    }))
}
