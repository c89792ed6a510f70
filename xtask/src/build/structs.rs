//! Structs: records if all fields are fixed, and sequences if not.

use std::collections::HashMap;

use super::{Builder, computed};
use crate::diagnostic::Mistakes;
use crate::expression::{Expression, origin};
use crate::load::{Struct, Text};
use crate::model::{Base, Content, Field, Schema, Sequence, SequenceField, Type};

impl Struct {
    /// The C++ type of all versions.
    pub(super) fn cpp_of_all(&self) -> Option<Text> {
        let mut all = self.cpp.iter().filter(|(version, _)| version.is_empty());
        all.next().map(|(_, cpp)| cpp.clone())
    }
}

impl Builder<'_> {
    pub(super) fn structure(&self, it: Struct) -> Content {
        match it.versions.is_empty() {
            true => {
                let mut sequence = it.sequence;
                let fields = sequence.fields.iter_mut();
                fields.for_each(|field| self.known(field));
                Content::Sequence(Sequence {
                    cpp: it.cpp,
                    ..sequence
                })
            }
            false => self.versioned(it),
        }
    }

    /// `if = "known(record.field)"`: the enum in a record that says whether the record is there.
    fn known(&self, field: &mut SequenceField) {
        let path = field.condition.as_ref().and_then(Expression::known);
        let Some((record, of)) = path.map(|(record, of)| (record.to_string(), of.to_string()))
        else {
            return;
        };
        let Some(condition) = field.condition.take() else {
            return;
        };
        if !field.is_named(&record) {
            let what = format!("`known` cannot ask `{record}`, which is another field");
            let noted = self.mistakes.note(&condition.span, what);
            noted.help("a record may depend on an enum in itself: `known(record.field)`");
            return;
        }
        field.known = Some(condition.part(&of));
    }

    fn record(&self, fields: Vec<SequenceField>) -> Content {
        let fields = fields.into_iter().filter_map(field);
        Content::Record(self.fields(fields.collect()))
    }

    pub(super) fn fields(&self, mut fields: Vec<Field>) -> Vec<Field> {
        fields.iter_mut().for_each(|field| self.name_tables(field));
        fields
    }

    fn sequence(&self, mut sequence: Sequence) -> Content {
        for field in &mut sequence.fields {
            self.complete(field);
        }
        computed::infer(&mut sequence.fields, self.mistakes);
        Content::Sequence(sequence)
    }

    /// Fills in what follows from the words of a field.
    fn complete(&self, field: &mut SequenceField) {
        if let (Some(name), true) = (&field.name, field.reserved) {
            let what = format!("`{}` is reserved in a struct that is no record", name.value);
            let noted = self.mistakes.note(&name.span, what);
            noted.help("put it into a struct of fixed fields, or describe it");
        }
        self.name_pool(field);
        field.strings_style = field
            .ty
            .as_ref()
            .map(Type::strings_style)
            .unwrap_or_default();
        let at = field.at.take().map(origin);
        let (from, at) = at.map_or((None, None), |(from, at)| (from, Some(at)));
        (field.from, field.at) = (from, at);
    }
}

impl Schema {
    /// Makes records of the structs that are: all names are known.
    pub(super) fn decide_structs(&mut self, mistakes: &Mistakes) {
        let mut known = HashMap::new();
        let names: Vec<String> = self
            .items
            .iter()
            .map(|item| item.name.value.clone())
            .collect();
        for name in &names {
            self.is_record(name, &mut known);
        }
        let versions = self.items.iter().map(|item| match &item.content {
            Content::Sequence(sequence)
                if self.may_be_by_value(&item.name, sequence, &mut known) =>
            {
                self.versions_by_value(sequence, mistakes)
            }
            _ => None,
        });
        let versions: Vec<_> = versions.collect();
        for (item, versions) in self.items.iter_mut().zip(versions) {
            let builder = Builder { mistakes };
            if let Content::Sequence(sequence) = &mut item.content {
                let mut sequence = std::mem::take(sequence);
                let cpp = std::mem::take(&mut sequence.cpp);
                let mut conditions = cpp.iter().filter(|(condition, _)| !condition.is_empty());
                if let (Some((condition, _)), None) = (conditions.next(), &versions) {
                    let what = format!("there is no version `{}`", condition.value);
                    mistakes.note(&condition.span, what);
                }
                item.content = match versions {
                    Some(versions) => builder.by_value(&item.name, sequence, versions, &cpp),
                    None if is_alone(&sequence) && known[&item.name.value] => {
                        builder.record(sequence.fields)
                    }
                    None => builder.sequence(sequence),
                };
            }
        }
    }

