//! Root signatures as HLSL and as a drawing with the cost of each parameter and the layout of each table.

use dxc_format::constants::{ResourceClass, RootSignatureVersion};
use dxc_format::rts0::{DescriptorTable, MAX_ROOT_COST, RootParameter, RootPayload, RootSignature};
use dxc_format::runtime::limits::Budget;
use dxc_format::{Container, Error, Limits};
use dxc_root_signature::hlsl::{self, Dialect, Form};
use dxc_shader::bindings::Registers;
use dxc_shader::hlsl::{DescriptorCount, DescriptorOffset};
use serde_json::{Value, json};
use std::fmt::Write;

use crate::PALETTE;
use crate::tables::short;

/// The fraction of the output that the HLSL of a library's root signatures may take: one in this many.
const SHARE: u64 = 32;

/// The size of a root signature in the output, without its text.
const NODE: usize = 256;

/// The memory of a parameter, range or sampler.
const ROW: usize = 4096;

/// The root signatures of a container, as many as the limits allow; those of a library have names. Several subobjects
/// may share one root signature.
pub(crate) fn all(container: &Container<'_>, limits: &Limits) -> dxc_format::Result<Vec<Value>> {
    let (mut all, mut left) = (Vec::new(), Budget::new("output", limits.output / SHARE));
    if let Some(part) = container.rts0()? {
        let signature = part.to_value();
        let taken = Budget::new("memory", limits.memory).take(rows(&signature).saturating_mul(ROW));
        taken.map_err(Error::without_byte)?;
        all.push(drawn(None, &signature));
    }
    if let Some(library) = container.rdat()? {
        for (name, signature) in dxc_shader::root_signature::subobjects(&library) {
            let drawn = drawn(Some(&short(name)), &signature?.to_value());
            let size = drawn["hlsl"].as_str().map_or(0, str::len);
            if left.take(NODE + size).is_err() {
                break;
            }
            all.push(drawn);
        }
    }
    Ok(all)
}

/// The number of parameters, ranges and samplers.
fn rows(signature: &RootSignature) -> usize {
    let ranges = signature
        .parameters
        .iter()
        .map(|parameter| match &parameter.payload {
            RootPayload::DescriptorTable(table) => table.ranges.len(),
            _ => 0,
        });
    signature.parameters.len() + ranges.sum::<usize>() + signature.samplers.len()
}

fn drawn(name: Option<&str>, signature: &RootSignature) -> Value {
    let (parameters, total) = parameters(signature);
    let samplers = signature.samplers.iter().map(|sampler| {
        json!({
            "registers": registers(ResourceClass::Sampler, sampler.shader_register, Some(1), sampler.register_space),
            "filter": sampler.filter.to_string(),
            "visibility": sampler.visibility.to_string(),
        })
    });
    let samplers: Vec<Value> = samplers.collect();
    let (text, unspellable) =
        hlsl::print_commented(signature, Form::Short, Dialect::Clang, &Limits::NONE);
    let problems: Vec<String> = unspellable.iter().map(ToString::to_string).collect();
    json!({
        "name": name,
        "version": version(signature.version),
        "flags": signature.flags.to_string(),
        "hlsl": text,
        "problem": (!problems.is_empty()).then(|| problems.join("\n")),
        "cost": total,
        "most": MAX_ROOT_COST,
        "parameters": parameters,
        "samplers": samplers,
    })
}

/// A version as text, such as `1.1`.
pub fn version(version: RootSignatureVersion) -> String {
    let name = version.to_string();
    name.trim_start_matches('V').replace('_', ".")
}

const STYLE: &str = "text { font: 12px system-ui, sans-serif; fill: var(--text); }
.quiet { fill: var(--quiet); }
rect { stroke: var(--quiet); fill: var(--ground); }
.c0 { fill: var(--v0); } .c1 { fill: var(--v1); } .c2 { fill: var(--v2); }
.c3 { fill: var(--v3); } .c4 { fill: var(--v4); } .c5 { fill: var(--v5); }
";
/// The width of a 32-bit word, and the heights of the bar and of a line of text, in pixels.
const WORD: u64 = 11;
const BAR: u64 = 26;
const LINE: u64 = 19;

