//! Checks sequences within others.

use crate::check::Checker;
use crate::model::{Field, FieldKind, Struct};
use crate::span::Spanned;

impl Checker<'_> {
    /// Checks that an inner structure is contiguous, or has an inline part of single values and places everything else.
    pub(super) fn inner(&self, sequence: &Struct) {
        if sequence.fields.iter().all(|field| field.at.is_none()) {
            let fields = sequence.fields.iter();
            for name in fields.filter_map(|field| self.places(field)) {
                let what = format!("`{name}` has placed fields, but its container has none");
                self.note(name, what).help("add an offset with `at`");
            }
            return;
        }
        let (placed, inline): (Vec<&Field>, Vec<&Field>) =
            sequence.fields.iter().partition(|field| field.at.is_some());
        for field in inline {
            if let Some(condition) = &field.condition
                && let Some(other) = placed.iter().find(|other| condition.names(&other.name))
            {
                let other = &other.name;
                let what = format!("`{other}` is placed elsewhere and has not been read yet");
                self.note(condition, what)
                    .help("use the inline fields of the struct");
            }
            let has_words =
                field.canonical.is_some() || field.known.is_some() || field.align.is_some();
            if has_words || !field.kind.is_single() {
                let what =
                    "a nested struct with placed fields can only have single values beside them";
                self.note(&field.name, what)
                    .help("add an offset to the field with `at`");
            }
        }
    }

    /// The name of a field that contains structures with placed fields.
    pub(super) fn places<'f>(&self, field: &'f Field) -> Option<&'f Spanned<String>> {
        let of = field.ty.base.item()?;
        let is_inline = field.has_name_and_type() && field.kind != FieldKind::Pool;
        let places = is_inline && self.schema.places_something(of).is_some();
        places.then_some(&field.name)
    }

    /// Checks that the field after a structure with placed data has an offset, since the placed data follows the
    /// structure.
    pub(super) fn follows_placed_data(&self, field: &Field, placing: Option<&Spanned<String>>) {
        if let (Some(before), None, false) = (placing, &field.at, field.kind == FieldKind::Pool) {
            let what = format!("this follows `{before}`, whose placed data would overlap it");
            self.note(&field.name, what)
                .other(before, "this one")
                .help("put it first, or add an offset with `at`");
        }
    }
}
