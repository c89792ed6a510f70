//! Output with a limit: parts may reference one long name any number of times.

use core::fmt;

use crate::ErrorKind;
use crate::limits::Budget;

/// An output that accepts a limited number of bytes.
pub struct Bounded<W> {
    /// The output.
    pub output: W,
    budget: Budget,
    /// The error that is set once the text exceeds the limit.
    pub exceeded: Option<ErrorKind>,
}

impl<W: fmt::Write> Bounded<W> {
    /// Limits an output to `limit` bytes.
    pub fn new(output: W, limit: u64) -> Self {
        Self {
            output,
            budget: Budget::new("output", limit),
            exceeded: None,
        }
    }

    /// Prints at most `limit` bytes. If the text is longer, `note` is the last line, in place of the omitted text.
    pub fn print(
        output: W,
        limit: u64,
        note: &str,
        write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
    ) -> fmt::Result {
        let mut bounded = Self::new(output, limit);
        let written = write(&mut bounded);
        match bounded.exceeded {
            Some(_) => writeln!(bounded.output, "\n{note}"),
            None => written,
        }
    }
}

impl<W: fmt::Write> fmt::Write for Bounded<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match self.budget.take(text.len()) {
            Ok(()) => self.output.write_str(text),
            Err(kind) => {
                self.exceeded = Some(kind);
                Err(fmt::Error)
            }
        }
    }
}
