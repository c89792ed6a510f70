//! Collects differences between two states of the schemas: the rules that apply, with locations.

use dxc_codegen::model::Schema;
use dxc_codegen::span::Text;

use super::extended::States;
use super::renames::Renames;
use super::rules::{ALIAS_REMOVED, Class, DOCUMENT_CHANGED, DOCUMENT_KEY_CHANGED, Rule};

/// A difference between two states of the schemas.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) rule: &'static Rule,
    /// The path of the item, the field or the value, such as `RuntimeInfo.node_count`.
    pub(super) subject: String,
    pub(super) what: String,
    /// The file and the line; those of the old state, if the new one lacks the subject.
    pub(super) file: String,
    pub(super) line: usize,
}

/// The differences found so far. A subject is an item, a field or a value, with its location.
pub(super) struct Changes<'s> {
    pub(super) old: &'s Schema,
    pub(super) new: &'s Schema,
    /// Changed names, with the old name as an alias.
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

    /// Records earlier names that were removed.
    pub(super) fn aliases(&mut self, subject: &Text, name: &str, was: &[Text], is: &[Text]) {
        let stays = |old: &Text| old.value == name || is.iter().any(|new| new.value == old.value);
        for gone in was.iter().filter(|old| !stays(old)) {
            self.note(&ALIAS_REMOVED, subject, format!("was `{gone}`"));
        }
    }

    /// Records keys in documents that are no longer read, or no longer written.
    pub(super) fn keys(&mut self, subject: &Text, what: &str, old: &[String], new: &[String]) {
        let newest = |keys: &[String]| keys.first().cloned().unwrap_or_default();
        let is_read = |key: &String| new.contains(key);
        if old.first() != new.first() {
            let rule = if old.first().is_some_and(is_read) {
                &DOCUMENT_KEY_CHANGED
            } else {
                &DOCUMENT_CHANGED
            };
            self.differs(rule, subject, what, [newest(old), newest(new)]);
        }
        for gone in old.iter().skip(1).filter(|key| !is_read(key)) {
            let what = format!("documents cannot have `{gone}` any more");
            self.note(&DOCUMENT_CHANGED, subject, what);
        }
    }

    /// Records a difference at its location in the new state.
    pub(super) fn note(&mut self, rule: &'static Rule, subject: &Text, what: impl Into<String>) {
        let change = change(self.new, rule, subject, what.into());
        self.found.push(change);
    }

    /// Records a removal, at its location in the old state.
    pub(super) fn gone(&mut self, rule: &'static Rule, subject: &Text, what: impl Into<String>) {
        let change = change(self.old, rule, subject, what.into());
        self.found.push(change);
    }

    /// Records a difference between two texts, if they differ.
    pub(super) fn differs(
        &mut self,
        rule: &'static Rule,
        subject: &Text,
        what: &str,
        [old, new]: [String; 2],
    ) {
        if old != new {
            let shown = |text: &str| {
                if text.is_empty() {
                    "nothing".to_owned()
                } else {
                    format!("`{text}`")
                }
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

/// The name of a member: `Record.field`, `Enum::Value`.
pub(super) fn within(owner: &str, sign: &str, name: &Text) -> Text {
    Text::at(format!("{owner}{sign}{}", name.value), name)
}

/// What became of something with a name.
pub(super) enum Pair<'s, T> {
    Kept(&'s T, &'s T),
    Renamed(&'s T, &'s T),
    Added(&'s T),
    Gone(&'s T),
}

/// Pairs things with the same name, in the order of the new state; removed ones come last.
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

/// The most severe class among the differences.
pub(super) fn worst(changes: &[Change]) -> Option<Class> {
    changes.iter().map(|change| change.rule.class).max()
}
