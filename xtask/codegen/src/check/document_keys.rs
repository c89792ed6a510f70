//! Checks the keys of documents: the values of one level need different keys.

use std::collections::BTreeSet;

use heck::ToUpperCamelCase as _;

use crate::diagnostic::Mistakes;
use crate::model::{
    Arm, Base, Content, Enum, Field, FieldKind, Form, Item, Part, Show, Shown, Struct, Switch,
};
use crate::span::{Span, Spanned};

use super::Checker;

/// The maximum depth of items that are followed; circular items are reported elsewhere.
const DEEPEST: usize = 16;

/// The keys that documents add to the fields of a part.
const OF_PARTS: [&str; 3] = ["Name", "Size", "Layout"];

/// The key of the bytes that a newer version adds to a record.
const TAIL: &str = "Tail";

/// The keys of one level of a document, each with the location in the schema that declares it; keys of documents
/// themselves have no location.
struct Level<'c> {
    mistakes: &'c Mistakes,
    keys: Vec<(String, Option<Span>)>,
}

impl Level<'_> {
    /// Adds the keys that a location in the schema declares, and reports the first one that the level already has;
    /// `word` is the schema key that sets another one.
    fn add(&mut self, place: &Span, word: &str, keys: impl IntoIterator<Item = String>) {
        let mut is_noted = false;
        for key in keys {
            let known = self.keys.iter().find(|(known, _)| *known == key);
            if let (Some((_, first)), false) = (known, is_noted) {
                is_noted = true;
                let help = format!("set another key with `{word}`");
                let noted = |what| self.mistakes.note(place, what);
                match first {
                    Some(first) if first == place => {
                        noted(format!("the key `{key}` would occur twice in documents")).help(help)
                    }
                    Some(first) => noted(format!("the key `{key}` of documents is already used"))
                        .other(first, "the first one")
                        .help(help),
                    None => noted(format!("the key `{key}` is reserved in documents")).help(help),
                };
            }
            self.keys.push((key, Some(place.clone())));
        }
    }
}

