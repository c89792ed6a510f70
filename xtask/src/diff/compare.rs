//! The differences of two schemas: their items and parts by name.

use serde_json::json;

use dxc_codegen::model::{Arm, Content, Enum, EnumValue, Form, Item, Part, Schema, Struct};
use dxc_codegen::span::{Spanned, Text};

use super::changes::{Change, Changes, Pair, pairs, within};
use super::facts::{self, text};
use super::fields::{Entry, end, of_bits, of_fields};
use super::functions::is_extended;
use super::reach::beyond;
use super::rules::*;

/// Finds all differences, in the order of the new state; what is gone comes last.
pub(super) fn compare(old: &Schema, new: &Schema) -> Vec<Change> {
    let mut changes = Changes {
        old,
        new,
        found: Vec::new(),
    };
    for pair in pairs(&old.items, &new.items, |item| &item.name, |_, _| false) {
        match pair {
            Pair::Kept(before, item) => changes.item(before, item),
            Pair::Added(item) => changes.note(&ITEM_ADDED, &item.name, item.content.kind()),
            Pair::Gone(item) => changes.gone(&ITEM_REMOVED, &item.name, item.content.kind()),
            Pair::Renamed(..) => {}
        }
    }
    changes.parts();
    changes.found
}

impl Changes<'_> {
    fn item(&mut self, old: &Item, new: &Item) {
        let name = &new.name;
        let [before, now] = [(self.old, old), (self.new, new)].map(|(schema, item)| {
            let cpp: Vec<&str> = item.mirrored().map(|cpp| cpp.as_str()).collect();
            json!({ "module": schema.module(item), "cpp": cpp, "kind": item.content.kind() })
        });
        self.facts(&["item"], name, &before, &now);
        let own = new.content.kind();
        if old.content.kind() != own {
            return;
        }
        let words: &[&str] = match &new.content {
            Content::Enum(_) => &["enum"],
            Content::Switch(switch) if switch.size.is_some() => &["union", "switch"],
            Content::Struct(of) if of.has_versions() => &["versioned", "struct"],
            _ => &[own],
        };
        let [mut before, now] = [old, new].map(|item| facts::json(&item.content));
        if let (Content::Let(old), Content::Let(new)) = (&old.content, &new.content)
            && facts::essence(&before) != facts::essence(&now)
            && is_extended((self.old, self.new), old, new)
        {
            let what = "the values that were named have the results that they had";
            self.note(&FUNCTION_EXTENDED, name, what);
            before.clone_from(&now);
        }
        self.facts(words, name, &before, &now);
        match (&old.content, &new.content) {
            (Content::Enum(old), Content::Enum(new)) => self.enumeration(name, old, new),
            (Content::Bits(old), Content::Bits(new)) => {
                self.fields(name, of_bits(old), &of_bits(new), None);
            }
            (Content::Struct(old), Content::Struct(new)) => self.structs(name, old, new),
            (Content::Switch(old), Content::Switch(new)) => {
                let removed = match new.size {
                    Some(_) => &ARM_REMOVED,
                    None => &SELECTED_ARM_REMOVED,
                };
                let is_open = old.otherwise.is_some();
                self.arms((name, is_open), &old.arms, &new.arms, removed);
            }
            _ => {}
        }
    }

    fn structs(&mut self, name: &Text, old: &Struct, new: &Struct) {
        if new.has_versions() {
            return self.versions(name, old, new);
        }
        let [before, now] = [old, new].map(|of| of_fields(&of.fields));
        if [old, new].map(|of| of.form) == [Form::Record; 2] {
            return self.record(name, before, &now);
        }
        let beyond = beyond((self.old, self.new), (&old.fields, &new.fields));
        self.fields(name, before, &now, Some(&beyond));
    }

    /// Compares records, or versions of them.
    pub(super) fn record(&mut self, owner: &Text, old: Vec<Entry>, new: &[Entry]) {
        let sizes = [end(&old), end(new)];
        self.differs(&RECORD_SIZE_CHANGED, owner, "its size", sizes);
        self.fields(owner, old, new, None);
    }

    fn enumeration(&mut self, name: &str, old: &Enum, new: &Enum) {
        // Values of another enum are its differences.
        if new.values_of.is_some() && old.values_of.as_deref() == new.values_of.as_deref() {
            return;
        }
        let columns = (&old.columns, &new.columns);
        for pair in pairs(columns.0, columns.1, |column| &column.name, |_, _| false) {
            match pair {
                Pair::Added(column) => {
                    let subject = within(name, ".", &column.name);
                    self.note(&ENUM_COLUMN_ADDED, &subject, column.ty.to_string());
                }
                Pair::Gone(column) => {
                    let subject = within(name, ".", &column.name);
                    self.gone(&ENUM_COLUMN_REMOVED, &subject, "column");
                }
                Pair::Kept(..) | Pair::Renamed(..) => {}
            }
        }
        let (old, new) = (self.old.values(old), self.new.values(new));
        let subject = |value: &EnumValue| within(name, "::", &value.name);
        let is_renamed = |old: &EnumValue, new: &EnumValue| {
            old.value.value == new.value.value && old.marker == new.marker
        };
        for pair in pairs(&old.values, &new.values, |value| &value.name, is_renamed) {
            match pair {
                Pair::Kept(before, value) => {
                    self.value(new.shown_by.as_ref(), &subject(value), before, value);
                }
                Pair::Renamed(before, value) => {
                    let subject = subject(value);
                    let what = format!("was `{}`", before.name.value);
                    self.note(&ENUM_VALUE_RENAMED, &subject, what);
                    // Documents show no alias.
                    if value.alias.is_none() {
                        let keys = [key(old, before), key(new, value)];
                        self.differs(&DOCUMENT_CHANGED, &subject, "its name in documents", keys);
                    }
                }
                Pair::Added(value) => {
                    self.note(&ENUM_VALUE_ADDED, &subject(value), value.spelled.clone());
                }
                Pair::Gone(value) => {
                    self.gone(&ENUM_VALUE_REMOVED, &subject(value), value.spelled.clone());
                }
            }
        }
    }

    /// Compares a value; `key` is the column of the names in documents.
    fn value(&mut self, key: Option<&Text>, subject: &Text, old: &EnumValue, new: &EnumValue) {
        // The end of the values moves whenever there are more.
        if old.marker && new.marker {
            return;
        }
        if old.value.value != new.value.value {
            let numbers = [old, new].map(|value| value.spelled.clone());
            self.differs(&ENUM_VALUE_CHANGED, subject, "its number", numbers);
        } else {
            let roles = [old, new].map(|value| match value.alias {
                _ if value.marker => "a marker".to_owned(),
                Some(_) => "an alias".to_owned(),
                None => "printed".to_owned(),
            });
            self.differs(&ENUM_PRINTED_NAME_CHANGED, subject, "it", roles);
        }
        for (column, datum) in &new.columns {
            if let Some(before) = old.datum(column) {
                let subject = Text::at(subject.value.clone(), datum);
                let what = format!("its `{column}`");
                let data = [before.to_string(), datum.to_string()];
                let is_key = key.is_some_and(|key| key.value == column.value);
                match is_key && new.alias.is_none() {
                    true => {
                        self.differs(&DOCUMENT_CHANGED, &subject, "its name in documents", data)
                    }
                    false => self.differs(&ENUM_COLUMN_CHANGED, &subject, &what, data),
                }
            }
        }
    }

    /// Compares the arms of a switch, which is open if it has an arm for other selectors.
    fn arms(
        &mut self,
        (name, is_open): (&str, bool),
        old: &[Arm],
        new: &[Arm],
        removed: &'static Rule,
    ) {
        let subject = |arm: &Arm| within(name, ".", &arm.name);
        let facts = |arm: &Arm| {
            let mut facts = facts::json(arm);
            facts["yaml"] = arm.shown.key_of(&arm.name).into();
            facts
        };
        let content = |arm: &Arm| text(&facts::json(&arm.ty));
        for pair in pairs(old, new, |arm| &arm.name, |_, _| false) {
            match pair {
                Pair::Kept(before, arm) => {
                    let (mut was, is) = (facts(before), facts(arm));
                    let has = |arm: &Arm, when: &Text| {
                        let mut all = arm.when.iter();
                        all.any(|known| known.value == when.value)
                    };
                    let more = arm.when.iter().filter(|when| !has(before, when));
                    let more: Vec<&str> = more.map(|text| text.as_str()).collect();
                    let keeps = before.when.iter().all(|when| has(arm, when));
                    if keeps && !more.is_empty() && !is_open {
                        self.note(&ARM_SELECTOR_ADDED, &subject(arm), more.join(", "));
                        was["when"].clone_from(&is["when"]);
                    }
                    self.facts(&["arm"], &subject(arm), &was, &is);
                }
                Pair::Added(arm) => self.note(&ARM_ADDED, &subject(arm), content(arm)),
                Pair::Gone(arm) => self.gone(removed, &subject(arm), content(arm)),
                Pair::Renamed(..) => {}
            }
        }
    }

    fn parts(&mut self) {
        let mut left = codes(self.old);
        // Several parts of one FourCC are distinguished by their types, as far as these stay.
        let mut changed = Vec::new();
        for (code, part) in codes(self.new) {
            let stays = |(other, before): &(&Text, &Part)| {
                other.value == code.value && held(before) == held(part)
            };
            match left.iter().position(stays) {
                Some(at) => self.part(code, left.remove(at).1, part),
                None => changed.push((code, part)),
            }
        }
        for (code, part) in changed {
            let before = left.iter().position(|(other, _)| other.value == code.value);
            match before {
                Some(at) => self.part(code, left.remove(at).1, part),
                None => self.note(&PART_ADDED, &within("part", " ", code), held(part)),
            }
        }
        for (code, part) in left {
            self.gone(&PART_REMOVED, &within("part", " ", code), held(part));
        }
    }

    fn part(&mut self, code: &Text, before: &Part, part: &Part) {
        let [before, now] = [before, part].map(facts::json);
        self.facts(&["part"], &within("part", " ", code), &before, &now);
    }
}

/// The name of a value in documents.
fn key(of: &Enum, value: &EnumValue) -> String {
    let shown_by = of.shown_by.as_ref();
    let datum = shown_by.and_then(|shown_by| value.datum(shown_by));
    datum.map_or_else(|| value.name.value.clone(), Spanned::to_string)
}

/// The content of a part.
fn held(part: &Part) -> String {
    let ty = part.ty.as_ref().map(facts::json);
    ty.map_or_else(|| "bytes".to_owned(), |ty| text(&ty))
}

fn codes(schema: &Schema) -> Vec<(&Text, &Part)> {
    let parts = schema.parts.iter();
    let codes = parts.flat_map(|part| part.codes.iter().map(move |code| (code, part)));
    codes.collect()
}
