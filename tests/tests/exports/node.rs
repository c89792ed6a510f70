//! Runs Node with its packages in `tests/exports`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tests::change::schemas;

use crate::xtask::{assert_contains, run_into};

/// The folder of the scripts; `None` if their packages are not installed.
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
    let mut node = Command::new("node");
    node.env("NODE_PATH", script.with_file_name("node_modules"));
    printed(node.arg(script).args(arguments))
}

/// The output of a command, which must succeed.
pub(crate) fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{problem}");
    String::from_utf8(output.stdout).unwrap()
}

/// Exports a target into a folder with this name; returns the folder and the messages.
pub(crate) fn export(target: &str, name: &str) -> (PathBuf, String) {
    let (run, out) = run_into(&format!("exports-{name}"), "export", &[target]);
    run.assert_success();
    (out, run.stderr)
}

/// Editors accept each of our schema files by `schema.json`, and not one with an unknown key.
#[test]
fn schema_files_are_valid_by_their_schema() {
    let Some(scripts) = scripts() else { return };
    let path = tests::root().join("schema/schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let all = serde_json::json!({ "type": "object", "additionalProperties": schema });
    let mut files = serde_json::Map::new();
    for folder in ["schema", "tests/features/schema", "tests/layout/schema"] {
        for (path, text) in schemas(&tests::root().join(folder)) {
            let name = path.file_name().unwrap().to_string_lossy();
            let file: toml::Table = text.parse().unwrap();
            let file = serde_json::to_value(file).unwrap();
            files.insert(format!("{folder}/{name}"), file);
        }
    }
    assert!(files.len() > 60);
    let out = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let validate = |files: &serde_json::Map<String, Value>| {
        let [schema, model] = ["all.schema.json", "all.json"].map(|name| out.join(name));
        std::fs::write(&schema, all.to_string()).unwrap();
        std::fs::write(&model, serde_json::to_string(files).unwrap()).unwrap();
        let arguments = [schema.to_str().unwrap(), model.to_str().unwrap()];
        node(&scripts.join("validate.js"), &arguments)
    };
    assert_eq!(validate(&files), "valid\n");
    files["schema/hash.toml"]["struct"]["ShaderHash"]["sauce"] = "this test".into();
    assert!(validate(&files).contains("ShaderHash"));
}

/// The exported model is valid by its own JSON Schema, and an invalid one is refused.
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
    assert_contains(&validate(&path), "/items/0/name");
}
