//! Sequences: which words go together, and what their expressions may name.

use crate::diagnostic::{Mistakes, Spanned};
use crate::expression::{Entity, Name, Rules, Scope, Type, is_path};
use crate::model::{Base, Content, Schema, Sequence, SequenceField};

use super::{Checker, arguments, is_fixed};

/// The names that the expressions of field `index` see.
pub(crate) fn scope<'s>(
    schema: &'s Schema,
    sequence: &Sequence,
    index: usize,
    mistakes: &'s Mistakes,
) -> Scope<'s> {
    let mut names = arguments(&sequence.takes);
    for (at, field) in sequence.fields.iter().enumerate() {
        let (Some(name), Some(ty)) = (&field.name, &field.ty) else { continue };
        let entity = match &ty.base {
            Base::Bytes | Base::Strings => Entity::Bytes,
            Base::Item(of) if matches!(schema.item(of).map(|item| &item.content), Some(Content::Versioned(_))) => {
                if field.count.is_some() { Entity::Run } else { Entity::Sized(of.clone()) }
            }
            _ if field.count.is_some() => Entity::Run,
            base => Entity::Single(base.clone()),
        };
        let computed = field.is.is_some() || field.usual.is_some();
        names.push(Name { name: name.value.clone(), entity, behind: at >= index, computed });
    }
    Scope { schema, names, mistakes }
}

