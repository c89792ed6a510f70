//! Compares fields: of records, of one version, of packed bits, and of structs without a fixed size.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::changes::{Changes, Pair, pairs, within};
use super::facts::{self, text};
use super::renames::Renames;
use super::rules::*;
use dxc_codegen::diagnostic::counted;
use dxc_codegen::expression::Tree;
use dxc_codegen::model::{Bits, Field, FieldKind};
use dxc_codegen::placement::bit_fields;
use dxc_codegen::span::Text;

/// A field, or padding with the name of the field before it.
#[derive(Clone)]
pub(super) struct Entry {
    name: Text,
    ty: Json,
    kind: FieldKind,
    /// The offset and the size in bits, if they are fixed.
    at: Option<u64>,
    size: Option<u64>,
    reserved: bool,
    /// The keys in documents, the newest first.
    keys: Vec<String>,
    was: Vec<Text>,
    /// Whether programs get and set it by methods.
    has_methods: bool,
    /// Whether it is an `Option` in Rust.
    is_optional: bool,
    /// The expressions, each with the name of its property.
    rules: Vec<(&'static str, Tree)>,
    facts: Json,
}

pub(super) fn of_fields<'f>(fields: impl IntoIterator<Item = &'f Field>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for field in fields {
        let mut facts = facts::json(field);
        let behind = entries
            .last()
            .map_or("the start", |last| last.name.as_str());
        let (name, ty) = match &field.align {
            Some(align) if field.kind == FieldKind::Padding => {
                let name = format!("padding behind {behind}");
                (Text::at(name, align), format!("align {align}").into())
            }
            _ => (field.name.clone(), facts["type"].take()),
        };
        // Documents show a computed field only if it has `show` or a key of its own.
        let is_hidden = field.is.is_some() && field.shown.show.is_none();
        let has_key = field.kind != FieldKind::Padding && !is_hidden || field.shown.key.is_some();
        let keys = field.shown.all_keys(&field.name);
        let in_bits = |bytes: Option<u64>| bytes.map(|bytes| bytes.saturating_mul(8));
        entries.push(Entry {
            name,
            ty,
            kind: field.kind,
            at: in_bits(field.place.at),
            size: in_bits(field.place.size),
            reserved: field.reserved,
            keys: keys.into_iter().filter(|_| has_key).collect(),
            was: field.shown.was.clone(),
            has_methods: field.place.since > 0,
            is_optional: field.is_optional(),
            rules: rules(field),
            facts: without_place(facts),
        });
    }
    entries
}

/// The fields of packed bits, the lowest first.
pub(super) fn of_bits(bits: &Bits) -> Vec<Entry> {
    let entries = bit_fields(bits).map(|(at, size, field)| {
        let mut facts = facts::json(field);
        Entry {
            name: field.name.clone(),
            ty: facts["type"].take(),
            kind: FieldKind::Value,
            at: Some(at),
            size: Some(size),
            reserved: field.reserved,
            keys: field.shown.all_keys(&field.name),
            was: field.shown.was.clone(),
            has_methods: true,
            is_optional: false,
            rules: Vec::new(),
            facts: without_place(facts),
        }
    });
    entries.collect()
}

/// The properties that contain expressions.
const RULES: [&str; 8] = [
    "is",
    "computed_default",
    "count",
    "stride",
    "size",
    "at",
    "fill",
    "if",
];

/// The expressions of a field, each with the name of its property.
fn rules(field: &Field) -> Vec<(&'static str, Tree)> {
    let rules = [
        &field.is,
        &field.canonical,
        &field.count,
        &field.stride,
        &field.size,
        &field.at,
        &field.fill,
        &field.condition,
    ];
    let rules = RULES.into_iter().zip(rules);
    let typed = rules.filter_map(|(name, rule)| Some((name, rule.as_ref()?.typed()?.clone())));
    typed.collect()
}

/// The properties that are not compared elsewhere.
fn without_place(mut facts: Json) -> Json {
    if let Some(facts) = facts.as_object_mut() {
        facts.retain(|key, _| {
            !["type", "place", "reserved", "bits", "yaml", "was"].contains(&key.as_str())
        });
    }
    facts
}

/// A number of bits as text.
fn bits_text(bits: Option<u64>) -> String {
    let bits = bits.unwrap_or_default();
    match bits % 8 {
        0 => counted(bits / 8, "byte"),
        _ => counted(bits, "bit"),
    }
}

