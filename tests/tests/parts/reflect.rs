//! Compares the reflection of DXIL with the output of `dxc -dumpbin`.
//!
//! Judge: DXC, by `*.dumpbin.txt`, by `*.rdat.txt` for functions, and by the other parts of its files and FXC's.

use std::collections::BTreeSet;

use dxc_format::constants::{FeatureFlags, ShaderKind};
use dxc_format::rdat::FunctionRecord;
use dxc_format::rdef::{self, ConstantBufferType, ResourceDefinitions, ShaderVariableClass};
use dxc_format::signature::SignatureElement;
use dxc_format::types::RowRef;
use dxc_format::{Builder, Container, Limits, parts};
use dxc_shader::bindings::dxc_row;
use dxc_shader::reflection::{
    ConstantBuffer, Requirements, ShaderReflection, VariableType, requires_flags,
};
use dxil::DxilModule;

use super::dumps::dumps;

/// A declaration: its type without qualifiers, its name, and its offset.
type Declaration = (String, String, u32);

/// The constant buffers of a dump: their names, their declarations, and their sizes.
fn buffers(dump: &str) -> Vec<(String, Vec<Declaration>, u32)> {
    let mut buffers = Vec::new();
    let mut current: Option<(String, Vec<Declaration>)> = None;
    for line in dump.lines().map(|line| line.trim_start_matches([';', ' '])) {
        let name = line.strip_prefix("cbuffer ");
        if let Some(name) = name.or(line.strip_prefix("Resource bind info for ")) {
            current = Some((name.trim().to_owned(), Vec::new()));
        }
        let Some((declared, place)) = line.split_once("; Offset:") else {
            continue;
        };
        let declared = declared.trim().trim_end_matches(';');
        let numbers: Vec<u32> = place
            .split(" Size:")
            .map(|number| number.trim().parse().unwrap())
            .collect();
        let words: Vec<&str> = declared.split([' ', '[']).collect();
        let words = words.into_iter().filter(|word| !word.ends_with(']'));
        let words: Vec<&str> = words.collect();
        match (numbers[..].len(), current.take()) {
            (2, Some((name, mut declarations))) => {
                // The only variable of a structured buffer has the size of an element; a constant buffer has a variable
                // of its own.
                if let [.., ty, "$Element"] = words[..] {
                    let ty = ty.trim_start_matches("struct.");
                    declarations.push((ty.to_owned(), "$Element".to_owned(), numbers[0]));
                }
                buffers.push((name, declarations, numbers[1]));
            }
            (1, Some((name, mut declarations))) => {
                let [.., ty, declared] = words[..] else {
                    panic!("{line}");
                };
                declarations.push((ty.to_owned(), declared.to_owned(), numbers[0]));
                current = Some((name, declarations));
            }
            _ => {}
        }
    }
    buffers
}

/// Our declarations in the order of the dump: members come before the structure that contains them.
fn declarations(buffer: &ConstantBuffer) -> Vec<Declaration> {
    fn add(ty: &VariableType, name: &str, base: u32, all: &mut Vec<Declaration>) {
        for member in &ty.members {
            add(&member.ty, &member.name, base + member.ty.offset, all);
        }
        // Reflection has another name for scalars of this type.
        let text = match ty.name.as_str() {
            _ if !ty.members.is_empty() => "}",
            "dword" => "uint",
            text => text,
        };
        all.push((text.to_owned(), name.to_owned(), base));
    }
    let mut all = Vec::new();
    for variable in &buffer.variables {
        add(&variable.ty, &variable.name, variable.offset, &mut all);
    }
    all
}

/// Each dump with a reflection and its container; dumps of containers without DXIL are skipped.
fn dumped() -> impl Iterator<Item = (&'static str, String, Container<'static>, ShaderReflection)> {
    let dumps = dumps("dumpbin.txt");
    let dumps = dumps.filter(|(_, dump, _)| dump.contains("Buffer Definitions"));
    dumps.filter_map(|(path, dump, container)| {
        let reflection = dxc_shader::reflect(&container).unwrap()?;
        Some((path, dump, container, reflection))
    })
}

#[test]
fn constant_buffers_are_those_that_dxc_prints() {
    let mut compared = 0;
    for (path, dump, _, reflection) in dumped() {
        let mut dumped = buffers(&dump);
        let ours = reflection.constant_buffers.iter();
        let mut ours: Vec<_> = ours.filter(|buffer| !buffer.variables.is_empty()).collect();
        // Reflection has another order.
        dumped.sort();
        ours.sort_by(|one, other| one.name.cmp(&other.name));
        assert_eq!(ours.len(), dumped.len(), "{path}");
        for (ours, (name, expected, size)) in ours.iter().zip(dumped) {
            assert_eq!(ours.name, name, "{path}");
            assert_eq!(declarations(ours), expected, "{path}");
            let size = match ours.buffer_type {
                ConstantBufferType::RESOURCE_BIND_INFO => size,
                _ => size.next_multiple_of(16),
            };
            assert_eq!(ours.size, size, "{path}");
            compared += expected.len();
        }
    }
    assert!(compared > 10, "{compared}");
}

