//! A file that is being read, with the position.

use core::ops::Range;

use super::Cursor;

/// A file that is being read, up to the next token.
pub(super) struct Reading<'s> {
    text: &'s str,
    /// The offset of its first byte; offsets count through all files.
    base: usize,
    pub(super) cursor: Cursor<'s>,
    /// Its name, if it is included.
    pub(super) name: Option<&'s str>,
    /// The number of open conditionals at its start.
    pub(super) conditionals: usize,
}

impl<'s> Reading<'s> {
    pub(super) fn new(
        text: &'s str,
        base: usize,
        name: Option<&'s str>,
        conditionals: usize,
    ) -> Self {
        Self {
            text,
            base,
            cursor: Cursor::from_place(text, base),
            name,
            conditionals,
        }
    }

    /// The text of a range of offsets.
    pub(super) fn letters(&self, place: Range<usize>) -> &'s str {
        let start = place.start.checked_sub(self.base);
        let end = place.end.checked_sub(self.base);
        let letters = start.zip(end).map(|(start, end)| self.text.get(start..end));
        letters.flatten().unwrap_or_default()
    }
}
