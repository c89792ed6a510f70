//! Compares reflection with `ID3D12ShaderReflection` and `ID3D12LibraryReflection`.
//!
//! Judge: `IDxcUtils::CreateReflection` and `D3DReflect`, by the texts in `reflection`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use dxc_format::constants::{FeatureFlags, ResourceClass, ShaderKind};
use dxc_format::statistics::Counters;
use dxc_format::{Container, FourCC, parts};
use dxc_shader::bindings::{Binding, dimension, num_samples, register_count};
use dxc_shader::reflection::{
    ConstantBuffer, FromPart, ShaderReflection, SignatureParameter, StageDescription, VariableType,
    requires_flags,
};
use dxc_shader::signatures::Direction;

/// `D3D12_SHADER_DESC::Version`.
fn version(kind: ShaderKind, reflection: &ShaderReflection) -> u32 {
    let version = reflection.shader_model.version;
    u32::from(kind.0) << 16 | version.major << 4 | version.minor
}

/// The reflection as text: each value of the runtime's structures by a short name, and enums as numbers.
fn described(reflection: &ShaderReflection) -> String {
    let mut text = String::new();
    match reflection.shader_model.kind {
        ShaderKind::Library => library(&mut text, reflection),
        kind => shader(&mut text, reflection, kind),
    }
    text
}

fn library(out: &mut String, reflection: &ShaderReflection) {
    writeln!(out, "library: functions={}", reflection.functions.len()).unwrap();
    for function in &reflection.functions {
        writeln!(
            out,
            "function {}: version={:x} buffers={} resources={} requires={:x}",
            function.name.trim_start_matches('\u{1}'),
            version(function.shader_kind, reflection),
            function.constant_buffers.len(),
            function.bound_resources.len(),
            requires_flags(function.requirements),
        )
        .unwrap();
        for place in &function.constant_buffers {
            buffer(out, " ", &reflection.constant_buffers[*place]);
        }
        for place in &function.bound_resources {
            binding(out, " ", &reflection.bound_resources[*place]);
        }
    }
}

fn shader(out: &mut String, reflection: &ShaderReflection, kind: ShaderKind) {
    let creator = reflection.creator.as_ref();
    let parameters = |directions: &[Direction]| {
        let mut signatures = reflection.signatures.iter();
        let signature = signatures.find(|each| directions.contains(&each.direction));
        signature.map_or(&[][..], |each| &each.parameters)
    };
    let signatures = [
        ("input", parameters(&[Direction::Input])),
        ("output", parameters(&[Direction::Output])),
        (
            "patch",
            parameters(&[
                Direction::PatchConstantInput,
                Direction::PatchConstantOutput,
                Direction::PrimitiveOutput,
            ]),
        ),
    ];
    let [inputs, outputs, patch] = signatures.map(|(_, parameters)| parameters.len());
    writeln!(
        out,
        "shader: version={:x} creator={} flags={} buffers={} resources={} inputs={inputs} outputs={outputs} patch={patch}",
        version(kind, reflection),
        creator.map_or("(null)", |creator| &creator.value),
        reflection.compile_flags.map_or(0, |flags| flags.value.0),
        reflection.constant_buffers.len(),
        reflection.bound_resources.len(),
    )
    .unwrap();
    let counters = reflection.counters.map(|counters| counters.value);
    count(out, &counters.unwrap_or_default());
    let [x, y, z] = reflection.thread_group.map_or([0; 3], |group| group.value);
    writeln!(out, "  threads={x},{y},{z}").unwrap();
    let requirements = reflection.requirements.unwrap_or_default().value;
    writeln!(out, "  requires={:x}", requires_flags(requirements)).unwrap();
    for each in &reflection.constant_buffers {
        buffer(out, "", each);
    }
    for each in &reflection.bound_resources {
        binding(out, "", each);
    }
    for (kind, parameters) in signatures {
        for each in parameters {
            parameter(out, kind, each);
        }
    }
}

