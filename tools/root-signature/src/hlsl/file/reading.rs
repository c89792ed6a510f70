//! A file that is read, and how far.

use core::ops::Range;

use super::Cursor;

/// A file that is read, up to the word that is next.
pub(super) struct Reading<'s> {
    text: &'s str,
    /// The place of its first byte.
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

    /// The letters at a place.
    pub(super) fn letters(&self, place: Range<usize>) -> &'s str {
        let start = place.start.checked_sub(self.base);
        let end = place.end.checked_sub(self.base);
        let letters = start.zip(end).map(|(start, end)| self.text.get(start..end));
        letters.flatten().unwrap_or_default()
    }
}
