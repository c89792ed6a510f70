//! `dxobj reflect`: prints what `ID3D12ShaderReflection` and `ID3D12LibraryReflection` report about a shader.

use dxc_format::{Container, Limits};
use dxc_shader::reflection::ShaderReflection;
use dxobj_report::cut::cut;
use dxobj_report::reflection;
use serde::Serialize;
use serde_json::json;

use super::bindings::UNKNOWN;
use super::signatures::newer_version;
use super::signatures::render;
use crate::files::{Input, Problem};
use crate::limit;
use crate::report::{Failure, Printer, Report};
use crate::style;
use crate::text::Text;

/// The hint for tables that were truncated.
const BY_PART: &str = "`dxobj show --format yaml` shows the parts";

pub(crate) fn show(input: Input, is_json: bool) -> Result<Report, Problem> {
    let note = newer_version(&input, &input.container()?);
    let report = Report::made(input, move |input, out| print(input, is_json, out));
    Ok(report.with_note(note))
}

fn print(input: &Input, is_json: bool, out: &mut Printer<'_>) -> Result<(), Failure> {
    let container = Container::parse(&input.bytes)?;
    let limits = Limits::of_input(input.bytes.len());
    let read = dxc_shader::reflect_within(&container, &reflection::limits(&limits));
    let mut read = read?;
    let text = match (&mut read, is_json) {
        (None, true) => input.line(json!({ "known": false })).text(),
        (None, false) => return Err(Failure::Absent(UNKNOWN)),
        (Some(read), true) => {
            let is_cut = cut(read, limits.output);
            return Ok(out.json(&input.line(Content {
                known: true,
                reflection: read,
                cut: is_cut.then_some(true),
            }))?);
        }
        (Some(read), false) => {
            let mut tables = limits;
            // The reflection and its text take as much memory again.
            tables.output = limit::of_input(input.bytes.len()).memory / 2;
            text(input, read, &tables)
        }
    };
    Ok(out.print(&text.cut(limits.output, BY_PART))?)
}

#[derive(Serialize)]
struct Content<'a> {
    known: bool,
    #[serde(flatten)]
    reflection: &'a ShaderReflection,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<bool>,
}

fn text(input: &Input, read: &ShaderReflection, limits: &Limits) -> Text {
    let mut text = Text::default();
    text.line(style::strong(&input.name));
    for fact in reflection::facts(read) {
        let line = Text::from(format!("  {}: {} ", fact.name, fact.value));
        text.line(line + style::dim(format!("({})", fact.part)));
    }
    for mut table in reflection::tables(read, limits) {
        let title = std::mem::take(&mut table.title);
        text.line(format!("  {title}"));
        if !table.rows.is_empty() || table.left_out > 0 {
            text += render(table, 4);
        }
    }
    text
}