/// Draws a root signature as SVG: a bar with its 32-bit words, and a line for each parameter.
///
/// ```
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_root_signature::hlsl::{self, Dialect};
///
/// let parsed = hlsl::parse("CBV(b0), SRV(t0)", RootSignatureVersion::V1_1, Dialect::Clang).unwrap();
/// assert!(dxobj_report::root_signatures::svg(&parsed.signature).contains("4 of 64 words"));
/// ```
pub fn svg(signature: &RootSignature) -> String {
    let (parameters, total) = parameters(signature);
    let most = u64::from(MAX_ROOT_COST);
    let (mut bar, mut lines, mut word) = (String::new(), String::new(), 0u64);
    for (index, parameter) in parameters.iter().enumerate() {
        let (size, color, y) = (cost(parameter), index % 6, BAR + LINE * (index as u64 + 1));
        let (x, width) = (WORD * word.min(most), WORD * size.min(most));
        // Writing into a String cannot fail.
        let _ = write!(
            bar,
            "<rect class=\"c{color}\" x=\"{x}\" width=\"{width}\" height=\"{BAR}\"/>"
        );
        let middle = x + width / 2;
        let _ = write!(
            bar,
            "<text x=\"{middle}\" y=\"17\" text-anchor=\"middle\">{index}</text>"
        );
        let _ = write!(
            lines,
            "<rect class=\"c{color}\" x=\"1\" y=\"{}\" width=\"12\" height=\"12\"/>\
             <text x=\"20\" y=\"{y}\">{index}: {}</text>",
            y - 10,
            line(parameter),
        );
        word = word.saturating_add(size);
    }
    let title = format!("Root signature: {total} of {most} words");
    let (width, height) = (WORD * most, BAR + LINE * (parameters.len() as u64 + 1));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {} {}\" width=\"{}\" role=\"img\" \
         aria-label=\"{title}\"><style>{PALETTE}{STYLE}</style>\
         <rect width=\"{width}\" height=\"{BAR}\"/>{bar}\
         <text class=\"quiet\" x=\"{}\" y=\"17\" text-anchor=\"end\">{total} of {most} words</text>{lines}</svg>\n",
        width + 2,
        height + 2,
        width + 2,
        width.saturating_sub(6),
    )
}

/// A parameter as text: `RootConstants b10, space1, Pixel: 3 words`.
fn line(parameter: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let ranges = parameter["ranges"].as_array().into_iter().flatten();
    let ranges =
        ranges.map(|range| format!("{} {}", text(&range["kind"]), text(&range["registers"])));
    let content = [text(&parameter["what"])].into_iter().chain(ranges);
    let content: Vec<String> = content.filter(|text| !text.is_empty()).collect();
    let words = match cost(parameter) {
        1 => "1 word".into(),
        cost => format!("{cost} words"),
    };
    format!(
        "{} {}; {}, {words}",
        text(&parameter["kind"]),
        content.join(", "),
        text(&parameter["visibility"]),
    )
}

/// The parameters, and their total size in 32-bit words.
fn parameters(signature: &RootSignature) -> (Vec<Value>, u64) {
    let parameters: Vec<Value> = signature.parameters.iter().map(parameter).collect();
    let total = parameters.iter().map(cost).fold(0, u64::saturating_add);
    (parameters, total)
}

/// The size of a parameter in 32-bit words.
fn cost(parameter: &Value) -> u64 {
    parameter["cost"].as_u64().unwrap_or(0)
}

fn parameter(parameter: &RootParameter) -> Value {
    let kind = parameter.parameter_type;
    let class = dxc_shader::root_signature::resource_class(kind);
    let place = dxc_shader::root_signature::register(parameter);
    let place = place.map(|(register, space)| registers(class, register, Some(1), space));
    let ranges = match &parameter.payload {
        RootPayload::DescriptorTable(table) => ranges(table),
        _ => Vec::new(),
    };
    json!({
        "kind": kind.to_string(),
        "visibility": parameter.visibility.to_string(),
        "cost": dxc_shader::root_signature::cost(parameter).get(),
        "what": place.unwrap_or_default(),
        "ranges": ranges,
    })
}

/// The ranges of a table, each with its first descriptor in the table.
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
            dxc_shader::bindings::class_of(kind.class()),
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

/// Registers in HLSL notation: `t3`, `t3 to t5`, `t3 and up, space1`; the number is `None` if it is unbounded.
fn registers(class: ResourceClass, first: u32, count: Option<u32>, space: u32) -> String {
    let registers = Registers::counted(class, first, count);
    match space {
        0 => registers.to_string(),
        _ => format!("{registers}, space{space}"),
    }
}
