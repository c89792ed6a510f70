//! Checks earlier names: they are not used otherwise, and each belongs to one thing.

use crate::exports::exports;
use crate::load::is_identifier;
use crate::model::{BUILT_IN, Content, Enum, EnumValue, Field, Form, Item};
use crate::span::{Spanned, Text};

use super::names::{self, Taken};
use super::{Checker, document_keys::distinct};

/// A name, and the earlier names of the same thing.
type Named<'s> = (&'s Text, &'s [Text]);

impl Checker<'_> {
    /// Checks the earlier names of an item's members.
    pub(super) fn earlier_names(&self, item: &Item) {
        let of_fields = |form: Form| -> &[&Taken] {
            match form {
                Form::Sequence => &[&names::SEQUENCE, &names::VIEW, &names::PART],
                Form::BySize => &[&names::VERSIONED],
                Form::Record | Form::ByValue => &[],
            }
        };
        match &item.content {
            Content::Enum(of) => {
                let values = of.values.iter().map(|value| (&value.name, &value.was[..]));
                self.was(values.collect(), "value", &[&names::ENUM]);
                self.document_names(of);
            }
            Content::Bits(bits) => {
                let fields = bits.fields.iter();
                let fields = fields.map(|field| (&field.name, &field.shown.was[..]));
                self.was(fields.collect(), "field", &[]);
            }
            Content::Struct(of) => {
                let all: Vec<&Field> = of.all_fields().collect();
                for was in all.iter().flat_map(|field| &field.shown.was) {
                    self.resolving_name(was, &all);
                }
                let fields = of.all_fields().filter(|field| field.has_name_and_type());
                let fields = distinct(fields, |field| field.name.as_str());
                let fields = fields.map(|field| (&field.name, &field.shown.was[..]));
                self.was(fields.collect(), "field", of_fields(of.form));
            }
            Content::Switch(switch) => {
                let arms = switch.arms.iter();
                let arms = arms.map(|arm| (&arm.name, &arm.shown.was[..]));
                self.was(arms.collect(), "arm", &[]);
            }
            Content::Let(_) => {}
        }
    }

    /// Checks the earlier names of items.
    pub(super) fn earlier_items(&self) {
        let items = self.schema.items.iter();
        let items: Vec<Named<'_>> = items.map(|item| (&item.name, &item.was[..])).collect();
        if items.iter().all(|(_, was)| was.is_empty()) {
            return;
        }
        self.was(items, "item", &[&names::TYPES]);
        let imports: Vec<&str> = exports().map(|(_, import)| import).collect();
        for item in &self.schema.items {
            for was in &item.was {
                let is_let = matches!(item.content, Content::Let(_));
                let is_built_in = BUILT_IN.iter().any(|(known, ..)| *known == was.value);
                if is_built_in || imports.contains(&was.as_str()) {
                    self.taken(was, "the language has something");
                } else if !is_let && !was.starts_with(|first: char| first.is_ascii_uppercase()) {
                    self.note(was, format!("`{was}` is not a valid name of a type"))
                        .help("types begin with a capital letter");
                }
            }
        }
    }

    /// Reports earlier names that are not valid, already used, or shared by several things.
    fn was(&self, all: Vec<Named<'_>>, noun: &str, taken: &[&Taken]) {
        let mut known: Vec<&Text> = Vec::new();
        let names: Vec<&Text> = all.iter().map(|(name, _)| *name).collect();
        for (name, was) in &all {
            for was in *was {
                let is_name = is_identifier(was);
                let living = names.iter().find(|other| other.value == was.value);
                let earlier = known.iter().find(|other| other.value == was.value);
                if !is_name {
                    self.note(was, format!("`{was}` is not a valid name"))
                        .help("`was` has the names that it had in the schema");
                } else if was.value == name.value {
                    self.note(was, format!("`{was}` is the name of this {noun}"))
                        .other(*name, "its name")
                        .help("`was` has the names that it had before");
                } else if let Some(living) = living {
                    self.note(was, format!("`{was}` is the name of another {noun}"))
                        .other(*living, "this one");
                } else if let Some(earlier) = earlier {
                    self.note(was, format!("the earlier name `{was}` is declared twice"))
                        .other(*earlier, "the first one");
                } else {
                    known.push(was);
                    taken.iter().for_each(|taken| self.free(was, taken));
                }
            }
        }
        if !known.is_empty() {
            let setters = names.into_iter().chain(known);
            self.setters(setters.filter(|_| noun == "field" || noun == "arm"));
        }
    }

    /// Reports a name in documents that another value of the enum has. For flags, the check of key levels does that.
    fn document_names(&self, of: &Enum) {
        let is_other = |value: &EnumValue, other: &EnumValue| {
            other.name.value != value.name.value && other.value.value != value.value.value
        };
        let keyed = of.values.iter().filter(|_| !of.flags);
        for value in keyed.filter(|value| value.key.is_some() || !value.was.is_empty()) {
            let keys = of.keys_of(value).into_iter();
            // The names themselves are checked elsewhere.
            for key in keys.filter(|key| *key != value.name.value) {
                // Earlier names that another value has are reported as such.
                let was = |value: &EnumValue| value.was.iter().any(|was| was.value == key);
                let has = |other: &&EnumValue| {
                    let is_its_key = of.keys_of(other).contains(&key) && !was(other);
                    let is_its_name = other.name.value == key;
                    let is_noted = was(value) && is_its_name;
                    is_other(value, other) && (is_its_key || is_its_name) && !is_noted
                };
                if let Some(other) = of.values.iter().find(has) {
                    let place: &Spanned<String> = value.key.as_deref().unwrap_or(&value.name);
                    self.note(
                        place,
                        format!("the key `{key}` of documents is already used"),
                    )
                    .other(&other.name, "the first one")
                    .help("set another key with `yaml`");
                }
            }
        }
    }
}
