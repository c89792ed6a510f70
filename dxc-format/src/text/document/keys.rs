//! What documents call the fields of values: an error of a value that came from a document names the key there.

use alloc::format;
use alloc::string::String;

use super::problem::Problem;
use super::source::FromDocument;
use crate::runtime::Error;
use crate::runtime::shape::{Shape, Shown};

/// What documents call a field of a sequence, and what is in it.
#[derive(Clone, Copy, Debug)]
pub struct FieldKey {
    /// Its name.
    pub name: &'static str,
    /// Its key.
    pub shown: &'static Shown,
    /// What is in it.
    pub inner: Inner,
}

/// What is in a field.
#[derive(Clone, Copy, Debug)]
pub enum Inner {
    /// A record, or several.
    Record(fn() -> Shape),
    /// A structure, or several.
    Structure(&'static [FieldKey]),
    /// Nothing that has names of its own.
    Plain,
}

/// An error of a value as a problem of the document that it came from.
pub(super) fn keyed<T: FromDocument>(error: Error) -> Problem {
    let path = in_structure(T::KEYS, error.path());
    Problem::at(path, error.kind())
}

/// The first field of a path, its index, and the rest.
fn split(path: &str) -> (&str, &str, &str) {
    let (field, rest) = path.split_once('.').unwrap_or((path, ""));
    let (name, index) = field.split_at(field.find('[').unwrap_or(field.len()));
    (name, index, rest)
}

/// A path below a key; below none, if what is in it is shown where it stands itself.
fn below(shown: &Shown, index: &str, rest: &str) -> String {
    match (shown.flat, rest) {
        (true, rest) => rest.into(),
        (false, "") => format!("{}{index}", shown.key),
        (false, rest) => format!("{}{index}.{rest}", shown.key),
    }
}

fn in_structure(keys: &[FieldKey], path: &str) -> String {
    let (name, index, rest) = split(path);
    let Some(FieldKey { shown, inner, .. }) = keys.iter().find(|key| key.name == name) else {
        return path.into();
    };
    let rest = match inner {
        _ if rest.is_empty() => String::new(),
        Inner::Record(shape) => in_record(shape(), rest),
        Inner::Structure(keys) => in_structure(keys, rest),
        Inner::Plain => rest.into(),
    };
    below(shown, index, &rest)
}

fn in_record(shape: Shape, path: &str) -> String {
    let (name, index, rest) = split(path);
    let Shape::Record(layout) = shape else {
        return path.into();
    };
    match layout.fields.iter().find(|field| field.name == name) {
        Some(field) if rest.is_empty() => below(&field.shown, index, rest),
        Some(field) => below(&field.shown, index, &in_record(field.shape, rest)),
        // What no version knows.
        None if path == "tail" => "Tail".into(),
        None => path.into(),
    }
}
