//! Output with a limit: parts may reference one long name any number of times.

use core::fmt;

/// An output that accepts a limited number of bytes.
pub(super) struct Bounded<'o, 'f> {
    output: &'o mut fmt::Formatter<'f>,
    left: u64,
    is_full: bool,
}

impl<'o, 'f> Bounded<'o, 'f> {
    /// Prints at most `limit` bytes; if the text is longer, `note` is the last line instead of the rest.
    pub(super) fn print(
        output: &'o mut fmt::Formatter<'f>,
        limit: u64,
        note: &str,
        write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
    ) -> fmt::Result {
        let mut bounded = Self {
            output,
            left: limit,
            is_full: false,
        };
        let written = write(&mut bounded);
        match bounded.is_full {
            true => writeln!(bounded.output, "\n{note}"),
            false => written,
        }
    }
}

impl fmt::Write for Bounded<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match self.left.checked_sub(text.len() as u64) {
            Some(left) => {
                self.left = left;
                self.output.write_str(text)
            }
            None => {
                self.is_full = true;
                Err(fmt::Error)
            }
        }
    }
}
