//! Converts a value to another version: converts its records, and removes whatever the version cannot store.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::fields::field::Field;
use crate::fields::{Fields, TableDeclaration, Visitor};
use crate::fixed::Fixed;
use crate::records::row::{BySize, Row};
use crate::records::sized::SizedRecord;
use crate::records::strided::Strided;
use crate::records::versioned::{Losses, show};
use crate::strings::StringTable;
use crate::strings::blob::Blob;
use crate::structures::sequence::Sequence;
use crate::write::pinned::Seen;
use crate::write::writer::Writer;

/// The maximum number of records to add for a version.
const MOST_ADDED: usize = 1 << 20;

/// The maximum number of fields to remove. Fields depend only on earlier ones, so there are hardly more.
const MOST_REFUSED: usize = 255;

/// Converts the records of a value to a version, and adapts the other fields to it. `resolve` replaces lost references
/// by their targets, while the value still has its tables.
///
/// The writer decides: a field that it refuses is cleared, or resized to the count that it requires.
pub fn set_version<T: Sequence>(
    value: &mut T,
    version: u32,
    args: T::Args,
    resolve: impl FnOnce(&T, &mut Losses),
) -> Losses {
    let mut lost = Losses::default();
    // A run that had a wrong count before is not resized.
    let (before, seen) = rehearsed(value, args);
    let was_miscounted = before.is_err_and(|error| count(&error).is_some());
    let mut moving = Moving {
        version,
        lost: &mut lost,
        absent: &seen.absent,
        is_newer: false,
    };
    value.visit(None, &mut moving);
    let is_newer = moving.is_newer;
    // The arguments of a run depend on earlier records, which are already converted.
    value.visit(Some(args), &mut moving);
    if is_newer {
        lost.forget(value);
    }
    resolve(value, &mut lost);
    for _ in 0..MOST_REFUSED {
        let (Err(error), _) = rehearsed(value, args) else {
            break;
        };
        let count = match error.kind() {
            ErrorKind::NoRoom { .. } => Some(0),
            _ => count(&error).filter(|_| !was_miscounted),
        };
        let Some(count) = count else { break };
        let mut fitting = Fitting {
            path: error.path(),
            rest: error.path(),
            count,
            lost: &mut lost,
            has_fit: false,
        };
        value.visit(None, &mut fitting);
        if !fitting.has_fit {
            break;
        }
    }
    value.visit(None, &mut Absent(&rehearsed(value, args).1.absent));
    lost
}

/// Checks whether a value can be written, without writing it.
fn rehearsed<T: Sequence>(value: &T, args: T::Args) -> (Result<()>, Seen) {
    Writer::rehearse(|writer| value.put(writer, args))
}

/// The count that a writer requires, if it refused a different one.
fn count(error: &Error) -> Option<usize> {
    match error.kind() {
        ErrorKind::CountDiffers { expected, .. } => usize::try_from(*expected).ok(),
        _ => None,
    }
}

/// Converts records to a version.
struct Moving<'l> {
    version: u32,
    lost: &'l mut Losses,
    /// The paths of absent fields, whose records have no version.
    absent: &'l [&'static str],
    /// Whether any record had a newer or an unknown version.
    is_newer: bool,
}

impl<'v> Visitor<'v> for Moving<'_> {
    fn sized<T: BySize>(&mut self, field: &'static Field, record: &'v mut SizedRecord<T>) {
        self.is_newer |= !self.absent.contains(&field.name) && record.is_newer(self.version);
        record.move_to(self.version, &mut |lost, value| {
            self.lost.push(format!("{}.{lost}", field.name), value);
        });
    }

    fn strided<T: Row<Context = ()>>(&mut self, field: &'static Field, rows: &'v mut Strided<T>) {
        self.is_newer |= rows.is_newer(self.version);
        rows.move_to(self.version, &mut |index, lost, value| {
            let path = format!("{}[{index}].{lost}", field.name);
            self.lost.push(path, value);
        });
    }

    fn run<T: Row>(
        &mut self,
        field: &'static Field,
        rows: &'v mut Vec<T>,
        context: Option<T::Context>,
    ) {
        // Without a context, the version never changes.
        let Some(context) = context.filter(|_| size_of::<T::Context>() > 0) else {
            return;
        };
        for (index, row) in rows.iter_mut().enumerate() {
            row.move_to(context, self.version, &mut |lost, value| {
                let path = format!("{}[{index}].{lost}", field.name);
                self.lost.push(path, value);
            });
        }
    }

    fn nested<T: Fields>(&mut self, _: &'static Field, _: &'v mut T, _: Option<T::Args>) {}

    fn items<T: Fields>(&mut self, _: &'static Field, _: &'v mut Vec<T>, _: Option<T::Args>) {}
}

