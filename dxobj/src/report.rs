//! What is told of a file: on standard output, and on standard error.

use crate::files::Problem;
use crate::outcome::Outcome;

/// What a file gives.
#[derive(Default)]
pub(crate) struct Report {
    /// For standard output, in colour.
    pub(crate) text: String,
    /// For standard output as they are.
    pub(crate) bytes: Vec<u8>,
    /// For standard error: lines about what was done.
    pub(crate) notes: Vec<String>,
    /// For standard error: what went wrong.
    pub(crate) problems: Vec<Problem>,
    /// What became of it.
    pub(crate) outcome: Outcome,
}

impl Report {
    /// Text for standard output.
    pub(crate) fn text(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// The same, with an outcome.
    pub(crate) fn outcome(self, outcome: Outcome) -> Self {
        Self { outcome, ..self }
    }

    /// The same, with what went wrong.
    pub(crate) fn problem(mut self, problem: Problem) -> Self {
        self.outcome = self.outcome.max(problem.outcome());
        self.problems.push(problem);
        self
    }

    /// The same, with a line about what was done.
    pub(crate) fn note(mut self, note: String) -> Self {
        self.notes.push(note);
        self
    }
}

impl From<Problem> for Report {
    fn from(problem: Problem) -> Self {
        Self::default().problem(problem)
    }
}

impl From<Result<Report, Problem>> for Report {
    fn from(result: Result<Report, Problem>) -> Self {
        result.unwrap_or_else(Self::from)
    }
}
