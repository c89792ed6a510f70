//! Standard output and standard error.

use std::fmt::Display;
use std::io::{ErrorKind, Write, stderr, stdout};

/// Prints a text. It is not an error if standard output was closed.
pub fn print(text: impl Display) -> Result<(), String> {
    let mut out = stdout().lock();
    let printed = write!(out, "{text}").and_then(|()| out.flush());
    match printed {
        Err(problem) if problem.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot print: {problem}"))
        }
        _ => Ok(()),
    }
}

/// Prints a text on standard error, which may be closed.
pub fn say(text: impl Display) {
    let _ = writeln!(stderr().lock(), "{text}");
}
