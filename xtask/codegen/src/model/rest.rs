//! Finds fields that extend to the end, and fields that are placed elsewhere.

use std::collections::BTreeSet;

use super::{Base, Content, Field, FieldKind, Schema, Struct};
use crate::span::Span;

impl Schema {
    /// Whether the content of a type extends to the end of the bytes.
    pub(crate) fn takes_rest(&self, base: &Base) -> bool {
        self.takes_rest_through(base, &mut BTreeSet::new())
    }

    /// The recursive part of `takes_rest`; `seen` contains the visited items, since items may contain themselves.
    fn takes_rest_through<'s>(&'s self, base: &'s Base, seen: &mut BTreeSet<&'s str>) -> bool {
        match base {
            Base::Bytes | Base::Strings => true,
            Base::Item(name) if !seen.insert(name) => false,
            Base::Item(name) => match self.content(name) {
                Some(Content::Switch(choice)) if choice.size.is_none() => {
                    let mut arms = choice.arms.iter();
                    choice.otherwise.is_some()
                        || arms.any(|arm| self.takes_rest_through(&arm.ty.base, seen))
                }
                Some(Content::Struct(sequence)) => sequence.fields.iter().any(|field| {
                    let words = [&field.count, &field.size];
                    let mut words = words.into_iter().flatten().peekable();
                    match (words.peek(), &field.ty.base) {
                        (Some(_), _) => words.any(|word| word.is_rest()),
                        (None, item @ Base::Item(_)) => self.takes_rest_through(item, seen),
                        // Bytes without a count are reported elsewhere.
                        (None, _) => false,
                    }
                }),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a value stores the bytes after the last field. A structure inside of others has none, and there are none
    /// after a field that extends to the end. The items of a pool may be anywhere: the bytes between them are stored.
    pub fn keeps_trailing(&self, name: &str, sequence: &Struct) -> bool {
        let mut fields = sequence.fields.iter();
        let takes_all = |field: &Field| {
            field.kind == FieldKind::Pool || field.takes_rest() && !field.leaves_some(self)
        };
        !self.is_inner(name) && !fields.any(takes_all)
    }

    /// The location of a placed field in a structure, or in one that it contains, if there is any.
    pub(crate) fn places_something(&self, name: &str) -> Option<&Span> {
        let within = self.structures_within(name).into_iter();
        let sequences = within.filter_map(|item| item.content.sequence());
        let mut fields = sequences.flat_map(|sequence| &sequence.fields);
        fields.find_map(|field| Some(&field.at.as_ref()?.span))
    }
}
