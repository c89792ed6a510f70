//! The metadata of DXIL. `judge` compares the other parts of each container with it: its signatures, resources, functions
//! and properties.
//!
//! Judge: DXC, by the headers of its programs and by PSV0.

use std::collections::BTreeMap;

use dxc_format::constants::ResourceClass;
use dxc_format::parts;
use dxc_shader::reflection::ShaderReflection;
use dxil::{Dependence, DxilModule, Resource};

#[test]
fn every_program_is_read() {
    let order = [
        ResourceClass::SRV,
        ResourceClass::UAV,
        ResourceClass::CBuffer,
        ResourceClass::Sampler,
    ];
    let mut seen = BTreeMap::new();
    for (path, container) in tests::each_container() {
        for (part, program) in dxc_shader::programs(&container).unwrap() {
            let module = DxilModule::parse(program.bitcode());
            let module = module.unwrap_or_else(|error| panic!("{path} {part}: {error}"));
            // The header follows from the metadata.
            let made = dxil::program_from_bitcode(program.bitcode()).unwrap();
            assert_eq!(
                made.to_bytes().unwrap(),
                program.as_bytes(),
                "{path} {part}"
            );
            let (model, header) = (module.shader_model, program.version());
            assert_eq!(model.kind, header.kind(), "{path}");
            let version = (model.version.major, model.version.minor);
            assert_eq!(version, (header.major().into(), header.minor().into()));
            assert!(module.dxil_version.is_some() && !module.entry_points.is_empty());
            ShaderReflection::new(part, &module).unwrap();
            let class =
                |resource: &Resource| order.iter().position(|class| *class == resource.class);
            assert!(module.resources.is_sorted_by_key(class), "{path}");
            for resource in &module.resources {
                let (class, space) = (resource.class, resource.space);
                let found = module.find_resource(class, space, resource.lower_bound);
                assert_eq!(found, Some(resource), "{path}");
            }
            *seen.entry(part).or_insert(0) += 1;
        }
    }
    assert!(
        seen[&parts::DXIL] >= 27 && seen[&parts::STAT] >= 26,
        "{seen:?}"
    );
}

#[test]
fn view_id_states_are_those_of_psv0() {
    let mut compared = 0;
    for (path, container) in tests::each_container() {
        let (Some(psv), Some(program)) = (container.psv0().unwrap(), container.dxil().unwrap())
        else {
            continue;
        };
        let module = DxilModule::parse(program.bitcode()).unwrap();
        let (theirs, state) = (
            dxc_shader::pipeline::Dependencies::from(psv),
            dxil::view_id_state(&module).unwrap(),
        );
        let state = state.unwrap_or_default();
        let none = Dependence::default();
        let streams = (0..4).map(|stream| {
            let ours = state.streams.get(stream).unwrap_or(&none);
            let table = theirs.outputs_on_inputs(stream);
            (ours, theirs.outputs_on_view(stream), table)
        });
        let patches = state.patches_or_primitives.as_ref().unwrap_or(&none);
        let by_patch = state.outputs_on_patches.as_ref().unwrap_or(&none);
        let on_view = theirs.patches_or_primitives_on_view();
        let others = [
            (patches, on_view, theirs.patches_on_inputs()),
            (by_patch, None, theirs.outputs_on_patches()),
        ];
        for (ours, mask, table) in streams.chain(others) {
            for output in mask.iter().flat_map(|mask| 0..mask.components()) {
                let depends = mask.and_then(|mask| mask.contains(output));
                assert_eq!(
                    Some(ours.depends_on_view(output)),
                    depends,
                    "{path} {output}"
                );
            }
            let pairs = table.iter().flat_map(|table| {
                let inputs = table.inputs();
                (0..table.outputs())
                    .flat_map(move |output| (0..inputs).map(move |input| (output, input)))
            });
            for (output, input) in pairs {
                let depends = table.and_then(|table| table.depends(output, input));
                let ours = ours.depends(output, input);
                assert_eq!(Some(ours), depends, "{path} {output} {input}");
                compared += usize::from(ours);
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
