//! Fields of a sequence that are called otherwise: nothing else about them or their place is another.

use std::collections::BTreeMap;

use super::rules::FIELD_RULE_CHANGED;
use super::steps::Step;
use super::words::Word;
use crate::diagnostic::Text;
use crate::expression::Expression;

/// The new names by the old ones; padding is named after the field before it.
pub(super) struct Renamed(BTreeMap<String, String>);

impl Renamed {
    pub(super) fn between(old: &[Step], new: &[Step]) -> Self {
        let mut renamed = BTreeMap::new();
        for step in new.iter().filter(|step| !has(old, &step.name)) {
            let place = place(new, old, step);
            let mut gone = old.iter().filter(|before| !has(new, &before.name));
            let before = gone.find(|before| {
                (&before.ty, before.kind) == (&step.ty, step.kind)
                    && self::place(old, new, before) == place
                    && !renamed.contains_key(&before.name.value)
            });
            if let Some(before) = before {
                renamed.insert(before.name.value.clone(), step.name.value.clone());
            }
        }
        Self(renamed)
    }

    /// The new name of a field, if it was renamed.
    pub(super) fn now(&self, before: &str) -> Option<&str> {
        self.0.get(before).map(String::as_str)
    }

    /// The old name of a field, if it was renamed.
    pub(super) fn before(&self, now: &str) -> Option<&str> {
        let mut pairs = self.0.iter();
        let (before, _) = pairs.find(|(_, name)| *name == now)?;
        Some(before)
    }

    /// A type or an expression with the names of now. Behind a dot stands a field of something else.
    pub(super) fn text(&self, text: &str) -> String {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let (mut now, mut rest) = (String::new(), text);
        while let Some(start) = rest.find(is_letter) {
            let (before, from) = rest.split_at(start);
            let (word, behind) =
                from.split_at(from.find(|letter| !is_letter(letter)).unwrap_or(from.len()));
            let is_member = before.ends_with('.') && !before.ends_with("..");
            let name = self.now(word).filter(|_| !is_member);
            now.extend([before, name.unwrap_or(word)]);
            rest = behind;
        }
        now + rest
    }
}

impl Step {
    /// The field, with the names of now.
    pub(super) fn renamed(&self, renamed: &Renamed) -> Self {
        let name = renamed.now(&self.name).unwrap_or(&self.name);
        let words = self.words.iter().map(|word| word.renamed(renamed));
        Self {
            name: Text::at(name.to_owned(), &self.name),
            ty: renamed.text(&self.ty),
            words: words.collect(),
            ..*self
        }
    }
}

impl Word {
    /// The word, with the names of now; documents have keys of their own.
    pub(super) fn renamed(&self, renamed: &Renamed) -> Self {
        let mut word = self.clone();
        if std::ptr::eq(self.rule, &FIELD_RULE_CHANGED) {
            word.text = renamed.text(&self.text);
            let parsed = |old| Expression::new(Text::at(word.text.clone(), old));
            word.expression = self.expression.as_ref().map(parsed);
        }
        word
    }
}

fn has(steps: &[Step], name: &str) -> bool {
    steps.iter().any(|step| *step.name == name)
}

/// How many fields stand before one that both states have.
fn place(steps: &[Step], other: &[Step], of: &Step) -> usize {
    let before = steps.iter().take_while(|step| *step.name != *of.name);
    before.filter(|step| has(other, &step.name)).count()
}
