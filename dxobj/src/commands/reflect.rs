//! `dxobj reflect`: what `ID3D12ShaderReflection` and `ID3D12LibraryReflection` say of a shader.

use dxc_format::Limits;
use dxc_format::reflection::ShaderReflection;
use dxobj_viewer::reflect_json;
use dxobj_viewer::reflection;
use serde_json::{Value, json};

use super::signatures::render;
use crate::files::{Input, Problem};
use crate::report::Report;
use crate::style;
use crate::text::Text;

/// How users get what tables leave out.
const BY_PART: &str = "`dxobj show --format yaml` shows the parts";

pub(crate) fn show(input: &Input, is_json: bool) -> Result<Report, Problem> {
    let container = input.container()?;
    let limits = Limits::of_input(input.bytes.len());
    let read = container.reflect_within(&reflection::limits(&limits));
    let read = read.map_err(|error| input.problem(error))?;
    let text = match (&read, is_json) {
        (None, true) => Text::json(&json!({ "path": input.name, "known": false })),
        (None, false) => {
            let mut text = Text::default();
            text.line(style::strong(&input.name));
            text.line("  no part describes the bindings");
            text
        }
        (Some(read), true) => {
            let mut line = json!({ "path": input.name, "known": true });
            let object = reflect_json::to_json(read, limits.output);
            if let (Some(line), Value::Object(object)) = (line.as_object_mut(), object) {
                line.extend(object);
            }
            return Ok(Report::text(Text::json(&line)));
        }
        (Some(read), false) => text(input, read, &limits),
    };
    Ok(Report::text(text.cut(limits.output, BY_PART)))
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
