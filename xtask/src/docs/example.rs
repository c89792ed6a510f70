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
    let folder = root.join("tests/data/dxc");
    let entries = std::fs::read_dir(&folder)
        .map_err(|problem| format!("cannot read {}: {problem}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "dxil")
    });
    files.sort();
    let mut examples = BTreeMap::new();
    for file in files {
        let name = file
            .strip_prefix(root)
            .unwrap_or(&file)
            .display()
            .to_string();
        for (code, lines) in dump(root, &file)? {
            let example = Example {
                file: name.clone(),
                lines,
            };
            examples.entry(code).or_insert(example);
        }
    }
    Ok(examples)
}

/// What each part of a file holds, by FourCC.
fn dump(root: &Path, file: &Path) -> Result<Vec<(String, Vec<Line>)>, String> {
    let command = ["run", "--quiet", "--package", "dxobj", "--", "show"];
    let output = Command::new(env!("CARGO"))
        .args(command)
        .args(["--format", "hex"])
        .arg(file)
        .current_dir(root)
        .output()
        .map_err(|problem| format!("cannot run cargo: {problem}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "no bytes of {} can be shown: {said}",
            file.display()
        ));
    }
    let mut parts: Vec<(String, Vec<Line>)> = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
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
    Ok(parts)
}

/// How much of a line the bytes take.
const COLUMNS: usize = 49;
