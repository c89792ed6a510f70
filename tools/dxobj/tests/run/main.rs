//! dxobj over files that are made for it, each test in a folder of its own.
#![allow(clippy::unwrap_used, missing_docs)]

#[cfg(unix)]
mod faults;
mod foreign;
#[cfg(target_os = "linux")]
mod hostile;
mod inside;
mod json;
mod limits;
#[cfg(target_os = "linux")]
mod memory;
mod pipeline;
mod query;
mod rootsig;
#[cfg(unix)]
mod saving;
mod sizes;
mod source_lines;
mod terminal;
mod texts;
mod verdicts;
#[cfg(windows)]
mod windows;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const DXOBJ: &str = env!("CARGO_BIN_EXE_dxobj");

/// A folder in which dxobj runs.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// A file, and the folders that it is in.
    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// A container of the repository under another name; returns its bytes.
    fn copy(&self, file: &str, name: &str) -> Vec<u8> {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dxc-format/tests/data/dxc");
        let bytes = fs::read(data.join(file)).unwrap();
        self.write(name, &bytes);
        bytes
    }

    /// A shader with debug information.
    fn shader(&self, name: &str) -> Vec<u8> {
        self.copy("vs_basic.pdb-in-private.dxil", name)
    }

    /// A program that runs in the folder.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.0);
        command
    }

    /// Runs dxobj with the words of a line.
    fn dxobj(&self, line: &str) -> Output {
        let mut command = self.command(DXOBJ);
        command.args(line.split(' ')).output().unwrap()
    }

    /// Runs dxobj, which must exit with 0; returns its output.
    #[track_caller]
    fn printed(&self, line: &str) -> String {
        let output = self.dxobj(line);
        assert!(output.status.success(), "{line}: {}", error(&output));
        text(&output)
    }
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Asserts that it failed, with a message that has this part.
#[track_caller]
fn failed(output: &Output, message: &str) {
    let error = error(output);
    assert!(error.contains(message), "{error}");
    assert_eq!(output.status.code(), Some(2), "{error}");
}