impl Checker<'_> {
    pub(super) fn sequence(&self, name: &Spanned<String>, sequence: &Sequence) {
        self.parameters(&sequence.takes);
        if sequence.fields.is_empty() {
            self.mistakes.note(&name.span, format!("`{}` has no fields", name.value));
        }
        let parameters = sequence.takes.iter().map(|parameter| &parameter.name);
        self.distinct(parameters.chain(sequence.fields.iter().filter_map(|field| field.name.as_ref())), "field");
        for (index, field) in sequence.fields.iter().enumerate() {
            match &field.align {
                Some(align) => self.padding(field, align),
                None => self.sequence_field(sequence, index, field),
            }
        }
    }

    fn padding(&self, field: &SequenceField, align: &Spanned<i128>) {
        if !(1..=4096).contains(&align.value) {
            let what = format!("padding to a multiple of {}", align.value);
            self.mistakes.note(&align.span, what).help("legal are 1 to 4096");
        }
        if field.name.is_some() || field.ty.is_some() {
            self.mistakes.note(&field.span, "padding has neither name nor type").help("write `{ align = 4 }`");
        }
    }

    fn sequence_field(&self, sequence: &Sequence, index: usize, field: &SequenceField) {
        let (Some(name), Some(ty)) = (&field.name, &field.ty) else {
            if field.name.is_none() {
                let noted = self.mistakes.note(&field.span, "this field has no `name`");
                noted.help("every field has a `name`, a `type` and a `doc`; padding has `align` alone");
            } else if field.ty.is_none() && self.mistakes.is_empty() {
                self.mistakes.note(&field.span, "this field has no `type`");
            }
            return;
        };
        if field.doc.is_none() {
            self.mistakes.note(&name.span, format!("`{}` has no `doc`", name.value)).help("say what it is, for people");
        }
        if name.starts_with("at_") || name.starts_with("size_of_") {
            let what = format!("`{}` begins like the place of a field", name.value);
            self.mistakes.note(&name.span, what).help("`at_` and `size_of_` are taken; write it the other way round");
        }
        let right = |content: &Content| is_fixed(content) || matches!(content, Content::Versioned(_));
        if !self.known_type(ty, "a field of a sequence", right) {
            return;
        }
        self.words(field, name, &ty.base);
        self.expressions(sequence, index, field);
    }

    /// Which words a field of this type has, must have, and cannot have.
    fn words(&self, field: &SequenceField, name: &Spanned<String>, base: &Base) {
        let versioned = match base {
            Base::Item(of) => match self.schema.item(of).map(|item| &item.content) {
                Some(Content::Versioned(versioned)) => Some(versioned.by_size),
                _ => None,
            },
            _ => None,
        };
        let counted = field.count.is_some();
        let variable = matches!(base, Base::Bytes | Base::Strings);
        if variable && !counted {
            let noted = self.mistakes.note(&name.span, format!("how long is `{}`?", name.value));
            noted.help("write `count = \"..\"` for all bytes that are left, or an expression");
        }
        if counted && field.count.as_ref().is_some_and(|count| count.value == "..") && !variable {
            let noted = self.mistakes.note(&name.span, "only `bytes` and `strings` can take all that is left");
            noted.help("count records by an expression");
        }
        match (versioned, counted) {
            (Some(true), true) if field.stride.is_none() => {
                let noted = self.mistakes.note(&name.span, format!("`{}` has versions by size, and no `stride` tells which", name.value));
                noted.help("`stride`: how many bytes each record takes");
            }
            (Some(true), false) if field.size.is_none() => {
                let noted = self.mistakes.note(&name.span, format!("`{}` has versions by size, and no `size` tells which", name.value));
                noted.help("`size`: how many bytes the record takes");
            }
            (Some(false), false) => {
                let noted = self.mistakes.note(&name.span, format!("`{}` has versions by value, and no `count`", name.value));
                noted.help("such records stand in runs; a single one has `count = 1`");
            }
            _ => {}
        }
        if let Some(stride) = &field.stride
            && (!counted || variable)
        {
            self.mistakes.note(&stride.span, "only records that are counted have a `stride`");
        }
        if let Some(size) = &field.size
            && (versioned != Some(true) || counted)
        {
            let noted = self.mistakes.note(&size.span, "only a single record with versions by size has a `size`");
            noted.help("bytes have a `count`, records a `count` and perhaps a `stride`");
        }
        for (word, text) in [("is", &field.is), ("usual", &field.usual)] {
            let Some(text) = text else { continue };
            if counted || variable || versioned.is_some() {
                self.mistakes.note(&text.span, format!("`{word}` is for a single value"));
            }
        }
        if let (Some(is), Some(_)) = (&field.is, &field.usual) {
            self.mistakes.note(&is.span, "a field has either `is` or `usual`").help("`is` must hold; `usual` need not");
        }
    }

    fn expressions(&self, sequence: &Sequence, index: usize, field: &SequenceField) {
        let scope = scope(self.schema, sequence, index, self.mistakes);
        let early = Rules::default();
        if let Some(count) = field.count.as_ref().filter(|count| count.value != "..") {
            scope.number(count, Rules { kept_only: !is_path(count), ..early });
        }
        for text in [&field.stride, &field.size, &field.at].into_iter().flatten() {
            scope.number(text, early);
        }
        if let Some(condition) = &field.condition {
            scope.condition(condition, early);
        }
        if let Some(from) = &field.from {
            self.origin(sequence, index, field, from);
        }
        let late = Rules { ahead: true, ..early };
        for text in [&field.is, &field.usual].into_iter().flatten() {
            let Some(lowered) = scope.lower(text, late) else { continue };
            let base = field.ty.as_ref().map(|ty| &ty.base);
            match (&lowered.ty, base) {
                (Type::Unknown, _) => {}
                (Type::FourCC, Some(Base::FourCC)) => {}
                (Type::Int, Some(Base::Integer(_))) => {}
                (found, _) => {
                    let found = match found {
                        Type::FourCC => "a FourCC",
                        Type::Int => "a number",
                        _ => "something else",
                    };
                    let noted = self.mistakes.note(&text.span, format!("the field does not hold {found}"));
                    noted.help("a computed field is an integer that equals a number, or a FourCC that equals one");
                }
            }
        }
        for argument in field.ty.iter().flat_map(|ty| &ty.args) {
            scope.number(argument, late);
        }
        self.reference(sequence, field);
    }

    /// `from` names an earlier field.
    fn origin(&self, sequence: &Sequence, index: usize, field: &SequenceField, from: &Spanned<String>) {
        if field.at.is_none() {
            self.mistakes.note(&from.span, "`from` goes with `at`");
        }
        let earlier = sequence.fields[..index].iter().filter_map(|field| field.name.as_ref());
        let earlier: Vec<&str> = earlier.map(|name| name.as_str()).collect();
        if !earlier.contains(&from.as_str()) {
            let what = format!("`{}` is no field before this one", from.value);
            self.mistakes.note(&from.span, what).legal(from, earlier);
        }
    }

    /// The records of a run that name strings find their table beside the run.
    fn reference(&self, sequence: &Sequence, field: &SequenceField) {
        let Some(Base::Item(of)) = field.ty.as_ref().map(|ty| &ty.base) else { return };
        let records = match self.schema.item(of).map(|item| &item.content) {
            Some(Content::Versioned(versioned)) => versioned.versions.iter().flat_map(|version| &version.fields).collect(),
            Some(Content::Record(fields)) => fields.iter().collect::<Vec<_>>(),
            _ => return,
        };
        let tables = sequence.fields.iter().filter(|field| {
            field.ty.as_ref().is_some_and(|ty| ty.base == Base::Strings)
        });
        let tables: Vec<&str> = tables.filter_map(|field| field.name.as_ref()).map(|name| name.as_str()).collect();
        for reference in records.iter().filter_map(|record| record.reference.as_ref()) {
            if !tables.contains(&reference.as_str()) {
                let what = format!("the string table `{}` does not stand beside the records that name it", reference.value);
                let noted = self.mistakes.note(&reference.span, what).legal(reference, tables.iter().copied());
                if let Some(name) = &field.name {
                    noted.other(&name.span, "these records");
                }
            }
        }
    }
}
