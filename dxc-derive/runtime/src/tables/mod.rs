//! Tables of strings and runs of numbers that records reference: resolving references, and laying out tables.
//!
//! References are stored as numbers in records. `element.name_in(part)` and similar methods resolve them, a table's
//! `intern` creates them, and `part.lay_out(style)` replaces all tables by those of a writer. `part.extend_tables(kept,
//! style)` keeps the tables of another value or view and adds to them, because unrecognized bytes [may
//! reference](crate::unknown) their entries.

mod expanded;
mod index_table;
mod lay_out;
mod part_tables;
mod refer;
mod reference;
mod substrings;

#[doc(hidden)]
pub use self::expanded::intern_list;
#[doc(hidden)]
pub use self::expanded::{Expanded, Lists, list};
pub use self::index_table::IndexTable;
pub use self::lay_out::*;
#[doc(hidden)]
pub use self::lay_out::{Kept, laid_anew, renumber};
#[doc(hidden)]
pub use self::part_tables::{Extent, PartTables, RowName};
pub use self::refer::*;
pub use self::reference::*;
#[doc(hidden)]
pub use self::substrings::Substrings;
use super::run::Run;
use super::strings::Strings;

/// The first strings of a part, for references that do not state a table.
pub const STRINGS: &str = "strings";

/// The lists of a part.
pub const LISTS: &str = "lists";

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
