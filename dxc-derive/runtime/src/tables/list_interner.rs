//! Finds lists in a growing table of lists, each after its length.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::expanded::list;
use crate::shape::NONE;

/// Adds many lists to a table of lists, and finds each in a few steps.
#[derive(Debug)]
pub struct ListInterner<'t> {
    table: &'t mut Vec<u32>,
    /// The first index of each list.
    places: BTreeMap<Vec<u32>, usize>,
}

impl<'t> ListInterner<'t> {
    /// Indexes the lists of a table.
    pub fn new(table: &'t mut Vec<u32>) -> Self {
        let mut places = BTreeMap::new();
        for (at, list) in lists(table) {
            places.entry(list.to_vec()).or_insert(at);
        }
        Self { table, places }
    }

    /// Returns the index of a list, and adds the list if the table lacks it. Existing entries do not move.
    pub fn intern(&mut self, list: &[u32]) -> u32 {
        // A table of 4 GiB numbers cannot be written.
        u32::try_from(self.index_of(list)).unwrap_or(NONE)
    }

    /// Like [`Self::intern`], for a table of any size.
    pub(super) fn index_of(&mut self, list: &[u32]) -> usize {
        if let Some(at) = self.places.get(list) {
            return *at;
        }
        let at = append(self.table, list);
        self.places.insert(list.to_vec(), at);
        at
    }

    /// The table so far.
    pub fn table(&self) -> &[u32] {
        self.table
    }
}

/// Returns the index of a list, and adds the list if the table lacks it. Existing entries do not move.
#[doc(hidden)]
pub fn intern_list(table: &mut Vec<u32>, new: &[u32]) -> u32 {
    let known = lists(table).find_map(|(at, list)| (list == new).then_some(at));
    let at = known.unwrap_or_else(|| append(table, new));
    u32::try_from(at).unwrap_or(NONE)
}

/// The contiguous lists of a table, with their indices.
fn lists(table: &[u32]) -> impl Iterator<Item = (usize, &[u32])> {
    let mut next = 0;
    core::iter::from_fn(move || {
        let at = next;
        let list = list(table, u32::try_from(at).ok()?)?;
        next += 1 + list.len();
        Some((at, list))
    })
}

/// Appends a list, and returns its index.
fn append(table: &mut Vec<u32>, list: &[u32]) -> usize {
    let at = table.len();
    table.push(u32::try_from(list.len()).unwrap_or(u32::MAX));
    table.extend_from_slice(list);
    at
}
