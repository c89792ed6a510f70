//! Node, and its packages in `tests/exports`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::xtask::{empty_folder, run};

/// The folder of the scripts; nothing, if their packages are not installed.
pub(crate) fn scripts() -> Option<PathBuf> {
    let folder = tests::root().join("tests/exports");
    let is_installed = folder.join("node_modules").is_dir()
        && Command::new("node").arg("--version").output().is_ok();
    if !is_installed {
        println!("skipped: install Node, then run `npm ci --prefix tests/exports`");
    }
    is_installed.then_some(folder)
}

/// Runs a script; returns its output.
pub(crate) fn node(script: &Path, arguments: &[&str]) -> String {
    let output = Command::new("node")
        .arg(script)
        .args(arguments)
        .env("NODE_PATH", script.with_file_name("node_modules"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The export of a target, in a folder of this name, and what the command reports.
pub(crate) fn export(target: &str, name: &str) -> (PathBuf, String) {
    let out = empty_folder(&format!("exports-{name}"));
    let run = run(
        &tests::root(),
        "export",
        &[target, "--out", out.to_str().unwrap()],
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    (out, run.stderr)
}

/// The exported model is valid by its own JSON Schema, and a wrong one is not.
#[test]
fn json_is_valid_by_its_schema() {
    let Some(scripts) = scripts() else { return };
    let (out, _) = export("json", "json");
    let [model, schema] =
        ["dxcontainer.json", "dxcontainer.schema.json"].map(|name| out.join(name));
    let validate = |model: &Path| {
        node(
            &scripts.join("validate.js"),
            &[schema.to_str().unwrap(), model.to_str().unwrap()],
        )
    };
    assert_eq!(validate(&model), "valid\n");
    let mut wrong: Value = serde_json::from_str(&std::fs::read_to_string(&model).unwrap()).unwrap();
    wrong["items"][0]["name"] = 5.into();
    let path = out.join("wrong.json");
    std::fs::write(&path, wrong.to_string()).unwrap();
    assert!(
        validate(&path).contains("/items/0/name"),
        "{}",
        validate(&path)
    );
}
