//! Checks of records with several versions, and losses on conversion between versions.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::error::{Error, ErrorKind};
use crate::fixed::Fixed;
use crate::records::row::BySize;
pub use crate::records::row::{index_of_version, layout_of_version, too_short};
use crate::shape::Layout;

/// The error for a field with a value that the record's version does not store.
#[cold]
pub fn no_room(field: &'static str, rule: &'static str) -> Error {
    Error::without_byte(ErrorKind::NoRoom { rule }).within(field)
}

/// A value that a version does not store.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Lost {
    /// Its path, such as `info.entry_name`.
    pub path: String,
    /// Its value, as readable text.
    pub value: String,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.value)
    }
}

/// The layout of the newest version.
pub const fn newest(layouts: &[&'static Layout]) -> Option<&'static Layout> {
    match layouts.last() {
        Some(newest) => Some(*newest),
        None => None,
    }
}

/// A value as readable text.
pub fn show<T: Fixed>(value: &T) -> String {
    let mut bytes = alloc::vec![0; T::SIZE];
    value.encode(&mut bytes);
    T::SHAPE.show(&bytes)
}

/// Clears a field that a record's version lacks. Reports its value if it differs from that of a new record, or, if it
/// `is_named`, any value.
pub fn leave<T: Fixed>(
    field: &mut T,
    name: &'static str,
    unset: T,
    is_named: bool,
    lost: &mut dyn FnMut(&'static str, String),
) {
    if is_named || *field != unset {
        lost(name, show(field));
        *field = unset;
    }
}

/// Converts a single record.
pub fn record<T: BySize>(record: &mut T, version: u32) -> Vec<Lost> {
    let mut lost = Losses::default();
    record.move_to((), version, &mut |field, value| {
        lost.push(field.into(), value)
    });
    lost.into_vec()
}

/// The losses of a sequence during conversion to another version.
#[derive(Debug, Default)]
pub struct Losses(Vec<Lost>);

impl Losses {
    pub(crate) fn push(&mut self, path: String, value: String) {
        self.0.push(Lost { path, value });
    }

    /// Replaces a lost reference by its target, if `named` knows it; a null reference is not a loss.
    pub(crate) fn resolve(&mut self, named: impl Fn(&str) -> Option<String>) {
        self.0.retain_mut(|lost| match named(&lost.path) {
            Some(value) if value.is_empty() => false,
            Some(value) => {
                lost.value = value;
                true
            }
            None => true,
        });
    }

    /// The losses.
    pub fn into_vec(self) -> Vec<Lost> {
        self.0
    }
}
