//! The numbers of a value that name something in its tables.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{LayOut, Numbers, Tables};
use crate::runtime::error::{Error, ErrorKind, Result};
use crate::runtime::strings::{NO_STRING, Strings};
use crate::runtime::versioned::Losses;

/// What a number of a record names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Names {
    /// A string, by its offset.
    String {
        /// Whether it stands behind all others of a new table.
        last: bool,
        /// Whether a number may stand for none.
        optional: bool,
    },
    /// A run of `len` numbers, by its first index.
    Run { len: u32 },
}

/// A record of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Place {
    pub field: &'static str,
    pub index: Option<usize>,
}

/// A number of a record, and what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Reference {
    pub place: Place,
    pub field: &'static str,
    pub number: u32,
    pub table: &'static str,
    pub names: Names,
}

/// Is told of each number that names something, and gives the one that takes its place.
#[doc(hidden)]
pub type Visit<'v> = dyn FnMut(Reference) -> u32 + 'v;

impl Reference {
    pub fn new(
        place: Place,
        field: &'static str,
        number: u32,
        table: &'static str,
        names: Names,
    ) -> Self {
        Self {
            place,
            field,
            number,
            table,
            names,
        }
    }

    pub(crate) fn path(&self) -> String {
        let Place { field, index } = self.place;
        match index {
            Some(index) => format!("{field}[{index}].{}", self.field),
            None => format!("{field}.{}", self.field),
        }
    }

    pub(super) fn error(&self, kind: ErrorKind) -> Error {
        let error = Error::new(kind, 0).within(self.field);
        match self.place.index {
            Some(index) => error.within_index(index),
            None => error,
        }
        .within(self.place.field)
    }

    /// The string that it names in a table; none if it stands for none.
    pub(crate) fn string<'t>(
        &self,
        table: Strings<'t>,
        optional: bool,
    ) -> Result<Option<&'t [u8]>> {
        if optional && self.number == NO_STRING {
            return Ok(None);
        }
        let kind = match self.number as usize {
            at if at < table.len() => ErrorKind::Unterminated,
            _ => ErrorKind::NoString {
                offset: self.number.into(),
            },
        };
        table
            .bytes(self.number)
            .map(Some)
            .ok_or_else(|| self.error(kind))
    }

    /// The run that it names in a table.
    pub(crate) fn run<'t>(&self, table: &'t [u32], len: u32) -> Result<&'t [u32]> {
        let start = self.number;
        let run = table.range(start, len);
        run.ok_or_else(|| self.error(ErrorKind::NoRun { start, len }))
    }
}

/// All numbers of a value that name something.
#[doc(hidden)]
pub fn references<T: LayOut>(value: &T, args: T::Args) -> Vec<Reference> {
    let mut references = Vec::new();
    value.references(args, &mut |reference| {
        references.push(reference);
        reference.number
    });
    references
}

/// Says of lost numbers what they named; the empty string is no loss.
#[doc(hidden)]
pub fn resolve<T>(value: &T, references: &[Reference], lost: &mut Losses)
where
    for<'t> &'t T: Tables<'t, Numbers = &'t [u32]>,
{
    let paths = references
        .iter()
        .map(|reference| (reference.path(), reference));
    let by_path: BTreeMap<_, _> = paths.collect();
    lost.resolve(|path| {
        let reference = by_path.get(path)?;
        match reference.names {
            Names::String { .. } => {
                let text = value.strings(reference.table)?.bytes(reference.number)?;
                Some(match text {
                    [] => String::new(),
                    text => format!("\"{}\"", text.escape_ascii()),
                })
            }
            Names::Run { len } => {
                let run = value
                    .numbers(reference.table)?
                    .range(reference.number, len)?;
                Some(format!("{run:?}"))
            }
        }
    });
}
