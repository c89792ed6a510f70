//! The metadata of DXIL, compared with other parts of the container.

use std::collections::BTreeMap;

use dxc_format::constants::{ComponentType, ResourceClass, SemanticKind, ShaderKind};
use dxc_format::dxil::{DxilModule, EntryPoint, Resource, SignatureElement};
use dxc_format::psv0::{PipelineElement, PipelineStateValidationView};
use dxc_format::rdat::DxilComponentType;
use dxc_format::reflection::ShaderReflection;
use dxc_format::runtime::Run;
use dxc_format::signature::SignatureView;
use dxc_format::{Container, parts};

/// Calls a check with each container that has a program, and with its module; returns the number of containers.
fn each(mut check: impl FnMut(&str, &Container<'_>, &DxilModule)) -> usize {
    let mut seen = 0;
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let Some(program) = container.dxil().unwrap() else {
            continue;
        };
        let name = path.display().to_string();
        let module = DxilModule::parse(program.bitcode());
        check(
            &name,
            &container,
            &module.unwrap_or_else(|error| panic!("{name}: {error}")),
        );
        seen += 1;
    }
    seen
}

#[test]
fn every_program_is_read() {
    let mut seen = BTreeMap::new();
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        for (part, program) in Container::parse(&bytes).unwrap().programs().unwrap() {
            let module = DxilModule::parse(program.bitcode());
            let module =
                module.unwrap_or_else(|error| panic!("{} {part}: {error}", path.display()));
            let (model, header) = (module.shader_model, program.version());
            assert_eq!(model.kind, header.kind(), "{}", path.display());
            let version = (model.version.major, model.version.minor);
            assert_eq!(version, (header.major().into(), header.minor().into()));
            assert!(module.dxil_version.is_some() && !module.entry_points.is_empty());
            ShaderReflection::new(part, &module).unwrap();
            *seen.entry(part).or_insert(0) += 1;
        }
    }
    assert!(
        seen[&parts::DXIL] >= 27 && seen[&parts::STAT] >= 26,
        "{seen:?}"
    );
}

/// A resource as other parts know it.
fn registers(resource: &Resource) -> (u32, u32, u32, Option<u32>) {
    let Resource {
        class,
        space,
        lower_bound,
        ..
    } = resource;
    (class.0, *space, *lower_bound, resource.upper_bound())
}

#[test]
fn resources_are_those_of_other_parts() {
    let mut compared = 0;
    each(|name, container, module| {
        if container.bindings_part().is_none() {
            return;
        }
        let mut ours: Vec<_> = module.resources.iter().map(registers).collect();
        let bindings: Vec<_> = container.bindings().unwrap().collect();
        let mut theirs: Vec<_> = bindings
            .iter()
            .map(|binding| (binding.class.0, binding.space, binding.first, binding.last))
            .collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{name}");
        for binding in bindings {
            let resource = module.find_resource(binding.class, binding.space, binding.first);
            let resource = resource.unwrap();
            if let Some(kind) = binding.kind {
                assert_eq!(resource.kind, kind, "{name}: {resource:?}");
            }
            if let Some(text) = binding
                .name
                .as_deref()
                .filter(|_| binding.described_by.is_none())
            {
                assert_eq!(resource.name, text, "{name}");
                assert_eq!(Some(resource.id), binding.id, "{name}");
            }
            compared += 1;
        }
    });
    assert!(compared > 60, "{compared}");
}

#[test]
fn bindings_have_names_where_a_program_has_them() {
    let (mut all, mut named) = (0, 0);
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let resources = container.programs().unwrap().flat_map(|(_, program)| {
            let module = DxilModule::parse(program.bitcode()).unwrap();
            module.resources
        });
        let names: Vec<String> = resources.map(|resource| resource.name).collect();
        if names.is_empty() {
            continue;
        }
        let has_names = names.iter().any(|name| !name.is_empty());
        for binding in container.bindings().unwrap() {
            let (path, name) = (path.display(), binding.name.as_deref());
            assert_eq!(name.is_some(), has_names, "{path}: {binding:?}");
            assert!(name.is_none_or(|name| names.iter().any(|one| one == name)));
            let is_format_known = !binding.dxc_format().is_empty();
            assert!(is_format_known, "{path}: {binding:?}");
            all += 1;
            named += usize::from(name.is_some());
        }
    }
    assert!(named > 50 && named <= all, "{named} of {all}");
}

/// The only entry point of a shader.
fn entry(module: &DxilModule) -> &EntryPoint {
    module.entry_points.first().unwrap()
}

/// The element in PSV0: name, indices, rows, first row, columns, first column, kind, interpolation, dynamic mask,
/// stream. PSV0 names system values by their kind alone.
type Shape = (String, Vec<u32>, [u32; 8]);

