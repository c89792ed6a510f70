//! Reflection as tables: resources, buffer layouts, signatures and functions, each with the part that stores it.

use dxc_format::constants::FeatureFlags;
use dxc_format::rdef::{ConstantBufferType, ShaderVariableClass, ShaderVariableFlags};
use dxc_format::statistics::Counters;
use dxc_format::{FourCC, Limits};
use dxc_shader::bindings::{self, Binding};
use dxc_shader::reflection::{
    ConstantBuffer, FromPart, FunctionReflection, Requirements, ShaderReflection, Signature,
    StageDescription, Variable, VariableType,
};
use serde::Serialize;

use crate::nodes;
use crate::tables::{Table, named, short};

/// The fraction of the limits that reflection may use, since the tables contain it again and are then printed: one in
/// this many.
const SHARE: u64 = 8;

/// The size of a cell without its text.
const CELL: u64 = 32;

/// Limits for a reflection that is shown as tables.
pub fn limits(limits: &Limits) -> Limits {
    let mut limits = *limits;
    limits.memory /= SHARE;
    limits.steps /= SHARE;
    limits
}

/// A property of the shader as a whole.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Fact {
    /// Its name, such as `thread group`.
    pub name: &'static str,
    /// The part that stores it.
    pub part: String,
    /// Its value as text.
    pub value: String,
}

/// The properties of the shader as a whole: its model, compiler, requirements and sizes.
pub fn facts(read: &ShaderReflection) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut add = |name, part: FourCC, value: String| {
        let part = part.to_string();
        facts.push(Fact { name, part, value });
    };
    let model = &read.shader_model;
    let (kind, version) = (model.kind, model.version);
    let target = format!("{kind} {}.{}", version.major, version.minor);
    add("shader model", read.part, target);
    if let Some(FromPart { part, value, .. }) = &read.creator {
        add("compiler", *part, short(value).into_owned());
    }
    if let Some(FromPart { part, value, .. }) = read.compile_flags {
        add("compiled with", part, value.to_string());
    }
    if let Some(FromPart { part, value, .. }) = read.requirements {
        let required = requirements(value);
        if !required.is_empty() {
            add("requires", part, required);
        }
    }
    if let Some(FromPart { part, value, .. }) = &read.thread_group {
        add("thread group", *part, threads(value));
    }
    if let Some(FromPart { part, value, .. }) = read.wave_size {
        let size = match value.max {
            0 => value.min.to_string(),
            max => format!("{} to {max}", value.min),
        };
        add("wave size", part, size);
    }
    if let Some(FromPart { part, value, .. }) = &read.description {
        for (name, value) in stage_properties(value) {
            add(name, *part, value);
        }
    }
    if let Some(FromPart { part, value, .. }) = &read.counters
        && value.instruction_count > 0
    {
        add("instructions", *part, instructions(value));
    }
    facts
}

/// The properties that are specific to the stage, with their names.
fn stage_properties(stage: &StageDescription) -> impl Iterator<Item = (&'static str, String)> {
    fn text<T: ToString>(value: Option<T>) -> Option<String> {
        value.map(|value| value.to_string())
    }
    let payload = stage.payload_size.map(|size| format!("{size} bytes"));
    let properties = [
        ("input primitive", text(stage.input_primitive)),
        ("control points", text(stage.control_points)),
        ("domain", text(stage.tessellator_domain)),
        ("partitioning", text(stage.hs_partitioning)),
        ("output primitive", text(stage.hs_output_primitive)),
        (
            "largest tessellation factor",
            text(stage.max_tessellation_factor),
        ),
        ("output topology", text(stage.gs_output_topology)),
        ("largest output", vertices(stage.gs_max_output_vertex_count)),
        ("instances", text(stage.gs_instance_count)),
        ("output topology", text(stage.ms_output_topology)),
        ("largest output", vertices(stage.ms_max_output_vertices)),
        (
            "largest output",
            stage
                .ms_max_output_primitives
                .map(|count| format!("{count} primitives")),
        ),
        ("payload", payload),
    ];
    let properties = properties.into_iter();
    properties.filter_map(|(name, value)| Some((name, value?)))
}

fn vertices(count: Option<u32>) -> Option<String> {
    count.map(|count| format!("{count} vertices"))
}

