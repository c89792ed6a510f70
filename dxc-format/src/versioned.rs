//! What records of several versions refuse, and what is lost on the way from one to another.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::fixed::Fixed;
use crate::run::{BySize, Row, Sized, Strided};
use crate::{Error, ErrorKind, ForgetUnknown, StringTable};

/// A field has a value that the record's version has no room for.
#[cold]
pub fn no_room(field: &'static str, rule: &'static str) -> Error {
    Error::new(ErrorKind::NoRoom { rule }, 0).within(field)
}

/// What a version had no room for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Lost {
    /// Where it was, such as `info.entry_name`.
    pub path: String,
    /// What it was, as a person reads it.
    pub value: String,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.value)
    }
}

/// A value as a person reads it.
pub fn show<T: Fixed>(value: &T) -> String {
    let mut bytes = alloc::vec![0; T::SIZE];
    value.encode(&mut bytes);
    T::SHAPE.show(&bytes)
}

/// Empties a field that a record's version lacks, and tells of what it held.
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

/// Moves a record that stands alone.
pub fn record<T: BySize>(record: &mut T, version: u32) -> Vec<Lost> {
    let mut lost = Losses::default();
    record.move_to((), version, &mut |field, value| {
        lost.push(field.into(), value)
    });
    lost.into_vec()
}

/// Losses, while a sequence moves.
#[derive(Debug, Default)]
pub struct Losses(Vec<Lost>);

impl Losses {
    fn push(&mut self, path: String, value: String) {
        self.0.push(Lost { path, value });
    }

    pub fn sized<T: BySize>(&mut self, name: &str, sized: &mut Sized<T>, version: u32) {
        sized.move_to(version, &mut |field, value| {
            self.push(format!("{name}.{field}"), value);
        });
    }

    pub fn strided<T: Row<Context = ()>>(
        &mut self,
        name: &str,
        run: &mut Strided<T>,
        version: u32,
    ) {
        run.move_to(version, &mut |index, field, value| {
            self.push(format!("{name}[{index}].{field}"), value);
        });
    }

    /// Has a value give up the bytes that nobody understands.
    pub fn forget<T: ForgetUnknown + ?core::marker::Sized>(&mut self, value: &mut T) {
        value.forget(&mut |path, value| self.push(path, value));
    }

    /// Empties a field that there is no room for.
    pub fn empty<T: Held>(&mut self, name: &str, field: &mut T) {
        if let Some(value) = field.held() {
            self.push(name.into(), value);
        }
        *field = T::default();
    }

    /// Says what a lost number named, where `named` knows; nothing is lost with a number that named nothing.
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

/// A field that a version may have no room for.
pub trait Held: Default {
    /// What it holds, as a person reads it; none if that is nothing.
    fn held(&self) -> Option<String>;
}

fn records(count: usize) -> Option<String> {
    let plural = if count == 1 { "" } else { "s" };
    (count > 0).then(|| format!("{count} record{plural}"))
}

impl<T> Held for Vec<T> {
    fn held(&self) -> Option<String> {
        records(self.len())
    }
}

impl<T> Held for Strided<T> {
    fn held(&self) -> Option<String> {
        records(self.len())
    }
}

impl Held for StringTable {
    fn held(&self) -> Option<String> {
        let has_text = self.0.iter().any(|byte| *byte != 0);
        has_text.then(|| format!("{:?}", self.as_strings()))
    }
}

impl<T: Fixed> Held for Option<T> {
    fn held(&self) -> Option<String> {
        self.as_ref().map(show)
    }
}

impl<T: BySize + Default> Held for Sized<T> {
    fn held(&self) -> Option<String> {
        (*self != Self::default()).then(|| format!("{} bytes", self.size()))
    }
}
