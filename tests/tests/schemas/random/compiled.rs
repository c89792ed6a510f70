//! Builds a crate from all generated code, compiled once and run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::built::rustc;

/// The messages of a compiler or a run for each schema.
pub(crate) type Failures = BTreeMap<String, String>;

/// Writes the crate: the program of `tests/random`, and a module for each name that `folder/src` has a folder of.
pub(crate) fn write(folder: &Path, names: &[String]) {
    let source = tests::root().join("tests/random");
    for file in ["main.rs", "check.rs", "numbers.rs"] {
        std::fs::copy(source.join(file), folder.join("src").join(file)).unwrap();
    }
    let (mut modules, mut parts) = (String::new(), String::new());
    for name in names {
        writeln!(modules, "#[path = \"{name}/mod.rs\"]\npub mod {name};").unwrap();
        let text =
            std::fs::read_to_string(folder.join("src").join(name).join("m.rs")).unwrap_or_default();
        for ty in sequences(&text) {
            writeln!(
                parts,
                "    (\"{name}\", crate::check::part::<{name}::m::{ty}>),"
            )
            .unwrap();
        }
    }
    let ty = "fn(&mut crate::numbers::Numbers, usize, &mut crate::check::Tried)";
    let text = format!(
        "//! All of them.\n{modules}\n/// The tested parts.\npub(crate) const PARTS: &[(&str, {ty})] = &[\n{parts}];\n"
    );
    std::fs::write(folder.join("src/schemas.rs"), text).unwrap();
}

/// The sequences of a generated file that are the type of a part; nested sequences are not.
fn sequences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for item in text.split("#[sequence(").skip(1) {
        let words = item.split(")]").next().unwrap_or_default();
        let is_nested = words.split([',', '\n']).any(|word| word.trim() == "nested");
        let name = item.split("pub struct ").nth(1).unwrap_or_default();
        let name = name.split([' ', '<']).next().unwrap_or_default();
        if !is_nested {
            found.push(name.to_owned());
        }
    }
    found
}

/// Compiles the crate: the compiler's messages for each module, by its name.
pub(crate) fn compile(folder: &Path) -> Failures {
    let output = rustc(&["serde_json"])
        .args(["src/main.rs", "--error-format=json", "-o", "program"])
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let mut failures = Failures::new();
    for line in said.lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        if message["level"] != "error" {
            continue;
        }
        let text = message["rendered"].as_str().unwrap_or_default().to_owned();
        let spans = message["spans"].as_array().into_iter().flatten();
        let names = spans.filter_map(module);
        for name in names {
            failures.entry(name).or_insert_with(|| text.clone());
        }
    }
    let is_told = output.status.success() || !failures.is_empty();
    assert!(is_told, "the crate does not compile:\n{said}");
    failures
}

/// The module of a span of the compiler; the span may be inside of macros.
fn module(span: &Value) -> Option<String> {
    let file = span["file_name"].as_str().unwrap_or_default();
    if let Some((name, _)) = file
        .strip_prefix("src/")
        .and_then(|file| file.split_once('/'))
    {
        return Some(name.to_owned());
    }
    let outer = &span["expansion"]["span"];
    outer.is_object().then(|| module(outer)).flatten()
}

/// Runs the crate: returns the failures of each module, and the counts of the checks.
pub(crate) fn run(folder: &Path, seed: u64, inputs: usize) -> (Failures, String) {
    let output = Command::new(folder.join("program"))
        .args([seed.to_string(), inputs.to_string()])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut failures = Failures::new();
    for line in said.lines() {
        if let Some((name, failure)) = line
            .strip_prefix("failed: ")
            .and_then(|line| line.split_once(": "))
        {
            failures
                .entry(name.to_owned())
                .or_insert_with(|| failure.to_owned());
        }
    }
    let last = said.lines().last().unwrap_or_default().to_owned();
    assert!(
        output.status.success(),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    (failures, last)
}