fn parameter(out: &mut String, kind: &str, each: &SignatureParameter) {
    let element = &each.element;
    let has_register = dxc_shader::signatures::has_register(element);
    let register = has_register.then_some(element.register);
    writeln!(
        out,
        "{kind} {}: index={} register={} value={} type={} mask={} readwrite={} stream={} precision={}",
        each.name,
        element.index,
        register.map_or(-1, i64::from),
        element.system_value.0,
        element.component_type.0,
        element.mask,
        element.exclusive_mask,
        element.stream,
        element.min_precision.0,
    )
    .unwrap();
}

fn count(out: &mut String, counters: &Counters) {
    let or_0 = |number: Option<u32>| number.unwrap_or(0);
    for (name, number) in [
        ("InstructionCount", counters.instruction_count),
        ("TempRegisterCount", counters.temp_register_count),
        ("TempArrayCount", counters.temp_array_count),
        ("DefCount", counters.def_count),
        ("DclCount", counters.dcl_count),
        (
            "TextureNormalInstructions",
            counters.texture_normal_instructions,
        ),
        (
            "TextureLoadInstructions",
            counters.texture_load_instructions,
        ),
        (
            "TextureCompInstructions",
            counters.texture_comp_instructions,
        ),
        (
            "TextureBiasInstructions",
            counters.texture_bias_instructions,
        ),
        (
            "TextureGradientInstructions",
            counters.texture_gradient_instructions,
        ),
        ("FloatInstructionCount", counters.float_instruction_count),
        ("IntInstructionCount", counters.int_instruction_count),
        ("UintInstructionCount", counters.uint_instruction_count),
        ("StaticFlowControlCount", counters.static_flow_control_count),
        (
            "DynamicFlowControlCount",
            counters.dynamic_flow_control_count,
        ),
        ("MacroInstructionCount", counters.macro_instruction_count),
        ("ArrayInstructionCount", counters.array_instruction_count),
        ("CutInstructionCount", counters.cut_instruction_count),
        ("EmitInstructionCount", counters.emit_instruction_count),
        ("GSOutputTopology", counters.gs_output_topology.0),
        (
            "GSMaxOutputVertexCount",
            counters.gs_max_output_vertex_count,
        ),
        ("InputPrimitive", counters.input_primitive.0),
        ("cGSInstanceCount", or_0(counters.gs_instance_count())),
        ("cControlPoints", or_0(counters.control_points())),
        (
            "HSOutputPrimitive",
            counters.hs_output_primitive().unwrap_or_default().0,
        ),
        (
            "HSPartitioning",
            counters.hs_partitioning().unwrap_or_default().0,
        ),
        (
            "TessellatorDomain",
            counters.tessellator_domain().unwrap_or_default().0,
        ),
        (
            "cBarrierInstructions",
            or_0(counters.barrier_instructions()),
        ),
        (
            "cInterlockedInstructions",
            or_0(counters.interlocked_instructions()),
        ),
        (
            "cTextureStoreInstructions",
            or_0(counters.texture_store_instructions()),
        ),
    ] {
        writeln!(out, "  {name}={number}").unwrap();
    }
}

fn buffer(out: &mut String, indent: &str, buffer: &ConstantBuffer) {
    writeln!(
        out,
        "{indent}buffer {}: type={} variables={} size={} flags={}",
        buffer.name,
        buffer.buffer_type.0,
        buffer.variables.len(),
        buffer.size,
        buffer.flags.0,
    )
    .unwrap();
    for variable in &buffer.variables {
        let hex = |bytes: &Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let default: String = variable.default_value.as_ref().map_or("none".into(), hex);
        writeln!(
            out,
            "{indent} variable {}: offset={} size={} flags={} default={default}",
            variable.name, variable.offset, variable.size, variable.flags.0,
        )
        .unwrap();
        of_type(out, &variable.name, &variable.ty, 1);
    }
}

fn of_type(out: &mut String, name: &str, ty: &VariableType, depth: usize) {
    writeln!(
        out,
        "{}type {name}: name={} class={} type={} rows={} columns={} elements={} members={} offset={}",
        "  ".repeat(depth),
        ty.name,
        ty.class.0,
        ty.component.0,
        ty.rows,
        ty.columns,
        ty.elements,
        ty.members.len(),
        ty.offset,
    )
    .unwrap();
    for member in &ty.members {
        of_type(out, &member.name, &member.ty, depth + 1);
    }
}

