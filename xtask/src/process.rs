//! Runs other programs.

use std::path::Path;
use std::process::Command;

/// A cargo command in a folder.
pub(crate) fn cargo(folder: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(folder);
    command
}

/// The output of a program; the error contains its messages.
pub(crate) fn captured(command: &mut Command) -> Result<String, String> {
    let output = command.output();
    let output = output.map_err(|problem| format!("cannot run {command:?}: {problem}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}

/// Runs cargo; returns whether it succeeded.
pub(crate) fn succeeded(command: &mut Command) -> Result<bool, String> {
    let status = command.status();
    let status = status.map_err(|problem| format!("cannot run cargo: {problem}"))?;
    Ok(status.success())
}
