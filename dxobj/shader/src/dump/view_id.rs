//! The dependencies of outputs: on the view ID, and on inputs.

use alloc::format;
use alloc::string::String;
use core::fmt;

use dxc_format::constants::ShaderKind;
use dxil::{Dependence, ViewIdState};

/// Outputs, and the inputs that they may depend on.
struct Set<'s> {
    inputs: &'static str,
    outputs: String,
    dependence: &'s Dependence,
}

pub(super) fn write(f: &mut dyn fmt::Write, state: &ViewIdState, kind: ShaderKind) -> fmt::Result {
    f.write_str(";\n; ViewId state:\n;\n")?;
    write_counts(f, state, kind)?;
    let streams = outputs_of_streams(state, kind);
    let patches = state.patches_or_primitives.as_ref().map(|dependence| Set {
        inputs: "Inputs",
        outputs: match kind {
            ShaderKind::Mesh => "Primitive Outputs".into(),
            _ => "PCOutputs".into(),
        },
        dependence,
    });
    let on_patches = state.outputs_on_patches.as_ref().map(|dependence| Set {
        inputs: "PCInputs",
        outputs: "Outputs".into(),
        dependence,
    });
    for set in streams.iter().chain(&patches) {
        write!(f, "; {} dependent on ViewId: ", set.outputs)?;
        write_numbers(f, set.dependence.outputs_on_view())?;
    }
    for set in streams.iter().chain(&patches).chain(&on_patches) {
        write_inputs(f, set)?;
    }
    f.write_str(";\n")
}

fn write_counts(f: &mut dyn fmt::Write, state: &ViewIdState, kind: ShaderKind) -> fmt::Result {
    let inputs = state.streams.first().map_or(0, |stream| stream.inputs());
    write!(f, "; Number of inputs: {inputs}")?;
    let outputs = state.streams.iter().map(|stream| stream.outputs());
    match kind {
        ShaderKind::Geometry => {
            let outputs: alloc::vec::Vec<_> = outputs.map(|count| format!("{count}")).collect();
            write!(f, ", outputs per stream: {{ {} }}", outputs.join(", "))?;
        }
        _ => write!(f, ", outputs: {}", outputs.sum::<u32>())?,
    }
    if let Some(patches) = &state.patches_or_primitives {
        let title = match kind {
            ShaderKind::Mesh => "primitive outputs",
            _ => "patchconst",
        };
        write!(f, ", {title}: {}", patches.outputs())?;
    }
    if let Some(patches) = &state.outputs_on_patches {
        write!(f, ", patchconst: {}", patches.inputs())?;
    }
    f.write_str("\n")
}

/// The outputs of each stream that has any; of shaders without streams, the outputs.
fn outputs_of_streams(state: &ViewIdState, kind: ShaderKind) -> alloc::vec::Vec<Set<'_>> {
    let has_streams = kind == ShaderKind::Geometry;
    let streams = state.streams.iter().enumerate();
    let streams = streams.filter(|(_, stream)| !has_streams || stream.outputs() > 0);
    let sets = streams.map(|(stream, dependence)| Set {
        inputs: "Inputs",
        outputs: match has_streams {
            true => format!("Outputs for Stream {stream}"),
            false => "Outputs".into(),
        },
        dependence,
    });
    sets.collect()
}

fn write_inputs(f: &mut dyn fmt::Write, set: &Set<'_>) -> fmt::Result {
    let Set {
        inputs,
        outputs,
        dependence,
    } = set;
    writeln!(f, "; {inputs} contributing to computation of {outputs}:")?;
    for output in dependence.outputs_on_inputs() {
        write!(f, ";   output {output} depends on inputs: ")?;
        write_numbers(f, dependence.inputs_of(output))?;
    }
    Ok(())
}

fn write_numbers(f: &mut dyn fmt::Write, numbers: impl Iterator<Item = usize>) -> fmt::Result {
    f.write_str("{ ")?;
    for (index, number) in numbers.enumerate() {
        let gap = if index > 0 { ", " } else { "" };
        write!(f, "{gap}{number}")?;
    }
    f.write_str(" }\n")
}