fn shape(element: &SignatureElement) -> Shape {
    let is_named = element.semantic == SemanticKind::Arbitrary;
    let numbers = [
        element.rows,
        element.start_row.unwrap_or(0),
        element.cols.into(),
        element.start_col.unwrap_or(0).into(),
        element.semantic.0.into(),
        element.interpolation.0.into(),
        element.dynamic_mask,
        element.stream,
    ];
    let name = if is_named {
        element.name.clone()
    } else {
        String::new()
    };
    (name, element.indices.clone(), numbers)
}

fn shape_of_psv(element: &PipelineElement, psv: PipelineStateValidationView<'_>) -> Shape {
    let is_allocated = element.shape.allocated();
    let allocated = |number: u8| if is_allocated { number.into() } else { 0 };
    let numbers = [
        element.rows.into(),
        allocated(element.start_row),
        element.shape.cols().into(),
        allocated(element.shape.start_col()),
        element.kind.0.into(),
        element.interpolation.0.into(),
        element.mask_and_stream.dynamic_mask().into(),
        element.mask_and_stream.stream().into(),
    ];
    let name = element.name_in(psv).unwrap_or_default().to_owned();
    let indices = element.indices_in(psv).unwrap().into_iter().collect();
    (name, indices, numbers)
}

/// The types in PSV0 for a type: types of minimum precision have 32 bits in registers.
fn component_types(ty: DxilComponentType) -> &'static [ComponentType] {
    match ty {
        DxilComponentType::I1 | DxilComponentType::U32 => &[ComponentType::UInt32],
        DxilComponentType::I32 => &[ComponentType::SInt32],
        DxilComponentType::F32 => &[ComponentType::Float32],
        DxilComponentType::U16 => &[ComponentType::UInt16, ComponentType::UInt32],
        DxilComponentType::I16 => &[ComponentType::SInt16, ComponentType::SInt32],
        DxilComponentType::F16 => &[ComponentType::Float16, ComponentType::Float32],
        _ => &[],
    }
}

