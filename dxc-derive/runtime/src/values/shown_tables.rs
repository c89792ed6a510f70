//! Finds the targets of a part's references, before any record is shown.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use crate::read::walk::{Content, Sink, Span};
use crate::shape::{ListOf, Shape};
use crate::tables::{PartTables, RowName};

/// The tables that a part's records reference, and how much of them was shown.
#[derive(Clone, Debug, Default)]
pub struct Tables<'a> {
    pub places: PartTables<'a>,
    /// Whether records may reference the first tables of strings and of lists.
    pub names_strings: bool,
    pub names_lists: bool,
    /// The names of the rows, found when one is referenced.
    pub row_names: RefCell<BTreeMap<&'static str, Vec<Option<RowName<'a>>>>>,
    /// The number of bytes of referenced entries that were shown.
    pub named: Cell<usize>,
    /// The keys that the document for an LLVM lacks.
    pub left_out: RefCell<LeftOut>,
}

/// The keys of a part that a document lacks although their values are not 0.
#[derive(Clone, Debug, Default)]
pub struct LeftOut {
    /// The keys that contain the next keys.
    pub(super) path: Vec<&'static str>,
    /// The paths of keys, without the indices of lists.
    pub keys: BTreeSet<String>,
    /// Whether the LLVM has no name for a value of an enum. Its tools refuse a number in place of a name.
    pub has_unnamed: bool,
}

impl LeftOut {
    /// Whether it has keys below another one.
    pub(super) fn is_below(&self, key: &str) -> bool {
        let rest = |path: &String| path.strip_prefix(key).map(|rest| rest.starts_with('.'));
        self.keys.iter().filter_map(rest).any(|is_below| is_below)
    }

    /// Adds a key below the current path.
    pub fn add(&mut self, key: &str) {
        let keys = self.path.iter().copied().chain([key]);
        let keys = keys.filter(|key| !key.is_empty());
        self.keys.insert(keys.collect::<Vec<_>>().join("."));
    }
}

impl<'a> Tables<'a> {
    /// Creates an empty collection, for a walk over these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            places: PartTables::new(bytes),
            ..Self::default()
        }
    }

    /// Records which tables numbers of a shape may reference.
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
    fn span(&mut self, span: Span) {
        self.places.span(span);
        if let Content::Run { shape, .. } | Content::Value(shape) | Content::Sized { shape, .. } =
            span.content
        {
            self.note(shape);
        }
    }

    fn pooled(&mut self, pool: &'static str, index: usize, at: u32) {
        Sink::pooled(&mut self.places, pool, index, at);
    }
}