/// The offset at which the last field ends, as text.
pub(super) fn end(fields: &[Entry]) -> String {
    bits_text(fields.last().and_then(|last| Some(last.at? + last.size?)))
}

impl Changes<'_> {
    /// Compares fields. Those of a struct without a fixed size have no offsets. `beyond` lists fields that exist in no
    /// older file.
    pub(super) fn fields(
        &mut self,
        owner: &str,
        mut old: Vec<Entry>,
        new: &[Entry],
        beyond: Option<&BTreeSet<&str>>,
    ) {
        for entry in &mut old {
            entry.rename_default(self.renames);
            self.renames.apply(&mut entry.ty);
            self.renames.apply(&mut entry.facts);
        }
        let names = renamed(&old, new, beyond.is_none());
        old.iter_mut().for_each(|entry| entry.rename(&names));
        let is_absent = |name: &str| beyond.is_some_and(|beyond| beyond.contains(name));
        for pair in pairs(&old, new, |entry| &entry.name, |_, _| false) {
            match pair {
                Pair::Kept(before, entry) => {
                    let subject = within(owner, ".", &entry.name);
                    let mut renamed = names.iter().filter(|(_, now)| **now == *entry.name);
                    if let Some((was, _)) = renamed.next()
                        && entry.kind != FieldKind::Padding
                    {
                        let is_alias = entry.was.iter().any(|own| own.value == *was);
                        let rule = if is_alias && entry.has_methods {
                            &RENAMED
                        } else {
                            &FIELD_RENAMED
                        };
                        self.note(rule, &subject, format!("was `{was}`"));
                    }
                    self.aliases(&subject, &entry.name, &before.was, &entry.was);
                    self.keys(&subject, "its `yaml`", &before.keys, &entry.keys);
                    let before = &self.extended(&subject, before, entry, &names, &is_absent);
                    self.field(&subject, before, entry, beyond.is_none());
                    if beyond.is_some() && rank(&old, new, entry) != rank(new, &old, entry) {
                        let what = "its place among the fields is another";
                        self.note(&FIELD_MOVED, &subject, what);
                    }
                }
                Pair::Added(entry) => {
                    let (rule, what) = match beyond {
                        None => (&FIELD_ADDED, entry.place()),
                        Some(beyond) if beyond.contains(entry.name.as_str()) => {
                            (&STRUCT_FIELD_ADDED_OUT_OF_REACH, text(&entry.ty))
                        }
                        Some(_) => (&STRUCT_FIELD_ADDED, text(&entry.ty)),
                    };
                    self.note(rule, &within(owner, ".", &entry.name), what);
                }
                Pair::Gone(entry) => {
                    let (rule, what) = match beyond {
                        None => (&FIELD_REMOVED, entry.place()),
                        Some(_) => (&STRUCT_FIELD_REMOVED, text(&entry.ty)),
                    };
                    self.gone(rule, &within(owner, ".", &entry.name), what);
                }
                // The old state already has the new names.
                Pair::Renamed(..) => {}
            }
        }
    }

    /// The old state with the new rules that are equal for everything in older files.
    fn extended(
        &mut self,
        subject: &Text,
        old: &Entry,
        new: &Entry,
        names: &BTreeMap<String, String>,
        is_absent: &dyn Fn(&str) -> bool,
    ) -> Entry {
        let mut old = old.clone();
        for key in RULES {
            let same = facts::essence(&old.facts[key]) == facts::essence(&new.facts[key]);
            let (Some(before), Some(rule)) = (old.rule(key), new.rule(key)) else {
                continue;
            };
            if !same && self.states().is_extended((before, rule), names, is_absent) {
                let what = format!("its `{key}` is the same for older files");
                self.note(&FIELD_RULE_EXTENDED, subject, what);
                old.facts[key] = new.facts[key].clone();
                if old.is_optional != new.is_optional {
                    let what = "whether it is an `Option` in Rust";
                    let states = [&old, new].map(|entry| entry.is_optional.to_string());
                    self.differs(&FIELD_TYPE_CHANGED, subject, what, states);
                }
            }
        }
        let named = |entry: &Entry| entry.facts["named"].as_array().cloned();
        if let (Some(before), Some(now)) = (named(&old), named(new))
            && let Some(added) = now.strip_prefix(&*before).filter(|added| !added.is_empty())
        {
            let added: Vec<&str> = added.iter().filter_map(Json::as_str).collect();
            self.note(&STRING_NAMED, subject, format!("`{}`", added.join("`, `")));
            old.facts["named"] = new.facts["named"].clone();
        }
        old
    }

    fn field(&mut self, subject: &Text, old: &Entry, new: &Entry, is_fixed: bool) {
        let is_padding = new.kind == FieldKind::Padding;
        if old.ty != new.ty && !is_padding {
            let rule = if old.size.is_some() && old.size == new.size {
                &FIELD_TYPE_CHANGED
            } else {
                &FIELD_SIZE_CHANGED
            };
            self.differs(rule, subject, "its type", [&old.ty, &new.ty].map(text));
        } else if is_fixed {
            let sizes = [old.size, new.size].map(bits_text);
            self.differs(&FIELD_SIZE_CHANGED, subject, "its size", sizes);
        }
        if is_fixed {
            let places = [old.at, new.at].map(bits_text);
            self.differs(&FIELD_MOVED, subject, "its offset", places);
            match (old.reserved, new.reserved) {
                (false, true) => self.note(&FIELD_HIDDEN, subject, "is reserved now"),
                (true, false) => self.note(&FIELD_SHOWN, subject, text(&new.ty)),
                _ => {}
            }
        }
        let kinds: &[&str] = if is_fixed {
            &["fixed", "field"]
        } else {
            &["field"]
        };
        self.facts(kinds, subject, &old.facts, &new.facts);
    }
}