fn binding(out: &mut String, indent: &str, binding: &Binding<'_>) {
    let unbounded = if binding.class == ResourceClass::CBuffer {
        u64::from(u32::MAX)
    } else {
        0
    };
    writeln!(
        out,
        "{indent}binding {}: type={} point={} count={} flags={} returns={} dimension={} samples={} space={} id={}",
        binding.name.as_deref().unwrap_or_default(),
        binding.input_type.0,
        binding.first,
        register_count(binding).unwrap_or(unbounded),
        binding.flags.0,
        binding.returns.map_or(0, |(returns, _)| returns.0),
        dimension(binding).0,
        num_samples(binding).cast_signed(),
        binding.space,
        binding.id.unwrap_or(binding.first),
    )
    .unwrap();
}

/// The texts of `ID3D12ShaderReflection` and `ID3D12LibraryReflection` in a folder, with the containers of that name.
fn judged(folder: &Path, containers: &[&Path]) -> Vec<(PathBuf, String)> {
    let texts = tests::entries(folder).into_iter();
    let texts = texts.filter(|path| tests::has_ending(path, "txt"));
    let judged = texts.map(|text| {
        let name = text.file_stem().unwrap();
        let mut paths = containers.iter().map(|folder| folder.join(name));
        let container = paths.find(|path| path.exists());
        let container = container.unwrap_or_else(|| panic!("{} has no container", text.display()));
        (container, std::fs::read_to_string(text).unwrap())
    });
    judged.collect()
}

/// Properties that a container does not store, and known errors of the runtime.
struct Exceptions {
    /// Validators before 1.5 store no use of components: DXC finds it in the instructions.
    has_usage: bool,
    /// DXC reports the components of a domain shader's patch constants that are not used.
    is_domain: bool,
    /// FXC's reflection has no buffers and resources without RDEF; the instructions declare them.
    has_definitions: bool,
}

impl Exceptions {
    fn of(container: &Container<'_>, reflection: &ShaderReflection) -> Self {
        let module = dxc_shader::dxil_module(container).unwrap();
        let version = module
            .as_ref()
            .and_then(|module| module.validator_version)
            .unwrap_or_default();
        Self {
            has_usage: module.is_none() || (version.major, version.minor) >= (1, 5),
            is_domain: module.is_some() && reflection.shader_model.kind == ShaderKind::Domain,
            has_definitions: module.is_some() || container.find(parts::RDEF).is_some(),
        }
    }

    /// Whether a line of ours equals that of the runtime.
    fn equal(&self, expected: &str, found: &str) -> bool {
        let (kind, _) = expected.trim_start().split_once(' ').unwrap_or_default();
        let (expected, found) = match kind {
            "type" => return equal_types(expected, found),
            "input" | "output" if !self.has_usage => (without_use(expected), without_use(found)),
            "patch" if !self.has_usage || self.is_domain => {
                (without_use(expected), without_use(found))
            }
            _ => (expected.to_owned(), found.to_owned()),
        };
        // DXC reports both factors of isolines as the detail.
        let is_line = kind == "patch" && expected.contains(" value=15 ");
        expected == found || is_line && expected == found.replace(" value=16 ", " value=15 ")
    }
}

/// Whether two lines of types are equal. DXC removes `s`, `t`, `r`, `u`, `c` and `.` from the start of a structure's name,
/// and FXC has no names before shader model 5.
fn equal_types(expected: &str, found: &str) -> bool {
    let parts = |line: &str| -> Option<[String; 3]> {
        let (start, rest) = line.split_once(": name=")?;
        let (name, rest) = rest.rsplit_once(" class=")?;
        Some([start, name, rest].map(str::to_owned))
    };
    let (Some(expected), Some(found)) = (parts(expected), parts(found)) else {
        return false;
    };
    let [start, name, rest] = &expected;
    let is_name = match found[1].strip_suffix(name.as_str()) {
        Some(removed) => removed.chars().all(|letter| "struc.".contains(letter)),
        None => name == "(null)",
    };
    is_name && *start == found[0] && *rest == found[2]
}

