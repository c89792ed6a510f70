//! The report on a file: text for standard output and for standard error.

use std::fmt::{self, Display};
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::files::{Input, Problem};
use crate::outcome::Outcome;
use crate::stream::BLOCK;
use crate::text::Text;

/// Prints text while it is formatted, and returns the problems.
pub(crate) type Stream = Box<dyn FnOnce(&mut Printer<'_>) -> io::Result<Vec<Problem>> + Send>;

/// The maximum length of a text that is stored until it is printed. A longer text is formatted again while it is
/// printed.
const MOST_KEPT: usize = 1 << 20;

/// Prints texts one after the other.
pub(crate) struct Printer<'o>(&'o mut dyn FnMut(&Text) -> io::Result<()>);

impl Printer<'_> {
    /// Prints a text.
    pub(crate) fn print(&mut self, text: &Text) -> io::Result<()> {
        (self.0)(text)
    }

    /// Prints a value as a line of JSON, in parts.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut pieces = Pieces::new(self, false);
        serde_json::to_writer(&mut pieces, value)?;
        pieces.write_all(b"\n")?;
        pieces.flush()
    }

    /// Like [`json`](Self::json), but in several lines with indentation.
    pub(crate) fn pretty_json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut pieces = Pieces::new(self, false);
        serde_json::to_writer_pretty(&mut pieces, value)?;
        pieces.write_all(b"\n")?;
        pieces.flush()
    }

    /// Prints lines that a function writes in parts; tabs are kept.
    pub(crate) fn lines<E: Display>(
        &mut self,
        write: impl FnOnce(&mut dyn fmt::Write) -> Result<(), E>,
    ) -> io::Result<()> {
        let mut pieces = Pieces::new(self, true);
        let written = write(&mut pieces);
        match (pieces.failed.take(), written) {
            (Some(failed), _) => Err(failed),
            (None, Err(error)) => Err(io::Error::other(error.to_string())),
            (None, Ok(())) => pieces.flush(),
        }
    }
}

/// A writer that prints text in parts.
struct Pieces<'p, 'o> {
    written: String,
    printer: &'p mut Printer<'o>,
    /// Whether the parts are lines of text; otherwise they are JSON, split between any two characters.
    are_lines: bool,
    /// The error that prevented a part from being printed: [`fmt::Error`] has no details.
    failed: Option<io::Error>,
}

impl<'p, 'o> Pieces<'p, 'o> {
    fn new(printer: &'p mut Printer<'o>, are_lines: bool) -> Self {
        Self {
            written: String::new(),
            printer,
            are_lines,
            failed: None,
        }
    }

    fn push(&mut self, text: &str) -> io::Result<()> {
        let before = self.written.len();
        self.written.push_str(text);
        if self.written.len() <= BLOCK {
            return Ok(());
        }
        let end = if !self.are_lines {
            Some(self.written.len())
        } else {
            text.rfind('\n').map(|at| before + at + 1)
        };
        let Some(end) = end else {
            return Ok(());
        };
        let rest = self.written.split_off(end);
        self.flush()?;
        self.written = rest;
        Ok(())
    }
}

impl Write for Pieces<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Every part of a text consists of whole characters.
        self.push(&String::from_utf8_lossy(bytes))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let written = std::mem::take(&mut self.written);
        let piece = if self.are_lines {
            Text::of_lines(&written)
        } else {
            Text::of_json(&written)
        };
        self.printer.print(&piece)
    }
}

impl fmt::Write for Pieces<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

