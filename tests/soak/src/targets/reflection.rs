//! Tests the reflection of containers: of DXIL programs, of RDEF, and of instructions.

use dxc_format::program::Program;
use dxc_format::{Builder, Container, ErrorKind, Limits, parts};
use dxc_shader::reflection::{ShaderReflection, VariableType};

use super::bitcode::make_module;
use crate::Maker;
use crate::limits::REFLECTION;

/// The maximum nesting of types.
const DEPTH: usize = 33;

/// A container, usually with parts that reflection reads.
pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    if maker.rng.u8(..3) == 0 {
        return maker.container();
    }
    let mut builder = Builder::new();
    if maker.rng.bool() {
        let programs = [parts::STAT, parts::DXIL, parts::ILDB];
        let part = maker.rng.choice(programs).unwrap_or(parts::DXIL);
        let real = maker.real(parts::DXIL);
        if let Some(mut program) = real.and_then(|bytes| Program::parse(bytes).ok()) {
            program.bitcode = make_module(maker);
            // A program that is too long is omitted.
            let _ = builder.set_part(part, program);
        }
    }
    let read = [
        parts::RDEF,
        parts::PSV0,
        parts::RDAT,
        parts::SHEX,
        parts::ISG1,
    ];
    for part in read {
        if maker.rng.u8(..3) > 0 {
            continue;
        }
        let mut data = maker.real(part).unwrap_or_default().to_vec();
        for _ in 0..maker.rng.usize(..3) {
            crate::damage::bytes(&mut data, &mut maker.rng);
        }
        builder.push(part, data);
    }
    builder.to_bytes().unwrap_or_default()
}

/// Checks that a reflection takes a multiple of the container and has no dangling references, or that the container is
/// refused.
pub(crate) fn try_reflection(bytes: &[u8]) {
    let Ok(container) = Container::parse(bytes) else {
        return;
    };
    let mut limits = Limits::of_input(bytes.len());
    limits.memory = 128 * bytes.len() as u64;
    limits.steps = 16 * bytes.len() as u64;
    let read = REFLECTION.hold(bytes.len(), || {
        dxc_shader::reflect_within(&container, &limits)
    });
    match read {
        Ok(Some(reflection)) => check(&reflection),
        Ok(None) => assert!(dxc_shader::bindings_part(&container).is_none()),
        Err(error) => {
            let is_limit = matches!(error.kind(), ErrorKind::Limit { .. });
            assert!(is_limit || error.offset() <= bytes.len(), "{error}");
        }
    }
    if let Ok(bindings) = REFLECTION.hold(bytes.len(), || {
        Ok::<_, dxc_format::Error>(dxc_shader::bindings(&container)?.collect::<Vec<_>>())
    }) {
        let part = dxc_shader::bindings_part(&container);
        assert!(bindings.iter().all(|binding| Some(binding.part) == part));
    }
}

fn check(reflection: &ShaderReflection) {
    let count = reflection.bound_resources.len();
    for function in &reflection.functions {
        assert!(function.bound_resources.iter().all(|place| *place < count));
    }
    for buffer in &reflection.constant_buffers {
        for variable in &buffer.variables {
            assert!(depth(&variable.ty) <= DEPTH);
        }
    }
}

fn depth(ty: &VariableType) -> usize {
    let members = ty.members.iter().map(|member| depth(&member.ty));
    1 + members.max().unwrap_or(0)
}
