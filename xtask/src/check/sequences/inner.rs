//! Sequences within others.

use crate::check::Checker;
use crate::diagnostic::Spanned;
use crate::expression::{Entity, names};
use crate::model::{Field, FieldKind, Sequence};

impl Checker<'_> {
    /// An inner structure is contiguous; or it has an inline part of single values, and everything else is placed.
    pub(super) fn inner(&self, sequence: &Sequence) {
        if sequence.fields.iter().all(|field| field.at.is_none()) {
            let held = |field| Some((self.places(field)?, field));
            for (name, _) in sequence.fields.iter().filter_map(held) {
                let what = format!("`{name}` has placed fields, but its container has none");
                self.note(name, what).help("add an offset with `at`");
            }
            return;
        }
        for (index, field) in sequence.fields.iter().enumerate() {
            let scope = self.scope(names(sequence, index));
            let known = scope.names.iter().find(|known| field.is_named(&known.name));
            let is_single = matches!(
                known.map(|known| &known.entity),
                Some(Entity::Single(_) | Entity::Absent(_) | Entity::Pooled)
            );
            let is_elsewhere = |name: &&Spanned<String>| {
                let condition = field.condition.as_ref().filter(|_| field.at.is_none());
                condition.is_some_and(|condition| condition.names(name))
            };
            let placed = sequence.fields.iter().filter(|field| field.at.is_some());
            let mut placed = placed.map(|field| &field.name);
            if let (Some(other), Some(condition)) = (placed.find(is_elsewhere), &field.condition) {
                let what = format!("`{other}` is placed elsewhere and has not been read yet");
                self.note(condition, what)
                    .help("use the inline fields of the struct");
            }
            let is_plain = is_single && field.usual.is_none();
            if field.at.is_none() && (!is_plain || field.align.is_some() || field.known.is_some()) {
                let what =
                    "a nested struct with placed fields can only have single values beside them";
                self.note(&field.name, what)
                    .help("add an offset to the field with `at`");
            }
        }
    }

    /// The name of a field that holds structures some of which lie elsewhere.
    pub(super) fn places<'f>(&self, field: &'f Field) -> Option<&'f Spanned<String>> {
        let of = field.ty.base.item()?;
        let is_inline = field.is_whole() && field.kind != FieldKind::Pool;
        let places = is_inline && self.schema.places_something(of).is_some();
        places.then_some(&field.name)
    }

    /// A structure's placed data follows it, so that the next field needs an offset.
    pub(super) fn follows_placed_data(&self, field: &Field, placing: Option<&Spanned<String>>) {
        if let (Some(before), None, false) = (placing, &field.at, field.kind == FieldKind::Pool) {
            let what = format!("this follows `{before}`, whose placed data would overlap it");
            self.note(&field.name, what)
                .other(before, "this one")
                .help("put it first, or add an offset with `at`");
        }
    }
}
