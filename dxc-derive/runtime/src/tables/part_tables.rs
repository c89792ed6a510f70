//! Finds the tables of a part by a walk over it.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::fixed::Fixed;
use crate::read::reader::MOST_CLAIMS;
use crate::read::walk::{Content, Sink, Span};
use crate::shape::{Shape, number};
use crate::strings::{StringEnds, Strings};

/// The offset and the size of bytes in a part.
#[doc(hidden)]
pub type Extent = (usize, usize);

/// The targets of references in a part: its tables of strings and of numbers, its rows, and its pools.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct PartTables<'a> {
    bytes: &'a [u8],
    /// The first table of each name.
    tables: Vec<(&'static str, Extent)>,
    /// The ends of the strings in each table of strings.
    string_ends: Vec<(Extent, StringEnds<'a>)>,
    /// The first tables of strings and of lists.
    strings: Option<Extent>,
    pub lists: Option<Extent>,
    /// The first run of records of each name.
    rows: Vec<(&'static str, Rows)>,
    /// The offset of each structure of a pool, and its index.
    pooled: BTreeMap<(&'static str, u64), usize>,
}

/// Records that others reference by index.
#[derive(Clone, Copy, Debug)]
struct Rows {
    extent: Extent,
    stride: usize,
    /// The offset of the name in a record.
    name: Option<usize>,
}

/// The name of a row.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct RowName<'a> {
    pub text: &'a [u8],
    /// Whether no other row has this name.
    pub is_one: bool,
}

impl<'a> PartTables<'a> {
    /// Creates an empty collection, for a walk over these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            ..Self::default()
        }
    }

    /// The bytes of an extent.
    pub fn slice(&self, (at, size): Extent) -> &'a [u8] {
        let rest = self.bytes.get(at..).unwrap_or_default();
        rest.get(..size).unwrap_or_default()
    }

    /// A table by the name of its field.
    pub fn table(&self, name: &str) -> Option<Extent> {
        let table = self.tables.iter().find(|known| known.0 == name)?;
        Some(table.1)
    }

    /// Adds a table, unless the first one of its name is already known; returns whether it was added.
    fn add(&mut self, name: &'static str, extent: Extent) -> bool {
        let is_new = self.table(name).is_none();
        if is_new {
            self.tables.push((name, extent));
        }
        is_new
    }

    /// A table of strings; the first one if no name is given.
    pub fn strings(&self, table: Option<&str>) -> Option<Extent> {
        table.map_or(self.strings, |name| self.table(name))
    }

    /// The string at an offset of a table of strings. A long string may have many references: the result is limited.
    pub fn string(&self, table: Extent, offset: u32) -> Option<&'a [u8]> {
        let mut tables = self.string_ends.iter();
        let (_, ends) = tables.find(|(known, _)| *known == table)?;
        ends.bytes(offset)
    }

    /// The bytes of `len` numbers of a table, from number `start` on.
    pub fn numbers(&self, table: Extent, start: u64, len: u64) -> Option<&'a [u8]> {
        let bytes = |numbers| usize::try_from(numbers).ok()?.checked_mul(u32::SIZE);
        self.slice(table).get(bytes(start)?..)?.get(..bytes(len)?)
    }

    /// The bytes of the numbers of the list whose length is at an index.
    pub fn list(&self, index: u64) -> Option<&'a [u8]> {
        let len = number(self.numbers(self.lists?, index, 1)?);
        self.numbers(self.lists?, index.checked_add(1)?, len)
    }

    fn rows(&self, of: &str) -> Option<Rows> {
        let rows = self.rows.iter().find(|known| known.0 == of)?;
        Some(rows.1)
    }

    /// The number of rows.
    pub fn row_count(&self, of: &str) -> usize {
        let rows = self.rows(of);
        rows.map_or(0, |rows| rows.extent.1 / rows.stride.max(1))
    }

    /// The index of the pool's structure at an offset.
    pub fn pooled(&self, pool: &'static str, at: u64) -> Option<usize> {
        self.pooled.get(&(pool, at)).copied()
    }

    /// The names of rows: the first string of each. Rows may share a long name: the compared bytes are limited to a
    /// multiple of the part.
    pub fn row_names(&self, of: &str) -> Vec<Option<RowName<'a>>> {
        let rows = self.rows(of).and_then(|rows| Some((rows, rows.name?)));
        let (Some((rows, name)), Some(strings)) = (rows, self.strings) else {
            return Vec::new();
        };
        let mut left = self.bytes.len().saturating_mul(MOST_CLAIMS);
        let mut seen: BTreeMap<&[u8], usize> = BTreeMap::new();
        let rows = self.slice(rows.extent).chunks_exact(rows.stride.max(1));
        let texts = rows.map(|row| {
            let text = self.string(strings, u32::decode(row.get(name..)?)?)?;
            left = left.checked_sub(text.len())?;
            *seen.entry(text).or_default() += 1;
            Some(text).filter(|text| !text.is_empty())
        });
        let texts: Vec<_> = texts.collect();
        let named = |text| RowName {
            text,
            is_one: seen.get(text) == Some(&1),
        };
        texts.into_iter().map(|text| text.map(named)).collect()
    }
}

impl Sink for PartTables<'_> {
    fn span(&mut self, span: Span) {
        let extent = (span.at, span.size);
        match span.content {
            Content::Strings => {
                let is_first = self.strings.is_none() && span.shown.named.is_empty();
                if is_first {
                    self.strings = Some(extent);
                }
                if self.add(span.name, extent) || is_first {
                    let ends = StringEnds::of(Strings(self.slice(extent)));
                    self.string_ends.push((extent, ends));
                }
            }
            Content::Run { shape, stride, .. } => {
                self.add(span.name, extent);
                if span.shown.lists {
                    self.lists.get_or_insert(extent);
                }
                if let Shape::Record(layout) = shape
                    && self.rows(layout.name).is_none()
                {
                    let rows = Rows {
                        extent,
                        stride,
                        name: layout.name_at(),
                    };
                    self.rows.push((layout.name, rows));
                }
            }
            _ => {}
        }
    }

    fn pooled(&mut self, pool: &'static str, index: usize, at: u32) {
        self.pooled.insert((pool, at.into()), index);
    }
}
