//! Converts the path of an error to the keys of a document.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::problem::DocumentError;
use crate::fields::{Field, Fields, Visitor};
use crate::shape::{DocumentForm, Shape};
use crate::tables::Reference;
use crate::{BySize, Error, Row, SizedRecord, Strided};

/// Converts an error of a value to a problem of its document.
pub(super) fn keyed<T: Fields>(value: &mut T, args: T::Args, error: &Error) -> DocumentError {
    let (path, _) = in_structure(value, Some(args), error.path());
    DocumentError::at(path, error.kind())
}

/// A problem of a reference, at the key of the reference.
pub(super) fn keyed_at<T: Fields>(
    value: &mut T,
    args: T::Args,
    problem: DocumentError,
    reference: &Reference,
) -> DocumentError {
    problem.within(&in_structure(value, Some(args), &reference.path()).0)
}

/// The first field of a path, its index, and the rest.
fn split(path: &str) -> (&str, &str, &str) {
    let (field, rest) = path.split_once('.').unwrap_or((path, ""));
    let (name, index) = field.split_at(field.find('[').unwrap_or(field.len()));
    (name, index, rest)
}

/// A path below a key; without the key, if documents show its content at the parent's level.
fn below(shown: &DocumentForm, index: &str, rest: &str) -> String {
    match (shown.flat, rest) {
        (true, rest) => rest.into(),
        (false, "") => format!("{}{index}", shown.key),
        (false, rest) => format!("{}{index}.{rest}", shown.key),
    }
}

/// A path as keys, and whether all of it was converted.
type Keyed = (String, bool);

/// Finds the first field of a path among those of a value.
struct Keys<'p> {
    path: &'p str,
    keyed: Option<Keyed>,
}

fn in_structure<T: Fields>(value: &mut T, args: Option<T::Args>, path: &str) -> Keyed {
    let mut keys = Keys { path, keyed: None };
    value.visit(args, &mut keys);
    keys.keyed.unwrap_or_else(|| (path.into(), false))
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

impl Keys<'_> {
    /// Converts the path if it begins with a field; `inner` converts the rest, which may be in one of several elements.
    fn found(&mut self, field: &Field, inner: impl FnOnce(usize, &str) -> Keyed) {
        let (name, index, rest) = split(self.path);
        if self.keyed.is_some() || name.is_empty() || field.name != name {
            return;
        }
        let (rest, is_whole) = match rest {
            "" => (String::new(), true),
            rest => {
                let number = index.trim_matches(['[', ']']).parse();
                inner(number.unwrap_or_default(), rest)
            }
        };
        self.keyed = Some((below(&field.shown, index, &rest), is_whole));
    }

    /// A record, or several.
    fn records<T: Row>(&mut self, field: &Field, context: Option<T::Context>) {
        self.found(field, |_, rest| match context {
            Some(context) => in_record(T::known(context, usize::MAX).0, rest),
            None => (rest.into(), true),
        });
    }
}

impl<'v> Visitor<'v> for Keys<'_> {
    fn other(&mut self, field: &'static Field) {
        self.found(field, |_, rest| (rest.into(), true));
    }

    fn value<T: Row<Context = ()>>(&mut self, field: &'static Field, _: &'v mut T) {
        self.records::<T>(field, Some(()));
    }

    fn sized<T: BySize>(&mut self, field: &'static Field, _: &'v mut SizedRecord<T>) {
        self.records::<T>(field, Some(()));
    }

    fn strided<T: Row<Context = ()>>(&mut self, field: &'static Field, _: &'v mut Strided<T>) {
        self.records::<T>(field, Some(()));
    }

    fn run<T: Row>(
        &mut self,
        field: &'static Field,
        _: &'v mut Vec<T>,
        context: Option<T::Context>,
    ) {
        self.records::<T>(field, context);
    }

    /// The arms of a choice have no names in a path.
    fn arm<T: Fields>(&mut self, field: &'static Field, value: &'v mut T, args: Option<T::Args>) {
        let (path, is_whole) = in_structure(value, args, self.path);
        if self.keyed.is_none() && is_whole {
            self.keyed = Some((below(&field.shown, "", &path), true));
        }
    }

    fn nested<T: Fields>(
        &mut self,
        field: &'static Field,
        value: &'v mut T,
        args: Option<T::Args>,
    ) {
        self.found(field, |_, rest| in_structure(value, args, rest));
    }

    fn items<T: Fields>(
        &mut self,
        field: &'static Field,
        items: &'v mut Vec<T>,
        args: Option<T::Args>,
    ) {
        self.found(field, |index, rest| match items.get_mut(index) {
            Some(item) => in_structure(item, args, rest),
            None => (rest.into(), false),
        });
    }
}
