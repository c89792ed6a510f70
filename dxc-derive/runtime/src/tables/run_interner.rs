//! Finds runs in a growing table of numbers; the number of steps is the length of the run.
//!
//! It is a suffix automaton: each state represents all runs that end at the same indices.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::shape::NONE;

/// Adds many runs to a table of numbers. The number of steps is the length of the table and of the runs together.
///
/// It is the result of [`IndexTable::interner`](super::IndexTable::interner).
#[derive(Debug)]
pub struct RunInterner<'t> {
    table: &'t mut Vec<u32>,
    states: Vec<State>,
    /// The state of the whole table.
    last: usize,
}

/// The runs that end at the same indices; the longest of them has length `len`.
#[derive(Clone, Debug, Default)]
struct State {
    len: usize,
    /// The state of the longest run that also ends at other indices; the initial state has none.
    shorter: Option<usize>,
    /// The end index of their first occurrence.
    end: usize,
    next: BTreeMap<u32, usize>,
}

impl<'t> RunInterner<'t> {
    /// Indexes the runs of a table.
    pub fn new(table: &'t mut Vec<u32>) -> Self {
        let kept = core::mem::take(table);
        let mut interner = Self {
            table,
            states: vec![State::default()],
            last: 0,
        };
        interner.table.reserve(kept.len());
        kept.iter().for_each(|number| interner.push(*number));
        interner
    }

    /// Returns the first index of a run, and adds the run if the table lacks it. Existing entries do not move.
    pub fn intern(&mut self, run: &[u32]) -> u32 {
        // A table of 4 GiB numbers cannot be written.
        u32::try_from(self.index_of(run)).unwrap_or(NONE)
    }

    /// Like [`Self::intern`], for a table of any size.
    pub(super) fn index_of(&mut self, run: &[u32]) -> usize {
        let start = self.find(run).unwrap_or(self.table.len());
        if start == self.table.len() {
            run.iter().for_each(|number| self.push(*number));
        }
        start
    }

    /// The table so far.
    pub fn table(&self) -> &[u32] {
        self.table
    }

    fn find(&self, run: &[u32]) -> Option<usize> {
        let mut state = self.states.first()?;
        for number in run {
            state = self.states.get(*state.next.get(number)?)?;
        }
        state.end.checked_sub(run.len()).or(Some(0))
    }

    fn push(&mut self, number: u32) {
        self.table.push(number);
        let new = self.add(State {
            len: self.table.len(),
            end: self.table.len(),
            ..State::default()
        });
        // All runs that ended at the table's end continue with the number.
        let mut at = Some(core::mem::replace(&mut self.last, new));
        let mut known = None;
        while let Some(state) = at.and_then(|at| self.states.get_mut(at)) {
            known = state.next.get(&number).copied();
            if known.is_some() {
                break;
            }
            state.next.insert(number, new);
            at = state.shorter;
        }
        let shorter = match at.zip(known) {
            Some((at, known)) => self.split(at, number, known),
            None => 0,
        };
        if let Some(state) = self.states.get_mut(new) {
            state.shorter = Some(shorter);
        }
    }

    /// The state for `at` followed by a number, whose transition leads to `known`. If `known` also has longer runs, the
    /// shorter ones become a new state.
    fn split(&mut self, at: usize, number: u32, known: usize) -> usize {
        let len = self.states.get(at).map_or(0, |state| state.len + 1);
        let Some(state) = self.states.get(known) else {
            return 0;
        };
        if state.len == len {
            return known;
        }
        let part = State {
            len,
            ..state.clone()
        };
        let part = self.add(part);
        if let Some(state) = self.states.get_mut(known) {
            state.shorter = Some(part);
        }
        let mut at = Some(at);
        while let Some(state) = at.and_then(|at| self.states.get_mut(at)) {
            match state.next.get_mut(&number) {
                Some(next) if *next == known => *next = part,
                _ => break,
            }
            at = state.shorter;
        }
        part
    }

    fn add(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::tables::IndexTable;

    /// Numbers in pseudo-random order, with few different values, so that runs repeat.
    fn numbers(len: u32, kinds: u32) -> Vec<u32> {
        let mut seed = 1u32;
        let next = |_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % kinds
        };
        (0..len).map(next).collect()
    }

    #[test]
    fn runs_are_found_at_their_first_index() {
        for kinds in 1..4 {
            let (kept, all) = (numbers(20, kinds), numbers(600, kinds));
            let (mut indexed, mut plain) = (IndexTable(kept.clone()), IndexTable(kept));
            let mut interner = indexed.interner();
            for run in (0..all.len()).map(|at| &all[at..all.len().min(at + at % 9)]) {
                assert_eq!(interner.intern(run), plain.intern(run), "{run:?}");
            }
            assert_eq!(indexed, plain);
        }
    }

    /// Each step adds or follows a state or transition.
    #[test]
    fn steps_are_linear_in_the_table() {
        let alike = vec![0; 5000];
        let ends_otherwise = [&alike[..], &[1]].concat();
        let periods: Vec<u32> = (0..5000).map(|at| at % 2).collect();
        for mut kept in [alike, ends_otherwise, periods, numbers(5000, 2)] {
            let len = kept.len();
            let table = RunInterner::new(&mut kept);
            let ways: usize = table.states.iter().map(|state| state.next.len()).sum();
            assert!(table.states.len() <= 2 * len);
            assert!(ways <= 3 * len);
        }
    }
}