/// The new names of fields by the old ones; a renamed field is otherwise unchanged, and at the same location.
fn renamed(old: &[Entry], new: &[Entry], is_fixed: bool) -> BTreeMap<String, String> {
    let has = |entries: &[Entry], name: &str| entries.iter().any(|entry| *entry.name == *name);
    let mut renamed = BTreeMap::new();
    for entry in new.iter().filter(|entry| !has(old, &entry.name)) {
        let mut gone = old.iter().filter(|before| !has(new, &before.name));
        let is_alias = |before: &Entry| entry.was.iter().any(|was| was.value == *before.name);
        let before = gone.find(|before| {
            if !entry.was.is_empty() {
                return is_alias(before);
            }
            let is_there = if is_fixed {
                (before.at, before.size) == (entry.at, entry.size)
            } else {
                rank(old, new, before) == rank(new, old, entry)
            };
            let is_same = (before.kind, &before.ty) == (entry.kind, &entry.ty);
            is_there && is_same && !renamed.contains_key(&before.name.value)
        });
        if let Some(before) = before {
            renamed.insert(before.name.value.clone(), entry.name.value.clone());
        }
    }
    renamed
}

/// The number of fields that precede a field and are in both states.
fn rank(entries: &[Entry], other: &[Entry], of: &Entry) -> usize {
    let before = entries.iter().take_while(|entry| *entry.name != *of.name);
    let is_kept = |entry: &&Entry| other.iter().any(|other| *other.name == *entry.name);
    before.filter(is_kept).count()
}

impl Entry {
    /// The rule of a property. Without a condition, a field always exists.
    fn rule(&self, key: &str) -> Option<&Tree> {
        let mut rules = self.rules.iter();
        let rule = rules.find_map(|(known, rule)| (*known == key).then_some(rule));
        rule.or_else(|| (key == "if").then_some(&Tree::Truth { truth: true }))
    }

    /// The location, as text.
    fn place(&self) -> String {
        format!("{} at {}", bits_text(self.size), bits_text(self.at))
    }

    /// Changes a default that is the old name of a value to the new name.
    fn rename_default(&mut self, renames: &Renames) {
        if let (Some(of), Some(default)) = (self.ty["of"].as_str(), self.facts["default"].as_str())
        {
            self.facts["default"] = renames.member(of, default).into();
        }
    }

    /// Changes old names to new ones in the name and the rules of a field.
    fn rename(&mut self, names: &BTreeMap<String, String>) {
        if let Some(name) = names.get(&self.name.value) {
            self.name.value.clone_from(name);
        }
        rename(&mut self.ty, names);
        rename(&mut self.facts, names);
    }
}

/// Changes old names of fields to new ones, except those of fields of inner records.
fn rename(value: &mut Json, names: &BTreeMap<String, String>) {
    match value {
        Json::String(text) => {
            if let Some(name) = names.get(text) {
                text.clone_from(name);
            }
        }
        Json::Array(all) => all.iter_mut().for_each(|value| rename(value, names)),
        Json::Object(keys) if keys.get("op") == Some(&json!("member")) => {
            rename(&mut keys["of"], names);
        }
        Json::Object(keys) => keys.values_mut().for_each(|value| rename(value, names)),
        _ => {}
    }
}
