//! What records of a document name while they are read.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::runtime::StringTable;

/// Tables by their names.
type Tables<T> = BTreeMap<&'static str, Vec<T>>;

/// The first place that stands for a number.
const FIRST_STATED: u32 = 1 << 31;

/// The most bytes that a part may ask for without giving them: records that are said to be longer than what is in them.
const MOST_ASKED: usize = 16 << 20;

/// The tables of a part while its records are read, and what stands outside of it.
///
/// Whatever records name is added here, each of it in a place of its own, until all of it is known.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    strings: Tables<u8>,
    numbers: Tables<u32>,
    /// Numbers that name nothing, by the table and the place that stand for them.
    stated: BTreeMap<(&'static str, u32), u32>,
    /// The version of the record that its size tells.
    pub(super) version: Option<u32>,
    asked: usize,
}

impl Scope {
    /// The strings that records named.
    pub fn strings(&mut self, table: &'static str) -> StringTable {
        StringTable(self.strings.remove(table).unwrap_or_default())
    }

    /// The numbers that records named runs of.
    pub fn numbers(&mut self, table: &'static str) -> Vec<u32> {
        self.numbers.remove(table).unwrap_or_default()
    }

    /// Adds a string; no offset is 0, which may stand for none.
    pub(super) fn add_string(&mut self, table: &'static str, text: &str) -> usize {
        let bytes = self.strings.entry(table).or_default();
        if bytes.is_empty() {
            bytes.push(0);
        }
        let at = bytes.len();
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0);
        at
    }

    /// Adds a run.
    pub(super) fn add_run(&mut self, table: &'static str, run: &[u32]) -> usize {
        let numbers = self.numbers.entry(table).or_default();
        let at = numbers.len();
        numbers.extend_from_slice(run);
        at
    }

    /// Takes a number as it is that names nothing: what stands for it until the tables are laid out.
    pub(super) fn state(&mut self, table: &'static str, number: u32) -> usize {
        // No table reaches so far, and an offset that counts from elsewhere does not leave 32 bits.
        let at = FIRST_STATED.saturating_add(u32::try_from(self.stated.len()).unwrap_or(u32::MAX));
        self.stated.insert((table, at), number);
        at as usize
    }

    /// The number that a place stands for.
    pub(super) fn stated(&self, table: &'static str, at: u32) -> Option<u32> {
        self.stated.get(&(table, at)).copied()
    }

    /// Whether any number is taken as it is.
    pub(super) fn states(&self) -> bool {
        !self.stated.is_empty()
    }

    /// Whether there may be so many bytes more that the document does not give.
    pub(super) fn may_ask(&mut self, bytes: usize) -> bool {
        self.asked = self.asked.saturating_add(bytes);
        self.asked <= MOST_ASKED
    }
}
