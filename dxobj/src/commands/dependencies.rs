//! The dependencies of a shader's outputs, like `dxc -dumpbin` prints them.

use dxc_format::Container;
use dxc_format::types::Run;
use dxc_shader::pipeline::dependencies::{Mask, Table};

use super::outline::heading_below;
use crate::text::Text;

/// Sets of outputs, and of the inputs that they depend on.
type Words<'a> = Run<'a, u32>;

/// The dependencies as lines; `None` if the container has no PSV0 that can be read.
pub(crate) fn lines(container: &Container<'_>) -> Option<Text> {
    let psv = container.psv0().ok()??;
    let dependencies = dxc_shader::pipeline::Dependencies::from(psv);
    let streams = (0..4).filter(|stream| dependencies.outputs_on_inputs(*stream).is_some());
    let streams: Vec<usize> = streams.collect();
    let mut text = Text::default();
    for stream in 0..4 {
        let outputs = outputs(stream, streams.len());
        view(&outputs, dependencies.outputs_on_view(stream), &mut text);
    }
    let patches = "PCOutputs";
    view(
        patches,
        dependencies.patches_or_primitives_on_view(),
        &mut text,
    );
    for stream in &streams {
        let outputs = outputs(*stream, streams.len());
        let table = dependencies.outputs_on_inputs(*stream);
        inputs("Inputs", &outputs, table, &mut text);
    }
    inputs(
        "Inputs",
        patches,
        dependencies.patches_on_inputs(),
        &mut text,
    );
    inputs(
        "PCInputs",
        "Outputs",
        dependencies.outputs_on_patches(),
        &mut text,
    );
    Some(text)
}

fn outputs(stream: usize, streams: usize) -> String {
    match streams {
        0 | 1 => "Outputs".into(),
        _ => format!("Outputs for Stream {stream}"),
    }
}

fn view(outputs: &str, mask: Option<Mask<Words<'_>>>, text: &mut Text) {
    let Some(mask) = mask else { return };
    let set = set(mask.iter());
    if set != "{ }" {
        let heading = format!("{outputs} dependent on ViewId");
        heading_below(&heading, text);
        text.line(format!("    {set}"));
    }
}

fn inputs(inputs: &str, outputs: &str, table: Option<Table<Words<'_>>>, text: &mut Text) {
    let Some(table) = table else { return };
    let rows = (0..table.outputs()).map(|output| (output, set(table.inputs_of(output))));
    let rows = rows.filter(|(_, set)| set != "{ }");
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        heading_below(
            &format!("{inputs} contributing to computation of {outputs}"),
            text,
        );
    }
    for (output, set) in rows {
        text.line(format!("    output {output} depends on inputs: {set}"));
    }
}

fn set(numbers: impl Iterator<Item = usize>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    match numbers.is_empty() {
        true => "{ }".into(),
        false => format!("{{ {} }}", numbers.join(", ")),
    }
}
