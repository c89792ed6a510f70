//! Tests that declarations agree with RDEF and the signatures, and replace a missing RDEF.
//!
//! Judge: FXC, by the other parts of its files: RDEF and the signatures.

use dxc_format::constants::{ResourceClass, ResourceKind, ShaderStage};
use dxc_format::parts;
use dxc_shader::bindings::Binding;
use dxc_shader::instructions::OperandType;

use super::programs;

/// Whether a declaration covers a binding of RDEF.
fn covers(reflected: &Binding<'_>, declared: &Binding<'_>) -> bool {
    let is_within = reflected.first <= declared.first
        && match (reflected.last, declared.last) {
            (None, _) => true,
            (Some(reflected), Some(declared)) => declared <= reflected,
            (Some(_), None) => false,
        };
    // A texture buffer is a constant buffer in HLSL and a typed buffer in the instructions.
    let is_texture_buffer = reflected.kind == Some(ResourceKind::TBuffer);
    is_within
        && reflected.class == declared.class
        && reflected.space == declared.space
        && reflected.id == declared.id
        && (reflected.kind == declared.kind || is_texture_buffer)
        && reflected.has_counter <= declared.has_counter
}

#[test]
fn declarations_agree_with_rdef() {
    let (mut files, mut compared) = (0, 0);
    for (path, container, program) in programs() {
        let Some(part) = dxc_shader::bindings_part(&container).filter(|part| *part == parts::RDEF)
        else {
            continue;
        };
        let reflected: Vec<_> = dxc_shader::bindings(&container).unwrap().collect();
        let declared: Vec<_> = dxc_shader::assembly::declarations(&program)
            .bindings()
            .collect();
        for binding in &declared {
            assert!(
                reflected.iter().any(|each| covers(each, binding)),
                "{path}: {part} does not have {binding:?}"
            );
        }
        for binding in &reflected {
            // Interfaces and their resources are bound without a declaration.
            let is_declared = declared.iter().any(|each| covers(binding, each));
            let is_class = binding.class != ResourceClass::Invalid;
            assert!(
                is_declared || !is_class,
                "{path}: {binding:?} is not declared"
            );
        }
        files += 1;
        compared += declared.len();
    }
    if tests::corpus("real").is_some() {
        assert!(
            files >= 136 && compared > 220,
            "{files} files, {compared} bindings"
        );
    }
}

#[test]
fn files_without_rdef_have_bindings_and_thread_groups() {
    let (mut files, mut binding, mut bindings, mut groups) = (0, 0, 0, 0);
    for (path, container, _) in programs() {
        let part = dxc_shader::bindings_part(&container).unwrap();
        if part == parts::RDEF {
            continue;
        }
        let group = dxc_shader::thread_group(&container).unwrap();
        let stage = container.shader_stage().unwrap().unwrap();
        assert_eq!(group.is_some(), stage == ShaderStage::Compute, "{path}");
        groups += usize::from(group.is_some());
        let found: Vec<_> = dxc_shader::bindings(&container).unwrap().collect();
        assert!(found.iter().all(|binding| binding.part == part), "{path}");
        files += 1;
        binding += usize::from(!found.is_empty());
        bindings += found.len();
    }
    if tests::corpus("real").is_some() {
        assert_eq!([files, binding, bindings, groups], [320, 300, 741, 22]);
    }
}

#[test]
fn declared_inputs_and_outputs_are_in_the_signatures() {
    let mut compared = 0;
    for (path, container, program) in programs() {
        let elements = |is_input| {
            let signatures = dxc_shader::signatures(&container).unwrap();
            let signatures =
                signatures.filter(move |(direction, _)| direction.is_input() == is_input);
            signatures
                .flat_map(|(_, signature)| signature.elements())
                .collect::<Vec<_>>()
        };
        let (inputs, outputs) = (elements(true), elements(false));
        for declared in dxc_shader::assembly::declarations(&program).registers() {
            let elements = match (declared.is_output, declared.kind) {
                (false, OperandType::INPUT) => &inputs,
                (true, OperandType::OUTPUT) => &outputs,
                _ => continue,
            };
            let covered = elements
                .iter()
                .filter(|element| Some(element.register) == declared.register)
                .fold(0, |mask, element| mask | element.mask);
            assert_eq!(declared.mask & !covered, 0, "{path}: {declared:?}");
            compared += 1;
        }
    }
    assert!(
        compared > 1000 || tests::corpus("real").is_none(),
        "{compared}"
    );
}
