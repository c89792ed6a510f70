//! Runs the real command, in separate folders.
#![allow(dead_code, reason = "no test needs all of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::built::{CODEGEN, XTASK};

/// The output of the command, and whether it succeeded.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Checks that it succeeds without a message.
    #[track_caller]
    pub(crate) fn assert_quiet(&self) {
        self.assert_told(0, "");
    }

    /// Checks that it succeeds; it may print a message.
    #[track_caller]
    pub(crate) fn assert_success(&self) {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
    }

    /// Checks that it exits with this code and this message.
    #[track_caller]
    pub(crate) fn assert_told(&self, code: i32, stderr: &str) {
        let told = (self.code, self.stderr.as_str());
        assert_eq!(told, (Some(code), stderr), "{}", self.stdout);
    }

    /// Checks that it exits with this code and prints this.
    #[track_caller]
    pub(crate) fn assert_said(&self, code: i32, stdout: &str) {
        let said = (self.code, self.stdout.as_str());
        assert_eq!(said, (Some(code), stdout), "{}", self.stderr);
    }
}

/// Checks that a text contains another one.
#[track_caller]
pub(crate) fn assert_contains(text: &str, part: &str) {
    assert!(text.contains(part), "{part}\nis not in\n{text}");
}

/// Runs `xtask gen` in a folder.
pub(crate) fn generate(folder: &Path, arguments: &[&str]) -> Run {
    run(folder, "gen", arguments)
}

/// Runs one of the commands in a folder.
pub(crate) fn run(folder: &Path, command: &str, arguments: &[&str]) -> Run {
    ran(xtask().arg(command).args(arguments).current_dir(folder))
}

/// Runs a command in the repository that writes into a folder with this name, which is created.
pub(crate) fn run_into(name: &str, command: &str, arguments: &[&str]) -> (Run, PathBuf) {
    let out = empty_folder(name).join("out");
    let into = ["--out", out.to_str().unwrap()];
    let run = run(&tests::root(), command, &[arguments, &into].concat());
    (run, out)
}

/// Runs git in a folder.
pub(crate) fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
    let mut git = Command::new("git");
    ran(git.args(identity).args(arguments).current_dir(folder)).assert_success();
}

/// Creates a git repository with all files of a folder.
pub(crate) fn git_init(folder: &Path) {
    git(folder, &["init", "--quiet"]);
    git(folder, &["add", "."]);
    git(folder, &["commit", "--quiet", "-m", "The first state"]);
}

/// Runs a command and closes its output.
pub(crate) fn run_unread(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = xtask();
    command.args(arguments).current_dir(folder);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap();
    drop(child.stdout.take());
    run_of(child.wait_with_output().unwrap())
}

/// The command, as cargo runs it in the repository.
pub(crate) fn xtask() -> Command {
    let mut command = Command::new(&*XTASK);
    command.env("CARGO_MANIFEST_DIR", tests::root().join("xtask"));
    command
}

/// Runs the generator like an installed program.
pub(crate) fn installed(folder: &Path, arguments: &[&str]) -> Run {
    ran(Command::new(&*CODEGEN).args(arguments).current_dir(folder))
}

/// Runs a command to its end.
pub(crate) fn ran(command: &mut Command) -> Run {
    run_of(command.output().unwrap())
}

fn run_of(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// An empty folder of this name.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A generated file without the line that states the folder of the schemas.
pub(crate) fn generated_text(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.split_inclusive('\n');
    lines
        .filter(|line| !line.contains(" from the schemas in `"))
        .collect()
}

/// A file that was generated for another crate, converted to its form in the container's crate, where methods do not
/// belong to a trait.
pub(crate) fn generated_elsewhere(path: &Path) -> String {
    generated_text(path)
        .replace("accessors = TypedParts", "accessors = Container")
        .replace("use dxc_format::runtime as", "use crate::runtime as")
}

/// Copies the files of a folder to another one, which is created.
pub(crate) fn copy_files(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in tests::entries(from) {
        std::fs::copy(&entry, to.join(entry.file_name().unwrap())).unwrap();
    }
}

/// Replaces a text that occurs once in a file.
pub(crate) fn replace(file: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{}: {from}", file.display());
    std::fs::write(file, text.replace(from, to)).unwrap();
}

/// A copy of the repository's schemas in which one text of one file is replaced.
pub(crate) fn altered(name: &str, file: &str, from: &str, to: &str) -> PathBuf {
    let schema = empty_folder(name).join("schema");
    copy_files(&tests::root().join("schema"), &schema);
    replace(&schema.join(file), from, to);
    schema
}

/// A copy of the command's input, without anything that would have to be compiled.
pub(crate) struct Tree(PathBuf);

impl Tree {
    pub(crate) fn new(name: &str) -> Self {
        let tree = Self(empty_folder(name));
        for folder in [
            "schema",
            "dxc-format/src/generated",
            "tools/dxil/src/generated",
            "tools/shader/src/generated",
            "tests/features/schema",
        ] {
            copy_files(&tests::root().join(folder), &tree.path(folder));
        }
        let files = [
            "Cargo.toml",
            "README.md",
            "xtask/EXPORTS.md",
            "dxc-format/Cargo.toml",
            "tools/dxobj/src/commands/field_docs.tsv",
            "tests/fuzz/dxc-format.dict",
        ];
        for file in files {
            std::fs::create_dir_all(tree.path(file).parent().unwrap()).unwrap();
            std::fs::copy(tests::root().join(file), tree.path(file)).unwrap();
        }
        tree
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Runs the command as cargo does in this tree.
    pub(crate) fn run<S: AsRef<std::ffi::OsStr>>(&self, arguments: &[S]) -> Run {
        let mut command = xtask();
        let package = self.path("xtask");
        command.args(arguments).current_dir(&self.0);
        ran(command.env("CARGO_MANIFEST_DIR", package))
    }

    /// The help text of the command with these words.
    pub(crate) fn help<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Run {
        ran(xtask().args(arguments).arg("--help"))
    }
}

/// Writes real text in place of the placeholders of `cargo xtask import`.
pub(crate) fn replace_placeholders(schema: &Path) {
    for entry in tests::entries(schema) {
        let text = std::fs::read_to_string(&entry).unwrap();
        let written = text.replace("Not described yet.", "Invented by a test.");
        let written = written.replace("not stated yet", "invented by a test");
        if written != text {
            std::fs::write(&entry, written).unwrap();
        }
    }
}