/// The columns of the table of resources: name, type, format, dimension, ID, first register and space, count.
fn resources(dump: &str) -> Vec<[String; 7]> {
    let table = dump
        .split("; Resource Bindings:")
        .nth(1)
        .unwrap_or_default();
    let lines = table.lines().skip_while(|line| !line.starts_with("; ---"));
    let lines = lines.skip(1).take_while(|line| line.len() > 2);
    let rows = lines.map(|line| {
        // A count that does not fit follows the register without a blank.
        let line = line.replace("unbounded", " unbounded");
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let [name @ .., class, format, dimension, id, bind, count] = &words[..] else {
            panic!("{line}");
        };
        // The resource may have lost its name.
        let name = name.first().unwrap_or(&"");
        [name, class, format, dimension, id, bind, count].map(|word| (*word).to_owned())
    });
    rows.collect()
}

#[test]
fn resources_are_those_that_dxc_prints() {
    let (mut compared, mut listed) = (0, BTreeSet::new());
    for (path, dump, container, reflection) in dumped() {
        let ours = reflection.bound_resources.iter();
        let ours = ours.map(|binding| dxc_row(binding));
        let (mut ours, mut theirs): (Vec<_>, Vec<_>) = (ours.collect(), resources(&dump));
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{path}");
        // PSV0 and RDAT do not store all columns; the program does.
        if let Some(part) = dxc_shader::bindings_part(&container) {
            listed.insert(part);
            let bound = dxc_shader::bindings(&container).unwrap();
            let mut bound: Vec<_> = bound
                .map(|binding| {
                    // A name that was lost is absent, not empty.
                    assert_ne!(binding.name.as_deref(), Some(""), "{path}");
                    dxc_row(&binding)
                })
                .collect();
            bound.sort();
            assert_eq!(bound, theirs, "{path}");
        }
        compared += ours.len();
    }
    assert!(compared > 40, "{compared}");
    assert!(listed.is_superset(&[parts::PSV0, parts::RDAT].into()));
}

/// Each container that can be reflected, with its path and its reflection.
fn reflections() -> impl Iterator<Item = (&'static str, Container<'static>, ShaderReflection)> {
    tests::each_container().filter_map(|(path, container)| {
        let reflection = dxc_shader::reflect(&container);
        let reflection = reflection.unwrap_or_else(|error| panic!("{path}: {error}"));
        Some((path, container, reflection?))
    })
}

