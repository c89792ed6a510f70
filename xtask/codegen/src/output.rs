//! Prints to standard output and standard error without panicking.

use std::fmt::Display;
use std::io::{ErrorKind, Write, stderr, stdout};

/// Prints a text on standard output. A closed output is not an error.
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
