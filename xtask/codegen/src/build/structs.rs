//! Decides the form of structs: records if the sizes of all fields are fixed, possibly with versions, and sequences
//! otherwise.

use std::collections::HashMap;

use super::{by_size, by_value, computed, naming};
use crate::diagnostic::Mistakes;
use crate::expression::{Expression, origin};
use crate::model::{Base, Content, Field, Form, Item, Schema, Struct, Type};
use crate::span::Text;

/// Splits keys with two meanings: a `default` that is an expression becomes `canonical`, and
/// `if = "known(record.field)"` names the enum in a record that determines whether the record exists.
pub(super) fn split_keys(item: &mut Item, mistakes: &Mistakes) {
    let Content::Struct(sequence) = &mut item.content else {
        return;
    };
    for field in &mut sequence.fields {
        if let (true, Some(align)) = (field.name.is_empty(), &field.align) {
            // Padding has no name, but a location.
            field.name.span = align.span.clone();
        }
        let is_plain = |letter: char| letter.is_alphanumeric() || "_\"".contains(letter);
        let is_computed =
            |text: &mut Text| !text.chars().all(is_plain) && text.parse::<f64>().is_err();
        field.canonical = field.default.take_if(is_computed).map(Expression::new);
        let path = field.condition.as_ref().and_then(Expression::known);
        let path = path.map(|(record, of)| (record.to_string(), of.to_string()));
        let Some(((record, of), condition)) = path.zip(field.condition.as_ref()) else {
            continue;
        };
        if field.is_named(&record) {
            field.known = Some(condition.part(&of));
        } else {
            let what = format!("`known` cannot use `{record}`, which is another field");
            let noted = mistakes.note(condition, what);
            noted.help("use an enum in the record itself: `known(record.field)`");
        }
        field.condition = None;
    }
}

/// Completes what follows from the keys of the fields of a sequence.
fn sequence(of: &mut Struct, mistakes: &Mistakes) {
    for field in &mut of.fields {
        naming::name_pool(field, mistakes);
        field.strings_style = field.ty.strings_style();
        let at = field.at.take().map(origin);
        (field.from, field.at) = at.map_or((None, None), |(from, at)| (from, Some(at)));
    }
    computed::infer(&mut of.fields, mistakes);
}

impl Schema {
    /// Decides the form of each struct, once all names are known.
    pub(super) fn decide_forms(&mut self, mistakes: &Mistakes) {
        let mut known = HashMap::new();
        let decided = self.items.iter().map(|item| {
            let Content::Struct(sequence) = &item.content else {
                return (false, None);
            };
            let is_fixed = self.has_fixed_fields(&item.name, sequence, &mut known);
            let is_record = is_alone(sequence) && self.is_record(&item.name, &mut known);
            let may_be_by_value = is_fixed && sequence.records_taken().next().is_none();
            let versions = may_be_by_value.then(|| self.versions_by_value(sequence, mistakes));
            (is_record, versions.flatten())
        });
        let decided: Vec<_> = decided.collect();
        for (item, (is_record, versions)) in self.items.iter_mut().zip(decided) {
            let Content::Struct(of) = &mut item.content else {
                continue;
            };
            if !of.versions.is_empty() {
                by_size::by_size(of, mistakes);
                continue;
            }
            let is_whole = |(version, _): &&(Text, Text)| version.is_empty();
            item.cpp = of.cpp.iter().find(is_whole).map(|(_, cpp)| cpp.clone());
            let mut of_versions = of.cpp.iter().filter(|named| !is_whole(named));
            if let (Some((version, _)), None) = (of_versions.next(), &versions) {
                let what = format!("there is no version `{version}`");
                mistakes.note(version, what);
            }
            match versions {
                Some(versions) => by_value::by_value(&item.name, of, versions, mistakes),
                None if is_record => {
                    let fields = of.fields.iter_mut();
                    fields.for_each(|field| naming::name_tables(field, mistakes));
                    of.form = Form::Record;
                }
                None => sequence(of, mistakes),
            }
        }
    }

    /// Whether a struct is a record, or another item has a fixed size.
    fn is_record(&self, name: &str, known: &mut HashMap<String, bool>) -> bool {
        if let Some(known) = known.get(name) {
            return *known;
        }
        // Items that contain themselves and unknown names are reported elsewhere.
        known.insert(name.to_owned(), true);
        let is_record = match self.content(name) {
            Some(Content::Struct(sequence)) => {
                is_alone(sequence) && self.has_fixed_fields(name, sequence, known)
            }
            Some(Content::Switch(switch)) => switch.size.is_some(),
            _ => true,
        };
        known.insert(name.to_owned(), is_record);
        is_record
    }

    /// Whether all fields of a struct, apart from their conditions, could be fields of a record.
    fn has_fixed_fields(
        &self,
        name: &str,
        sequence: &Struct,
        known: &mut HashMap<String, bool>,
    ) -> bool {
        let says = [
            sequence.key.is_some(),
            sequence.flatten.is_some(),
            sequence.follows.is_some(),
        ];
        !says.contains(&true)
            && sequence.versions.is_empty()
            && !self.is_part(name)
            && !self.is_pooled(name)
            && sequence.fields.iter().all(|field| {
                has_fixed_words(field) && self.is_fixed(&field.ty.base, &field.ty, known)
            })
    }

    /// Whether a pool contains a struct.
    fn is_pooled(&self, name: &str) -> bool {
        let is_pool = |field: &Field| field.pool.is_some() && field.ty.base.item() == Some(name);
        let mut sequences = self.items.iter().filter_map(|item| item.content.sequence());
        sequences.any(|sequence| sequence.fields.iter().any(is_pool))
    }

    fn is_fixed(&self, base: &Base, ty: &Type, known: &mut HashMap<String, bool>) -> bool {
        match base {
            Base::Array(inner, _) => self.is_fixed(inner, ty, known),
            // No field can have this type; that mistake is reported elsewhere.
            Base::Record => true,
            base if base.is_unsized() => false,
            Base::Item(name) if name == "run" => true,
            Base::Item(name) => !ty.names_pool() && self.is_record(name, known),
            _ => !ty.names_pool(),
        }
    }
}

/// Whether a struct has no parameters, and its fields have no conditions.
fn is_alone(sequence: &Struct) -> bool {
    let mut fields = sequence.fields.iter();
    sequence.takes.is_empty() && fields.all(|field| field.condition.is_none())
}

/// Whether a field has only keys that fields of records may have.
fn has_fixed_words(field: &Field) -> bool {
    let is_magic = field.ty.base == Base::FourCC;
    let mut words = field.words().into_iter();
    field.canonical.is_none()
        && field.known.is_none()
        && words.all(|(word, _)| match word {
            "is" => is_magic,
            word => ["default", "if"].contains(&word),
        })
}
