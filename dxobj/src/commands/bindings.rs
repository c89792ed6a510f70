//! `dxobj bindings`: what shaders bind, in the columns of `dxc -dumpbin`.

use dxc_format::Container;
use dxc_format::bindings::Binding;
use serde_json::{Value, json};

use crate::arguments::{Common, Files};
use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::run;
use crate::style;
use crate::table::Table;

pub(crate) fn run(files: &Files, common: &Common) -> Outcome {
    run::each(&files.files, common, |input| {
        let report = input.container().and_then(|container| {
            let bindings = bindings(input, &container)?;
            Ok(Report::text(match files.json {
                true => line_of_json(input, bindings.as_deref()),
                false => text(input, bindings.as_deref()),
            }))
        });
        report.into()
    })
}

/// What a shader binds; `None` if no part says it.
fn bindings<'a>(
    input: &Input,
    container: &Container<'a>,
) -> Result<Option<Vec<Binding<'a>>>, Problem> {
    if container.bindings_part().is_none() {
        return Ok(None);
    }
    let bindings = container.bindings().map_err(|error| input.problem(error))?;
    let mut bindings: Vec<_> = bindings.collect();
    bindings.sort_by_key(Binding::dxc_order);
    Ok(Some(bindings))
}

fn text(input: &Input, bindings: Option<&[Binding<'_>]>) -> String {
    let name = style::strong(&input.name);
    match bindings {
        None => format!("{name}\n  no part says what it binds\n"),
        Some([]) => format!("{name}\n  binds nothing\n"),
        Some(bindings) => format!("{name}\n{}", table(bindings)),
    }
}

fn table(bindings: &[Binding<'_>]) -> String {
    let mut table = Table::new(Binding::DXC_COLUMNS);
    for binding in bindings {
        table.push(binding.dxc_row().map(|cell| style::plain(&cell)).into());
    }
    table.without_empty();
    table.render(2)
}

fn line_of_json(input: &Input, bindings: Option<&[Binding<'_>]>) -> String {
    let bindings: Option<Vec<Value>> =
        bindings.map(|bindings| bindings.iter().map(to_json).collect());
    format!("{}\n", json!({ "path": input.name, "bindings": bindings }))
}

fn to_json(binding: &Binding<'_>) -> Value {
    json!({
        "part": binding.part.to_string(),
        "name": binding.name,
        "class": binding.class.to_string(),
        "letter": binding.letter(),
        "space": binding.space,
        "first": binding.first,
        "last": binding.last,
        "count": binding.count(),
        "kind": binding.kind.map(|kind| kind.to_string()),
        "counter": binding.has_counter,
        "id": binding.id,
    })
}
