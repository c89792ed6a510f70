//! `dxobj signatures`: what shaders take and give, in the columns of `dxc -dumpbin`.

use dxc_format::runtime::limits::Budget;
use dxc_format::signature::SignatureView;
use dxc_format::signatures::Direction;
use dxc_format::{Container, Limits};
use dxobj_viewer::tables;
use serde_json::{Value, json};

use crate::files::{Input, Problem};
use crate::limit;
use crate::report::Report;
use crate::style;
use crate::table::Table;

pub(crate) fn show(input: &Input, is_json: bool) -> Result<Report, Problem> {
    let absence = "no part describes inputs or outputs";
    report(input, if is_json { line_of_json } else { text }, absence)
}

/// The tables of a container, or its line of JSON; `None` if there is nothing to describe.
type Describe = fn(&Input, &Container<'_>, &Limits) -> dxc_format::Result<Option<String>>;

/// The report with the description of a container, within the limit of output.
pub(super) fn report(
    input: &Input,
    describe: Describe,
    absence: &'static str,
) -> Result<Report, Problem> {
    let container = input.container()?;
    let limits = Limits::of_input(input.bytes.len());
    let text = describe(input, &container, &limits).map_err(|error| input.problem(error))?;
    let Some(text) = text else {
        return Ok(Report::default().absence(input, absence, absence));
    };
    Ok(Report::text(limit::cut(
        text,
        limits.output,
        limit::AS_DOCUMENT,
    )))
}

fn text(
    input: &Input,
    container: &Container<'_>,
    limits: &Limits,
) -> dxc_format::Result<Option<String>> {
    let mut text = format!("{}\n", style::strong(&input.name));
    let tables = tables::signatures(container, limits)?;
    if tables.is_empty() {
        return Ok(None);
    }
    for mut table in tables {
        text.push_str(&format!("  {}\n", table.title));
        if table.rows.is_empty() {
            text.push_str("    no parameters\n");
            continue;
        }
        streams_first(&mut table);
        text.push_str(&render(table, 4));
    }
    Ok(Some(text))
}

/// Puts the last column, that of streams, first, or takes it out if all is in stream 0.
fn streams_first(table: &mut tables::Table) {
    let has_streams = table
        .rows
        .iter()
        .any(|row| row.last().is_some_and(|stream| stream != "0"));
    table.columns.rotate_right(1);
    table.rows.iter_mut().for_each(|row| row.rotate_right(1));
    if !has_streams {
        table.columns.remove(0);
        table.rows.iter_mut().for_each(|row| drop(row.remove(0)));
    }
}

/// The lines of a table, without empty columns.
pub(super) fn render(table: tables::Table, indent: usize) -> String {
    let mut lines = Table::new(table.columns);
    for row in table.rows {
        lines.push(row.iter().map(|cell| style::plain(cell)).collect());
    }
    lines.without_empty();
    let mut text = lines.render(indent);
    if table.left_out > 0 {
        text.push_str(&limit::left_out(table.left_out, "rows", limit::AS_DOCUMENT));
    }
    text
}

fn line_of_json(
    input: &Input,
    container: &Container<'_>,
    limits: &Limits,
) -> dxc_format::Result<Option<String>> {
    let signatures: Vec<_> = container.signatures()?.collect();
    let mut names = tables::names_within(limits);
    let mut is_whole = true;
    let listed = signatures
        .iter()
        .map(|(direction, signature)| to_json(*direction, *signature, &mut names, &mut is_whole));
    let listed: Vec<Value> = listed.collect();
    // Without a signature, no part says what the shader takes and gives.
    let is_known = !signatures.is_empty();
    let mut line = json!({ "path": input.name, "known": is_known, "signatures": listed });
    if !is_whole {
        line["cut"] = true.into();
    }
    Ok(Some(format!("{line}\n")))
}

fn to_json(
    direction: Direction,
    signature: SignatureView<'_>,
    names: &mut Budget,
    is_whole: &mut bool,
) -> Value {
    let elements = signature.elements().iter().map_while(|element| {
        let name = element.name_in(signature);
        *is_whole &= names.take(name.map_or(0, str::len)).is_ok();
        is_whole.then(|| {
            json!({
                "name": name,
                "index": element.index,
                "stream": element.stream,
                "mask": element.components().to_string().replace(' ', ""),
                "register": element.has_register().then_some(element.register),
                "system_value": element.system_value.to_string(),
                "format": element.dxc_format(),
                "used": element.used(direction).to_string().replace(' ', ""),
            })
        })
    });
    let elements: Vec<Value> = elements.collect();
    json!({ "of": direction.to_string(), "input": direction.is_input(), "elements": elements })
}
