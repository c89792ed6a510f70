//! Collects the references of a document while its records are read.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::problem::DocumentError;
use super::requested::Requested;
use crate::StringTable;
use crate::shape::{NONE, Shape};
use crate::tables::{LISTS, STRINGS};

/// Tables by their names.
type Tables<T> = BTreeMap<&'static str, Vec<T>>;

/// The first offset that is a placeholder for a number.
const FIRST_STATED: u32 = 1 << 31;

/// The tables of a part while its records are read, and their context.
///
/// Referenced entries are added here, each at a separate offset, until all are known.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    strings: Tables<u8>,
    numbers: Tables<u32>,
    /// Stated numbers that reference no entry, by table and placeholder.
    stated: BTreeMap<(&'static str, u32), u32>,
    /// The rows that placeholders reference, until all rows are known.
    rows: Vec<NamedRow>,
    /// The tables for references that do not state one.
    pub enclosing_strings: EnclosingTable<u8>,
    pub enclosing_lists: EnclosingTable<u32>,
    /// Whether a record is read without its part: references are stored as numbers.
    pub is_alone: bool,
    /// The version of a record that its size determines.
    pub version: Option<u32>,
    pub requested: Requested,
    /// Whether records of the part reference entries of tables.
    pub has_tables: bool,
}

/// A referenced row, or a number in the range of placeholders.
#[derive(Clone, Debug)]
pub enum NamedRow {
    Name(&'static str, String),
    Number(u32),
}

/// A table of a part for references that do not state one.
#[derive(Clone, Debug, Default)]
pub struct EnclosingTable<T> {
    /// The field with the table; the default field if the part states no other.
    pub name: Option<&'static str>,
    /// Whether the table is in a structure that was not read yet.
    pub is_awaited: bool,
    /// Its initial content in the document.
    pub given: Option<Vec<T>>,
}

impl<T> EnclosingTable<T> {
    /// Returns the content of a table in a structure. The first such table receives the entries that records reference,
    /// once all are known; the document contains its start.
    pub fn read(&mut self, given: Option<Vec<T>>) -> Vec<T> {
        if core::mem::take(&mut self.is_awaited) {
            self.given = given;
            Vec::new()
        } else {
            given.unwrap_or_default()
        }
    }
}

impl Scope {
    /// Counts records of this shape and size against the limit of the document; numbers are no records.
    pub fn count_records(
        &mut self,
        count: usize,
        (shape, size): (Shape, usize),
    ) -> Result<(), DocumentError> {
        match shape {
            Shape::Record(_) => self.requested.records(count, size, self.has_tables),
            _ => Ok(()),
        }
    }

    /// Counts structures against the limit of the document.
    pub fn count_structures(&mut self, count: usize) -> Result<(), DocumentError> {
        self.requested.structures(count, self.has_tables)
    }

    /// Creates the scope of a record that is read without its part.
    pub fn alone() -> Self {
        Self {
            is_alone: true,
            ..Self::default()
        }
    }

    /// Refuses content of a table in a value that is not a part.
    pub fn needs_part(&self, expected: &str) -> Result<(), DocumentError> {
        if self.is_alone {
            Err(DocumentError::new(format!(
                "a record without its part has no tables: expected {expected}"
            )))
        } else {
            Ok(())
        }
    }

    /// The table of strings for a reference.
    pub fn strings_of(&self, table: Option<&'static str>) -> &'static str {
        let table = table.or(self.enclosing_strings.name);
        table.unwrap_or(STRINGS)
    }

    /// The table of lists.
    pub fn lists(&self) -> &'static str {
        self.enclosing_lists.name.unwrap_or(LISTS)
    }

    /// A placeholder for the name of a row.
    pub fn row(&mut self, of: &'static str, name: &str) -> u32 {
        self.later(NamedRow::Name(of, name.into()))
    }

    /// A row by its number, or a placeholder for it.
    pub fn row_number(&mut self, number: u32) -> u32 {
        if self.is_alone || number < FIRST_STATED || number == NONE {
            number
        } else {
            self.later(NamedRow::Number(number))
        }
    }

    fn later(&mut self, row: NamedRow) -> u32 {
        let at = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        self.rows.push(row);
        FIRST_STATED.saturating_add(at)
    }

    /// The row of a placeholder.
    pub fn named_row(&self, number: u32) -> Option<&NamedRow> {
        let at = number.checked_sub(FIRST_STATED)?;
        self.rows.get(usize::try_from(at).ok()?)
    }

    /// Whether rows are referenced.
    pub fn has_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// The strings that records reference in a table of a structure.
    pub fn named_strings(&self, table: &str) -> Option<&[u8]> {
        self.strings.get(table).map(Vec::as_slice)
    }

    /// The lists that records reference in a table of a structure.
    pub fn named_lists(&self, table: &str) -> Option<&[u32]> {
        self.numbers.get(table).map(Vec::as_slice)
    }

    /// Adds a list.
    pub fn add_list(&mut self, list: &[u32]) -> usize {
        let table = self.lists();
        let at = self.add_run(table, &[u32::try_from(list.len()).unwrap_or(u32::MAX)]);
        self.add_run(table, list);
        at
    }

    /// The strings that records reference.
    pub fn strings(&mut self, table: &'static str) -> StringTable {
        StringTable(self.strings.remove(table).unwrap_or_default())
    }

    /// The numbers of the runs that records reference.
    pub fn numbers(&mut self, table: &'static str) -> Vec<u32> {
        self.numbers.remove(table).unwrap_or_default()
    }

    /// Adds a string. Its offset is not 0, which may be the null reference.
    pub fn add_string(&mut self, table: &'static str, text: &str) -> usize {
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
    pub fn add_run(&mut self, table: &'static str, run: &[u32]) -> usize {
        let numbers = self.numbers.entry(table).or_default();
        let at = numbers.len();
        numbers.extend_from_slice(run);
        at
    }

    /// Stores a number that references no entry; returns its placeholder until the tables are laid out.
    pub fn state(&mut self, table: &'static str, number: u32) -> usize {
        if self.is_alone {
            return number as usize;
        }
        // No table is this large, and a relative offset does not overflow 32 bits.
        let at = FIRST_STATED.saturating_add(u32::try_from(self.stated.len()).unwrap_or(u32::MAX));
        self.stated.insert((table, at), number);
        at as usize
    }

    /// The stated number of a placeholder.
    pub fn stated(&self, table: &'static str, at: u32) -> Option<u32> {
        self.stated.get(&(table, at)).copied()
    }

    /// Whether there are placeholders for such numbers.
    pub fn states(&self) -> bool {
        !self.stated.is_empty()
    }
}
