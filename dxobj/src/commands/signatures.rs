//! `dxobj signatures`: what shaders take and give, in the columns of `dxc -dumpbin`.

use dxc_format::signature::{SignatureElement, SignatureView};
use dxc_format::signatures::Direction;
use serde_json::{Value, json};

use crate::arguments::{Common, Files};
use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::run;
use crate::style;
use crate::table::Table;

pub(crate) fn run(files: &Files, common: &Common) -> Outcome {
    run::each(&files.files, common, |input| show(input, files.json).into())
}

fn show(input: &Input, is_json: bool) -> Result<Report, Problem> {
    let container = input.container()?;
    let signatures = container
        .signatures()
        .map_err(|error| input.problem(error))?;
    let signatures: Vec<_> = signatures.collect();
    if is_json {
        let listed = signatures
            .iter()
            .map(|(direction, signature)| to_json(*direction, *signature));
        // Without a signature, no part says what the shader takes and gives.
        let listed = (!signatures.is_empty()).then(|| listed.collect::<Vec<Value>>());
        let line = json!({ "path": input.name, "signatures": listed });
        return Ok(Report::text(format!("{line}\n")));
    }
    let mut text = format!("{}\n", style::strong(&input.name));
    if signatures.is_empty() {
        text.push_str("  no part says what it takes and gives\n");
    }
    for (direction, signature) in signatures {
        text.push_str(&format!("  {direction} signature\n"));
        text.push_str(&table(direction, signature));
    }
    Ok(Report::text(text))
}

fn table(direction: Direction, signature: SignatureView<'_>) -> String {
    if signature.elements().is_empty() {
        return "    no parameters\n".into();
    }
    let has_streams = signature
        .elements()
        .iter()
        .any(|element| element.stream != 0);
    let stream = has_streams.then_some("Stream");
    let mut table = Table::new(stream.into_iter().chain(SignatureElement::DXC_COLUMNS));
    for element in signature.elements() {
        let stream = has_streams.then(|| element.stream.to_string());
        let row = element.dxc_row(direction, signature);
        let row = row.map(|cell| style::plain(&cell));
        table.push(stream.into_iter().chain(row).collect());
    }
    table.render(4)
}

fn to_json(direction: Direction, signature: SignatureView<'_>) -> Value {
    let elements = signature.elements().iter().map(|element| {
        json!({
            "name": element.name_in(signature),
            "index": element.index,
            "stream": element.stream,
            "mask": element.components().to_string().replace(' ', ""),
            "register": element.has_register().then_some(element.register),
            "system_value": element.system_value.to_string(),
            "format": element.dxc_format(),
            "used": element.used(direction).to_string().replace(' ', ""),
        })
    });
    let elements: Vec<Value> = elements.collect();
    json!({ "of": direction.to_string(), "input": direction.is_input(), "elements": elements })
}
