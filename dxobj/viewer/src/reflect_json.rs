//! Reflection as JSON: what `dxobj reflect --json` prints, and `reflect` of the npm package returns.

use std::cell::RefCell;

use dxc_format::bindings::Binding;
use dxc_format::reflection::{
    ConstantBuffer, FromPart, FunctionReflection, ShaderReflection, Signature, Variable,
    VariableType,
};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Value, json};

/// How many bytes a value of JSON takes at least, with its keys.
const ITEM: u64 = 256;

/// The bytes that the limit leaves.
struct Left(u64);

impl Left {
    /// Whether another item fits.
    fn take(&mut self, name: &str) -> bool {
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

/// The answers of one value.
fn facts(read: &ShaderReflection) -> Value {
    let model = read.shader_model;
    let version = format!("{}.{}", model.version.major, model.version.minor);
    json!({
        "part": read.part.to_string(),
        "stage": model.kind.to_string(),
        "shader_model": version,
        "creator": answer(read.creator.as_ref(), |creator| json!(creator)),
        "compile_flags": answer(read.compile_flags.as_ref(), |flags| json!(flags.to_string())),
        "requires": answer(read.requirements.as_ref(), |required| {
            json!({
                "features": required.features.to_string(),
                "early_depth_stencil": required.early_depth_stencil,
                "flags": required.requires_flags(),
            })
        }),
        "thread_group": answer(read.thread_group.as_ref(), |threads| json!(threads)),
        "wave_size": answer(read.wave_size.as_ref(), |size| {
            json!({ "min": size.min, "max": size.max, "preferred": size.preferred })
        }),
        "instructions": answer(read.counters.as_ref(), |counters| json!(counters.instruction_count)),
    })
}

/// An answer with its part; null if there is none.
fn answer<T>(answer: Option<&FromPart<T>>, to_json: impl FnOnce(&T) -> Value) -> Value {
    match answer {
        Some(answer) => json!({ "part": answer.part.to_string(), "value": to_json(&answer.value) }),
        None => Value::Null,
    }
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
        "dimension": binding.dimension().to_string(),
        "format": binding.dxc_format(),
        "returns": binding.returns.map(|(what, components)| json!([what.to_string(), components])),
        "stride": binding.stride,
        "samples": binding.samples,
        "flags": binding.flags.to_string(),
        "id": binding.id,
        "space": binding.space,
        "first": binding.first,
        "count": binding.count(),
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
        "flags": variable.flags.to_string(),
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
            json!({
                "name": parameter.name,
                "index": parameter.index,
                "register": parameter.register,
                "system_value": parameter.system_value.to_string(),
                "component_type": parameter.component_type.to_string(),
                "min_precision": parameter.min_precision.to_string(),
                "mask": parameter.mask,
                "read_write_mask": parameter.read_write_mask,
                "stream": parameter.stream,
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
    let size = 8 * function.bound_resources.len() as u64;
    let fits = left.0.checked_sub(size).inspect(|rest| left.0 = *rest);
    fits.filter(|_| is_taken)?;
    Some(json!({
        "part": function.part.to_string(),
        "name": function.name,
        "unmangled_name": function.unmangled_name,
        "stage": function.shader_kind.to_string(),
        "requires": {
            "features": function.requirements.features.to_string(),
            "flags": function.requirements.requires_flags(),
        },
        "resources": function.bound_resources,
        "thread_group": function.thread_group,
        "payload_size": function.payload_size,
        "attribute_size": function.attribute_size,
    }))
}
