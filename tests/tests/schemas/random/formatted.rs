//! Tests that generated code is formatted like by rustfmt: formatting a crate must not make it stale.

use std::path::Path;
use std::process::Command;

use super::compiled::Failures;

/// The differences from rustfmt in each module; empty if rustfmt is not installed.
pub(crate) fn differing(folder: &Path, names: &[String]) -> Failures {
    let mut failures = Failures::new();
    let source = folder.join("src");
    let modules = names.iter().map(|name| source.join(name).join("mod.rs"));
    let output = Command::new("rustfmt")
        .args(["--edition", "2024", "--check", "--color", "never"])
        .args(modules)
        .output();
    let Ok(output) = output else {
        println!("no rustfmt: layout is not checked");
        return failures;
    };
    let differences = String::from_utf8_lossy(&output.stdout);
    for difference in differences.split("Diff in ").skip(1) {
        let path = difference.lines().next().unwrap_or_default();
        let name = names
            .iter()
            .find(|name| path.contains(&format!("/src/{name}/")));
        let name = name.unwrap_or_else(|| panic!("rustfmt names no schema:\n{difference}"));
        let text = format!("rustfmt lays it out otherwise:\n{difference}");
        failures.entry(name.clone()).or_insert(text);
    }
    failures
}
