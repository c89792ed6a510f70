//! Tests the npm package like its users: it is packed, installed, and run by Node.
//!
//! Judge: another route, the library, and TypeScript's compiler for the types. No tool judges the messages.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use dxc_format::constants::{ResourceType, ShaderStage};
use dxc_format::digest::Verdict;
use dxc_format::{Container, PartView, types::FieldValues};
use serde_json::Value;

use crate::kaitai::containers;
use crate::node::{node, printed, scripts};
use crate::xtask::{assert_contains, empty_folder, run_into};

/// A folder in which the package is installed, made once; `None` if a tool is missing.
fn installed() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(install).as_deref()
}

fn install() -> Option<PathBuf> {
    let scripts = scripts()?;
    let (made, package) = run_into("exports-npm", "export", &["npm"]);
    let user = empty_folder("exports-npm-user");
    if made.stderr.contains("is not installed") {
        println!("skipped: {}", made.stderr);
        return None;
    }
    made.assert_success();
    let npm = |arguments: &[&str]| {
        let mut npm = Command::new("npm");
        printed(npm.args(arguments).current_dir(&user))
    };
    let packed = npm(&["pack", package.to_str().unwrap(), "--silent"]);
    assert_eq!(
        packed.trim(),
        concat!("dxc-format-", env!("CARGO_PKG_VERSION"), ".tgz")
    );
    std::fs::write(user.join("package.json"), "{}").unwrap();
    npm(&[
        "install",
        "--offline",
        "--silent",
        "--no-audit",
        &format!("./{}", packed.trim()),
    ]);
    for path in tests::entries(&scripts) {
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with("package.m") || name.starts_with("package_") {
            std::fs::copy(&path, user.join(name)).unwrap();
        }
    }
    Some(user)
}

/// Compiles TypeScript files without output; returns the compiler's messages.
fn check_types(user: &Path, files: &[&str]) -> String {
    let modules = scripts().unwrap().join("node_modules");
    let output = Command::new("node")
        .arg(modules.join("typescript/bin/tsc"))
        .args([
            "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext",
        ])
        .args(["--types", "node", "--typeRoots"])
        .arg(modules.join("@types"))
        .args(files)
        .current_dir(user)
        .output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// The example of the package's page, unchanged.
fn example(user: &Path) -> String {
    let page = std::fs::read_to_string(user.join("node_modules/dxc-format/README.md")).unwrap();
    let (_, rest) = page.split_once("```js\n").unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn the_example_of_the_package_edits_and_signs() {
    let Some(user) = installed() else { return };
    let example = example(user);
    assert!(example.lines().filter(|line| !line.is_empty()).count() <= 10);
    std::fs::write(user.join("example.mjs"), &example).unwrap();
    let file = "cs_reduce.sm68.dxil";
    let from = tests::root().join("dxc-format/tests/data/dxc").join(file);
    std::fs::copy(from, user.join(file)).unwrap();
    let mut node = Command::new("node");
    let printed = printed(node.arg("example.mjs").current_dir(user));
    assert_contains(&printed, "resources[0].resource_type");
    assert_eq!(printed.matches("PSV0 resources").count(), 1);
    let edited = std::fs::read(user.join("edited.dxil")).unwrap();
    let container = Container::parse(&edited).unwrap();
    assert_eq!(container.verify_digest(), Verdict::Matches);
    let psv0 = container.psv0().unwrap().unwrap();
    assert_eq!(
        psv0.resources().get(0).unwrap().resource_type,
        ResourceType::UAVRaw
    );
    // TypeScript also accepts the example.
    std::fs::write(user.join("example.mts"), &example).unwrap();
    assert_eq!(check_types(user, &["example.mts", "package_types.ts"]), "");
}

/// The package has the parts and the fields of the library. Setting a field to its own value changes nothing.
#[test]
fn the_package_reads_the_same_values_as_the_library() {
    let Some(user) = installed() else { return };
    let files = containers();
    let arguments: Vec<&str> = files.iter().map(|path| path.to_str().unwrap()).collect();
    let (mut compared, mut reflections) = (0, String::new());
    for line in node(&user.join("package.mjs"), &arguments).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let file = line["file"].as_str().unwrap();
        let bytes = std::fs::read(file).unwrap();
        let container = Container::parse(&bytes).unwrap();
        assert_eq!(line["changed"], serde_json::json!([]), "{file}");
        let parts = line["parts"].as_array().unwrap();
        assert_eq!(parts.len(), container.parts().len(), "{file}");
        if let Ok(Some(dump)) = dxc_shader::dump(&container) {
            let beginning = line["dump"].as_str().unwrap_or_else(|| panic!("{file}"));
            assert!(dump.to_string().starts_with(beginning), "{file}");
        }
        for (part, theirs) in container.parts().zip(parts) {
            assert_eq!(theirs["fourcc"], part.fourcc.to_string());
            assert_eq!(
                (&theirs["offset"], &theirs["size"]),
                (&part.offset.into(), &part.data.len().into())
            );
            let mut field_values = FieldValues::new(part.data);
            if let Some(stage) = container.shader_stage().ok().flatten() {
                field_values = field_values.selected_by(&ShaderStage::TABLE, stage.0.into());
            }
            if PartView::walk(part.fourcc, part.data, &mut field_values).is_err() {
                assert!(theirs["problem"].is_string(), "{file}: {}", part.fourcc);
                continue;
            }
            let theirs = theirs["fields"].as_array().unwrap();
            let mut theirs = theirs.iter().filter(|field| field["bits"].is_null());
            for field_value in field_values.into_vec() {
                let field = theirs.next().unwrap();
                assert_eq!(field["path"], field_value.path(), "{file}: {}", part.fourcc);
                assert_eq!(
                    (&field["offset"], &field["size"]),
                    (&field_value.offset().into(), &field_value.size().into())
                );
                compared += 1;
            }
            assert_eq!(theirs.next(), None);
        }
        if compared % 3 == 0 && !line["reflection"].is_null() {
            reflections += &format!("  {},\n", line["reflection"]);
        }
    }
    println!("{} containers, {compared} fields", files.len());
    assert!(compared > 5000, "{compared}");
    // Reflections have exactly the properties of their type.
    let text = format!(
        "import {{ Reflection }} from \"dxc-format\";\nexport const all: Reflection[] = [\n{reflections}];\n"
    );
    std::fs::write(user.join("reflections.ts"), &text).unwrap();
    assert_eq!(check_types(user, &["reflections.ts"]), "");
    let wrong = text.replacen("\"stage\":", "\"no_stage\":", 1);
    std::fs::write(user.join("wrong.ts"), wrong).unwrap();
    assert!(check_types(user, &["wrong.ts"]).contains("no_stage"));
}

#[test]
fn errors_have_the_message_of_the_library_and_memory_is_freed() {
    let Some(user) = installed() else { return };
    let file = tests::root().join("dxc-format/tests/data/dxc/cs_reduce.sm68.dxil");
    let printed = node(&user.join("package_errors.mjs"), &[file.to_str().unwrap()]);
    let cut = std::fs::read(&file).unwrap()[..100].to_vec();
    let problem = Container::parse(&cut).unwrap_err();
    assert_contains(&printed, &format!("true: {problem}\n"));
    insta::assert_snapshot!(printed);
}