/// A list in a line of JSON, whose items are created one after the other.
pub(crate) struct List<F>(pub(crate) F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// The reason why a text was not formatted or printed.
pub(crate) enum Failure {
    Made(dxc_format::Error),
    Printed(io::Error),
    /// The file does not have the requested content.
    Absent(&'static str),
    /// The text exceeds the limit; the message says how to get the rest.
    Cut(&'static str),
}

impl From<dxc_format::Error> for Failure {
    fn from(error: dxc_format::Error) -> Self {
        Self::Made(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Printed(error)
    }
}

/// The note on content that a file does not have. A file that users name has a line; files of folders are counted.
pub(crate) struct Absence {
    /// The missing content, for the line with the number of files.
    pub(crate) what: &'static str,
    /// The line for a single file.
    pub(crate) note: Text,
    /// Whether the file was found in a folder.
    pub(crate) in_folder: bool,
}

/// The report on a file.
#[derive(Default)]
pub(crate) struct Report {
    /// For standard output, in color.
    pub(crate) text: Text,
    /// Printed to standard output after the text: output that is too long to be stored.
    pub(crate) stream: Option<Stream>,
    /// The memory of the stream.
    pub(crate) holds: usize,
    /// Bytes that are printed to standard output unchanged: raw output that users request, and pages.
    pub(crate) bytes: Vec<u8>,
    /// Printed to standard error: lines about what was done.
    pub(crate) notes: Vec<Text>,
    /// Printed to standard error: content that the file does not have.
    pub(crate) absence: Option<Absence>,
    /// Printed to standard error: errors.
    pub(crate) problems: Vec<Problem>,
    /// The outcome for the file.
    pub(crate) outcome: Outcome,
}

impl Report {
    /// A report with text for standard output.
    pub(crate) fn text(text: Text) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// A report with bytes for standard output, which are printed unchanged.
    pub(crate) fn bytes(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            ..Self::default()
        }
    }

    /// Adds text for standard output that is formatted while it is printed. `holds` is the memory that it takes until
    /// then.
    pub(crate) fn stream(
        self,
        holds: usize,
        stream: impl FnOnce(&mut Printer<'_>) -> io::Result<Vec<Problem>> + Send + 'static,
    ) -> Self {
        Self {
            stream: Some(Box::new(stream)),
            holds,
            ..self
        }
    }

    /// A report with a text that is formatted in parts. A long text is not stored.
    pub(crate) fn made(
        input: Input,
        make: impl Fn(&Input, &mut Printer<'_>) -> Result<(), Failure> + Send + 'static,
    ) -> Self {
        let mut text = Text::default();
        let mut keep = |piece: &Text| {
            if text.len() + piece.len() > MOST_KEPT {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            text += piece.clone();
            Ok(())
        };
        match make(&input, &mut Printer(&mut keep)) {
            Ok(()) => Self::text(text),
            Err(Failure::Made(error)) => Self::text(text).problem(input.problem(error)),
            Err(Failure::Cut(why)) => Self::text(text).problem(input.problem(why)),
            Err(Failure::Absent(what)) => Self::text(text).absence(&input, what, what),
            Err(Failure::Printed(_)) => {
                Self::default().stream(input.bytes.len(), move |out| match make(&input, out) {
                    Ok(()) | Err(Failure::Absent(_)) => Ok(Vec::new()),
                    Err(Failure::Made(error)) => Ok(vec![input.problem(error)]),
                    Err(Failure::Cut(why)) => Ok(vec![input.problem(why)]),
                    Err(Failure::Printed(error)) => Err(error),
                })
            }
        }
    }

    /// Sets the outcome.
    pub(crate) fn outcome(self, outcome: Outcome) -> Self {
        Self { outcome, ..self }
    }

    /// The memory that the report takes until it is printed.
    pub(crate) fn len(&self) -> usize {
        let absence = self.absence.iter().map(|absence| &absence.note);
        let notes: usize = self.notes.iter().chain(absence).map(Text::len).sum();
        let problems = self.problems.iter().map(|problem| problem.text.len());
        self.holds + self.text.len() + self.bytes.len() + notes + problems.sum::<usize>()
    }

    /// Whether there is any text for standard output.
    pub(crate) fn has_output(&self) -> bool {
        !self.text.is_empty() || self.stream.is_some() || !self.bytes.is_empty()
    }

    /// Prints the stored text, and then the text that is formatted while it is printed.
    pub(crate) fn write_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut print = |text: &Text| out.write_all(text.as_bytes());
        print(&self.text)?;
        if let Some(stream) = self.stream.take() {
            for problem in stream(&mut Printer(&mut print))? {
                self.outcome = self.outcome.max(problem.outcome);
                self.problems.push(problem);
            }
        }
        Ok(())
    }

    /// Adds a problem.
    pub(crate) fn problem(mut self, problem: Problem) -> Self {
        self.outcome = self.outcome.max(problem.outcome);
        self.problems.push(problem);
        self
    }

    /// Adds a note on content that the file does not have; `note` is the line for a single file.
    pub(crate) fn absence(mut self, input: &Input, what: &'static str, note: &str) -> Self {
        self.absence = Some(Absence {
            what,
            note: format!("{}: {note}", input.name).into(),
            in_folder: input.found.in_folder,
        });
        self
    }

    /// Adds a note.
    pub(crate) fn note(mut self, note: impl Into<Text>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a note, if there is one.
    pub(crate) fn with_note(mut self, note: Option<Text>) -> Self {
        self.notes.extend(note);
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
