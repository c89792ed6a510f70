//! The names of values and blocks.

use alloc::vec::Vec;
use core::ops::Range;

/// Names by the number of what has them, in one buffer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    text: Vec<u8>,
    /// Sorted by number once all are read.
    ranges: Vec<(u32, Range<usize>)>,
}

impl Names {
    pub(crate) fn add(&mut self, number: u32, name: impl Iterator<Item = u8>) {
        let start = self.text.len();
        self.text.extend(name);
        self.ranges.push((number, start..self.text.len()));
    }

    /// Sorts them; the first of several names counts.
    pub(crate) fn finish(&mut self) {
        self.ranges.sort_by_key(|(number, _)| *number);
        self.ranges.dedup_by_key(|(number, _)| *number);
    }

    pub(crate) fn get(&self, number: u32) -> Option<&[u8]> {
        if self.ranges.is_empty() {
            return None;
        }
        let found = self
            .ranges
            .binary_search_by_key(&number, |(number, _)| *number)
            .ok()?;
        let (_, range) = self.ranges.get(found)?;
        self.text.get(range.clone()).filter(|name| !name.is_empty())
    }
}
