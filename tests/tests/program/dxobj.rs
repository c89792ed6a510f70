//! Runs the command `dxobj`.
#![allow(dead_code, reason = "no test needs all of it")]

use std::path::Path;
use std::process::{Command, Output};

use crate::built::DXOBJ;

/// Runs the command in a folder.
pub(crate) fn dxobj_in(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(&*DXOBJ);
    command.args(arguments).current_dir(folder);
    command.output().unwrap()
}

/// Runs the command at the root of the repository.
pub(crate) fn dxobj(arguments: &[&str]) -> Output {
    dxobj_in(&tests::root(), arguments)
}

/// The output of the command, which must succeed.
pub(crate) fn printed(arguments: &[&str]) -> Vec<u8> {
    let output = dxobj(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    output.stdout
}
