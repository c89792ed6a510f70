//! Standard output and standard error.

use std::fmt::Display;
use std::io::{ErrorKind, Write, stderr, stdout};

/// Prints a text. Whoever closed standard output has seen enough, and the command goes on.
pub(crate) fn print(text: impl Display) -> Result<(), String> {
    let mut out = stdout().lock();
    let printed = write!(out, "{text}").and_then(|()| out.flush());
    match printed {
        Err(problem) if problem.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot print: {problem}"))
        }
        _ => Ok(()),
    }
}

/// Says something on standard error. Whoever closed it wants no words.
pub(crate) fn say(text: impl Display) {
    let _ = writeln!(stderr().lock(), "{text}");
}