impl Checker<'_> {
    /// Creates a level with keys that no location in the schema declares.
    fn level(&self, own: &[&str]) -> Level<'_> {
        let own = own.iter().map(|key| ((*key).to_owned(), None));
        Level {
            mistakes: self.mistakes,
            keys: own.collect(),
        }
    }

    /// Checks the levels of an item in documents.
    pub(super) fn document_keys(&self, item: &Item) {
        match &item.content {
            Content::Enum(flags) if flags.flags => self.flag_keys(flags),
            Content::Bits(bits) => {
                let mut level = self.level(&[]);
                for field in distinct(bits.fields.iter(), |field| &field.name) {
                    level.add(&field.name.span, "yaml", field.shown.all_keys(&field.name));
                }
            }
            Content::Struct(of) => match of.form {
                Form::Sequence => self.sequence_keys(&item.name, of),
                Form::Record => self.check_fields(of.fields.iter(), &[]),
                Form::BySize => self.check_fields(of.all_fields(), &[TAIL]),
                Form::ByValue => {
                    let versions = of.versions.iter();
                    versions.for_each(|version| self.check_fields(version.fields.iter(), &[]));
                }
            },
            Content::Enum(_) | Content::Switch(_) | Content::Let(_) => {}
        }
    }

    fn flag_keys(&self, flags: &Enum) {
        let mut level = self.level(&["Unknown"]);
        let word = flags.shown_by.as_ref().map_or("name", |column| column);
        // Flags with the values of other flags have the keys of those.
        let own = flags.values_of.is_none().then_some(flags);
        let shown = own.into_iter().flat_map(shown_names);
        let mut names = BTreeSet::new();
        for (name, keys) in shown.filter(|(name, _)| names.insert(name.value.as_str())) {
            level.add(&name.span, word, keys);
        }
    }

    fn sequence_keys(&self, name: &str, sequence: &Struct) {
        let of_parts = sequence.flatten.iter().flat_map(|_| OF_PARTS);
        let trailing = self.schema.keeps_trailing(name, sequence);
        let own: Vec<_> = of_parts.chain(trailing.then_some("Trailing")).collect();
        let is_checked = |field: &&Field| {
            let mut named = field.named.iter();
            // A string with the name of a field is reported as such, and so is a field with the name of a stored field.
            field.has_name_and_type()
                && !field.is_named("trailing")
                && !named.any(|name| sequence.field(name).is_some())
        };
        self.check_fields(sequence.fields.iter().filter(is_checked), &own);
    }

    /// Checks the key of a part; documents have other keys at the same level.
    pub(super) fn part_key(&self, part: &Part) {
        let item = part.item().and_then(|name| self.schema.item(name));
        if let Some(item) = item
            && let Some(sequence) = item.content.sequence()
            && sequence.flatten.is_none()
        {
            let key = sequence.key.as_deref().unwrap_or(&item.name);
            let earlier = sequence.earlier_keys(&item.was).into_iter();
            let earlier = earlier.map(|earlier| earlier.key);
            let keys = std::iter::once(key.value.clone()).chain(earlier);
            self.level(&OF_PARTS).add(&key.span, "yaml", keys);
        }
    }

    fn check_fields<'f>(&self, fields: impl Iterator<Item = &'f Field>, own: &[&str]) {
        let mut level = self.level(own);
        let fields: Vec<&Field> = distinct(fields, |field| &field.name).collect();
        let is_living = |name: &str| fields.iter().any(|field| field.is_named(name));
        for field in &fields {
            let mut keys = self.keys_of_field(field, DEEPEST);
            // An earlier name that is another field's name is reported as such.
            let was = field.shown.was.iter().filter(|was| is_living(was));
            keys.retain(|key| was.clone().all(|was| was.to_upper_camel_case() != *key));
            let version = field.shown.version.as_ref();
            let version = version.and_then(|version| Some((version, keys.pop()?)));
            level.add(&field.name.span, "yaml", keys);
            if let Some((version, key)) = version {
                level.add(&version.span, "version", [key]);
            }
            self.check_union(&field.shown, &field.name, &field.ty.base);
        }
    }

    /// Checks the level of a union, which has keys that are derived from the key of its field.
    fn check_union(&self, shown: &Shown, name: &Spanned<String>, base: &Base) {
        if let (Base::Item(item), None) = (base, &shown.flatten)
            && self.schema.union(item).is_some()
        {
            let keys = self.inner_keys(item, &shown.key_of(name), DEEPEST);
            self.level(&[]).add(&name.span, "yaml", keys);
        }
    }

    /// The keys of a field; the last one is the key of its version.
    fn keys_of_field(&self, field: &Field, depth: usize) -> Vec<String> {
        let is_hidden = field.kind == FieldKind::Computed && field.shown.key.is_none();
        if is_hidden || !field.has_name_and_type() {
            return Vec::new();
        }
        let named: BTreeSet<String> = field
            .named
            .iter()
            .map(|name| name.to_upper_camel_case())
            .collect();
        let own = self.keys(&field.shown, &field.name, &field.ty.base, depth);
        let version = field.shown.version.iter().map(|key| key.value.clone());
        named.into_iter().chain(own).chain(version).collect()
    }

    /// The keys of a value: its own, or those of its content.
    fn keys(&self, shown: &Shown, name: &str, base: &Base, depth: usize) -> Vec<String> {
        if shown.is(Show::Never) {
            return Vec::new();
        }
        let own = shown.key_of(name);
        match (&shown.flatten, base) {
            (Some(_), Base::Item(item)) => self.inner_keys(item, &own, depth),
            _ => shown.all_keys(name),
        }
    }

    /// The keys of the content of an item; `own` is the key of content without a name. A key that occurs twice within
    /// an item is reported at that item, and returned once.
    fn inner_keys(&self, item: &str, own: &str, depth: usize) -> Vec<String> {
        let (Some(item), Some(depth)) = (self.schema.item(item), depth.checked_sub(1)) else {
            return Vec::new();
        };
        let fields = |field: &Field| self.keys_of_field(field, depth);
        match &item.content {
            Content::Struct(of) => {
                let tail = of.is_by_size().then(|| TAIL.to_owned());
                once(of.all_fields().flat_map(fields).chain(tail))
            }
            Content::Bits(bits) => {
                let fields = bits.fields.iter();
                once(fields.flat_map(|field| field.shown.all_keys(&field.name)))
            }
            Content::Enum(flags) if flags.flags => {
                let mut keys =
                    once(shown_names(self.schema.values(flags)).flat_map(|(_, keys)| keys));
                keys.push(own.to_owned());
                keys
            }
            Content::Switch(Switch {
                arms,
                size: Some(_),
                ..
            }) => {
                let mut keys = once(arms.iter().flat_map(|arm| self.union_arm_keys(arm, depth)));
                keys.extend([own.to_owned(), format!("{own}Rest")]);
                keys
            }
            Content::Switch(Switch {
                arms, otherwise, ..
            }) => {
                let of = arms.iter();
                let of = of.flat_map(|arm| self.keys(&arm.shown, &arm.name, &arm.ty.base, depth));
                once(of.chain(otherwise.iter().map(|_| "Other".to_owned())))
            }
            Content::Enum(_) | Content::Let(_) => Vec::new(),
        }
    }

    /// The keys of an arm of a union; if the arm is a record, the keys of its fields.
    fn union_arm_keys(&self, arm: &Arm, depth: usize) -> Vec<String> {
        let base = &arm.ty.base;
        let record = self.schema.record_of(base);
        match (record, base) {
            (Some(_), Base::Item(item)) => self.inner_keys(item, "", depth),
            _ => self.keys(&arm.shown, &arm.name, base, depth),
        }
    }
}

/// The keys without duplicates.
fn once(keys: impl Iterator<Item = String>) -> Vec<String> {
    let keys: BTreeSet<String> = keys.collect();
    keys.into_iter().collect()
}

/// The things with different names: a repeated name is reported elsewhere.
pub(super) fn distinct<'f, T: 'f>(
    fields: impl Iterator<Item = &'f T>,
    name: impl Fn(&'f T) -> &'f str,
) -> impl Iterator<Item = &'f T> {
    let mut names = BTreeSet::new();
    fields.filter(move |field| names.insert(name(field)))
}

/// The flags that documents show, and the keys of each.
fn shown_names(flags: &Enum) -> impl Iterator<Item = (&Spanned<String>, Vec<String>)> {
    let shown = flags.values.iter();
    let shown = shown.filter(|value| value.value.value != 0 && value.alias.is_none());
    shown.map(|value| (&value.name, flags.keys_of(value)))
}
