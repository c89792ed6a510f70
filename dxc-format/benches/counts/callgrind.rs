//! Runs a command under callgrind.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the repository, in which commands run.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The profile of a command during a function, or in total.
pub(crate) fn profile(command: &Command, function: Option<&str>) -> Result<String, Box<dyn Error>> {
    let profile = std::env::temp_dir().join(format!("counts.{}", std::process::id()));
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--quiet"]);
    valgrind.arg(format!("--callgrind-out-file={}", profile.display()));
    if let Some(function) = function {
        valgrind.arg("--collect-atstart=no");
        valgrind.arg(format!("--toggle-collect={function}"));
    }
    valgrind.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        valgrind.env(name, value.unwrap_or_default());
    }
    let output = valgrind.current_dir(root()).output();
    let output = output.map_err(|problem| format!("valgrind: {problem}; install it"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let text = std::fs::read_to_string(&profile)?;
    std::fs::remove_file(&profile)?;
    Ok(text)
}