/// Removes the stride of runs that the version lacks.
struct Absent<'s>(&'s [&'static str]);

impl<'v> Visitor<'v> for Absent<'_> {
    fn strided<T: Row<Context = ()>>(&mut self, field: &'static Field, rows: &'v mut Strided<T>) {
        if rows.is_empty() && self.0.contains(&field.name) {
            *rows = Strided::default();
        }
    }
}

/// Resizes the field at a path to a count, or clears it if the count is 0.
struct Fitting<'l> {
    path: &'l str,
    /// The rest of the path, from the next field on.
    rest: &'l str,
    count: usize,
    lost: &'l mut Losses,
    has_fit: bool,
}

impl Fitting<'_> {
    fn is_at(&self, field: &'static Field) -> bool {
        self.rest == field.name
    }

    /// Clears a field; `content` is its content as text. Without content, nothing is lost.
    fn clear<T: Default>(&mut self, value: &mut T, content: Option<String>) {
        *value = T::default();
        self.has_fit = true;
        if let Some(content) = content {
            self.lost.push(self.path.into(), content);
        }
    }

    /// Resizes or clears a field of `len` records or bytes, if it is the field of the path.
    fn fit<T: Default>(
        &mut self,
        field: &'static Field,
        (value, len, noun): (&mut T, usize, &str),
        content: impl FnOnce(&T) -> Option<String>,
        set_len: impl FnOnce(&mut T, usize),
    ) {
        if !self.is_at(field) {
            return;
        }
        if self.count == 0 {
            let content = content(value);
            return self.clear(value, content);
        }
        if len > self.count {
            let value = format!("{} of {}", len - self.count, counted(len, noun));
            self.lost.push(self.path.into(), value);
        } else if len == self.count || self.count - len > MOST_ADDED {
            return;
        }
        set_len(value, self.count);
        self.has_fit = true;
    }

    fn fit_vec<T: Clone + Default>(&mut self, field: &'static Field, values: &mut Vec<T>) {
        let len = values.len();
        let content = |_: &_| (len > 0).then(|| counted(len, RECORD));
        self.fit(field, (values, len, RECORD), content, |values, len| {
            values.resize(len, T::default());
        });
    }
}

