//! `dxobj signatures`: prints the inputs and outputs of shaders, in the columns of `dxc -dumpbin`.

use dxc_format::{Container, Limits};
use dxc_shader::signatures::ListedElement;
use dxobj_report::tables;
use serde::Serialize;

use crate::files::{Input, Problem};
use crate::limit;
use crate::report::{Failure, List, Printer, Report};
use crate::style;
use crate::table::Table;
use crate::text::Text;

pub(crate) fn show(input: Input, is_json: bool) -> Result<Report, Problem> {
    if is_json {
        report_json(input, print_json)
    } else {
        report(&input, text, "no part describes inputs or outputs")
    }
}

/// The tables of a container; `None` if there is nothing to describe.
type Describe = fn(&Input, &Container<'_>, &Limits) -> dxc_format::Result<Option<Text>>;

/// Prints the JSON line for a container.
type Print = fn(&Input, &Container<'_>, &mut Printer<'_>) -> Result<(), Failure>;

/// The report with the tables of a container, within the limit of the output.
pub(super) fn report(
    input: &Input,
    describe: Describe,
    absence: &'static str,
) -> Result<Report, Problem> {
    let container = input.container()?;
    let limits = limit::of_input(input.bytes.len());
    let text = describe(input, &container, &limits).map_err(|error| input.problem(error))?;
    let report = match text {
        Some(text) => Report::text(text.cut(limits.output, limit::AS_DOCUMENT)),
        None => Report::default().absence(input, absence, absence),
    };
    Ok(report.with_note(newer_version(input, &container)))
}

/// The note on a PSV0 of a newer version that cannot be read, so that other parts are listed.
pub(super) fn newer_version(input: &Input, container: &Container<'_>) -> Option<Text> {
    let error = container.psv0().err()?;
    error.newer_record()?;
    let note = format!(" {}: this version cannot read a part: {error}", input.name);
    Some(style::warning("warning:") + note)
}

/// Like [`report`], as a line of JSON.
pub(super) fn report_json(input: Input, print: Print) -> Result<Report, Problem> {
    let note = newer_version(&input, &input.container()?);
    let report = Report::made(input, move |input, out| {
        print(input, &Container::parse(&input.bytes)?, out)
    });
    Ok(report.with_note(note))
}

fn text(
    input: &Input,
    container: &Container<'_>,
    limits: &Limits,
) -> dxc_format::Result<Option<Text>> {
    let mut text = Text::default();
    text.line(style::strong(&input.name));
    let tables = tables::signatures(container, limits)?;
    if tables.is_empty() {
        return Ok(None);
    }
    for mut table in tables {
        text.line(format!("  {}", table.title));
        if table.rows.is_empty() {
            text.line("    no parameters");
            continue;
        }
        streams_first(&mut table);
        text += render(table, 4);
    }
    Ok(Some(text))
}

/// Moves the last column, which has the streams, to the front, or removes it if all elements are in stream 0.
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
pub(super) fn render(table: tables::Table, indent: usize) -> Text {
    let mut lines = Table::new(table.columns);
    for row in table.rows {
        lines.push(row);
    }
    lines.without_empty();
    let mut text = lines.render(indent);
    if table.left_out > 0 {
        text.line(limit::left_out(table.left_out, "rows", limit::AS_DOCUMENT));
    }
    text
}

fn print_json(
    input: &Input,
    container: &Container<'_>,
    out: &mut Printer<'_>,
) -> Result<(), Failure> {
    let signatures: Vec<_> = dxc_shader::signatures(container)?.collect();
    let mut names = tables::names_within(&Limits::of_input(input.bytes.len()));
    let counts = signatures.iter().map(|(_, signature)| {
        let elements = signature.elements();
        let shown = elements.iter().take_while(|element| {
            let name = element.name_in(*signature);
            names.take(name.map_or(0, str::len)).is_ok()
        });
        shown.count()
    });
    let counts: Vec<usize> = counts.collect();
    let all = signatures
        .iter()
        .map(|(_, signature)| signature.elements().len());
    let is_whole = all.eq(counts.iter().copied());
    Ok(out.json(&input.line(Content {
        // Without a signature, the inputs and outputs are unknown.
        known: !signatures.is_empty(),
        signatures: List(|| {
            let shown = signatures.iter().zip(&counts);
            shown.map(|((direction, signature), count)| One {
                of: direction.to_string(),
                input: direction.is_input(),
                elements: List(move || ListedElement::all(*direction, *signature).take(*count)),
            })
        }),
        cut: (!is_whole).then_some(true),
    }))?)
}

#[derive(Serialize)]
struct Content<S: Serialize> {
    known: bool,
    signatures: S,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<bool>,
}

#[derive(Serialize)]
struct One<E: Serialize> {
    of: String,
    input: bool,
    elements: E,
}
