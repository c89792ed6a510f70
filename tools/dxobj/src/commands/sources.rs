//! `dxobj sources`: prints or extracts the HLSL sources that debug builds embed.

use std::path::{Path, PathBuf};

use dxc_format::{Container, parts};
use dxc_shader::sources::{Argument, SourceFile, Sources as Embedded};
use serde::Serialize;
use serde_json::json;

use crate::arguments::{Common, Sources};
use crate::file_name::{Distinct, within};
use crate::files::{self, Input, Problem, Wanted};
use crate::outcome::Outcome;
use crate::report::{List, Report};
use crate::run;
use crate::text::Text;
use crate::{edit, style};

pub(crate) fn run(sources: &Sources, common: &Common) -> Outcome {
    let paths = &sources.files.files;
    let are_many = files::are_many(paths, Wanted::Containers, common);
    run::each(paths, common, |input| show(input, sources, are_many))
}

pub(crate) fn show(input: &Input, sources: &Sources, are_many: bool) -> Result<Report, Problem> {
    let container = input.container()?;
    let embedded = dxc_shader::sources(&container).map_err(|error| input.problem(error))?;
    let Some(embedded) = embedded else {
        let report = if sources.files.json {
            Report::text(line_of_json(input, None, None))
        } else {
            Report::default()
        };
        let note = format!("no embedded sources; {}", elsewhere(&container));
        return Ok(report.absence(input, "no embedded sources", &note));
    };
    if let Some(folder) = &sources.output {
        // Sources of several containers are written into separate folders.
        let folder = if are_many {
            let are_named = sources.files.files.len() > 1;
            edit::named_after(&input.found, are_named, folder, "sources")
        } else {
            folder.clone()
        };
        let base = sources.output.as_deref().unwrap_or(&folder);
        return Ok(write(input, &embedded, base, &folder, sources.files.json));
    }
    Ok(Report::text(if sources.files.json {
        line_of_json(input, Some(&embedded), None)
    } else {
        text(input, &embedded)
    }))
}

/// The hint for a container without sources: where they may be.
fn elsewhere(container: &Container<'_>) -> &'static str {
    match container.find(parts::ILDN) {
        Some(_) => "they are in the PDB file that `dxobj show --part ILDN` names",
        None => {
            "`dxc -Zi -Qembed_debug` and `fxc /Zi` embed them, and `dxc -Zi -Fd` writes them to a PDB file"
        }
    }
}

fn text(input: &Input, embedded: &Embedded) -> Text {
    let mut text = Text::default();
    text.line(style::strong(&input.name) + ": " + &dxc_shader::sources::command_line(embedded));
    for file in &embedded.files {
        text.line(style::dim(format!("// {}", file.name)));
        text.lines("", &file.text);
    }
    text
}

/// The JSON line for a file; if the sources were extracted, it has their paths.
fn line_of_json(
    input: &Input,
    embedded: Option<&Embedded>,
    written: Option<&[Option<PathBuf>]>,
) -> Text {
    let file = |(index, file): (usize, &SourceFile)| {
        let mut value = json!({ "name": file.name, "text": file.text });
        if let Some(Some(path)) = written.and_then(|written| written.get(index)) {
            value["extracted"] = files::name(path).into();
        }
        value
    };
    let argument = |one: &Argument| json!({ "name": one.name, "value": one.value });
    let arguments = embedded.map(|embedded| &*embedded.arguments);
    let sources = embedded.map(|embedded| &*embedded.files);
    let content = Content {
        known: embedded.is_some(),
        arguments: List(|| arguments.unwrap_or_default().iter().map(argument)),
        files: List(|| sources.unwrap_or_default().iter().enumerate().map(file)),
    };
    input.line(content).text()
}

#[derive(Serialize)]
struct Content<A: Serialize, F: Serialize> {
    known: bool,
    arguments: A,
    files: F,
}

/// Writes each source below `folder`, which is the output folder or a folder in it, and prints the paths and the
/// compiler arguments. A file that cannot be written is a problem; the others are still written.
fn write(
    input: &Input,
    embedded: &Embedded,
    output: &Path,
    folder: &Path,
    is_json: bool,
) -> Report {
    let (mut text, mut written) = (Text::default(), Vec::new());
    let (mut paths, mut problems) = (Distinct::default(), Vec::new());
    for file in &embedded.files {
        let path = folder.join(paths.take(within(&file.name), &file.text));
        match edit::write_new(output, &path, file.text.as_bytes()) {
            Ok(()) => {
                text.line(files::name(&path));
                written.push(Some(path));
            }
            Err(problem) => {
                problems.push(problem);
                written.push(None);
            }
        }
    }
    if is_json {
        text = line_of_json(input, Some(embedded), Some(&written));
    }
    let command = dxc_shader::sources::command_line(embedded);
    let report = Report::text(text).note(format!("{}: compiled with {command}", input.name));
    problems.into_iter().fold(report, Report::problem)
}
