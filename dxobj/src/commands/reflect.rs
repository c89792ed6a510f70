//! `dxobj reflect`: what `ID3D12ShaderReflection` and `ID3D12LibraryReflection` say of a shader.

use dxc_format::Limits;
use dxc_format::reflection::{FromPart, ShaderReflection};
use dxobj_viewer::reflect_json;
use dxobj_viewer::reflection::{self, features, threads};
use dxobj_viewer::tables::short;
use serde_json::{Value, json};

use super::signatures::render;
use crate::arguments::{Common, Files};
use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::style;
use crate::{limit, run};

/// How users get what tables leave out.
const BY_PART: &str = "`dxobj show --format yaml` gives the parts";

pub(crate) fn run(files: &Files, common: &Common) -> Outcome {
    run::each_by_need(&files.files, common, |input| {
        show(&input, files.json).into()
    })
}

pub(crate) fn show(input: &Input, is_json: bool) -> Result<Report, Problem> {
    let container = input.container()?;
    let limits = Limits::of_input(input.bytes.len());
    let read = container.reflect_within(&reflection::limits(&limits));
    let read = read.map_err(|error| input.problem(error))?;
    let text = match (&read, is_json) {
        (None, true) => format!("{}\n", json!({ "path": input.name, "known": false })),
        (None, false) => format!(
            "{}\n  no part says what it binds\n",
            style::strong(&input.name)
        ),
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
    for (name, part, value) in facts(read) {
        let part = style::dim(format!("({part})"));
        text.push_str(&format!("  {name}: {} {part}\n", style::plain(&value)));
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

/// What is said of the shader as a whole, and by which part.
fn facts(read: &ShaderReflection) -> Vec<(&'static str, String, String)> {
    let mut facts = Vec::new();
    let mut add = |name, part: dxc_format::FourCC, value: String| {
        facts.push((name, part.to_string(), value));
    };
    let model = &read.shader_model;
    let (kind, version) = (model.kind, model.version);
    let target = format!("{kind} {}.{}", version.major, version.minor);
    add("shader model", read.part, target);
    if let Some(FromPart { part, value, .. }) = &read.creator {
        add("compiler", *part, short(value).into_owned());
    }
    if let Some(FromPart { part, value, .. }) = read.compile_flags {
        add("compiled with", part, value.to_string());
    }
    if let Some(FromPart { part, value, .. }) = read.requirements {
        let mut required = features(value.features);
        if value.early_depth_stencil {
            let separator = if required.is_empty() { "" } else { ", " };
            required = format!("{required}{separator}early depth and stencil tests");
        }
        if !required.is_empty() {
            add("requires", part, required);
        }
    }
    if let Some(FromPart { part, value, .. }) = &read.thread_group {
        add("thread group", *part, threads(value));
    }
    if let Some(FromPart { part, value, .. }) = read.wave_size {
        let size = match value.max {
            0 => value.min.to_string(),
            max => format!("{} to {max}", value.min),
        };
        add("wave size", part, size);
    }
    if let Some(FromPart { part, value, .. }) = read.counters
        && value.instruction_count > 0
    {
        add("instructions", part, value.instruction_count.to_string());
    }
    facts
}
