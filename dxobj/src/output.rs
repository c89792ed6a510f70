//! Standard output and standard error.

use std::io::{BufWriter, ErrorKind, Write};

use anstream::{AutoStream, stderr, stdout};

use crate::arguments::Common;
use crate::input::BLOCK;
use crate::outcome::Outcome;
use crate::report::Report;
use crate::style;

/// Where reports are printed.
pub(crate) struct Output {
    is_quiet: bool,
    outcome: Outcome,
}

impl Output {
    pub(crate) fn new(common: &Common) -> Self {
        Self {
            is_quiet: common.quiet,
            outcome: Outcome::Done,
        }
    }

    /// The outcome of the reports so far, and of printing them.
    pub(crate) fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Prints a report; false if the reader closed the pipe.
    pub(crate) fn print(&mut self, mut report: Report) -> bool {
        let printed = print_bytes(&report.bytes).and_then(|()| {
            let out: AutoStream<_> = stdout().lock();
            report.write_to(&mut BufWriter::with_capacity(BLOCK, out))
        });
        self.outcome = self.outcome.max(report.outcome);
        let mut err = stderr().lock();
        // Standard error may be closed.
        for note in report.notes.iter().filter(|_| !self.is_quiet) {
            let _ = writeln!(err, "{note}");
        }
        for problem in &report.problems {
            let _ = write!(err, "{}", problem.text);
        }
        match printed {
            Ok(()) => true,
            // The reader closed the pipe.
            Err(problem) if problem.kind() == ErrorKind::BrokenPipe => false,
            Err(problem) => {
                let error = style::error("error");
                let _ = writeln!(err, "{error}: cannot print: {problem}");
                self.outcome = Outcome::Failed;
                false
            }
        }
    }
}

/// Prints bytes as they are.
fn print_bytes(bytes: &[u8]) -> std::io::Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Prints the only report of a command, or the problem.
pub(crate) fn one(report: impl Into<Report>, common: &Common) -> Outcome {
    let mut output = Output::new(common);
    output.print(report.into());
    output.outcome()
}
