//! Tests the examples in the documentation of the macros and the runtime. They use the library, which depends on both;
//! here it is built.

use std::path::Path;

use crate::built::rustdoc;
use crate::xtask::empty_folder;

/// Concatenates the docs in the sources below a folder.
fn docs(folder: &Path) -> String {
    let mut text = String::new();
    for path in tests::files_below(folder) {
        let source = std::fs::read_to_string(&path).unwrap();
        for line in source.lines().map(str::trim_start) {
            let doc = line.strip_prefix("///").or(line.strip_prefix("//!"));
            let doc = doc.unwrap_or_default();
            text += doc.strip_prefix(' ').unwrap_or(doc);
            text.push('\n');
        }
    }
    text
}

#[test]
fn examples_of_the_macros_and_of_the_runtime_run() {
    let derive = tests::root().join("dxc-derive");
    let page = std::fs::read_to_string(derive.join("README.md")).unwrap();
    let (macros, runtime) = (docs(&derive.join("src")), docs(&derive.join("runtime/src")));
    let folder = empty_folder("macros");
    for (name, text) in [("macros", macros), ("runtime", runtime), ("page", page)] {
        let fences = text.lines().filter(|line| line.starts_with("```"));
        let examples = fences
            .step_by(2)
            .filter(|begin| ["```", "```rust"].contains(begin));
        let examples = examples.count();
        let name = format!("{name}.md");
        std::fs::write(folder.join(&name), text).unwrap();
        let output = rustdoc()
            .args(["--test", &name])
            .current_dir(&folder)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let passed = format!("test result: ok. {examples} passed; 0 failed; 0 ignored");
        assert!(
            examples > 0 && said.contains(&passed),
            "{said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
