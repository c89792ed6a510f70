//! Prints the dependencies of outputs on the view ID and on inputs.

use alloc::format;
use core::fmt;

use crate::psv0::{DependentOutputs, dependent_outputs};
use dxc_format::constants::ShaderKind;
use dxil::ViewIdState;

pub(super) fn write(f: &mut dyn fmt::Write, state: &ViewIdState, kind: ShaderKind) -> fmt::Result {
    f.write_str(";\n; ViewId state:\n;\n")?;
    write_counts(f, state, kind)?;
    let patches = match kind {
        ShaderKind::Mesh => "Primitive Outputs",
        _ => "PCOutputs",
    };
    let all = dependent_outputs(state, patches);
    for outputs in all.iter().filter(|outputs| outputs.has_view) {
        write!(f, "; {} dependent on ViewId: ", outputs.outputs)?;
        write_numbers(f, outputs.dependence.outputs_on_view())?;
    }
    for outputs in &all {
        write_inputs(f, outputs)?;
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

fn write_inputs(f: &mut dyn fmt::Write, outputs: &DependentOutputs<'_>) -> fmt::Result {
    let DependentOutputs {
        inputs,
        outputs,
        dependence,
        ..
    } = outputs;
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