fn without_use(line: &str) -> String {
    let words = line.split(' ');
    let words = words.filter(|word| !word.starts_with("readwrite="));
    words.collect::<Vec<_>>().join(" ")
}

/// Compares reflections with texts; returns the number of lines.
fn compare(judged: &[(PathBuf, String)]) -> usize {
    let mut compared = 0;
    for (path, expected) in judged {
        let container = tests::opened(std::fs::read(path).unwrap());
        let reflection = dxc_shader::reflect(&container).unwrap().unwrap();
        let exceptions = Exceptions::of(&container, &reflection);
        if !exceptions.has_definitions {
            continue;
        }
        let found = described(&reflection);
        for (number, (expected, found)) in expected.lines().zip(found.lines()).enumerate() {
            let is_equal = exceptions.equal(expected, found);
            let path = path.display();
            assert!(is_equal, "{path}:{}: {found}\nnot {expected}", number + 1);
        }
        assert_eq!(
            found.lines().count(),
            expected.lines().count(),
            "{}",
            path.display()
        );
        compared += expected.lines().count();
    }
    compared
}

/// The folder with containers and texts of their reflection.
fn data() -> PathBuf {
    tests::data().join("reflection")
}

#[test]
fn reflection_is_that_of_the_runtime() {
    let compared = compare(&judged(&data(), &[&data(), &tests::data().join("dxc")]));
    assert!(compared > 1000, "{compared}");
}

fn open(name: &str) -> Container<'static> {
    tests::opened(std::fs::read(data().join(name)).unwrap())
}

/// The description of a container's stage after parts are removed.
fn without(container: Container<'_>, removed: &[FourCC]) -> FromPart<StageDescription> {
    let mut builder = container.to_builder();
    for part in removed {
        builder.remove(*part);
    }
    let container = tests::opened(builder.to_bytes().unwrap());
    let reflection = dxc_shader::reflect(&container).unwrap().unwrap();
    reflection.description.unwrap()
}

#[test]
fn each_part_describes_the_stage() {
    for name in ["hs.dxil", "ds.dxil", "gs.dxil", "ms.dxil", "as.dxil"] {
        let container = open(name);
        let all = dxc_shader::reflect(&container)
            .unwrap()
            .unwrap()
            .description
            .unwrap();
        assert_eq!(all.part, parts::STAT, "{name}");
        let of_program = without(container, &[parts::STAT]);
        assert_eq!(of_program.part, parts::DXIL, "{name}");
        assert_eq!(of_program.value, all.value, "{name}");
        let mut of_pipeline = without(container, &[parts::STAT, parts::DXIL]);
        assert_eq!(of_pipeline.part, parts::PSV0, "{name}");
        // PSV0 does not store them.
        of_pipeline.value.hs_partitioning = all.value.hs_partitioning;
        of_pipeline.value.max_tessellation_factor = all.value.max_tessellation_factor;
        of_pipeline.value.gs_instance_count = all.value.gs_instance_count;
        assert_eq!(of_pipeline.value, all.value, "{name}");
    }
    for name in ["hs.dxbc", "ds.dxbc", "gs.dxbc"] {
        let container = open(name);
        let all = without(container, &[]);
        assert_eq!(all.part, parts::STAT, "{name}");
        let mut declared = without(container, &[parts::STAT]);
        assert_eq!(declared.part, parts::SHEX, "{name}");
        declared.value.max_tessellation_factor = None;
        assert_eq!(declared.value, all.value, "{name}");
    }
}

/// RDAT marks functions that compute derivatives by a bit that is no `D3D_SHADER_REQUIRES_*`.
#[test]
fn derivatives_are_no_requirement() {
    let mut builder = open("lib.dxil").to_builder();
    builder.remove(parts::STAT);
    builder.remove(parts::DXIL);
    let container = tests::opened(builder.to_bytes().unwrap());
    let reflection = dxc_shader::reflect(&container).unwrap().unwrap();
    let mut functions = reflection.functions.iter();
    let function = functions.find(|function| function.name == "deriv").unwrap();
    let features = function.requirements.features;
    assert!(features.contains(FeatureFlags::Opt_UsesDerivatives));
    assert_eq!(requires_flags(function.requirements), 0);
}