#[test]
fn signatures_are_those_of_psv0() {
    let mut compared = 0;
    each(|name, container, module| {
        let Some(psv) = container.psv0().unwrap() else {
            return;
        };
        let entry = entry(module);
        let signatures: [(&[SignatureElement], Run<'_, PipelineElement>); 3] = [
            (&entry.inputs, psv.inputs()),
            (&entry.outputs, psv.outputs()),
            (&entry.patch_constants, psv.patches_or_primitives()),
        ];
        if psv.info().version() == 0 {
            return;
        }
        for (ours, theirs) in signatures {
            for (ours, theirs) in ours.iter().zip(theirs) {
                let expected = component_types(ours.component_type);
                assert!(
                    expected.contains(&theirs.component_type),
                    "{name}: {ours:?}"
                );
            }
            let ours: Vec<Shape> = ours.iter().map(shape).collect();
            let theirs: Vec<Shape> = theirs
                .iter()
                .map(|element| shape_of_psv(&element, psv))
                .collect();
            assert_eq!(ours, theirs, "{name}");
            compared += ours.len();
        }
    });
    assert!(compared > 80, "{compared}");
}

/// A row of an element in a program signature: name, index, register, mask, exclusive mask, stream.
type Row = (String, u32, u32, u8, u8, u32);

/// The rows of elements, in the order of registers that program signatures have.
fn rows(elements: &[SignatureElement], is_input: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for element in elements {
        for (row, index) in (0..element.rows).zip(&element.indices) {
            let shift = element.start_col.unwrap_or(0);
            let mask = ((1u8 << element.cols) - 1) << shift;
            let used = u8::try_from(element.usage_mask).unwrap() << shift;
            let exclusive = if is_input { used } else { 0xf & !used };
            let register = element.start_row.map_or(u32::MAX, |start| start + row);
            rows.push((
                element.name.clone(),
                *index,
                register,
                mask,
                exclusive,
                element.stream,
            ));
        }
    }
    rows.sort_unstable();
    rows
}

fn rows_of_part(signature: SignatureView<'_>) -> Vec<Row> {
    let elements = signature.elements().into_iter();
    let mut rows: Vec<Row> = elements
        .map(|element| {
            let name = element.name_in(signature).unwrap().to_owned();
            let (mask, exclusive) = (element.mask, element.exclusive_mask);
            (
                name,
                element.index,
                element.register,
                mask,
                exclusive,
                element.stream,
            )
        })
        .collect();
    rows.sort_unstable();
    rows
}

#[test]
fn signatures_are_those_of_program_signatures() {
    let mut compared = 0;
    each(|name, container, module| {
        let entry = entry(module);
        let is_domain = module.shader_model.kind == ShaderKind::Domain;
        // Before validator 1.5, the metadata does not say which components are used.
        let validator = module.validator_version.unwrap_or_default();
        let has_usage = (validator.major, validator.minor) >= (1, 5);
        for (ours, part, is_input) in [
            (&entry.inputs, container.isg1().unwrap(), true),
            (&entry.outputs, container.osg1().unwrap(), false),
            (&entry.patch_constants, container.psg1().unwrap(), is_domain),
        ] {
            let Some(part) = part else {
                continue;
            };
            let (mut ours, mut theirs) = (rows(ours, is_input), rows_of_part(part));
            if !has_usage {
                for row in ours.iter_mut().chain(&mut theirs) {
                    row.4 = 0;
                }
            }
            assert_eq!(ours, theirs, "{name}");
            compared += ours.len();
        }
    });
    assert!(compared > 100, "{compared}");
}

#[test]
fn thread_groups_and_entry_names_are_those_of_psv0() {
    let (mut groups, mut names) = (0, 0);
    each(|name, container, module| {
        let Some(psv) = container.psv0().unwrap() else {
            return;
        };
        let (info, entry) = (psv.info(), entry(module));
        let threads = [
            info.num_threads_x(),
            info.num_threads_y(),
            info.num_threads_z(),
        ];
        if let [Some(x), Some(y), Some(z)] = threads {
            assert_eq!(entry.num_threads.unwrap_or_default(), [x, y, z], "{name}");
            groups += usize::from(x > 0);
        }
        if let Some(theirs) = info.entry_name_in(psv) {
            assert_eq!(entry.name, theirs, "{name}");
            names += 1;
        }
    });
    assert!(groups >= 5 && names >= 10, "{groups} {names}");
}

#[test]
fn view_id_states_are_those_of_psv0() {
    let mut compared = 0;
    each(|name, container, module| {
        let Some(psv) = container.psv0().unwrap() else {
            return;
        };
        let (theirs, state) = (psv.dependencies(), module.view_id_state().unwrap());
        let state = state.unwrap_or_default();
        for stream in 0..4 {
            let ours = state.streams.get(stream).cloned().unwrap_or_default();
            if let Some(mask) = theirs.outputs_on_view(stream) {
                for output in 0..mask.components() {
                    let depends = mask.contains(output).unwrap_or(false);
                    assert_eq!(ours.depends_on_view(output), depends, "{name} {output}");
                }
            }
            if let Some(table) = theirs.outputs_on_inputs(stream) {
                for (output, input) in pairs(table.outputs(), table.inputs()) {
                    let depends = table.depends(output, input).unwrap_or(false);
                    assert_eq!(
                        ours.depends(output, input),
                        depends,
                        "{name} {output} {input}"
                    );
                    compared += usize::from(depends);
                }
            }
        }
        let ours = state.patches_or_primitives.unwrap_or_default();
        if let Some(mask) = theirs.patches_or_primitives_on_view() {
            for output in 0..mask.components() {
                let depends = mask.contains(output).unwrap_or(false);
                assert_eq!(ours.depends_on_view(output), depends, "{name}");
            }
        }
        let by_patch = state.outputs_on_patches.unwrap_or_default();
        for (table, ours) in [
            (theirs.patches_on_inputs(), &ours),
            (theirs.outputs_on_patches(), &by_patch),
        ] {
            let Some(table) = table else {
                continue;
            };
            for (output, input) in pairs(table.outputs(), table.inputs()) {
                let depends = table.depends(output, input).unwrap_or(false);
                assert_eq!(ours.depends(output, input), depends, "{name}");
                compared += usize::from(depends);
            }
        }
    });
    assert!(compared > 100, "{compared}");
}

fn pairs(outputs: usize, inputs: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..outputs).flat_map(move |output| (0..inputs).map(move |input| (output, input)))
}

#[test]
fn libraries_have_the_functions_of_rdat() {
    let mut compared = 0;
    each(|name, container, module| {
        let Some(data) = container.rdat().unwrap() else {
            return;
        };
        let lookup = data.lookup();
        for function in data.functions() {
            let text = lookup.string(function.name).unwrap();
            let entries = &mut module.entry_points.iter();
            let Some(entry) = entries.find(|entry| entry.name == text) else {
                // A function that is no shader has no entry point.
                assert_eq!(
                    function.shader_kind.0,
                    u32::from(ShaderKind::Library.0),
                    "{name} {text}"
                );
                continue;
            };
            let value = entry.function.and_then(|id| module.module.value(id));
            assert_eq!(value.and_then(|value| value.name()), Some(text), "{name}");
            let kind = entry.shader_kind.unwrap();
            assert_eq!(u32::from(kind.0), function.shader_kind.0, "{name} {text}");
            assert_eq!(
                entry.ray_payload_size.unwrap_or(0),
                function.payload_size_in_bytes,
                "{name} {text}"
            );
            compared += 1;
        }
        assert!(module.entry_points[0].function.is_none(), "{name}");
    });
    assert!(compared > 10, "{compared}");
}

#[test]
fn the_classes_of_resources_are_in_their_order() {
    each(|name, _, module| {
        let order = [
            ResourceClass::SRV,
            ResourceClass::UAV,
            ResourceClass::CBuffer,
            ResourceClass::Sampler,
        ];
        let place = |resource: &Resource| order.iter().position(|class| *class == resource.class);
        assert!(module.resources.is_sorted_by_key(place), "{name}");
    });
}
