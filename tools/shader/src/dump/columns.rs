//! Formats columns; widths are in bytes.

use core::fmt;

use dxc_text::escape;

/// A left-aligned cell.
pub(super) struct Left<'t>(pub(super) &'t str, pub(super) usize);

/// A right-aligned cell.
pub(super) struct Right<'t>(pub(super) &'t str, pub(super) usize);

/// Displays this many blanks.
pub(super) struct Blanks(pub(super) usize);

impl fmt::Display for Left<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, width) = (escape(self.0), self.1);
        write!(f, "{text}{}", Blanks(width.saturating_sub(text.len())))
    }
}

impl fmt::Display for Right<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text, width) = *self;
        write!(f, "{}{text}", Blanks(width.saturating_sub(text.len())))
    }
}

impl fmt::Display for Blanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:1$}", "", self.0)
    }
}
