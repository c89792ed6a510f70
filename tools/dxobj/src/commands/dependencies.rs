//! Prints which inputs each output of a shader depends on, like `dxc -dumpbin`.

use dxc_format::Container;
use dxc_shader::psv0::{dependencies, dependent_outputs};

use super::outline::heading_below;
use crate::text::Text;

/// The lines about the dependencies; `None` if the container has no readable PSV0.
pub(crate) fn lines(container: &Container<'_>) -> Option<Text> {
    let state = dependencies(&container.psv0().ok()??.to_value());
    let all = dependent_outputs(&state, "PCOutputs");
    let mut text = Text::default();
    for one in all.iter().filter(|one| one.has_view) {
        if let Some(set) = set(one.dependence.outputs_on_view()) {
            let heading = format!("{} dependent on ViewId", one.outputs);
            heading_below(&heading, &mut text);
            text.line(format!("    {set}"));
        }
    }
    for one in &all {
        let outputs = one.dependence.outputs_on_inputs();
        for (index, output) in outputs.enumerate() {
            if index == 0 {
                let (inputs, outputs) = (one.inputs, &one.outputs);
                let heading = format!("{inputs} contributing to computation of {outputs}");
                heading_below(&heading, &mut text);
            }
            let set = set(one.dependence.inputs_of(output)).unwrap_or_default();
            text.line(format!("    output {output} depends on inputs: {set}"));
        }
    }
    Some(text)
}

/// Formats numbers as a set, such as `{ 0, 1 }`; `None` if there are none.
fn set(numbers: impl Iterator<Item = usize>) -> Option<String> {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    (!numbers.is_empty()).then(|| format!("{{ {} }}", numbers.join(", ")))
}
