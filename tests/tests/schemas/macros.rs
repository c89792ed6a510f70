//! The examples in the documentation of the macros. They use the library, which depends on the macros: here it is
//! built.

use crate::built::rustdoc;
use crate::xtask::empty_folder;

#[test]
fn examples_of_the_macros_run() {
    let source = tests::root().join("dxc-derive");
    let read = |file: &str| std::fs::read_to_string(source.join(file)).unwrap();
    let (text, page) = (read("src/lib.rs"), read("README.md"));
    let lines = text.lines().map(|line| {
        let line = line.strip_prefix("///").unwrap_or_default();
        line.strip_prefix(' ').unwrap_or(line)
    });
    let document = lines.collect::<Vec<_>>().join("\n");
    let folder = empty_folder("macros");
    for (name, text) in [("macros.md", document), ("page.md", page)] {
        let examples = text.matches("```").count() / 2;
        std::fs::write(folder.join(name), text).unwrap();
        let output = rustdoc()
            .args(["--test", name])
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
