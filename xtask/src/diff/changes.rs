//! Differences: rules that apply, with the place.

use dxc_codegen::model::Schema;
use dxc_codegen::span::Text;

use super::extended::States;
use super::renames::Renames;
use super::rules::{ALIAS_REMOVED, Class, DOCUMENT_CHANGED, DOCUMENT_KEY_CHANGED, Rule};

/// A difference.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) rule: &'static Rule,
    /// The item, the field, the value: `RuntimeInfo.node_count`.
    pub(super) subject: String,
    pub(super) what: String,
    /// The file and the line; those of the old state, if the new one does not have it.
    pub(super) file: String,
    pub(super) line: usize,
}

/// All differences, while they are found. A subject is an item, a field or a value, with its place.
pub(super) struct Changes<'s> {
    pub(super) old: &'s Schema,
    pub(super) new: &'s Schema,
    /// Names that changed, with an alias.
    pub(super) renames: &'s Renames,
    pub(super) found: Vec<Change>,
}

impl<'s> Changes<'s> {
    pub(super) fn states(&self) -> States<'s> {
        States {
            old: self.old,
            new: self.new,
            renames: self.renames,
        }
    }

    /// Notes earlier names that are gone.
    pub(super) fn aliases(&mut self, subject: &Text, name: &str, was: &[Text], is: &[Text]) {
        let stays = |old: &Text| old.value == name || is.iter().any(|new| new.value == old.value);
        for gone in was.iter().filter(|old| !stays(old)) {
            self.note(&ALIAS_REMOVED, subject, format!("was `{gone}`"));
        }
    }

    /// Notes keys in documents that are read no more, or written no more.
    pub(super) fn keys(&mut self, subject: &Text, what: &str, old: &[String], new: &[String]) {
        let newest = |keys: &[String]| keys.first().cloned().unwrap_or_default();
        let is_read = |key: &String| new.contains(key);
        if old.first() != new.first() {
            let rule = match old.first().is_some_and(is_read) {
                true => &DOCUMENT_KEY_CHANGED,
                false => &DOCUMENT_CHANGED,
            };
            self.differs(rule, subject, what, [newest(old), newest(new)]);
        }
        for gone in old.iter().skip(1).filter(|key| !is_read(key)) {
            let what = format!("documents cannot have `{gone}` any more");
            self.note(&DOCUMENT_CHANGED, subject, what);
        }
    }

    /// Notes a difference at its place in the new state.
    pub(super) fn note(&mut self, rule: &'static Rule, subject: &Text, what: impl Into<String>) {
        let change = change(self.new, rule, subject, what.into());
        self.found.push(change);
    }

    /// Notes that something is gone, at its place in the old state.
    pub(super) fn gone(&mut self, rule: &'static Rule, subject: &Text, what: impl Into<String>) {
        let change = change(self.old, rule, subject, what.into());
        self.found.push(change);
    }

    /// Notes that something reads otherwise, if it does.
    pub(super) fn differs(
        &mut self,
        rule: &'static Rule,
        subject: &Text,
        what: &str,
        [old, new]: [String; 2],
    ) {
        if old != new {
            let shown = |text: &str| match text.is_empty() {
                true => "nothing".to_owned(),
                false => format!("`{text}`"),
            };
            let what = format!("{what} was {} and is now {}", shown(&old), shown(&new));
            self.note(rule, subject, what);
        }
    }
}

fn change(schema: &Schema, rule: &'static Rule, subject: &Text, what: String) -> Change {
    let source = &schema.sources[subject.span.file];
    Change {
        rule,
        subject: subject.value.clone(),
        what,
        file: source.path.display().to_string(),
        line: source.line(&subject.span),
    }
}

/// A part of something with a name: `Record.field`, `Enum::Value`.
pub(super) fn within(owner: &str, sign: &str, name: &Text) -> Text {
    Text::at(format!("{owner}{sign}{}", name.value), name)
}

/// What became of something that has a name.
pub(super) enum Pair<'s, T> {
    Kept(&'s T, &'s T),
    Renamed(&'s T, &'s T),
    Added(&'s T),
    Gone(&'s T),
}

/// Pairs what has the same name, in the order of the new state; what is gone comes last.
pub(super) fn pairs<'s, T>(
    old: &'s [T],
    new: &'s [T],
    name: impl Fn(&T) -> &str,
    is_renamed: impl Fn(&T, &T) -> bool,
) -> Vec<Pair<'s, T>> {
    let find = |all: &'s [T], of: &T| all.iter().find(|other| name(other) == name(of));
    let gone = old.iter().filter(|before| find(new, before).is_none());
    let mut gone: Vec<&T> = gone.collect();
    let mut pairs = Vec::new();
    for now in new {
        let renamed = || gone.iter().position(|before| is_renamed(before, now));
        pairs.push(match find(old, now) {
            Some(before) => Pair::Kept(before, now),
            None => match renamed() {
                Some(at) => Pair::Renamed(gone.remove(at), now),
                None => Pair::Added(now),
            },
        });
    }
    pairs.extend(gone.into_iter().map(Pair::Gone));
    pairs
}

/// The worst that the differences break.
pub(super) fn worst(changes: &[Change]) -> Option<Class> {
    changes.iter().map(|change| change.rule.class).max()
}
