//! Checks of records with several versions, and losses on conversion between versions.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::error::{Error, ErrorKind, Result};
use super::fixed::Fixed;
use super::row::BySize;
pub use super::row::{layout_of_version, too_short};

/// The error for a field with a value that the record's version does not store.
#[cold]
pub fn no_room(field: &'static str, rule: &'static str) -> Error {
    Error::without_byte(ErrorKind::NoRoom { rule }).within(field)
}

/// A field that the first version lacks.
pub struct LaterField {
    /// Its name.
    pub name: &'static str,
    /// The first version that has it.
    pub since: u32,
    /// The reason why earlier versions lack it.
    pub rule: &'static str,
    /// Whether it has another value than in a new record.
    pub is_set: bool,
}

/// Refuses a record with values in the fields of a version, or of a later one.
pub fn check_unset(version: u32, fields: &[LaterField]) -> Result<()> {
    let mut fields = fields.iter();
    match fields.find(|field| field.since >= version && field.is_set) {
        Some(field) => Err(no_room(field.name, field.rule)),
        None => Ok(()),
    }
}

/// Moves the fields of a record to another version.
pub struct Mover<'l> {
    from: u32,
    to: u32,
    lost: &'l mut LostField<'l>,
}

impl<'l> Mover<'l> {
    pub fn new(from: u32, to: u32, lost: &'l mut LostField<'l>) -> Self {
        Self { from, to, lost }
    }

    /// Clears a field if the version lacks it, and reports its value unless it is that of a new record.
    pub fn field<T: Fixed>(&mut self, since: u32, name: &'static str, field: &mut T, unset: T) {
        if *field != unset {
            self.reference(since, name, field, unset);
        }
    }

    /// Like [`field`](Self::field), for a reference, whose number may be that of a new record.
    pub fn reference<T: Fixed>(&mut self, since: u32, name: &'static str, field: &mut T, unset: T) {
        if self.to < since {
            if self.from >= since {
                (self.lost)(name, show(field));
            }
            *field = unset;
        }
    }
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

/// A value as readable text.
pub fn show<T: Fixed>(value: &T) -> String {
    let mut bytes = alloc::vec![0; T::SIZE];
    value.encode(&mut bytes);
    T::SHAPE.show(&bytes)
}

/// Clears a field that a record's version lacks, and reports its value.
pub fn leave<T: Fixed>(
    field: &mut T,
    name: &'static str,
    empty: T,
    lost: &mut dyn FnMut(&'static str, String),
) {
    if *field != empty {
        lost(name, show(field));
        *field = empty;
    }
}

/// Converts a single record.
pub fn record<T: BySize>(record: &mut T, version: u32) -> Vec<Lost> {
    lost_fields(&mut |lost| record.move_to((), version, lost))
}

/// The callback for a lost field: its name and its value.
type LostField<'l> = dyn FnMut(&'static str, String) + 'l;

/// The losses of a single record on conversion.
fn lost_fields(go: &mut dyn FnMut(&mut LostField<'_>)) -> Vec<Lost> {
    let mut lost = Losses::default();
    go(&mut |field, value| lost.push(field.into(), value));
    lost.into_vec()
}

/// Losses, while a sequence moves.
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

    pub fn into_vec(self) -> Vec<Lost> {
        self.0
    }
}
