//! The report on a file: for standard output, and for standard error.

use std::io::{self, Write};

use crate::files::Problem;
use crate::outcome::Outcome;

/// Prints text while it is made, and gives what went wrong.
pub(crate) type Stream = Box<dyn FnOnce(&mut dyn Write) -> io::Result<Vec<Problem>> + Send>;

/// The report on a file.
#[derive(Default)]
pub(crate) struct Report {
    /// For standard output, in colour.
    pub(crate) text: String,
    /// For standard output, behind the text: what is too long to be kept.
    pub(crate) stream: Option<Stream>,
    /// For standard output as they are.
    pub(crate) bytes: Vec<u8>,
    /// For standard error: lines about what was done.
    pub(crate) notes: Vec<String>,
    /// For standard error: what went wrong.
    pub(crate) problems: Vec<Problem>,
    /// The outcome for it.
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

    /// Bytes for standard output as they are.
    pub(crate) fn bytes(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            ..Self::default()
        }
    }

    /// Text for standard output that is made while it is printed.
    pub(crate) fn stream(
        stream: impl FnOnce(&mut dyn Write) -> io::Result<Vec<Problem>> + Send + 'static,
    ) -> Self {
        Self {
            stream: Some(Box::new(stream)),
            ..Self::default()
        }
    }

    /// Sets the outcome.
    pub(crate) fn outcome(self, outcome: Outcome) -> Self {
        Self { outcome, ..self }
    }

    /// Prints the text, and what is made while it is printed.
    pub(crate) fn write_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.text.as_bytes())?;
        if let Some(stream) = self.stream.take() {
            for problem in stream(out)? {
                self.outcome = self.outcome.max(problem.outcome);
                self.problems.push(problem);
            }
        }
        out.flush()
    }

    /// Adds a problem.
    pub(crate) fn problem(mut self, problem: Problem) -> Self {
        self.outcome = self.outcome.max(problem.outcome);
        self.problems.push(problem);
        self
    }

    /// Adds a note.
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
