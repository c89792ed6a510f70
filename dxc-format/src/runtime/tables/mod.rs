//! The tables that records name strings and runs of numbers from: looking names up, and laying tables out anew.
//!
//! A number that names something stays a number in its record. `element.name_in(part)` and its like resolve it, a
//! table's `intern` makes it, and `part.lay_out(style)` replaces all tables by those that a writer would have made.
//! `part.extend_tables(kept, style)` keeps those of another value or view and adds to them, because bytes that nobody here
//! understands [may name](crate::runtime::unknown) what is in them.

mod expanded;
mod index_table;
mod lay_out;
mod part_tables;
mod refer;
mod reference;
mod substrings;

pub(crate) use self::expanded::intern_list;
#[cfg(feature = "serde")]
pub(crate) use self::expanded::{Expanded, Lists, list};
pub use self::index_table::IndexTable;
pub use self::lay_out::*;
#[cfg(feature = "serde")]
pub(crate) use self::lay_out::{Kept, laid_anew, renumber};
pub(crate) use self::part_tables::{Extent, PartTables, RowName};
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
