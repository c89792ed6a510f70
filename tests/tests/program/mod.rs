//! Compiles a user's program with bindings that were generated outside of our crate.

use std::path::Path;
use std::process::{Command, Output};

use crate::built::rustc;

/// Compiles a folder with generated modules in `src` and this `main.rs`, and runs it.
pub(crate) fn run(folder: &Path, main: &str, arguments: &[&Path]) {
    let (source, program) = (folder.join("src/main.rs"), folder.join("program"));
    std::fs::write(&source, main).unwrap();
    succeeds(rustc(&[]).arg(source).arg("-o").arg(&program));
    succeeds(Command::new(program).args(arguments));
}

fn succeeds(command: &mut Command) {
    let Output { status, stderr, .. } = command.output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
}
