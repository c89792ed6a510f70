//! A part of a real file, byte by byte, beside the fields that the bytes are.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use maud::{Markup, html};

/// The bytes of a part.
pub(super) struct Example {
    /// The file, from the root of the repository.
    file: String,
    lines: Vec<Line>,
}

/// Some bytes, and the field that they are.
struct Line {
    at: String,
    bytes: Vec<String>,
    field: String,
    value: String,
}

/// As many lines of a part are shown.
const MOST_LINES: usize = 160;

impl Example {
    /// The bytes in colours, then the fields.
    pub(super) fn section(&self) -> Markup {
        let shown = &self.lines[..self.lines.len().min(MOST_LINES)];
        html! {
            section id="example" {
                h2 { "An example" }
                p { "The part of " code { (self.file) } "; offsets are those of the file. Each field has a colour." }
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

/// An example of each part that the containers of the repository have, by FourCC.
///
/// The library itself says what their bytes are: what this crate must not know.
pub(super) fn examples(root: &Path) -> Result<BTreeMap<String, Example>, String> {
    let folder = root.join("dxc-format/tests/data/dxc");
    let entries = std::fs::read_dir(&folder)
        .map_err(|problem| format!("cannot read {}: {problem}", folder.display()))?;
    let files = entries.flatten().map(|entry| entry.path());
    let files = files.filter(|path| path.extension().is_some_and(|found| found == "dxil"));
    let relative = |path: &Path| {
        path.strip_prefix(root)
            .unwrap_or(path)
            .display()
            .to_string()
    };
    let mut files: Vec<String> = files.map(|path| relative(&path)).collect();
    files.sort();
    let dump = dump(root, &files)?;
    let mut examples = BTreeMap::new();
    for (file, lines) in by_file(&dump, &files) {
        for (code, lines) in parts(&lines) {
            let file = file.to_owned();
            examples.entry(code).or_insert(Example { file, lines });
        }
    }
    Ok(examples)
}

/// The lines of each file: a line that is not indented names it.
fn by_file<'t>(dump: &'t str, files: &'t [String]) -> Vec<(&'t str, Vec<&'t str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in dump.lines() {
        let name = line.split_once(": ").map(|(name, _)| name);
        let file = files.iter().find(|file| name == Some(file.as_str()));
        match (file, all.last_mut()) {
            (Some(file), _) => all.push((file, Vec::new())),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    all
}

/// What the files hold, byte by byte.
fn dump(root: &Path, files: &[String]) -> Result<String, String> {
    let command = ["run", "--quiet", "--package", "dxobj", "--", "show"];
    let output = Command::new(env!("CARGO"))
        .args(command)
        .args(["--format", "hex"])
        .args(files)
        .current_dir(root)
        .output()
        .map_err(|problem| format!("cannot run cargo: {problem}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("no bytes of containers can be shown: {said}"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What each part of a file holds, by FourCC.
fn parts(lines: &[&str]) -> Vec<(String, Vec<Line>)> {
    let mut parts: Vec<(String, Vec<Line>)> = Vec::new();
    for line in lines {
        let Some((at, rest)) = line
            .strip_prefix("  ")
            .and_then(|line| line.split_once("  "))
        else {
            continue;
        };
        let (bytes, text) = rest.split_at(rest.len().min(COLUMNS));
        let bytes: Vec<String> = bytes.split_whitespace().map(str::to_owned).collect();
        let (code, text) = text
            .trim_start()
            .split_once(' ')
            .unwrap_or((text.trim_start(), ""));
        if text.is_empty() {
            // The bytes of a field go on.
            if let Some(last) = parts.last_mut().and_then(|part| part.1.last_mut()) {
                last.bytes.extend(bytes);
            }
            continue;
        }
        let (field, value) = text.split_once("  ").unwrap_or((text, ""));
        let line = Line {
            at: at.to_owned(),
            bytes,
            field: field.to_owned(),
            value: value.to_owned(),
        };
        match parts.last_mut() {
            Some((last, lines)) if last == code => lines.push(line),
            _ => parts.push((code.to_owned(), vec![line])),
        }
    }
    parts
}

/// How much of a line the bytes take.
const COLUMNS: usize = 49;
