//! The report on a file: for standard output, and for standard error.

use std::io::{self, Write};

use crate::files::Problem;
use crate::outcome::Outcome;
use crate::text::Text;

/// Prints text while it is made, and gives what went wrong.
pub(crate) type Stream = Box<dyn FnOnce(&mut Printer<'_>) -> io::Result<Vec<Problem>> + Send>;

/// Prints texts one after the other.
pub(crate) struct Printer<'o>(&'o mut dyn Write);

impl Printer<'_> {
    /// Prints a text.
    pub(crate) fn print(&mut self, text: &Text) -> io::Result<()> {
        self.0.write_all(text.as_bytes())
    }
}

/// The report on a file.
#[derive(Default)]
pub(crate) struct Report {
    /// For standard output, in colour.
    pub(crate) text: Text,
    /// For standard output, behind the text: what is too long to be kept.
    pub(crate) stream: Option<Stream>,
    /// The bytes that the stream holds.
    pub(crate) holds: usize,
    /// For standard output as they are: what users ask to be given as it is, and pages.
    pub(crate) bytes: Vec<u8>,
    /// For standard error: lines about what was done.
    pub(crate) notes: Vec<Text>,
    /// For standard error: what went wrong.
    pub(crate) problems: Vec<Problem>,
    /// The outcome for it.
    pub(crate) outcome: Outcome,
}

impl Report {
    /// Text for standard output.
    pub(crate) fn text(text: Text) -> Self {
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

    /// Text for standard output that is made while it is printed, of so many bytes.
    pub(crate) fn stream(
        holds: usize,
        stream: impl FnOnce(&mut Printer<'_>) -> io::Result<Vec<Problem>> + Send + 'static,
    ) -> Self {
        Self {
            stream: Some(Box::new(stream)),
            holds,
            ..Self::default()
        }
    }

    /// Sets the outcome.
    pub(crate) fn outcome(self, outcome: Outcome) -> Self {
        Self { outcome, ..self }
    }

    /// The bytes that it holds until it is printed.
    pub(crate) fn len(&self) -> usize {
        let notes: usize = self.notes.iter().map(Text::len).sum();
        let problems = self.problems.iter().map(|problem| problem.text.len());
        self.holds + self.text.len() + self.bytes.len() + notes + problems.sum::<usize>()
    }

    /// Prints the text, and what is made while it is printed.
    pub(crate) fn write_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut printer = Printer(out);
        printer.print(&self.text)?;
        if let Some(stream) = self.stream.take() {
            for problem in stream(&mut printer)? {
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
    pub(crate) fn note(mut self, note: impl Into<Text>) -> Self {
        self.notes.push(note.into());
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
