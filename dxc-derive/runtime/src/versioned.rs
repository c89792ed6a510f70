//! Checks of records with several versions, and losses on conversion between versions.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::error::{Error, ErrorKind, Result};
use super::fixed::Fixed;
use super::int::Int;
use super::row::{BySize, Row};
pub use super::row::{layout_of_version, too_short};
use super::sized::SizedRecord;
use super::strided::Strided;
use super::strings::StringTable;
use super::tables::index_table::IndexTable;
use super::text::Text;

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

/// The state of a field in a version.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Whether the version stores it.
    is_there: bool,
    /// The count that the rest of the value requires, if any.
    count: Option<usize>,
    /// The number of records or bytes in the field.
    len: usize,
}

impl Room {
    pub fn new<T: Storable>(is_there: bool, count: Option<Int>, field: &T) -> Self {
        let count = count.and_then(Int::narrow::<usize>);
        Self {
            is_there: is_there && count != Some(0),
            count,
            len: field.count(),
        }
    }

    /// The state of an optional structure.
    pub fn of_structure(is_there: bool) -> Self {
        let (count, len) = (None, 0);
        Self {
            is_there,
            count,
            len,
        }
    }

    /// Whether the field has the required count.
    fn fits(self) -> bool {
        self.count.is_none_or(|count| count == self.len)
    }
}

/// The maximum number of records to add for a version.
const MOST_ADDED: usize = 1 << 20;

impl Losses {
    pub(super) fn push(&mut self, path: String, value: String) {
        self.0.push(Lost { path, value });
    }

    pub fn sized<T: BySize>(&mut self, name: &str, sized: &mut SizedRecord<T>, version: u32) {
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

    pub fn run<T: Row>(&mut self, name: &str, run: &mut [T], context: T::Context, version: u32) {
        for (index, record) in run.iter_mut().enumerate() {
            record.move_to(context, version, &mut |field, value| {
                self.push(format!("{name}[{index}].{field}"), value);
            });
        }
    }

    /// Fits fields to the version, one by one, since each may affect later ones.
    pub fn fit_fields(&mut self, mut step: impl FnMut(&mut Self) -> bool) {
        // Fields depend only on earlier ones, so this ends; if it did not, writing would fail.
        let mut steps = 0..u8::MAX;
        while steps.next().is_some() && step(self) {}
    }

    /// Clears a field that the version does not store, or resizes it to its count; returns whether it changed.
    pub fn fit<T: Storable>(&mut self, name: &str, field: &mut T, before: Room, now: Room) -> bool {
        if !now.is_there {
            let held = field.held();
            *field = T::default();
            let has_lost = held.is_some();
            self.0.extend(held.map(|value| Lost {
                path: name.into(),
                value,
            }));
            return has_lost;
        }
        // A mismatch that existed before is not resolved here.
        let Some(count) = now.count.filter(|_| before.fits() && !now.fits()) else {
            return false;
        };
        if let Some(lost) = now.len.checked_sub(count) {
            self.push(name.into(), format!("{lost} of {}", records(now.len)));
        } else if count - now.len > MOST_ADDED {
            return false;
        }
        field.set_count(count);
        true
    }

    /// Removes a structure that the version does not store; returns whether there was one.
    pub fn fit_structure<T>(&mut self, name: &str, field: &mut Option<T>, now: Room) -> bool {
        let has_lost = !now.is_there && field.take().is_some();
        if has_lost {
            self.push(name.into(), "a structure".into());
        }
        has_lost
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

/// A field that a version may not store.
pub trait Storable: Default {
    /// Its content, as readable text; none if it is empty.
    fn held(&self) -> Option<String>;

    /// The number of its records or bytes, if it has a count.
    fn count(&self) -> usize {
        0
    }

    /// Resizes it; new entries are empty.
    fn set_count(&mut self, _count: usize) {}
}

fn records(count: usize) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} record{plural}")
}

impl<T: Clone + Default> Storable for Vec<T> {
    fn held(&self) -> Option<String> {
        (!self.is_empty()).then(|| records(self.len()))
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn set_count(&mut self, count: usize) {
        self.resize(count, T::default());
    }
}

impl Storable for IndexTable {
    fn held(&self) -> Option<String> {
        self.0.held()
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn set_count(&mut self, count: usize) {
        self.0.resize(count, 0);
    }
}

impl<T: Row<Context = ()> + Default> Storable for Strided<T> {
    fn held(&self) -> Option<String> {
        (!self.is_empty()).then(|| records(self.iter().len()))
    }

    fn count(&self) -> usize {
        self.iter().len()
    }

    fn set_count(&mut self, count: usize) {
        while self.iter().len() > count {
            self.remove(self.iter().len() - 1);
        }
        while self.iter().len() < count {
            self.push(T::default());
        }
    }
}

impl Storable for StringTable {
    fn held(&self) -> Option<String> {
        let has_text = self.0.iter().any(|byte| *byte != 0);
        has_text.then(|| format!("{:?}", self.as_strings()))
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn set_count(&mut self, count: usize) {
        self.0.resize(count, 0);
    }
}

impl Storable for Text {
    fn held(&self) -> Option<String> {
        (!self.is_empty()).then(|| format!("\"{}\"", self.0.escape_ascii()))
    }
}

impl<T: Fixed> Storable for Option<T> {
    fn held(&self) -> Option<String> {
        self.as_ref().map(show)
    }
}

impl<T: BySize + Default> Storable for SizedRecord<T> {
    fn held(&self) -> Option<String> {
        // A version alone is not content.
        let mut holds = !self.tail.is_empty();
        let (mut record, mut empty) = (self.record, T::default());
        record.move_to((), 0, &mut |_, _| holds = true);
        empty.move_to((), 0, &mut |_, _| {});
        let is_empty = !holds && record == empty;
        (!is_empty).then(|| format!("{} bytes", self.size()))
    }
}
