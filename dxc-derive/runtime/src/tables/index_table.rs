//! An owned table of numbers; records reference runs of them.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use super::RunInterner;
use crate::fixed::int::Elements;
use crate::shape::NONE;

/// An owned table of numbers; records reference runs of them.
///
/// ```
/// use dxc_format::types::IndexTable;
///
/// let mut indices = IndexTable(vec![0, 1, 2]);
/// assert_eq!(indices.intern(&[1, 2]), 1);
/// assert_eq!(indices.intern(&[2, 3]), 3);
/// assert_eq!(indices, [0, 1, 2, 2, 3]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct IndexTable(
    /// The numbers of all runs.
    pub Vec<u32>,
);

impl IndexTable {
    /// Adds many runs: [`intern`](Self::intern) searches the table at each call, the interner indexes it once.
    pub fn interner(&mut self) -> RunInterner<'_> {
        RunInterner::new(&mut self.0)
    }

    /// Returns the index of a run's first number, and adds the run if the table lacks it. Existing entries do not move.
    pub fn intern(&mut self, run: &[u32]) -> u32 {
        let mut runs = self.0.windows(run.len().max(1));
        let found = match run {
            [] => Some(0),
            _ => runs.position(|other| other == run),
        };
        let start = found.unwrap_or_else(|| {
            let end = self.0.len();
            self.0.extend_from_slice(run);
            end
        });
        // A table of 4 GiB numbers cannot be written.
        u32::try_from(start).unwrap_or(NONE)
    }
}

impl Deref for IndexTable {
    type Target = Vec<u32>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref(&self) -> &Vec<u32> {
        &self.0
    }
}

impl DerefMut for IndexTable {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref_mut(&mut self) -> &mut Vec<u32> {
        &mut self.0
    }
}

impl From<Vec<u32>> for IndexTable {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(numbers: Vec<u32>) -> Self {
        Self(numbers)
    }
}

impl<const N: usize> PartialEq<[u32; N]> for IndexTable {
    fn eq(&self, other: &[u32; N]) -> bool {
        self.0 == other
    }
}

impl PartialEq<[u32]> for IndexTable {
    fn eq(&self, other: &[u32]) -> bool {
        self.0 == other
    }
}

impl PartialEq<Vec<u32>> for IndexTable {
    fn eq(&self, other: &Vec<u32>) -> bool {
        self.0 == *other
    }
}

impl Elements for IndexTable {
    fn number(&self, index: usize) -> Option<u64> {
        self.0.number(index)
    }
}
