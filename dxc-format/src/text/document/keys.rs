//! The keys of fields in documents. For a value that came from a document, they locate an error.

use alloc::format;
use alloc::string::String;

use super::problem::Problem;
use crate::runtime::Error;
use crate::runtime::field::Field;
use crate::runtime::shape::{Shape, Shown};
use crate::runtime::tables::Reference;

/// The key of a field of a sequence, and the keys inside of it.
#[derive(Clone, Copy, Debug)]
pub struct FieldKey {
    /// Its name.
    pub name: &'static str,
    /// Its key.
    pub shown: &'static Shown,
    /// The content of the field.
    pub inner: Inner,
}

impl FieldKey {
    /// The key of a field, and its content.
    pub const fn new(field: &'static Field, inner: Inner) -> Self {
        Self {
            name: field.name,
            shown: &field.shown,
            inner,
        }
    }
}

/// The content of a field.
#[derive(Clone, Copy, Debug)]
pub enum Inner {
    /// A record, or several.
    Record(fn() -> Shape),
    /// A structure, or several.
    Structure(fn() -> &'static [FieldKey]),
    /// A value without fields.
    Plain,
}

/// Converts an error of a value with these keys to a problem of its document.
#[allow(clippy::needless_pass_by_value)] // Where errors are mapped, they are passed so.
pub(super) fn keyed(keys: &[FieldKey], error: Error) -> Problem {
    let (path, _) = in_structure(keys, error.path());
    Problem::at(path, error.kind())
}

/// A problem with a reference, at the key of the reference.
pub(super) fn keyed_at(keys: &[FieldKey], problem: Problem, reference: &Reference) -> Problem {
    problem.within(&in_structure(keys, &reference.path()).0)
}

/// The first field of a path, its index, and the rest.
fn split(path: &str) -> (&str, &str, &str) {
    let (field, rest) = path.split_once('.').unwrap_or((path, ""));
    let (name, index) = field.split_at(field.find('[').unwrap_or(field.len()));
    (name, index, rest)
}

/// A path below a key; without the key, if its content is shown in the parent.
fn below(shown: &Shown, index: &str, rest: &str) -> String {
    match (shown.flat, rest) {
        (true, rest) => rest.into(),
        (false, "") => format!("{}{index}", shown.key),
        (false, rest) => format!("{}{index}.{rest}", shown.key),
    }
}

/// A path as keys, and whether all of it was converted.
type Keyed = (String, bool);

fn in_structure(keys: &[FieldKey], path: &str) -> Keyed {
    let (name, index, rest) = split(path);
    let Some(FieldKey { shown, inner, .. }) = keys.iter().find(|key| key.name == name) else {
        return in_arm(keys, path).unwrap_or((path.into(), false));
    };
    let (rest, is_whole) = match inner {
        _ if rest.is_empty() => (String::new(), true),
        Inner::Record(shape) => in_record(shape(), rest),
        Inner::Structure(keys) => in_structure(keys(), rest),
        Inner::Plain => (rest.into(), true),
    };
    (below(shown, index, &rest), is_whole)
}

/// A path in one of the arms of a choice, which have no names: the first arm that has its fields.
fn in_arm(keys: &[FieldKey], path: &str) -> Option<Keyed> {
    let arms = keys.iter().filter(|key| key.name.is_empty());
    let mut found = arms.filter_map(|FieldKey { shown, inner, .. }| match inner {
        Inner::Structure(keys) => {
            let (path, is_whole) = in_structure(keys(), path);
            is_whole.then(|| (below(shown, "", &path), true))
        }
        _ => None,
    });
    found.next()
}

fn in_record(shape: Shape, path: &str) -> Keyed {
    let (name, index, rest) = split(path);
    if let Shape::Union(table) = shape {
        return match table.arms.iter().find(|arm| arm.name == name) {
            Some(arm) if rest.is_empty() => (below(&arm.shown, index, rest), true),
            // The fields of a record are shown in place of the union.
            Some(arm) => in_record(arm.shape, rest),
            None => (path.into(), false),
        };
    }
    let Shape::Record(layout) = shape else {
        return (path.into(), false);
    };
    match layout.fields.iter().find(|field| field.name == name) {
        Some(field) if rest.is_empty() => (below(&field.shown, index, rest), true),
        Some(field) => {
            let (rest, is_whole) = in_record(field.shape, rest);
            (below(&field.shown, index, &rest), is_whole)
        }
        // The bytes of a newer version.
        None if path == "tail" => ("Tail".into(), true),
        None => (path.into(), false),
    }
}
