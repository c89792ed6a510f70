//! Looks up tables by the names of their fields.

use crate::records::run::Run;
use crate::strings::Strings;

/// A part, or a view of one, with tables for the references of records.
///
/// Each sequence with tables implements it, for its view and for a reference to its value.
pub trait Tables<'t>: Copy {
    /// The numbers of a table.
    type Numbers: Numbers;

    /// A table of strings, by the name of its field.
    fn strings(self, table: &str) -> Option<Strings<'t>>;

    /// A table of numbers, by the name of its field.
    fn numbers(self, table: &str) -> Option<Self::Numbers>;
}

/// Contiguous numbers: [`Run<u32>`] in a view, `&[u32]` in an owned value.
pub trait Numbers: Copy {
    /// Number `index`; `None` if it is out of range.
    fn number(self, index: usize) -> Option<u32>;

    /// `len` numbers from index `start` on; `None` if they are out of range.
    fn range(self, start: u32, len: u32) -> Option<Self>;
}

impl Numbers for Run<'_, u32> {
    #[inline]
    fn number(self, index: usize) -> Option<u32> {
        self.get(index)
    }

    #[inline]
    fn range(self, start: u32, len: u32) -> Option<Self> {
        Run::range(&self, start, len)
    }
}

impl Numbers for &[u32] {
    #[inline]
    fn number(self, index: usize) -> Option<u32> {
        self.get(index).copied()
    }

    #[inline]
    fn range(self, start: u32, len: u32) -> Option<Self> {
        self.get(start as usize..)?.get(..len as usize)
    }
}
