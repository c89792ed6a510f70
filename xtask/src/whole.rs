//! The small program that `cargo xtask` runs has `gen` alone; for anything else it runs the whole one.

use std::path::Path;
use std::process::ExitCode;

use crate::output;
use crate::process::cargo;

/// Runs the whole program with the arguments of this one, unless they are those of `gen`.
pub(crate) fn run() -> Option<ExitCode> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if arguments.first().is_some_and(|command| command == "gen") {
        return None;
    }
    let status = cargo(Path::new("."))
        .args(["run", "--package", "dxc-schema", "--"])
        .args(arguments)
        .status();
    let code = match status {
        Ok(status) => status.code().and_then(|code| u8::try_from(code).ok()),
        Err(problem) => {
            output::say(format_args!("error: cannot run cargo: {problem}"));
            None
        }
    };
    Some(ExitCode::from(code.unwrap_or(2)))
}
