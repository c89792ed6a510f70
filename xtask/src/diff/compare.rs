//! Compares two schemas: their items and parts by name.

use serde_json::{Value as Json, json};

use dxc_codegen::model::{Arm, Content, Enum, EnumValue, Form, Item, Part, Schema, Struct, Switch};
use dxc_codegen::span::{Span, Text};

use super::changes::{Change, Changes, Pair, pairs, within};
use super::facts::{self, text};
use super::fields::{Entry, end, of_bits, of_fields};
use super::functions::is_extended;
use super::reach::beyond;
use super::renames::{Renames, is_renamed};
use super::rules::*;

/// Finds all differences, in the order of the new state; removals come last.
pub(super) fn compare(old: &Schema, new: &Schema) -> Vec<Change> {
    let renames = Renames::new(old, new);
    let mut changes = Changes {
        old,
        new,
        renames: &renames,
        found: Vec::new(),
    };
    for pair in pairs(&old.items, &new.items, |item| &item.name, is_renamed) {
        match pair {
            Pair::Kept(before, item) => changes.item(before, item),
            Pair::Renamed(before, item) => {
                let rule = if new.is_part(&item.name) {
                    &VARIANT_RENAMED
                } else {
                    &RENAMED
                };
                changes.note(rule, &item.name, format!("was `{}`", before.name.value));
                changes.item(before, item);
            }
            Pair::Added(item) => changes.note(&ITEM_ADDED, &item.name, item.content.kind()),
            Pair::Gone(item) => changes.gone(&ITEM_REMOVED, &item.name, item.content.kind()),
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
        self.aliases(name, name, &old.was, &new.was);
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
            && is_extended(self.states(), old, new)
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
            (Content::Struct(of), Content::Struct(to)) => {
                if self.new.is_part(name) {
                    let keys = [(old, of), (new, to)].map(|(item, of)| part_keys(item, of));
                    self.keys(name, "its `yaml`", &keys[0], &keys[1]);
                }
                self.structs(name, of, to);
            }
            (Content::Switch(old), Content::Switch(new)) => {
                let removed = match new.size {
                    Some(_) => &ARM_REMOVED,
                    None => &SELECTED_ARM_REMOVED,
                };
                self.arms(name, (old, new), removed);
                self.otherwise(name, (old, new));
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
        let beyond = beyond(self.states(), (&old.fields, &new.fields));
        self.fields(name, before, &now, Some(&beyond));
    }

    /// Compares records, or versions of them.
    pub(super) fn record(&mut self, owner: &Text, old: Vec<Entry>, new: &[Entry]) {
        let sizes = [end(&old), end(new)];
        self.differs(&RECORD_SIZE_CHANGED, owner, "its size", sizes);
        self.fields(owner, old, new, None);
    }

    fn enumeration(&mut self, name: &str, old: &Enum, new: &Enum) {
        // Differences of values from another enum are reported there.
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
            if new.was.is_empty() {
                old.value.value == new.value.value && old.marker == new.marker
            } else {
                new.was.iter().any(|was| was.value == old.name.value)
            }
        };
        for pair in pairs(&old.values, &new.values, |value| &value.name, is_renamed) {
            match pair {
                Pair::Kept(before, value) => {
                    self.value((old, new), &subject(value), before, value);
                }
                Pair::Renamed(before, value) => {
                    let subject = subject(value);
                    let what = format!("was `{}`", before.name.value);
                    let rule = if value.was.is_empty() {
                        &ENUM_VALUE_RENAMED
                    } else {
                        &RENAMED
                    };
                    self.note(rule, &subject, what);
                    self.value((old, new), &subject, before, value);
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

    /// Compares a value that both states of an enum contain.
    fn value(
        &mut self,
        (of, to): (&Enum, &Enum),
        subject: &Text,
        old: &EnumValue,
        new: &EnumValue,
    ) {
        self.aliases(subject, &new.name, &old.was, &new.was);
        // The end of the values moves whenever a value is added.
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
        // Documents are not written with aliases, but may contain them.
        if new.alias.is_none() {
            let keys = [of.keys_of(old), to.keys_of(new)];
            let place = Text::at(subject.value.clone(), key_place(to, new));
            self.keys(&place, "its name in documents", &keys[0], &keys[1]);
        }
        let shown_by = |column: &Text| {
            let shown_by = to.shown_by.as_ref();
            new.alias.is_none() && shown_by.is_some_and(|by| by.value == column.value)
        };
        for (column, datum) in new.columns.iter().filter(|(column, _)| !shown_by(column)) {
            if let Some(before) = old.datum(column) {
                let subject = Text::at(subject.value.clone(), datum);
                let what = format!("its `{column}`");
                let data = [before.to_string(), datum.to_string()];
                let is_key = |of: &Enum| of.column(column).is_some_and(|column| column.key);
                let rule = if (is_key(of) || is_key(to)) && !data[0].is_empty() {
                    &ENUM_KEY_CHANGED
                } else {
                    &ENUM_COLUMN_CHANGED
                };
                self.differs(rule, &subject, &what, data);
            }
        }
    }

    /// Compares the arms of a switch.
    fn arms(&mut self, name: &str, (old, new): (&Switch, &Switch), removed: &'static Rule) {
        let subject = |arm: &Arm| within(name, ".", &arm.name);
        let content = |arm: &Arm| text(&facts::json(&arm.ty));
        let selectors = |switch: &Switch, schema: &Schema, arm: &Arm| -> Vec<Option<i128>> {
            let of = schema.values_of(switch.selector_enum());
            let number = |when: &Text| Some(of?.value(when)?.value.value);
            arm.when.iter().map(number).collect()
        };
        let (old_schema, new_schema) = (self.old, self.new);
        let is_renamed = |before: &Arm, arm: &Arm| {
            if arm.shown.was.is_empty() {
                let when = [
                    selectors(old, old_schema, before),
                    selectors(new, new_schema, arm),
                ];
                when[0] == when[1] && content(before) == content(arm)
            } else {
                arm.shown
                    .was
                    .iter()
                    .any(|was| was.value == before.name.value)
            }
        };
        for pair in pairs(&old.arms, &new.arms, |arm| &arm.name, is_renamed) {
            match pair {
                Pair::Kept(before, arm) => self.arm(&subject(arm), (old, new), before, arm),
                Pair::Renamed(before, arm) => {
                    let has_methods = new.size.is_some() && !arm.shown.was.is_empty();
                    let rule = if has_methods {
                        &RENAMED
                    } else {
                        &VARIANT_RENAMED
                    };
                    self.note(rule, &subject(arm), format!("was `{}`", before.name.value));
                    self.arm(&subject(arm), (old, new), before, arm);
                }
                Pair::Added(arm) => self.note(&ARM_ADDED, &subject(arm), content(arm)),
                Pair::Gone(arm) => self.gone(removed, &subject(arm), content(arm)),
            }
        }
    }

    fn arm(&mut self, subject: &Text, (old, new): (&Switch, &Switch), before: &Arm, arm: &Arm) {
        let mut was = facts::json(before);
        let mut is = facts::json(arm);
        let renames = self.renames;
        let by = old.selector_enum();
        let when = before.when.iter().map(|when| renames.member(by, when));
        let when: Vec<&str> = when.collect();
        was["when"] = json!(when);
        let more = arm.when.iter().map(|text| text.as_str());
        let more: Vec<&str> = more.filter(|text| !when.contains(text)).collect();
        let keeps = when
            .iter()
            .all(|when| arm.when.iter().any(|own| own.value == *when));
        let known = self.old.values_of(by);
        // A selector may move out of the arm for other selectors only if its value had no name before.
        let is_new = |name: &&str| known.is_some_and(|of| of.value(name).is_none());
        let is_free = old.otherwise.is_none() || more.iter().all(is_new);
        if keeps && !more.is_empty() && is_free {
            self.note(&ARM_SELECTOR_ADDED, subject, more.join(", "));
            was["when"].clone_from(&is["when"]);
        }
        let _ = new;
        self.aliases(subject, &arm.name, &before.shown.was, &arm.shown.was);
        let keys = [before, arm].map(|arm| arm.shown.all_keys(&arm.name));
        self.keys(subject, "its `yaml`", &keys[0], &keys[1]);
        for facts in [&mut was, &mut is] {
            facts["yaml"] = Json::Null;
        }
        self.facts(&["arm"], subject, &was, &is);
    }

    /// The arm for all other selectors.
    fn otherwise(&mut self, name: &Text, (old, new): (&Switch, &Switch)) {
        let what = "the arm of the other selectors";
        match (&old.otherwise, &new.otherwise) {
            (None, Some(_)) => self.note(&ARM_ADDED, name, what),
            (Some(_), None) => self.note(&SELECTED_ARM_REMOVED, name, what),
            _ => {}
        }
    }

    fn parts(&mut self) {
        let mut left = codes(self.old);
        // Parts with one FourCC are paired by their types, if those are unchanged.
        let mut changed = Vec::new();
        for (code, part) in codes(self.new) {
            let renames = self.renames;
            let stays = |(other, before): &(&Text, &Part)| {
                let mut ty = before.ty.as_ref().map(facts::json).unwrap_or_default();
                renames.apply(&mut ty);
                let own = part.ty.as_ref().map(facts::json).unwrap_or_default();
                other.value == code.value && text(&ty) == text(&own)
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
        let subject = within("part", " ", code);
        let mut was = facts::json(before);
        let now = facts::json(part);
        let renamed = before.stages.iter().map(|stage| self.renames.value(stage));
        let renamed: Vec<&str> = renamed.collect();
        was["stages"] = json!(renamed);
        let has = |stage: &&str| part.stages.iter().any(|own| own.value == **stage);
        let more = part.stages.iter().map(|stage| stage.as_str());
        let more: Vec<&str> = more.filter(|stage| !renamed.contains(stage)).collect();
        let is_new = |stage: &&str| !is_known_stage(self.old, stage);
        if renamed.iter().all(has) && !more.is_empty() && more.iter().all(is_new) {
            self.note(&PART_STAGES_EXTENDED, &subject, more.join(", "));
            was["stages"].clone_from(&now["stages"]);
        }
        self.facts(&["part"], &subject, &was, &now);
    }
}

/// The location of a value's name in documents.
fn key_place<'v>(of: &Enum, value: &'v EnumValue) -> &'v Span {
    let shown_by = of.shown_by.as_ref();
    let datum = shown_by.and_then(|shown_by| value.datum(shown_by));
    match (&value.key, datum) {
        (Some(key), _) => &key.span,
        (None, Some(datum)) => &datum.span,
        (None, None) => &value.name.span,
    }
}

/// The keys in documents of a part with this type.
fn part_keys(item: &Item, of: &Struct) -> Vec<String> {
    let newest = of.key.as_deref().unwrap_or(&item.name).value.clone();
    let earlier = of.earlier_keys(&item.was).into_iter();
    std::iter::once(newest)
        .chain(earlier.map(|earlier| earlier.key))
        .collect()
}

/// Whether an enum has a value or a column with this name.
fn is_known_stage(schema: &Schema, stage: &str) -> bool {
    let enums = schema.items.iter().filter_map(|item| item.content.values());
    let mut enums = enums.filter(|of| !of.flags);
    enums.any(|of| of.value(stage).is_some() || of.column(stage).is_some())
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
