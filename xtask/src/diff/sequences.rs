//! The differences of sequences: which fields there are, in which order, and by which rules.

use crate::diagnostic::Text;
use crate::model::{FieldKind, Sequence};

use super::changes::{Changes, Pair, pairs, within};
use super::reach::beyond;
use super::renamed::Renamed;
use super::rules::*;
use super::steps::{Step, steps};

impl Changes<'_> {
    pub(super) fn sequence(&mut self, owner: &str, old: &Sequence, new: &Sequence) {
        let beyond = beyond((self.old, self.new), (old, new));
        let (old, new) = (steps(self.old, old), steps(self.new, new));
        let renamed = Renamed::between(&old, &new);
        let old: Vec<Step> = old.iter().map(|step| step.renamed(&renamed)).collect();
        for pair in pairs(&old, &new, |step| &step.name, |_, _| false) {
            match pair {
                Pair::Kept(before, step) => {
                    let subject = within(owner, ".", &step.name);
                    if let Some(before) = renamed.before(&step.name)
                        && step.kind != FieldKind::Padding
                    {
                        self.note(&FIELD_RENAMED, &subject, format!("was `{before}`"));
                    }
                    self.step(&subject, before, step);
                    if place(&old, &new, &step.name) != place(&new, &old, &step.name) {
                        let what = "its place among the fields is another";
                        self.note(&FIELD_MOVED, &subject, what);
                    }
                }
                // The old state has the names of now.
                Pair::Renamed(..) => {}
                Pair::Added(step) => {
                    let rule = match beyond.contains(step.name.as_str()) {
                        true => &STRUCT_FIELD_ADDED_OUT_OF_REACH,
                        false => &STRUCT_FIELD_ADDED,
                    };
                    self.note(rule, &within(owner, ".", &step.name), step.ty.clone());
                }
                Pair::Gone(step) => {
                    let subject = within(owner, ".", &step.name);
                    self.gone(&STRUCT_FIELD_REMOVED, &subject, step.ty.clone());
                }
            }
        }
    }

    fn step(&mut self, subject: &Text, old: &Step, new: &Step) {
        // The alignment of padding is a rule.
        if new.kind != FieldKind::Padding {
            let rule = match old.size.is_some() && old.size == new.size {
                true => &FIELD_TYPE_CHANGED,
                false => &FIELD_SIZE_CHANGED,
            };
            self.differs(rule, subject, "its type", [&old.ty, &new.ty]);
        }
        self.words(subject, &old.words, &new.words);
    }
}

/// The place of a field among those that both states have.
fn place(steps: &[Step], other: &[Step], name: &str) -> Option<usize> {
    let is_kept = |step: &&Step| other.iter().any(|other| *other.name == *step.name);
    let mut kept = steps.iter().filter(is_kept);
    kept.position(|step| *step.name == name)
}
