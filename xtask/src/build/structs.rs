//! Structs: records if all fields are fixed, and sequences if not.

use std::collections::HashMap;

use super::{Builder, computed};
use crate::diagnostic::Mistakes;
use crate::expression::origin;
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
            true => Content::Sequence(it.sequence),
            false => self.versioned(it),
        }
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
        field.manner = field.ty.as_ref().map(Type::manner).unwrap_or_default();
        let at = field.at.take().map(|at| origin(at, self.source));
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
        for item in &mut self.items {
            let builder = Builder {
                source: &self.sources[item.span.file],
                mistakes,
            };
            if let Content::Sequence(sequence) = &mut item.content {
                let sequence = std::mem::take(sequence);
                item.content = match is_alone(&sequence) && known[&item.name.value] {
                    true => builder.record(sequence.fields),
                    false => builder.sequence(sequence),
                };
            }
        }
    }

    /// Whether a struct is a record, or has a size that is fixed otherwise.
    fn is_record(&self, name: &str, known: &mut HashMap<String, bool>) -> bool {
        if let Some(known) = known.get(name) {
            return *known;
        }
        // What contains itself is another mistake, and so is a name that is unknown.
        known.insert(name.to_owned(), true);
        let is_record = match self.item(name).map(|item| &item.content) {
            Some(Content::Sequence(sequence)) => {
                let mut fields = sequence.fields.iter();
                !self.is_part(name)
                    && !self.is_pooled(name)
                    && is_alone(sequence)
                    && fields.all(|field| {
                        let ty = field.ty.as_ref();
                        has_fixed_words(field) && ty.is_some_and(|ty| self.is_fixed(ty, known))
                    })
            }
            Some(Content::Versioned(_) | Content::Choice(_)) => false,
            _ => true,
        };
        known.insert(name.to_owned(), is_record);
        is_record
    }

    /// Whether a pool holds a struct.
    fn is_pooled(&self, name: &str) -> bool {
        let is_pool = |field: &SequenceField| {
            let of = field.ty.as_ref().and_then(|ty| ty.base.item());
            field.pool && of == Some(name)
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
    let Sequence {
        takes,
        key,
        flatten,
        follows,
        fields,
    } = sequence;
    let is_alone = takes.is_empty() && key.is_none() && flatten.is_none() && follows.is_none();
    is_alone && fields.iter().all(|field| field.name.is_some())
}

/// Whether a field has no word but those of a field of a record.
fn has_fixed_words(field: &SequenceField) -> bool {
    let is_number = |ty: &Type| !matches!(ty.base, Base::FourCC);
    let is_computed = field.is.is_some() && field.ty.as_ref().is_some_and(is_number);
    let expressions = [
        &field.usual,
        &field.count,
        &field.stride,
        &field.size,
        &field.at,
        &field.condition,
        &field.ours,
    ];
    let numbers = [&field.align, &field.fill, &field.null];
    let texts = [&field.known, &field.shown.version];
    let truths = [field.kept, field.unknown, field.pool, field.near];
    !is_computed
        && expressions.iter().all(|word| word.is_none())
        && numbers.iter().all(|word| word.is_none())
        && texts.iter().all(|word| word.is_none())
        && truths == [false; 4]
        && field.each.is_none()
        && field.named.is_empty()
}

/// The field of a record.
fn field(field: SequenceField) -> Option<Field> {
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
        doc: field.doc.unwrap_or_default(),
    })
}