#[test]
fn programs_require_the_features_that_sfi0_stores() {
    let mut compared = 0;
    for (name, container, _) in reflections() {
        let Some(info) = container.sfi0().unwrap() else {
            continue;
        };
        for (part, program) in dxc_shader::programs(&container).unwrap() {
            let module = DxilModule::parse(program.bitcode()).unwrap();
            let of_program = ShaderReflection::new(part, &module).unwrap();
            let requirements = of_program.requirements.unwrap();
            if module.shader_model.kind != ShaderKind::Library {
                assert_eq!(requirements.value.features, info.flags(), "{name} {part}");
                compared += 1;
            }
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn early_depth_tests_have_a_flag_of_their_own() {
    let mut requirements = Requirements::default();
    requirements.features = FeatureFlags::ComputeShadersPlusRawAndStructuredBuffers;
    assert_eq!(requires_flags(requirements), 0);
    requirements.features = FeatureFlags::Doubles;
    requirements.early_depth_stencil = true;
    assert_eq!(requires_flags(requirements), 3);
}

#[test]
fn programs_have_the_signatures_that_parts_store() {
    let mut compared = 0;
    for (name, container, reflection) in reflections() {
        if dxc_shader::programs(&container).unwrap().next().is_none() {
            continue;
        }
        for (direction, stored) in dxc_shader::signatures(&container).unwrap() {
            if stored.elements().is_empty() {
                continue;
            }
            let mut signatures = reflection.signatures.iter();
            let found = signatures.find(|each| each.direction == direction);
            let found = found.unwrap_or_else(|| panic!("{name}: {direction}"));
            assert_eq!(found.part, reflection.part, "{name}");
            let mut stored: Vec<_> = stored
                .elements()
                .iter()
                .map(|element| {
                    let name = element.name_in(stored).unwrap().to_ascii_uppercase();
                    (name, element.index, element.stream, element.mask)
                })
                .collect();
            let parameters = found.parameters.iter();
            let mut found: Vec<_> = parameters
                .map(|each| {
                    let (name, each) = (each.name.to_ascii_uppercase(), &each.element);
                    (name, each.index, each.stream, each.mask)
                })
                .collect();
            stored.sort();
            found.sort();
            assert_eq!(found, stored, "{name}");
            compared += stored.len();
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn buffers_of_rdef_are_those_that_instructions_declare() {
    let (mut files, mut compared) = (0, 0);
    for (name, container, reflection) in reflections() {
        let is_declared = reflection.part == parts::RDEF && container.stat().unwrap().is_some();
        if !is_declared {
            continue;
        }
        let mut builder = container.to_builder();
        builder.remove(parts::RDEF);
        let without = tests::opened(builder.to_bytes().unwrap());
        let Some(declared) = dxc_shader::reflect(&without).unwrap() else {
            continue;
        };
        files += 1;
        let is_constant = |buffer: &&ConstantBuffer| {
            buffer.buffer_type == ConstantBufferType::CBUFFER && !buffer.variables.is_empty()
        };
        let mut sizes = reflection.constant_buffers.iter().filter(is_constant);
        // Instructions declare the used part of a buffer.
        for buffer in &declared.constant_buffers {
            let is_within = sizes.any(|defined| buffer.size <= defined.size);
            assert!(is_within, "{name}: {buffer:?}");
            compared += 1;
        }
        assert_eq!(declared.thread_group, reflection.thread_group, "{name}");
        assert_eq!(declared.requirements, reflection.requirements, "{name}");
        assert_eq!(declared.signatures, reflection.signatures, "{name}");
    }
    if tests::corpus("real").is_some() {
        assert!(
            files > 130 && compared > 40,
            "{files} files, {compared} buffers"
        );
    }
}

#[test]
fn libraries_have_functions_with_resources() {
    let container = tests::open("dxc/lib_raytracing.sm66.dxil");
    let shown = |container: Container<'_>| -> Vec<String> {
        let reflection = dxc_shader::reflect(&container).unwrap().unwrap();
        let functions = reflection.functions.iter().map(|function| {
            let resources = function.bound_resources.iter();
            let names = resources.map(|place| reflection.bound_resources[*place].name.as_deref());
            let names: Vec<_> = names.map(Option::unwrap).collect();
            let sizes = (function.payload_size, function.attribute_size);
            format!(
                "{} {}: {} {sizes:?} {}",
                function.part,
                function.unmangled_name,
                function.shader_kind,
                names.join(" ")
            )
        });
        functions.collect()
    };
    assert_eq!(
        shown(container),
        [
            "RDAT any: AnyHit (20, 8) ",
            "RDAT call: Callable (4, 0) ",
            "RDAT closest: ClosestHit (20, 8) s geometry textures",
            "RDAT helper: Library (0, 0) ",
            "RDAT isect: Intersection (0, 0) ",
            "RDAT miss: Miss (20, 0) ",
            "RDAT raygen: RayGeneration (0, 0) scene target",
        ]
    );
    let mut builder = container.to_builder();
    builder.remove(parts::RDAT);
    let without = shown(tests::opened(builder.to_bytes().unwrap()));
    assert_eq!(without.len(), 6, "{without:?}");
    let is_any = |line: &String| line.starts_with("STAT any: AnyHit (20, 8)");
    assert!(without.iter().any(is_any), "{without:?}");
}

#[test]
fn limits_are_kept() {
    let container = tests::open("dxc/cs_reduce.sm60.dxil");
    for (name, set) in [
        ("memory", (|limits| limits.memory = 1000) as fn(&mut Limits)),
        ("steps", |limits| limits.steps = 5),
    ] {
        let mut limits = Limits::of_input(container.as_bytes().len());
        set(&mut limits);
        let error = dxc_shader::reflect_within(&container, &limits).unwrap_err();
        assert_eq!(tests::limit_of(&error).map(|limit| limit.0), Some(name));
    }
}

/// A signature of 720 kB whose elements share one long name: the memory for it is allowed for its size.
#[test]
fn the_default_limits_are_those_of_the_file() {
    let container = tests::open("dxc/cs_reduce.sm60.dxil");
    let mut signature = dxc_format::signature::Signature::default();
    let name = signature.names.intern(&"A".repeat(2500));
    let element = SignatureElement {
        name,
        ..SignatureElement::default()
    };
    signature.elements = vec![element; 30_000];
    let mut builder = container.to_builder();
    builder.remove(parts::STAT);
    builder.remove(parts::DXIL);
    builder.set_part(parts::ISG1, signature).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let large = tests::opened(bytes);
    assert!(dxc_shader::reflect(&large).unwrap().is_some());
}

/// RDEF with one buffer whose variable has nested types: each type has a member of the next type. The last type has a
/// member of the first one if there is a cycle, and no members otherwise.
fn nested(count: u32, is_cycle: bool) -> Container<'static> {
    let mut definitions = ResourceDefinitions::default();
    for index in 0..count {
        let mut ty = rdef::Type::default();
        ty.class = ShaderVariableClass::STRUCT;
        if is_cycle || index + 1 < count {
            let mut member = rdef::Member::default();
            member.type_index = (index + 1) % count;
            ty.members.push(member);
        }
        definitions.types.0.push(ty);
    }
    let mut buffer = rdef::ConstantBuffer::default();
    buffer.variables.push(rdef::Variable::default());
    definitions.constant_buffers.push(buffer);
    let mut builder = Builder::new();
    builder.set_part(parts::RDEF, definitions).unwrap();
    tests::opened(builder.to_bytes().unwrap())
}

/// The nesting depth of the types of the only variable.
fn levels(container: &Container<'_>) -> usize {
    let reflection = dxc_shader::reflect(container).unwrap().unwrap();
    let mut ty = &reflection.constant_buffers[0].variables[0].ty;
    let mut levels = 1;
    while let Some(member) = ty.members.first() {
        ty = &member.ty;
        levels += 1;
    }
    levels
}

/// Members that are nested deeper are omitted, and a type may contain itself.
#[test]
fn types_of_rdef_have_33_levels() {
    for (count, expected) in [(1, 1), (32, 32), (33, 33), (34, 33), (200, 33)] {
        assert_eq!(levels(&nested(count, false)), expected, "{count} types");
    }
    for cycle in [1, 2, 40] {
        assert_eq!(levels(&nested(cycle, true)), 33, "a cycle of {cycle}");
    }
}

/// An error in a buffer of RDEF is reported with its location.
#[test]
fn limits_of_buffers_in_rdef_are_reported() {
    let container = nested(1, false);
    let mut limits = Limits::of_input(container.as_bytes().len());
    // How much memory a buffer takes depends on the size of pointers.
    let errors = (0..1000).filter_map(|memory| {
        limits.memory = memory;
        dxc_shader::reflect_within(&container, &limits).err()
    });
    let errors: Vec<_> = errors.collect();
    let is_of_memory = |error| tests::limit_of(error).map(|limit| limit.0) == Some("memory");
    assert!(errors.iter().all(is_of_memory), "{errors:#?}");
    let mut paths = errors.iter().map(|error| error.path());
    assert!(
        paths.any(|path| path.contains("constant_buffers[0]")),
        "{errors:#?}"
    );
}

/// Functions of a library have the sizes of their thread groups, also if RDAT is missing or stores none.
#[test]
fn functions_have_thread_groups_without_runtime_data() {
    let container = tests::open("dxc/lib_workgraph.sm68.dxil");
    let groups = |container: &Container<'_>| {
        let reflection = dxc_shader::reflect(container).unwrap().unwrap();
        let functions = reflection.functions.iter();
        let mut groups: Vec<_> = functions
            .map(|function| (function.unmangled_name.clone(), function.thread_group))
            .collect();
        groups.sort();
        groups
    };
    let expected = [
        ("coalesce", [64, 1, 1]),
        ("leaf0", [1, 1, 1]),
        ("leaf1", [1, 1, 1]),
        ("root", [32, 1, 1]),
    ];
    let expected = expected.map(|(name, group)| (name.to_owned(), Some(group)));
    assert_eq!(groups(&container), expected);
    let without = |change: &dyn Fn(&mut Builder<'_>)| {
        let mut builder = container.to_builder();
        change(&mut builder);
        tests::opened(builder.to_bytes().unwrap())
    };
    let no_data = without(&|builder| drop(builder.remove(parts::RDAT)));
    assert_eq!(groups(&no_data), expected);
    let no_nodes = without(&|builder| {
        let mut data = container.rdat().unwrap().unwrap().to_value();
        for function in data.rows_mut::<FunctionRecord>().unwrap() {
            let mut shader = function.shader().unwrap();
            shader.set_node(RowRef::default());
            function.set_shader(shader).unwrap();
        }
        builder.set_part(parts::RDAT, data).unwrap();
    });
    assert_eq!(groups(&no_nodes), expected);
}
