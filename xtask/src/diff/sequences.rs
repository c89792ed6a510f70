//! The differences of sequences: which fields there are, in which order, and by which rules.

use crate::diagnostic::Span;
use crate::model::{FieldKind, Sequence};

use super::changes::Changes;
use super::reach::beyond;
use super::renamed::Renamed;
use super::rules::*;
use super::steps::{Step, steps};
use super::words::listed;

impl Changes<'_> {
    pub(super) fn sequence(&mut self, owner: &str, span: &Span, old: &Sequence, new: &Sequence) {
        let shown = |sequence: &Sequence| {
            let follows = sequence.follows.as_ref();
            listed([
                sequence.key.as_ref().map(|key| key.value.clone()),
                follows.map(|follows| format!("follows {}", follows.value)),
            ])
        };
        let documents = (shown(old), shown(new));
        let what = (
            "how documents show it",
            documents.0.as_str(),
            documents.1.as_str(),
        );
        self.differs(&DOCUMENT_CHANGED, span, owner, what);
        let beyond = beyond((self.old, self.new), (old, new));
        let (old, new) = (steps(self.old, old), steps(self.new, new));
        let renamed = Renamed::between(&old, &new);
        let old: Vec<Step> = old.iter().map(|step| step.renamed(&renamed)).collect();
        let subject = |step: &Step| format!("{owner}.{}", step.name);
        for step in &new {
            if let Some(before) = renamed.before(&step.name)
                && step.kind != FieldKind::Padding
            {
                let what = format!("was `{before}`");
                self.note(&FIELD_RENAMED, &step.span, subject(step), what);
            }
            match old.iter().find(|before| before.name == step.name) {
                Some(before) => {
                    self.step(&subject(step), before, step);
                    if place(&old, &new, &step.name) != place(&new, &old, &step.name) {
                        let what = "its place among the fields is another".to_owned();
                        self.note(&FIELD_MOVED, &step.span, subject(step), what);
                    }
                }
                None => {
                    let what = step.ty.clone();
                    let rule = match beyond.contains(step.name.as_str()) {
                        true => &SEQUENCE_FIELD_ADDED_OUT_OF_REACH,
                        false => &SEQUENCE_FIELD_ADDED,
                    };
                    self.note(rule, &step.span, subject(step), what);
                }
            }
        }
        for step in &old {
            if new.iter().all(|now| now.name != step.name) {
                let what = step.ty.clone();
                self.gone(&SEQUENCE_FIELD_REMOVED, &step.span, subject(step), what);
            }
        }
    }

    fn step(&mut self, subject: &str, old: &Step, new: &Step) {
        let span = &new.span;
        // The alignment of padding is a rule.
        if new.kind != FieldKind::Padding {
            let rule = match old.size.is_some() && old.size == new.size {
                true => &FIELD_TYPE_CHANGED,
                false => &FIELD_SIZE_CHANGED,
            };
            self.differs(rule, span, subject, ("its type", &old.ty, &new.ty));
        }
        self.words(span, subject, &old.words, &new.words);
    }
}

/// The place of a field among those that both states have.
fn place(steps: &[Step], other: &[Step], name: &str) -> Option<usize> {
    let is_kept = |step: &&Step| other.iter().any(|other| other.name == step.name);
    let mut kept = steps.iter().filter(is_kept);
    kept.position(|step| step.name == name)
}
