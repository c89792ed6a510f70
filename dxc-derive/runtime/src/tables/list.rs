//! Lists of a directory, whose items are resolved.

use super::directory::{ContentView, Directory, Tabled, rows_in, strings_in};
use crate::records::row::BySize;
use crate::records::row_ref::{ListItem, ListRef, StringRef};
use crate::records::run::{Run, RunIter};
use crate::strings::Strings;

/// Types of list items in the directory `D`.
pub trait Listed<D: Directory>: ListItem {
    /// The table that the numbers of a list refer to.
    #[doc(hidden)]
    fn table<'a>(contents: impl Iterator<Item = ContentView<'a, D>>) -> Self::Table<'a>;
}

impl<D: Directory> Listed<D> for u32 {
    fn table<'a>(_: impl Iterator<Item = ContentView<'a, D>>) -> Self::Table<'a> {}
}

impl<D: Directory> Listed<D> for StringRef {
    fn table<'a>(contents: impl Iterator<Item = ContentView<'a, D>>) -> Strings<'a> {
        strings_in::<D>(contents)
    }
}

impl<D: Directory, T: BySize + Tabled<D>> Listed<D> for T {
    fn table<'a>(contents: impl Iterator<Item = ContentView<'a, D>>) -> Run<'a, T> {
        rows_in::<D, T>(contents)
    }
}

/// A list of items, with `None` for each invalid reference.
#[derive(Clone)]
pub struct List<'a, T: ListItem> {
    numbers: RunIter<'a, u32>,
    table: T::Table<'a>,
}

impl<'a, T: ListItem> List<'a, T> {
    /// The list at an index of all lists; empty if it is out of range.
    #[doc(hidden)]
    pub fn new(lists: Run<'a, u32>, list: ListRef<T>, table: T::Table<'a>) -> Self {
        let start = usize::try_from(list.number()).ok();
        let numbers = start.and_then(|start| {
            let len = lists.get(start)?;
            lists.range(list.number().checked_add(1)?, len)
        });
        let numbers = numbers.unwrap_or(Run::empty(())).iter();
        Self { numbers, table }
    }

    /// The remaining numbers.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = u32> + Clone + use<'a, T> {
        self.numbers.clone()
    }
}

impl<'a, T: ListItem> Iterator for List<'a, T> {
    type Item = Option<T::Item<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let number = self.numbers.next()?;
        Some(T::find(self.table, number))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.numbers.size_hint()
    }
}

impl<T: ListItem> ExactSizeIterator for List<'_, T> {}
