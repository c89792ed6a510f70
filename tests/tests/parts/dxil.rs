//! Tests the metadata of DXIL. `judge` compares the other parts of each container with it: its signatures, resources,
//! functions and properties.
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
            // The header can be made from the metadata.
            let made = dxil::program_from_bitcode(program.bitcode()).unwrap();
            // Mesa states DXIL version 1.0 there.
            if !tests::is_of_mesa(path) {
                assert_eq!(
                    made.to_bytes().unwrap(),
                    program.as_bytes(),
                    "{path} {part}"
                );
            }
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
        let state = dxil::view_id_state(&module).unwrap().unwrap_or_default();
        let theirs = dxc_shader::psv0::dependencies(&psv.to_value());
        let none = Dependence::default();
        let streams = theirs.streams.iter().enumerate();
        let streams = streams.map(|(index, theirs)| (state.streams.get(index), theirs));
        let ours = state.patches_or_primitives.as_ref();
        let patches = theirs.patches_or_primitives.iter();
        let patches = patches.map(|theirs| (ours, theirs));
        let ours = state.outputs_on_patches.as_ref();
        let by_patch = theirs.outputs_on_patches.iter();
        let by_patch = by_patch.map(|theirs| (ours, theirs));
        for (ours, theirs) in streams.chain(patches).chain(by_patch) {
            let ours = ours.unwrap_or(&none);
            for output in 0..theirs.outputs() as usize {
                let depends = theirs.depends_on_view(output);
                assert_eq!(ours.depends_on_view(output), depends, "{path} {output}");
                for input in 0..theirs.inputs() as usize {
                    let depends = theirs.depends(output, input);
                    assert_eq!(
                        ours.depends(output, input),
                        depends,
                        "{path} {output} {input}"
                    );
                    compared += usize::from(depends);
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
