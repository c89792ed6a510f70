//! Root signatures as HLSL, and as a drawing: what each parameter costs, and how its table is laid out.

use dxc_format::constants::ResourceClass;
use dxc_format::int::int;
use dxc_format::root_signature::hlsl::{self, Dialect, Form};
use dxc_format::rts0::{
    APPEND, DescriptorTable, MAX_ROOT_COST, RootParameter, RootPayload, RootSignature, UNBOUNDED,
    root_cost,
};
use dxc_format::{Container, TypedParts};
use serde_json::{Value, json};

/// The root signatures of a container, those of a library with their names.
pub(crate) fn all(container: &Container<'_>) -> dxc_format::Result<Vec<Value>> {
    let mut all = Vec::new();
    if let Some(part) = container.rts0()? {
        all.push(drawn(None, &part.to_value()));
    }
    if let Some(library) = container.rdat()? {
        for record in library.subobjects() {
            let name = library.string(record.name).unwrap_or_default();
            if let Some(signature) = library.root_signature(&record) {
                all.push(drawn(Some(name), &signature?.to_value()));
            }
        }
    }
    Ok(all)
}

fn drawn(name: Option<&str>, signature: &RootSignature) -> Value {
    let parameters: Vec<Value> = signature.parameters.iter().map(parameter).collect();
    let cost = |parameter: &Value| parameter["cost"].as_u64().unwrap_or(0);
    let total = parameters.iter().map(cost).fold(0u64, u64::saturating_add);
    let samplers = signature.samplers.iter().map(|sampler| {
        json!({
            "registers": registers(ResourceClass::Sampler, sampler.shader_register, 1, sampler.register_space),
            "filter": sampler.filter.to_string(),
            "visibility": sampler.visibility.to_string(),
        })
    });
    let samplers: Vec<Value> = samplers.collect();
    let text =
        hlsl::print(signature, Form::Short, Dialect::Clang).map_err(|problem| problem.to_string());
    json!({
        "name": name,
        "version": signature.version.to_string(),
        "flags": signature.flags.to_string(),
        "hlsl": text.as_ref().ok(),
        "problem": text.as_ref().err(),
        "cost": total,
        "most": MAX_ROOT_COST,
        "parameters": parameters,
        "samplers": samplers,
    })
}

fn parameter(parameter: &RootParameter) -> Value {
    let kind = parameter.parameter_type;
    let (constants, what, ranges) = match &parameter.payload {
        RootPayload::Constants(constants) => {
            let count = constants.num_32_bit_values;
            let place = registers(
                ResourceClass::CBuffer,
                constants.shader_register,
                1,
                constants.register_space,
            );
            (count, place, Vec::new())
        }
        RootPayload::Descriptor(descriptor) => {
            let class = class(&kind.to_string());
            let place = registers(
                class,
                descriptor.shader_register,
                1,
                descriptor.register_space,
            );
            (0, place, Vec::new())
        }
        RootPayload::DescriptorTable(table) => (0, String::new(), ranges(table)),
        _ => (0, String::new(), Vec::new()),
    };
    json!({
        "kind": kind.to_string(),
        "visibility": parameter.visibility.to_string(),
        "cost": root_cost(int(kind), int(constants)).get(),
        "what": what,
        "ranges": ranges,
    })
}

/// The ranges of a table, each with the place that it has there.
fn ranges(table: &DescriptorTable) -> Vec<Value> {
    let mut end = Some(0u64);
    let ranges = table.ranges.iter().map(|range| {
        let (count, offset) = (
            u64::from(range.num_descriptors),
            u64::from(range.offset_in_descriptors_from_table_start),
        );
        let start = if offset == APPEND { end } else { Some(offset) };
        end = start
            .filter(|_| count != UNBOUNDED)
            .map(|start| start + count);
        let kind = range.range_type.to_string();
        let place = registers(
            class(&kind),
            range.base_shader_register,
            count,
            range.register_space,
        );
        let flags = (!range.flags.is_empty()).then(|| range.flags.to_string());
        let count = (count != UNBOUNDED).then_some(count);
        json!({ "kind": kind, "registers": place, "start": start, "count": count, "flags": flags })
    });
    ranges.collect()
}

/// The class of a range or a descriptor; the tables call it by the same names.
fn class(kind: &str) -> ResourceClass {
    let name = if kind == "CBV" { "CBuffer" } else { kind };
    let class = ResourceClass::TABLE.by_name(name);
    class.map_or(ResourceClass::Invalid, |class| {
        ResourceClass(class.value.try_into().unwrap_or_default())
    })
}

/// Registers as HLSL writes them: `t3`, `t3 to t5`, `t3 and up, space1`.
fn registers(class: ResourceClass, first: u32, count: u64, space: u32) -> String {
    let letter = ResourceClass::TABLE
        .text("letter", class.0.into())
        .unwrap_or("?");
    let last = u64::from(first).saturating_add(count).saturating_sub(1);
    let mut text = match count {
        UNBOUNDED => format!("{letter}{first} and up"),
        0 | 1 => format!("{letter}{first}"),
        _ => format!("{letter}{first} to {letter}{last}"),
    };
    if space > 0 {
        text.push_str(&format!(", space{space}"));
    }
    text
}
