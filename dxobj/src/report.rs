//! The report on a file: for standard output, and for standard error.

use std::io::{self, Write};

use crate::files::{Input, Problem};
use crate::outcome::Outcome;

/// Prints text while it is made, and gives what went wrong.
pub(crate) type Stream = Box<dyn FnOnce(&mut dyn Write) -> io::Result<Vec<Problem>> + Send>;

/// What a file does not have. There is a line for a file that users name; files of folders are counted.
pub(crate) struct Absence {
    /// What it is, for the line that counts files.
    pub(crate) what: &'static str,
    /// The line for the file alone.
    pub(crate) note: String,
    /// Whether the file was found in a folder.
    pub(crate) in_folder: bool,
}

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
    /// For standard error: what the file does not have.
    pub(crate) absence: Option<Absence>,
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

    /// Adds text for standard output that is made while it is printed.
    pub(crate) fn stream(
        self,
        stream: impl FnOnce(&mut dyn Write) -> io::Result<Vec<Problem>> + Send + 'static,
    ) -> Self {
        Self {
            stream: Some(Box::new(stream)),
            ..self
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

    /// Adds what a file does not have, and what its own line says of that.
    pub(crate) fn absence(mut self, input: &Input, what: &'static str, note: &str) -> Self {
        self.absence = Some(Absence {
            what,
            note: format!("{}: {note}", input.name),
            in_folder: input.found.in_folder,
        });
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
