//! Where a part keeps what its records name, found before any of them are shown.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use crate::runtime::shape::{ListOf, Shape};
use crate::runtime::walk::{Content, Piece, Sink};

/// Where something begins in a part, and its size.
type Place = (usize, usize);

/// Where a part keeps what its records name: its tables of strings and of numbers, and its rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables<'a> {
    tables: Vec<(&'static str, usize, usize)>,
    /// The first strings, and the first lists.
    strings: Option<Place>,
    pub(super) lists: Option<Place>,
    /// Whether any record may name something there.
    pub(super) names_strings: bool,
    pub(super) names_lists: bool,
    /// The first run of records of each name.
    pub(super) rows: BTreeMap<&'static str, Rows>,
    /// What the rows are called, found when one is named.
    pub(super) names: RefCell<BTreeMap<&'static str, Vec<Option<&'a str>>>>,
    /// Where each structure of a pool lies, and its index.
    pub(super) places: BTreeMap<(&'static str, u64), usize>,
    /// How many bytes of what is named were shown.
    pub(super) named: Cell<usize>,
}

/// Records that others name by their index.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) at: usize,
    pub(super) size: usize,
    pub(super) stride: usize,
    /// Where a record has its name.
    pub(super) name: Option<usize>,
}

impl Tables<'_> {
    /// A table by the name of its field.
    pub(super) fn table(&self, name: &str) -> Option<Place> {
        let table = self.tables.iter().find(|known| known.0 == name)?;
        Some((table.1, table.2))
    }

    /// A table of strings; the first one, if there is no name.
    pub(super) fn strings(&self, table: Option<&str>) -> Option<Place> {
        table.map_or(self.strings, |name| self.table(name))
    }

    /// Notes what numbers of a shape may name.
    fn note(&mut self, shape: Shape) {
        match shape {
            Shape::Name { table: None, .. } => self.names_strings = true,
            Shape::List { of } => {
                self.names_lists = true;
                self.names_strings |= of == ListOf::Strings;
            }
            Shape::Record(layout) => layout
                .fields
                .iter()
                .for_each(|field| self.note(field.shape)),
            Shape::Union(union) => union.arms.iter().for_each(|arm| self.note(arm.shape)),
            Shape::Array(of, _) => self.note(*of),
            _ => {}
        }
    }
}

impl Sink for Tables<'_> {
    fn piece(&mut self, piece: Piece) {
        let Piece {
            name,
            at,
            size,
            content,
            shown,
        } = piece;
        match content {
            Content::Strings => {
                self.tables.push((name, at, size));
                if shown.named.is_empty() {
                    self.strings.get_or_insert((at, size));
                }
            }
            Content::Run { shape, stride, .. } => {
                self.tables.push((name, at, size));
                if shown.lists {
                    self.lists.get_or_insert((at, size));
                }
                if let Shape::Record(layout) = shape {
                    let name = layout.name_at();
                    self.rows.entry(layout.name).or_insert(Rows {
                        at,
                        size,
                        stride,
                        name,
                    });
                }
                self.note(shape);
            }
            Content::Value(shape) | Content::Sized { shape, .. } => self.note(shape),
            _ => {}
        }
    }

    fn pooled(&mut self, pool: &'static str, index: usize, at: u32) {
        self.places.insert((pool, at.into()), index);
    }
}
