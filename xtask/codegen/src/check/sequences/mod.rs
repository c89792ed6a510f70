//! Checks sequences: the types of their fields, the combinations of keys, and the names in expressions.

mod elements;
mod expressions;
mod inner;
mod measured;
mod tables;
mod words;

use crate::expression::Expression;
use crate::model::{Base, Field, FieldKind, Struct, Type};
use crate::span::{Span, Spanned};

use super::types::TypeUse;
use super::{Checker, names};

impl Checker<'_> {
    pub(super) fn sequence(&self, name: &Spanned<String>, sequence: &Struct) {
        self.parameters(&sequence.takes, TypeUse::Parameter);
        if let Some(record) = sequence.records_taken().next()
            && !self.schema.is_inner(name)
        {
            let what = format!("`{name}` has a type parameter, but no structure contains it");
            let noted = self.note(&record.name, what);
            noted.help(format!(
                "another struct needs a field of the type `{name}(Record)`; parameters of parts are numbers"
            ));
        }
        self.records_held(sequence);
        self.distinct(sequence.names(), "field");
        for field in sequence.names() {
            self.local_name(field);
            self.free(field, &names::VIEW);
            if let Some(parameter) = sequence
                .takes
                .iter()
                .find(|parameter| parameter.name.value == field.value)
            {
                let what = format!("the field `{field}` has the name of a parameter");
                self.note(field, what)
                    .other(&parameter.name, "the parameter");
            }
        }
        if let Some(follows) = &sequence.follows {
            self.follows(name, sequence, follows);
        }
        let mut taken: Option<&Expression> = None;
        let mut placing: Option<&Spanned<String>> = None;
        if let Some(flatten) = &sequence.flatten {
            self.flattened(name, sequence, flatten);
        }
        if self.schema.is_inner(name) {
            self.inner(sequence);
        }
        for (index, field) in sequence.fields.iter().enumerate() {
            let follows = field.at.is_none() && !field.name.is_empty();
            if let Some(rest) = taken.filter(|_| follows) {
                let what = format!("no bytes remain for `{}`", field.name);
                self.note(&field.name, what)
                    .other(rest, "this field takes all remaining bytes")
                    .help("a field after it needs `at`");
                taken = None;
            }
            self.follows_placed_data(field, placing);
            placing = self.places(field);
            if field.may_take_rest() {
                taken = field.count.as_ref().or(field.size.as_ref());
            }
            let before = self.mistakes.len();
            // If a type is unknown, so is the field's kind.
            let is_known = |of| self.schema.item(of).is_some() || sequence.is_taken(&field.ty.base);
            let has_kind = field.is_padding() || field.ty.base.item().is_none_or(is_known);
            if has_kind && !self.fits_together(field) {
                continue;
            }
            self.placed(name, sequence, field);
            if field.kind != FieldKind::Padding {
                self.sequence_field(name, sequence, index, before);
            }
        }
    }

    /// Checks that each parameter of type `record` is the type of at least one field.
    fn records_held(&self, sequence: &Struct) {
        for record in sequence.records_taken() {
            let is_held = |ty: &Type| ty.base.item() == Some(record.name.as_str());
            if !sequence.types().any(is_held) {
                let what = format!("no field has the type `{}`", record.name);
                let noted = self.note(&record.name, what);
                noted.help(format!("add a field with `type = \"{}\"` and `size`, or `count` and `stride`; or remove this", record.name));
            }
        }
    }

    /// Checks `flatten`: a flattened part has no key; an inner structure is flattened by its field.
    fn flattened(&self, name: &Spanned<String>, sequence: &Struct, flatten: &Span) {
        if let Some(key) = &sequence.key {
            self.note(&key.newest, "a flattened field has no key")
                .other(flatten, "flattened");
        }
        if !self.schema.is_part(name) {
            self.note(flatten, "only parts can be flattened")
                .help("for an inner structure, flatten the field that contains it");
        }
    }

    /// Checks that a part follows one of its records, which must have versions by size.
    fn follows(&self, name: &Spanned<String>, sequence: &Struct, follows: &Spanned<String>) {
        let is_sized = |field: &&Field| field.size.is_some() && !field.name.is_empty();
        let sized = sequence.fields.iter().filter(is_sized);
        let names: Vec<&str> = sized.map(|field| field.name.as_str()).collect();
        if !names.contains(&follows.as_str()) {
            let what = format!("`{follows}` is not a record with `size`");
            self.note(follows, what).legal(follows, names);
        } else if self.schema.is_inner(name) {
            self.note(follows, "`version` is only for parts")
                .help("use it on the part that contains the struct");
        }
    }

    /// Checks a field. `before` is the number of earlier mistakes, so that one mistake is not reported in several ways.
    fn sequence_field(&self, of: &Spanned<String>, sequence: &Struct, index: usize, before: usize) {
        let field = &sequence.fields[index];
        let (name, ty) = (&field.name, &field.ty);
        if !sequence.is_taken(&ty.base) && !self.known_type(ty, TypeUse::SequenceField) {
            return;
        }
        if !field.kind.is_run() || self.schema.is_inner(of) {
            self.refuse_check(&name.span, &ty.base);
        }
        for record in self.schema.records_passed(ty) {
            self.refuse_check(&record.span, &Base::Item(record.value.clone()));
        }
        let beside: Vec<&Field> = sequence.fields.iter().collect();
        self.selected(of, ty, &beside);
        self.words(of, sequence, field);
        self.bounds_elements(field);
        self.directory(of, sequence, field);
        self.sequence_shown(&sequence.fields[..index], field);
        self.default(field, false);
        self.expressions(sequence, index, field);
        if self.mistakes.len() == before {
            self.measured(sequence, field);
        }
        if self.mistakes.len() == before {
            self.version_shown(sequence, field);
        }
    }
}