    /// Whether a struct is a record, or has a size that is fixed otherwise.
    fn is_record(&self, name: &str, known: &mut HashMap<String, bool>) -> bool {
        if let Some(known) = known.get(name) {
            return *known;
        }
        // Items that contain themselves and unknown names are other mistakes.
        known.insert(name.to_owned(), true);
        let is_record = match self.item(name).map(|item| &item.content) {
            Some(Content::Sequence(sequence)) => {
                let mut fields = sequence.fields.iter();
                !self.is_part(name)
                    && !self.is_pooled(name)
                    && is_alone(sequence)
                    && fields.all(|field| {
                        let ty = field.ty.as_ref();
                        has_fixed_words(field, true)
                            && ty.is_some_and(|ty| self.is_fixed(ty, known))
                    })
            }
            Some(Content::Versioned(_) | Content::Choice(_)) => false,
            _ => true,
        };
        known.insert(name.to_owned(), is_record);
        is_record
    }

    /// Whether all fields of a struct that takes something are those of a record, but for conditions.
    fn may_be_by_value(
        &self,
        name: &str,
        sequence: &Sequence,
        known: &mut HashMap<String, bool>,
    ) -> bool {
        let mut fields = sequence.fields.iter();
        let is_outer = self.is_part(name) || self.is_pooled(name);
        let takes_record = sequence
            .takes
            .iter()
            .any(|taken| taken.ty.base == Base::Record);
        !is_outer
            && !takes_record
            && is_unsaid(sequence)
            && fields.all(|field| {
                let ty = field.ty.as_ref();
                has_fixed_words(field, false) && ty.is_some_and(|ty| self.is_fixed(ty, known))
            })
    }

    /// Whether a pool holds a struct.
    fn is_pooled(&self, name: &str) -> bool {
        let is_pool = |field: &SequenceField| {
            let of = field.ty.as_ref().and_then(|ty| ty.base.item());
            field.pool.is_some() && of == Some(name)
        };
        self.items.iter().any(|item| match &item.content {
            Content::Sequence(sequence) => sequence.fields.iter().any(is_pool),
            _ => false,
        })
    }

    fn is_fixed(&self, ty: &Type, known: &mut HashMap<String, bool>) -> bool {
        fn of(base: &Base) -> &Base {
            match base {
                Base::Array(inner, _) => of(inner),
                other => other,
            }
        }
        match of(&ty.base) {
            Base::Bytes | Base::Strings | Base::Lists | Base::CStr => false,
            Base::Item(name) if name == "run" => true,
            Base::Item(name) => !ty.names_pool() && self.is_record(name, known),
            _ => !ty.names_pool(),
        }
    }
}

/// Whether a struct neither takes nor says anything that a record cannot.
fn is_alone(sequence: &Sequence) -> bool {
    sequence.takes.is_empty() && is_unsaid(sequence)
}

/// Whether a struct has fields alone, all of which have a name.
fn is_unsaid(sequence: &Sequence) -> bool {
    let Sequence {
        takes: _,
        cpp: _,
        key,
        flatten,
        follows,
        fields,
    } = sequence;
    let is_unsaid = key.is_none() && flatten.is_none() && follows.is_none();
    is_unsaid && fields.iter().all(|field| field.name.is_some())
}

/// Whether a field has no word but those of a field of a record, which is always there.
fn has_fixed_words(field: &SequenceField, is_there: bool) -> bool {
    let is_number = |ty: &Type| !matches!(ty.base, Base::FourCC);
    let is_computed = field.is.is_some() && field.ty.as_ref().is_some_and(is_number);
    let expressions = [
        &field.usual,
        &field.count,
        &field.stride,
        &field.size,
        &field.at,
        &field.ours,
    ];
    let numbers = [&field.align, &field.fill, &field.null];
    let texts = [&field.known, &field.shown.version];
    let is_there = !is_there || field.condition.is_none();
    !is_computed
        && is_there
        && expressions.iter().all(|word| word.is_none())
        && numbers.iter().all(|word| word.is_none())
        && texts.iter().all(|word| word.is_none())
        && field.pool.is_none()
        && field.each.is_none()
        && field.named.is_empty()
}

/// The fields that are there if these of the conditions hold.
pub(super) fn present<'s>(
    sequence: &'s Sequence,
    conditions: &'s [&Expression],
    holds: &'s [bool],
) -> impl Iterator<Item = &'s SequenceField> {
    let is_present = move |field: &&SequenceField| {
        let mut held = conditions.iter().zip(holds);
        let condition = field.condition.as_ref();
        condition.is_none_or(|own| held.any(|(condition, holds)| *condition == own && *holds))
    };
    sequence.fields.iter().filter(is_present)
}

/// The field of a record.
pub(super) fn field(field: SequenceField) -> Option<Field> {
    Some(Field {
        name: field.name?,
        ty: field.ty?,
        is: field.is,
        default: field.default,
        cpp: field.cpp,
        reserved: field.reserved,
        shown: field.shown,
        reference: None,
        last: false,
        run: None,
        len: None,
        base: None,
        null: None,
        checked: false,
        condition: field.condition,
        doc: field.doc.unwrap_or_default(),
    })
}
