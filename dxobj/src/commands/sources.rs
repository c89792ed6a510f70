//! `dxobj sources`: what a debug build embeds.

use std::path::{Component, Path, PathBuf};

use dxc_format::sources::{Argument, Sources as Embedded};
use dxc_format::{Container, parts};
use serde_json::{Value, json};

use crate::arguments::{Common, Sources};
use crate::files::{self, Input, Problem};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::run;
use crate::{edit, style};

pub(crate) fn run(sources: &Sources, common: &Common) -> Outcome {
    let paths = &sources.files.files;
    let are_many = edit::are_many(paths, common);
    run::each(paths, common, |input| show(input, sources, are_many))
}

pub(crate) fn show(input: &Input, sources: &Sources, are_many: bool) -> Result<Report, Problem> {
    let container = input.container()?;
    let embedded = container.sources().map_err(|error| input.problem(error))?;
    let Some(embedded) = embedded else {
        let report = match (sources.files.json, &sources.output) {
            (true, None) => Report::text(line_of_json(input, None)),
            _ => Report::default(),
        };
        let note = format!("no embedded sources; {}", elsewhere(&container));
        return Ok(report.absence(input, "no embedded sources", &note));
    };
    if let Some(folder) = &sources.output {
        // Files of several containers do not meet.
        let folder = match are_many {
            true => edit::named_after(&input.found, folder, "sources"),
            false => folder.clone(),
        };
        return write(input, &embedded, &folder);
    }
    Ok(Report::text(match sources.files.json {
        true => line_of_json(input, Some(&embedded)),
        false => text(input, &embedded),
    }))
}

/// Where the sources of a container may be that has none to read.
fn elsewhere(container: &Container<'_>) -> &'static str {
    let has = |fourcc| container.find(fourcc).is_some();
    if has(parts::ILDB) {
        "they may be in the bitcode of ILDB, which is not decoded; extract it for llvm-dis with `dxobj extract --bitcode ILDB`"
    } else if has(parts::ILDN) {
        "they are in the PDB file that `dxobj show --part ILDN` names"
    } else {
        "dxc embeds them with -Zi -Qpdb_in_private, and in PDB files"
    }
}

/// The arguments as one would type them.
fn command(arguments: &[Argument]) -> String {
    let words = arguments
        .iter()
        .map(|Argument { name, value, .. }| match value.as_str() {
            "" => format!("-{name}"),
            value if value.contains(' ') => format!("-{name} \"{value}\""),
            value => format!("-{name} {value}"),
        });
    words.collect::<Vec<_>>().join(" ")
}

fn text(input: &Input, embedded: &Embedded) -> String {
    let name = style::strong(&input.name);
    let mut text = format!("{name}: {}\n", style::plain(&command(&embedded.arguments)));
    for file in &embedded.files {
        let line = format!("// {}", style::plain(&file.name));
        text.push_str(&format!("{}\n", style::dim(line)));
        for line in file.text.lines() {
            text.push_str(&format!("{}\n", style::plain(line)));
        }
    }
    text
}

fn line_of_json(input: &Input, embedded: Option<&Embedded>) -> String {
    let files = embedded.iter().flat_map(|embedded| &embedded.files);
    let files = files.map(|file| json!({ "name": file.name, "text": file.text }));
    let files: Vec<Value> = files.collect();
    let arguments = embedded.iter().flat_map(|embedded| &embedded.arguments);
    let arguments: Vec<Value> = arguments
        .map(|one| json!({ "name": one.name, "value": one.value }))
        .collect();
    format!(
        "{}\n",
        json!({
            "path": input.name, "known": embedded.is_some(), "arguments": arguments, "files": files,
        })
    )
}

/// Writes each file below a folder, and shows where, and the arguments.
fn write(input: &Input, embedded: &Embedded, folder: &Path) -> Result<Report, Problem> {
    let mut text = String::new();
    for file in &embedded.files {
        let path = folder.join(within(&file.name));
        edit::write_new(&path, file.text.as_bytes())?;
        text.push_str(&format!("{}\n", files::name(&path)));
    }
    let command = style::plain(&command(&embedded.arguments));
    Ok(Report::text(text).note(format!("{}: compiled with {command}", input.name)))
}

/// A name without what would lead out of the folder: drives, roots and parents.
fn within(name: &str) -> PathBuf {
    let name = name.replace('\\', "/");
    let plain = |component| match component {
        Component::Normal(part) => Some(part.to_string_lossy().replace([':', '\0'], "_")),
        _ => None,
    };
    let path: PathBuf = Path::new(&name).components().filter_map(plain).collect();
    match path.as_os_str().is_empty() {
        true => PathBuf::from("unnamed"),
        false => path,
    }
}