impl<'v> Visitor<'v> for Fitting<'_> {
    fn optional<T: Fixed>(&mut self, field: &'static Field, value: &'v mut Option<T>) {
        if self.is_at(field) {
            let content = value.as_ref().map(show);
            self.clear(value, content);
        }
    }

    fn sized<T: BySize>(&mut self, field: &'static Field, record: &'v mut SizedRecord<T>) {
        if self.is_at(field) {
            // A record with a version, but without values, counts as empty.
            let (mut fields, mut empty) = (record.record, T::default());
            let mut holds = !record.tail.is_empty();
            fields.move_to((), 0, &mut |_, _| holds = true);
            empty.move_to((), 0, &mut |_, _| {});
            let is_empty = !holds && fields == empty;
            let content = (!is_empty).then(|| format!("{} bytes", record.size()));
            self.clear(record, content);
        }
    }

    fn strided<T: Row<Context = ()>>(&mut self, field: &'static Field, rows: &'v mut Strided<T>) {
        let len = rows.len();
        let content = |_: &_| (len > 0).then(|| counted(len, RECORD));
        self.fit(field, (rows, len, RECORD), content, |rows, len| {
            while rows.len() > len {
                rows.remove(rows.len() - 1);
            }
            while rows.len() < len {
                rows.push(T::default());
            }
        });
    }

    fn run<T: Row>(&mut self, field: &'static Field, rows: &'v mut Vec<T>, _: Option<T::Context>) {
        self.fit_vec(field, rows);
    }

    fn numbers(
        &mut self,
        field: &'static Field,
        numbers: &'v mut Vec<u32>,
        _: &'static TableDeclaration,
    ) {
        self.fit_vec(field, numbers);
    }

    fn strings(
        &mut self,
        field: &'static Field,
        strings: &'v mut StringTable,
        _: &'static TableDeclaration,
    ) {
        self.blob(field, strings, false);
    }

    fn blob<T: Blob>(&mut self, field: &'static Field, blob: &'v mut T, _: bool) {
        let len = blob.as_bytes().len();
        self.fit(field, (blob, len, "byte"), T::show, |blob, len| {
            blob.bytes_mut().resize(len, 0);
        });
    }

    fn optional_blob<T: Blob>(&mut self, field: &'static Field, blob: &'v mut Option<T>) {
        match blob {
            Some(held) if self.is_at(field) && self.count == 0 => {
                let content = held.show();
                self.clear(blob, content);
            }
            Some(held) => self.blob(field, held, false),
            None => {}
        }
    }

    fn optional_link(&mut self, field: &'static Field, index: &'v mut Option<u32>) {
        self.optional(field, index);
    }

    fn optional_nested<T: Fields>(
        &mut self,
        field: &'static Field,
        value: &'v mut Option<T>,
        args: Option<T::Args>,
    ) {
        if self.is_at(field) {
            self.clear(value, Some("a structure".into()))
        } else {
            self.nested(field, value, args)
        }
    }

    fn nested<T: Fields>(
        &mut self,
        field: &'static Field,
        value: &'v mut T,
        args: Option<T::Args>,
    ) {
        let rest = self.rest;
        let within = rest.strip_prefix(field.name);
        if let Some(within) = within.and_then(|within| within.strip_prefix('.')) {
            self.rest = within;
            value.visit(args, self);
            self.rest = rest;
        }
    }

    fn items<T: Fields>(&mut self, _: &'static Field, _: &'v mut Vec<T>, _: Option<T::Args>) {}
}

const RECORD: &str = "record";

fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    const RUN: &Field = &Field::new("run", crate::shape::DocumentForm::FLAT);

    /// Resizes a field for a version that requires `count` records.
    fn fitted<T>(mut field: T, count: usize, visit: fn(&mut Fitting<'_>, &mut T)) -> T {
        let (path, mut lost) = ("run", Losses::default());
        let mut fitting = Fitting {
            path,
            rest: path,
            count,
            lost: &mut lost,
            has_fit: false,
        };
        visit(&mut fitting, &mut field);
        field
    }

    /// Fields that are available again are filled with zeros, empty strings and new records.
    #[test]
    fn new_fields_are_filled() {
        let run = fitted(vec![7u16], 3, |fitting, run| fitting.run(RUN, run, None));
        assert_eq!(run, [7, 0, 0]);
        let strings = StringTable(b"a\0".to_vec());
        let strings = fitted(strings, 4, |fitting, strings| {
            fitting.blob(RUN, strings, false);
        });
        assert_eq!(strings.0, b"a\0\0\0");
        let rows: Strided<u16> = [7].into_iter().collect();
        let rows = fitted(rows, 3, |fitting, rows| fitting.strided(RUN, rows));
        assert_eq!(rows[..], [7, 0, 0]);
        let rows = fitted(rows, 1, |fitting, rows| fitting.strided(RUN, rows));
        assert_eq!(rows[..], [7]);
    }

    /// A field that a version lacks is absent, not empty: a writer refuses an empty one.
    #[test]
    fn optional_fields_are_cleared() {
        let bytes = fitted(Some(vec![7u8]), 0, |fitting, bytes| {
            fitting.optional_blob(RUN, bytes);
        });
        assert_eq!(bytes, None);
        let index = fitted(Some(7), 0, |fitting, index| {
            fitting.optional_link(RUN, index);
        });
        assert_eq!(index, None);
    }

    /// A version may require up to 2^20 more records. If it requires more, the field is unchanged.
    #[test]
    fn a_version_adds_2_to_the_20_records() {
        let filled = |count| {
            let run = fitted(vec![7u8], count, |fitting, run| fitting.run(RUN, run, None));
            run.len()
        };
        assert_eq!(filled(1 + (1 << 20)), 1 + (1 << 20));
        assert_eq!(filled(2 + (1 << 20)), 1);
    }
}
