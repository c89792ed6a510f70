//! `dxobj reflect`: what `ID3D12ShaderReflection` and `ID3D12LibraryReflection` say of a shader.

use dxc_format::Limits;
use dxc_format::reflection::ShaderReflection;
use dxobj_viewer::reflect_json;
use dxobj_viewer::reflection;
use serde_json::{Value, json};

use super::bindings::UNKNOWN;
use super::signatures::render;
use crate::files::{Input, Problem};
use crate::limit;
use crate::report::Report;
use crate::style;

/// How users get what tables leave out.
const BY_PART: &str = "`dxobj show --format yaml` shows the parts";

pub(crate) fn show(input: &Input, is_json: bool) -> Result<Report, Problem> {
    let container = input.container()?;
    let limits = Limits::of_input(input.bytes.len());
    let read = container.reflect_within(&reflection::limits(&limits));
    let read = read.map_err(|error| input.problem(error))?;
    let text = match (&read, is_json) {
        (None, true) => format!("{}\n", json!({ "path": input.name, "known": false })),
        (None, false) => return Ok(Report::default().absence(input, UNKNOWN, UNKNOWN)),
        (Some(read), true) => {
            let mut line = json!({ "path": input.name, "known": true });
            let object = reflect_json::to_json(read, limits.output);
            if let (Some(line), Value::Object(object)) = (line.as_object_mut(), object) {
                line.extend(object);
            }
            return Ok(Report::text(format!("{line}\n")));
        }
        (Some(read), false) => text(input, read, &limits),
    };
    Ok(Report::text(limit::cut(text, limits.output, BY_PART)))
}

fn text(input: &Input, read: &ShaderReflection, limits: &Limits) -> String {
    let mut text = format!("{}\n", style::strong(&input.name));
    for fact in reflection::facts(read) {
        let (value, part) = (
            style::plain(&fact.value),
            style::dim(format!("({})", fact.part)),
        );
        text.push_str(&format!("  {}: {value} {part}\n", fact.name));
    }
    for mut table in reflection::tables(read, limits) {
        let title = std::mem::take(&mut table.title);
        text.push_str(&format!("  {}\n", style::plain(&title)));
        if !table.rows.is_empty() || table.left_out > 0 {
            text.push_str(&render(table, 4));
        }
    }
    text
}
