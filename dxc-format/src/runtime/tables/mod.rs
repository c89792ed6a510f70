//! The tables that records name strings and runs of numbers from: looking names up, and laying tables out anew.
//!
//! A number that names something stays a number in its record. `element.name_in(part)` and its like resolve it, a
//! table's `intern` makes it, and `part.lay_out(style)` replaces all tables by those that a writer would have made.
//! `part.extend_tables(kept, style)` keeps those of another value or view and adds to them, because bytes that nobody here
//! understands [may name](crate::runtime::unknown) what is in them.

mod expanded;
mod lay_out;
mod refer;
mod reference;
mod substrings;

use alloc::vec::Vec;

pub(crate) use self::expanded::intern_list;
#[cfg(feature = "serde")]
pub(crate) use self::expanded::{Expanded, Lists, list};
pub use self::lay_out::*;
#[cfg(feature = "serde")]
pub(crate) use self::lay_out::{Kept, laid, renumber};
pub use self::refer::*;
pub use self::reference::*;
#[cfg(feature = "serde")]
pub(crate) use self::substrings::Substrings;
use super::run::Run;
use super::strings::Strings;

/// The first strings of a part, where what names them does not say which.
pub const STRINGS: &str = "strings";

/// The lists of a part.
pub const LISTS: &str = "lists";

/// A part, or a view of one, that holds tables: where records find what they name.
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

/// Numbers one behind the other: [`Run<u32>`] in a view, `&[u32]` in an owned value.
pub trait Numbers: Copy {
    /// Number `index`; `None` if there are not so many.
    fn number(self, index: usize) -> Option<u32>;

    /// `len` numbers from number `start` on; `None` if there are not so many.
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

/// An owned table of numbers that records name runs of.
///
/// Each `intern` goes over the table; whoever adds thousands of runs adds them as they are, and calls `lay_out` on the
/// part then, which finds those that occur twice in no time.
///
/// ```
/// use dxc_format::IndexTable;
///
/// let mut indices = vec![0, 1, 2];
/// assert_eq!(indices.intern(&[1, 2]), 1);
/// assert_eq!(indices.intern(&[2, 3]), 3);
/// assert_eq!(indices, [0, 1, 2, 2, 3]);
/// ```
pub trait IndexTable {
    /// Where a run begins; it is added if the table does not have it. Nothing that is in the table moves.
    fn intern(&mut self, run: &[u32]) -> u32;
}

impl IndexTable for Vec<u32> {
    fn intern(&mut self, run: &[u32]) -> u32 {
        let mut runs = self.windows(run.len().max(1));
        let found = match run {
            [] => Some(0),
            _ => runs.position(|other| other == run),
        };
        let start = found.unwrap_or_else(|| {
            let end = self.len();
            self.extend_from_slice(run);
            end
        });
        // A table of 4 GiB numbers cannot be written.
        u32::try_from(start).unwrap_or(u32::MAX)
    }
}
