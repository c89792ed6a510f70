//! Root signatures as HLSL, and as a drawing: what each parameter costs, and how its table is laid out.

use dxc_format::bindings::Registers;
use dxc_format::constants::ResourceClass;
use dxc_format::hlsl::{DescriptorCount, DescriptorOffset};
use dxc_format::root_signature::hlsl::{self, Dialect, Form};
use dxc_format::rts0::{
    DescriptorTable, MAX_ROOT_COST, RootParameter, RootPayload, RootSignature, root_cost,
};
use dxc_format::{Container, Limits};
use serde_json::{Value, json};

use crate::tables::short;

/// The share of the output that the root signatures of a library may take as HLSL.
const SHARE: u64 = 32;

/// The size of a root signature without its text.
const NODE: u64 = 256;

/// The root signatures of a container, those of a library with their names, as many as the limits allow: subobjects may share
/// one.
pub(crate) fn all(container: &Container<'_>, limits: &Limits) -> dxc_format::Result<Vec<Value>> {
    let (mut all, mut left) = (Vec::new(), limits.output / SHARE);
    if let Some(part) = container.rts0()? {
        all.push(drawn(None, &part.to_value()));
    }
    if let Some(library) = container.rdat()? {
        for (name, signature) in library.root_signatures() {
            let drawn = drawn(Some(&short(name)), &signature?.to_value());
            let size = drawn["hlsl"].as_str().map_or(0, str::len) as u64;
            let Some(rest) = left.checked_sub(size + NODE) else {
                break;
            };
            left = rest;
            all.push(drawn);
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
            "registers": registers(ResourceClass::Sampler, sampler.shader_register, Some(1), sampler.register_space),
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
                kind.resource_class(),
                constants.shader_register,
                Some(1),
                constants.register_space,
            );
            (count, place, Vec::new())
        }
        RootPayload::Descriptor(descriptor) => {
            let place = registers(
                kind.resource_class(),
                descriptor.shader_register,
                Some(1),
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
        "cost": root_cost(kind, constants).get(),
        "what": what,
        "ranges": ranges,
    })
}

/// The ranges of a table, each with the place that it has there.
fn ranges(table: &DescriptorTable) -> Vec<Value> {
    let mut end = Some(0u64);
    let ranges = table.ranges.iter().map(|range| {
        let offset = range.offset_in_descriptors_from_table_start;
        let count = range.num_descriptors;
        let count = (count != DescriptorCount::Unbounded.0).then_some(count);
        let is_appended = offset == DescriptorOffset::Append.0;
        let start = if is_appended {
            end
        } else {
            Some(offset.into())
        };
        end = start
            .zip(count)
            .map(|(start, count)| start + u64::from(count));
        let kind = range.range_type;
        let place = registers(
            kind.resource_class(),
            range.base_shader_register,
            count,
            range.register_space,
        );
        let kind = kind.to_string();
        let flags = (!range.flags.is_empty()).then(|| range.flags.to_string());
        json!({ "kind": kind, "registers": place, "start": start, "count": count, "flags": flags })
    });
    ranges.collect()
}

/// Registers as HLSL writes them: `t3`, `t3 to t5`, `t3 and up, space1`; `None` is no bound.
fn registers(class: ResourceClass, first: u32, count: Option<u32>, space: u32) -> String {
    let registers = Registers::counted(class, first, count);
    match space {
        0 => registers.to_string(),
        _ => format!("{registers}, space{space}"),
    }
}