/// The total number of instructions, and the number of each kind.
fn instructions(counters: &Counters) -> String {
    let kinds = [
        ("float", counters.float_instruction_count),
        ("int", counters.int_instruction_count),
        ("uint", counters.uint_instruction_count),
        ("static flow control", counters.static_flow_control_count),
        ("dynamic flow control", counters.dynamic_flow_control_count),
        ("macro", counters.macro_instruction_count),
        ("array", counters.array_instruction_count),
        ("cut", counters.cut_instruction_count),
        ("emit", counters.emit_instruction_count),
        ("texture", counters.texture_normal_instructions),
        ("texture load", counters.texture_load_instructions),
        ("texture comparison", counters.texture_comp_instructions),
        ("texture bias", counters.texture_bias_instructions),
        ("texture gradient", counters.texture_gradient_instructions),
        ("barrier", counters.barrier_instructions().unwrap_or(0)),
        ("atomic", counters.interlocked_instructions().unwrap_or(0)),
        (
            "texture store",
            counters.texture_store_instructions().unwrap_or(0),
        ),
    ];
    let kinds = kinds.iter().filter(|(_, count)| *count > 0);
    let kinds = kinds.map(|(kind, count)| format!(", {count} {kind}"));
    let all = counters.instruction_count;
    kinds.fold(all.to_string(), |text, kind| text + &kind)
}

/// All tables of a reflection.
pub fn tables(reflection: &ShaderReflection, limits: &Limits) -> Vec<Table> {
    let mut left = Left(limits.output);
    let mut tables = Vec::new();
    if !reflection.bound_resources.is_empty() {
        tables.push(resources(reflection, &mut left));
    }
    tables.extend(layouts(reflection, &mut left));
    let signatures = reflection.signatures.iter();
    let signatures = signatures.filter(|signature| !signature.parameters.is_empty());
    tables.extend(signatures.map_while(|one| left.is_some().then(|| signature(one, &mut left))));
    tables.extend(functions(&reflection.functions, &mut left));
    tables.extend(nodes::tables(reflection, &mut left));
    tables
}

/// The nodes of a work graph, and their inputs and outputs; empty if there are none.
pub fn work_graph(reflection: &ShaderReflection, limits: &Limits) -> Vec<Table> {
    nodes::tables(reflection, &mut Left(limits.output))
}

/// The functions of a library; `None` if there are none.
pub fn library(reflection: &ShaderReflection, limits: &Limits) -> Option<Table> {
    functions(&reflection.functions, &mut Left(limits.output))
}

/// The layouts of the buffers.
pub fn buffers(reflection: &ShaderReflection, limits: &Limits) -> Vec<Table> {
    layouts(reflection, &mut Left(limits.output)).collect()
}

fn layouts(reflection: &ShaderReflection, left: &mut Left) -> impl Iterator<Item = Table> {
    let buffers = reflection.constant_buffers.iter();
    buffers.map_while(|buffer| left.is_some().then(|| layout(buffer, left)))
}

/// The remaining bytes for tables.
pub(crate) struct Left(u64);

impl Left {
    fn is_some(&self) -> bool {
        self.0 > 0
    }

    /// Adds a row; if the limits are exceeded, only counts it.
    pub(crate) fn push(&mut self, table: &mut Table, row: impl FnOnce() -> Vec<String>) {
        if !self.is_some() {
            table.left_out += 1;
            return;
        }
        let row = row();
        let size: u64 = row.iter().map(|cell| CELL + cell.len() as u64).sum();
        self.0 = self.0.saturating_sub(size);
        table.rows.push(row);
    }
}

