//! `dxobj bindings`: what shaders bind, in the columns of `dxc -dumpbin`.

use dxc_format::Container;
use dxc_format::bindings::Binding;
use serde_json::{Value, json};

use crate::arguments::{Common, Files};
use crate::files::{Input, Problem};
use crate::run::{self, Outcome, Report};
use crate::style;
use crate::table::Table;

pub(crate) fn run(files: &Files, common: &Common) -> Outcome {
    run::each(&files.files, common, |input| {
        let report = input.container().and_then(|container| {
            let bindings = bindings(input, &container)?;
            Ok(Report::text(match files.json {
                true => line_of_json(input, &bindings),
                false => table(input, &bindings),
            }))
        });
        report.into()
    })
}

fn bindings<'a>(input: &Input, container: &Container<'a>) -> Result<Vec<Binding<'a>>, Problem> {
    let bindings = container.bindings().map_err(|error| input.problem(error))?;
    let mut bindings: Vec<_> = bindings.collect();
    bindings.sort_by_key(Binding::dxc_order);
    Ok(bindings)
}

fn table(input: &Input, bindings: &[Binding<'_>]) -> String {
    let mut text = format!("{}\n", style::strong(&input.name));
    if bindings.is_empty() {
        text.push_str("  binds nothing\n");
        return text;
    }
    let mut table = Table::new(Binding::DXC_COLUMNS);
    for binding in bindings {
        table.push(binding.dxc_row().map(|cell| style::plain(&cell)).into());
    }
    table.without_empty();
    text.push_str(&table.render(2));
    text
}

fn line_of_json(input: &Input, bindings: &[Binding<'_>]) -> String {
    let bindings = bindings.iter().map(|binding| {
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
    });
    let bindings: Vec<Value> = bindings.collect();
    format!("{}\n", json!({ "path": input.name, "bindings": bindings }))
}
