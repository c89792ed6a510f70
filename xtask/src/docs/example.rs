//! Shows a part of a real file, byte by byte, next to its fields.

use std::collections::BTreeMap;
use std::path::Path;

use maud::{Markup, html};

use crate::process::{captured, cargo};
use dxc_codegen::generate::relative;

/// The bytes of a part, with their fields.
pub(super) struct Example {
    /// The file, from the root of the repository.
    file: String,
    lines: Vec<Line>,
}

/// Some bytes, and their field.
struct Line {
    at: String,
    bytes: Vec<String>,
    field: String,
    value: String,
}

/// The maximum number of lines that are shown of a part.
const MOST_LINES: usize = 160;

impl Example {
    /// The bytes in colors, then the fields.
    pub(super) fn section(&self) -> Markup {
        let shown = &self.lines[..self.lines.len().min(MOST_LINES)];
        html! {
            section id="example" {
                h2 { "An example" }
                p { "The part of " code { (self.file) } "; offsets are those of the file. Each field has a color." }
                div.hex aria-hidden="true" {
                    @for (index, line) in shown.iter().enumerate() {
                        span class={ "c" (index % 8) } title=(line.field) {
                            @for byte in line.bytes.iter().take(64) { (byte) " " }
                            @if line.bytes.len() > 64 { "… " }
                        }
                    }
                }
                div.table { table.dump {
                    thead { tr { th { "Offset" } th { "Bytes" } th { "Field" } th { "Value" } } }
                    tbody { @for (index, line) in shown.iter().enumerate() { tr {
                        td.number { (line.at) }
                        td { code class={ "c" (index % 8) } {
                            @for byte in line.bytes.iter().take(16) { (byte) " " }
                            @if line.bytes.len() > 16 { "…" }
                        } }
                        td { code { (line.field) } }
                        td { (line.value) }
                    } } }
                } }
                @if shown.len() < self.lines.len() { p { (self.lines.len() - shown.len()) " more fields follow." } }
            }
        }
    }
}

/// An example of each kind of part in the containers of the repository, by FourCC.
///
/// The library reads the fields, since this crate must not depend on it.
pub(super) fn examples(root: &Path) -> Result<BTreeMap<String, Example>, String> {
    let folder = root.join("dxc-format/tests/data/dxc");
    let entries = std::fs::read_dir(&folder)
        .map_err(|problem| format!("cannot read {}: {problem}", folder.display()))?;
    let files = entries.flatten().map(|entry| entry.path());
    let files = files.filter(|path| path.extension().is_some_and(|found| found == "dxil"));
    let mut files: Vec<String> = files.map(|path| relative(&path, root)).collect();
    files.sort();
    let listed = list_fields(root, &files)?;
    let read = |file: String| match std::fs::read(root.join(&file)) {
        Ok(bytes) => Ok((file, bytes)),
        Err(problem) => Err(format!("cannot read {file}: {problem}")),
    };
    let read: BTreeMap<_, _> = files.into_iter().map(read).collect::<Result<_, _>>()?;
    let mut examples: BTreeMap<String, Example> = BTreeMap::new();
    for line in listed.lines() {
        let Some((file, code, line)) = field(line, &read) else {
            continue;
        };
        let example = examples.entry(code).or_insert_with(|| Example {
            file: file.to_owned(),
            lines: Vec::new(),
        });
        if example.file == file {
            example.lines.push(line);
        }
    }
    Ok(examples)
}

/// Lists the fields of the files, with a line for each. An example program of the library does it, which compiles much
/// faster than the command.
fn list_fields(root: &Path, files: &[String]) -> Result<String, String> {
    let run = ["run", "--quiet", "--package", "dxc-format"];
    let example = ["--example", "fields", "--"];
    let listed = captured(cargo(root).args(run).args(example).args(files));
    listed.map_err(|said| format!("the fields of containers cannot be listed: {said}"))
}

/// Parses the file, the part and the bytes of a field from a line; `read` contains the files by their paths.
fn field<'l>(line: &'l str, read: &BTreeMap<String, Vec<u8>>) -> Option<(&'l str, String, Line)> {
    let words: Vec<&str> = line.splitn(6, '\t').collect();
    let [file, code, at, size, field, value] = *words else {
        return None;
    };
    let (at, size) = (at.parse().ok()?, size.parse().ok()?);
    let bytes = read
        .get(file)
        .and_then(|bytes| bytes.get(at..)?.get(..size));
    let bytes = bytes.unwrap_or_default().iter();
    let line = Line {
        at: format!("{at:#06x}"),
        bytes: bytes.map(|byte| format!("{byte:02x}")).collect(),
        field: field.to_owned(),
        value: value.to_owned(),
    };
    Some((file, code.to_owned(), line))
}
