//! Writes to standard output and standard error. No other module does: `.clippy.toml` forbids it.
#![expect(
    clippy::disallowed_methods,
    reason = "it prints what others give it as `Text`"
)]

use std::ffi::OsString;
use std::io::{BufWriter, ErrorKind, Write};

use anstream::{AutoStream, stderr, stdout};
use dxc_text::escape;

use crate::arguments::Common;
use crate::json;
use crate::outcome::Outcome;
use crate::print_to;
use crate::problem::Problem;
use crate::report::Report;
use crate::sink::Sink;
use crate::stream::BLOCK;
use crate::terminal;
use crate::text::Text;

/// The destination of reports.
pub(crate) struct Output {
    is_quiet: bool,
    is_json: bool,
    outcome: Outcome,
    /// Whether a program receives the output: problems are lines of JSON only.
    is_sink: bool,
    out: Box<dyn Write>,
}

impl Output {
    pub(crate) fn new(common: &Common) -> Self {
        let sink = Sink::take();
        let is_sink = sink.is_some();
        let sink =
            sink.map(|sink| Box::new(BufWriter::with_capacity(BLOCK, sink)) as Box<dyn Write>);
        Self {
            is_quiet: common.quiet,
            is_json: common.is_json,
            outcome: Outcome::Done,
            is_sink,
            out: sink.unwrap_or_else(standard_output),
        }
    }

    /// Flushes the output; returns the worst outcome of the reports and of printing.
    pub(crate) fn finish(mut self) -> Outcome {
        let flushed = self.out.flush();
        self.is_printed(flushed);
        self.outcome
    }

    /// Prints a report; returns false if the reader closed the pipe.
    pub(crate) fn print(&mut self, mut report: Report) -> bool {
        if self.is_json && !report.has_output() {
            let lines = report.problems.iter().filter_map(json::failed);
            report.text = lines.fold(Text::default(), |text, line| text + line);
        }
        let printed = report.write_to(&mut self.out);
        self.outcome = self.outcome.max(report.outcome);
        if self.is_sink {
            return self.is_printed(printed);
        }
        let notes = report.notes.iter().filter(|_| !self.is_quiet);
        let notes: Vec<&Text> = notes.collect();
        let is_followed =
            !notes.is_empty() || !report.problems.is_empty() || !report.bytes.is_empty();
        // Both outputs are in the order of the files.
        let printed = if is_followed || terminal::is_terminal() {
            printed.and_then(|()| self.out.flush())
        } else {
            printed
        };
        let printed = printed.and_then(|()| self.print_bytes(&report.bytes));
        let mut err = stderr().lock();
        // Standard error may be closed.
        for note in notes {
            let mut line = note.clone();
            line.line("");
            let _ = err.write_all(line.as_bytes());
        }
        for problem in &report.problems {
            let _ = err.write_all(problem.text.as_bytes());
        }
        drop(err);
        self.is_printed(printed)
    }

    /// Prints bytes as they are.
    fn print_bytes(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        match print_to::file() {
            _ if bytes.is_empty() => Ok(()),
            Some(mut file) => self.out.flush().and_then(|()| file.write_all(bytes)),
            None => print_bytes(bytes),
        }
    }

    /// Records an error of printing; returns false if no more can be printed.
    fn is_printed(&mut self, printed: std::io::Result<()>) -> bool {
        match printed {
            Ok(()) => true,
            // The reader closed the pipe.
            Err(problem) if problem.kind() == ErrorKind::BrokenPipe => false,
            Err(problem) => {
                let problem = Problem::new("", format!("cannot print: {problem}"));
                let _ = stderr().lock().write_all(problem.text.as_bytes());
                print_to::abandon();
                self.outcome = Outcome::Failed;
                false
            }
        }
    }
}

/// Standard output, or the file that replaces it, which is written in blocks.
fn standard_output() -> Box<dyn Write> {
    if let Some(file) = print_to::file() {
        let out: Box<dyn Write> = Box::new(BufWriter::with_capacity(BLOCK, file));
        return Box::new(AutoStream::new(out, terminal::output_choice()));
    }
    if terminal::is_terminal() {
        let out: AutoStream<_> = stdout().lock();
        return Box::new(BufWriter::with_capacity(BLOCK, out));
    }
    let out: Box<dyn Write> = Box::new(BufWriter::with_capacity(BLOCK, std::io::stdout().lock()));
    if terminal::are_shown() {
        Box::new(AutoStream::new(out, AutoStream::choice(&std::io::stdout())))
    } else {
        out
    }
}

fn print_bytes(bytes: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Prints the help, or the error of the command line; returns the exit status.
pub(crate) fn refusal(words: &[OsString], error: &clap::Error) -> u8 {
    let shown = words.iter().map(|word| word.to_string_lossy());
    let escaped = shown.map(|word| escape(&word).into_owned().into());
    let escaped: Vec<OsString> = escaped.collect();
    // The error quotes words of the command line unescaped, so it is created again from escaped words.
    let refused = crate::parse(&escaped).err();
    let text = match (words == escaped, refused) {
        (true, _) => Text::rendered(&error.render().ansi().to_string()),
        (false, Some(error)) => Text::rendered(&error.render().ansi().to_string()),
        (false, None) => Text::of_lines(&error.render().to_string()),
    };
    let printed = if error.use_stderr() {
        stderr().lock().write_all(text.as_bytes())
    } else {
        stdout().lock().write_all(text.as_bytes())
    };
    match printed {
        Err(problem) if problem.kind() != ErrorKind::BrokenPipe => Outcome::Failed as u8,
        _ => u8::try_from(error.exit_code()).unwrap_or(u8::MAX),
    }
}

/// Prints a problem that is not part of the reports.
pub(crate) fn problem(problem: &Problem) -> Outcome {
    // Standard error may be closed.
    let _ = stderr().lock().write_all(problem.text.as_bytes());
    problem.outcome
}

/// Prints the single report of a command, or its problem.
pub(crate) fn one(report: impl Into<Report>, common: &Common) -> Outcome {
    let mut output = Output::new(common);
    output.print(report.into());
    output.finish()
}
