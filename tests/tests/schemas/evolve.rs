//! Tests that the format can be extended only by TOML: the additions in `tests/rehearsed/*.diff` are applied to a copy
//! of the tree; then reading, writing, printing and checking support them.

use std::fs::FileTimes;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::built::{Examples, XTASK};
use crate::older;
use crate::xtask::{assert_contains, copy_files, empty_folder, run};

struct Copy(PathBuf);

impl Copy {
    fn new() -> Self {
        let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evolve");
        let before = to.with_extension("before");
        let _ = std::fs::remove_dir_all(&before);
        let _ = std::fs::rename(&to, &before);
        for entry in [
            "Cargo.toml",
            "Cargo.lock",
            ".cargo",
            "schema",
            "dxc-derive",
            "dxc-format",
            "tools",
            "xtask",
            "tests",
            "README.md",
        ] {
            copy(&tests::root().join(entry), &to.join(entry));
        }
        Self(to)
    }

    /// Runs the generator in the copy.
    fn generate(&self) -> String {
        let package = self.0.join("xtask");
        let mut xtask = Command::new(&*XTASK);
        succeeds(xtask.arg("gen").env("CARGO_MANIFEST_DIR", package))
    }

    /// Keeps the times of generated files that did not change, so that they are not compiled again.
    fn keep_times(&self, folder: &str) {
        let before = self.0.with_extension("before").join(folder);
        for path in tests::entries(&self.0.join(folder)) {
            let old = before.join(path.file_name().unwrap());
            if std::fs::read(&old).ok() == std::fs::read(&path).ok() {
                keep_time(&old, &path);
            }
        }
    }
}

/// The output of a program, which must succeed.
fn succeeds(program: &mut Command) -> String {
    let output = program.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(from, to).unwrap();
        keep_time(from, to);
        return;
    }
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        copy(&entry.path(), &to.join(entry.file_name()));
    }
}

/// Copies the modification time of a file, by which cargo detects changes.
fn keep_time(from: &Path, to: &Path) {
    let times = FileTimes::new().set_modified(from.metadata().unwrap().modified().unwrap());
    let file = std::fs::File::options().write(true).open(to).unwrap();
    file.set_times(times).unwrap();
}

/// The folders of `tests/rehearsed/exams`; each is a change of the format.
fn exams() -> Vec<PathBuf> {
    tests::entries(&tests::root().join("tests/rehearsed/exams"))
}

/// A stage, a resource type, flags of root signatures, fields of a static sampler, a version of root signatures, a value
/// of an enum, a field and a FourCC of signatures, a version of PSV0's records, and the exams, whose files an older version
/// of the command reads.
#[test]
fn rehearsed_additions_by_toml_alone() {
    let tree = Copy::new();
    let rehearsed = tests::root().join("tests/rehearsed");
    for exam in exams() {
        tests::change::apply_all(&tree.0.join("schema"), &exam);
    }
    tests::change::apply_all(&tree.0.join("schema"), &rehearsed);
    let written = tree.generate();
    assert_contains(&written, "wrote dxc-format/src/generated/constants.rs");
    assert!(
        tree.generate().ends_with(": fresh\n"),
        "nothing is left to write"
    );
    let examples = tree.0.join("tools/root-signature/examples");
    for file in ["rehearsed/rehearsed.rs", "rehearsed/exams.rs"] {
        let file = tests::root().join("tests").join(file);
        copy(&file, &examples.join(file.file_name().unwrap()));
    }
    let bits = tests::root().join("tests/src/bits.rs");
    copy(&bits, &examples.join("bits.rs"));
    tree.keep_times("dxc-format/src/generated");
    tree.keep_times("tools/root-signature/examples");
    let examples = Examples::of(&tree.0, &["rehearsed", "exams"]);
    // Our crates use names that the exams deprecate.
    let warnings: Vec<&str> = examples.warnings().into_iter().collect();
    assert_eq!(warnings, ["deprecated"]);
    let mut program = Command::new(examples.program("rehearsed"));
    succeeds(program.current_dir(&tree.0));
    let files = empty_folder("exams");
    older::write_documents(&files.join("old"));
    let mut program = Command::new(examples.program("exams"));
    succeeds(program.arg(&files).current_dir(&tree.0));
    older::answers(&files);
}

/// Each exam only adds items: existing files and programs stay valid.
#[test]
fn exams_are_additive() {
    for exam in exams() {
        let name = exam.file_name().unwrap().to_str().unwrap();
        let folder = empty_folder(&format!("exam-{name}"));
        let schema = tests::root().join("schema");
        copy_files(&schema, &folder.join("new"));
        tests::change::apply_all(&folder.join("new"), &exam);
        let run = run(&folder, "diff", &[schema.to_str().unwrap(), "new"]);
        assert_eq!(run.code, Some(1), "{name}: {}", run.stderr);
        let is_valid = run.stdout.starts_with("additive:\n");
        assert!(is_valid, "{name}: {}", run.stdout);
    }
}
