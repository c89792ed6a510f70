//! Defines the exit status of commands.

use std::process::ExitCode;

use crate::output;

/// The result of a command that completed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// Nothing differs, or everything is written: status 0.
    Content,
    /// Something differs, such as a stale file: status 1.
    Differs,
    /// The schemas have mistakes, which were printed: status 2.
    Mistaken,
}

impl Outcome {
    /// `Content` if a condition holds, `Differs` otherwise.
    pub fn content_if(holds: bool) -> Self {
        if holds { Self::Content } else { Self::Differs }
    }
}

/// Converts the result of a command to its exit status; prints an error.
pub fn exit_code(outcome: Result<Outcome, String>) -> ExitCode {
    match outcome {
        Ok(Outcome::Content) => ExitCode::SUCCESS,
        Ok(Outcome::Differs) => ExitCode::from(1),
        Ok(Outcome::Mistaken) => ExitCode::from(2),
        Err(problem) => {
            output::say(format_args!("error: {problem}"));
            ExitCode::from(2)
        }
    }
}