pub(crate) fn table(title: String, columns: &[&'static str]) -> Table {
    Table {
        title,
        columns: columns.into(),
        ..Table::default()
    }
}

fn resources(reflection: &ShaderReflection, left: &mut Left) -> Table {
    let title = format!("Resources ({})", reflection.part);
    let mut table = table(title, &bindings::DXC_COLUMNS);
    let mut resources: Vec<&Binding<'_>> = reflection.bound_resources.iter().collect();
    resources.sort_by_cached_key(|binding| bindings::dxc_order(binding));
    for binding in resources {
        left.push(&mut table, || named(bindings::dxc_row(binding)));
    }
    table
}

fn signature(signature: &Signature, left: &mut Left) -> Table {
    let title = format!("{} signature ({})", signature.direction, signature.part);
    let mut table = table(title, &dxc_shader::signatures::DXC_COLUMNS);
    table.columns.push("Stream");
    for parameter in &signature.parameters {
        let element = &parameter.element;
        let stream = match element.stream {
            0 => String::new(),
            stream => stream.to_string(),
        };
        left.push(&mut table, || {
            let mut row = named(dxc_shader::signatures::row_named(
                element,
                signature.direction,
                &parameter.name,
            ));
            row.push(stream);
            row
        });
    }
    table
}

/// The variables of a buffer; the members of structures are indented.
fn layout(buffer: &ConstantBuffer, left: &mut Left) -> Table {
    let kind = match buffer.buffer_type {
        ConstantBufferType::TBUFFER => "tbuffer",
        ConstantBufferType::INTERFACE_POINTERS => "interfaces",
        ConstantBufferType::RESOURCE_BIND_INFO => "elements of",
        _ => "cbuffer",
    };
    let ConstantBuffer { part, size, .. } = buffer;
    let name = match buffer.name.as_str() {
        "" => "?".into(),
        name => short(name),
    };
    let title = format!("{kind} {name}, {size} bytes ({part})");
    let mut table = table(
        title,
        &["Name", "Type", "Offset", "Size", "Used", "Default"],
    );
    for variable in &buffer.variables {
        left.push(&mut table, || of_variable(variable));
        members(&variable.ty, variable.offset, 1, left, &mut table);
    }
    table
}

fn of_variable(variable: &Variable) -> Vec<String> {
    let is_used = variable.flags.contains(ShaderVariableFlags::USED);
    vec![
        declared(&variable.name, &variable.ty, 0),
        type_name(&variable.ty),
        variable.offset.to_string(),
        variable.size.to_string(),
        if is_used { "yes" } else { "no" }.into(),
        default_value(variable),
    ]
}

fn members(ty: &VariableType, base: u32, depth: usize, left: &mut Left, table: &mut Table) {
    for member in &ty.members {
        let offset = base.saturating_add(member.ty.offset);
        left.push(table, || {
            let name = declared(&member.name, &member.ty, depth);
            let [size, used, default] = [const { String::new() }; 3];
            let offset = match member.ty.class {
                ShaderVariableClass::BIT_FIELD => format!("bit {}", member.ty.offset),
                _ => offset.to_string(),
            };
            vec![name, type_name(&member.ty), offset, size, used, default]
        });
        members(&member.ty, offset, depth + 1, left, table);
    }
}

/// A name with its array size or its width in bits, as HLSL declares it.
fn declared(name: &str, ty: &VariableType, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let name = short(name);
    match ty.elements {
        _ if ty.class == ShaderVariableClass::BIT_FIELD => {
            format!("{indent}{name} : {}", ty.columns)
        }
        0 => format!("{indent}{name}"),
        elements => format!("{indent}{name}[{elements}]"),
    }
}

/// The type as HLSL writes it.
fn type_name(ty: &VariableType) -> String {
    let name = short(&ty.name);
    match ty.class {
        ShaderVariableClass::STRUCT => format!("struct {name}").trim_end().to_owned(),
        ShaderVariableClass::MATRIX_ROWS => format!("row_major {name}"),
        _ => name.into_owned(),
    }
}

/// The beginning of a default value, as numbers if the variable has a numeric type.
fn default_value(variable: &Variable) -> String {
    const MOST: usize = 16;
    let Some(bytes) = &variable.default_value else {
        return String::new();
    };
    let (words, _) = bytes.as_chunks::<4>();
    let shown = words.iter().take(MOST).map(|word| {
        let word = u32::from_le_bytes(*word);
        match variable.ty.component {
            dxc_format::rdef::ShaderVariableType::FLOAT => f32::from_bits(word).to_string(),
            dxc_format::rdef::ShaderVariableType::INT => word.cast_signed().to_string(),
            _ => word.to_string(),
        }
    });
    let more = if words.len() > MOST { " .." } else { "" };
    format!("{}{more}", shown.collect::<Vec<_>>().join(", "))
}

fn functions(functions: &[FunctionReflection], left: &mut Left) -> Option<Table> {
    let part = functions.first()?.part;
    let title = format!("Functions ({part})");
    let columns = [
        "Name",
        "Kind",
        "Model",
        "Resources",
        "Threads",
        "Payload",
        "Attributes",
        "Requires",
    ];
    let mut table = table(title, &columns);
    for function in functions {
        left.push(&mut table, || of_function(function));
    }
    Some(table)
}

fn of_function(function: &FunctionReflection) -> Vec<String> {
    let number = |number: u32| match number {
        0 => String::new(),
        number => number.to_string(),
    };
    let model = function.min_shader_model.map(|model| model.version);
    vec![
        short(&function.unmangled_name).into_owned(),
        function.shader_kind.to_string(),
        model.map_or(String::new(), |model| {
            format!("{}.{}", model.major, model.minor)
        }),
        number(u32::try_from(function.bound_resources.len()).unwrap_or(u32::MAX)),
        function
            .thread_group
            .map_or(String::new(), |size| threads(&size)),
        number(function.payload_size),
        number(function.attribute_size),
        requirements(function.requirements),
    ]
}

/// The size of a thread group.
pub(crate) fn threads([x, y, z]: &[u32; 3]) -> String {
    format!("{x} x {y} x {z}")
}

/// The names of requirements; empty if there are none.
fn requirements(required: Requirements) -> String {
    let mut names = match required.features {
        FeatureFlags(0) => String::new(),
        features => features.to_string(),
    };
    if required.early_depth_stencil {
        let separator = if names.is_empty() { "" } else { ", " };
        names.push_str(separator);
        names.push_str("early depth and stencil tests");
    }
    names
}
