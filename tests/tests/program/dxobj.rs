//! The command `dxobj`, built once.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

static BUILT: OnceLock<PathBuf> = OnceLock::new();

/// Where the program is.
fn program() -> &'static PathBuf {
    BUILT.get_or_init(|| {
        let built = Command::new(env!("CARGO"))
            .args(["build", "--package", "dxobj", "--message-format", "json"])
            .current_dir(tests::root())
            .stderr(Stdio::inherit())
            .output()
            .unwrap();
        assert!(built.status.success());
        let messages = String::from_utf8(built.stdout).unwrap();
        let executable = messages.lines().find_map(|line| {
            let message: serde_json::Value = serde_json::from_str(line).ok()?;
            Some(PathBuf::from(message.get("executable")?.as_str()?))
        });
        executable.unwrap()
    })
}

/// Runs it in a folder.
pub(crate) fn dxobj_in(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(program());
    command.args(arguments).current_dir(folder);
    command.output().unwrap()
}

/// Runs it at the root of the repository.
pub(crate) fn dxobj(arguments: &[&str]) -> Output {
    dxobj_in(&tests::root(), arguments)
}

/// What it prints, if it is content.
pub(crate) fn printed(arguments: &[&str]) -> Vec<u8> {
    let output = dxobj(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    output.stdout
}
