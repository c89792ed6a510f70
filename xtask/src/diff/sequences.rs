//! The differences of sequences: which fields there are, in which order, and by which rules.

use crate::diagnostic::{Span, Spanned};
use crate::model::{FieldKind, Schema, Sequence, SequenceField};

use super::changes::Changes;
use super::reach::beyond;
use super::rules::*;
use super::words::{Word, in_cpp, in_documents, listed, text, type_text};

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
        let subject = |step: &Step| format!("{owner}.{}", step.name);
        for step in &new {
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
        // What padding is made up to is a rule.
        if !new.is_padding {
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

/// A field of a sequence, or padding, which is named after what it stands behind.
struct Step {
    name: String,
    span: Span,
    ty: String,
    size: Option<u64>,
    is_padding: bool,
    words: Vec<Word>,
}

fn steps(schema: &Schema, sequence: &Sequence) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for field in &sequence.fields {
        let behind = steps.last().map_or("the start", |step| step.name.as_str());
        let name = match &field.name {
            Some(name) => name.value.clone(),
            None => format!("padding behind {behind}"),
        };
        let (span, ty) = match (&field.name, &field.ty, &field.align) {
            (Some(name), Some(ty), _) => (&name.span, type_text(schema, ty).to_owned()),
            (None, _, Some(align)) => (&align.span, format!("align {}", align.value)),
            // The checks refuse anything else.
            _ => continue,
        };
        // Every word of the language by name, so that a new one is not forgotten here.
        let SequenceField {
            name: _,
            ty: _,
            kind,
            is,
            usual,
            shown,
            named,
            fill,
            known,
            null,
            pool,
            near,
            reference,
            cpp,
            count,
            each,
            unknown: _,
            manner,
            stride,
            size,
            at,
            from,
            align,
            condition,
            ours,
            doc: _,
        } = field;
        let writing = [
            (manner.nul_first, "nul_first"),
            (manner.repeats, "repeats"),
            (manner.merges, "merges"),
            (*pool, "pool"),
            (*near, "near"),
        ];
        let writing = writing.map(|(word, name)| word.then(|| name.to_owned()));
        let documents = in_documents(&name, shown);
        steps.push(Step {
            name,
            span: span.clone(),
            ty,
            size: field.ty.as_ref().and_then(|ty| schema.size(&ty.base)),
            is_padding: *kind == FieldKind::Padding,
            words: vec![
                (&WRITING_CHANGED, "how it is written", listed(writing)),
                documents,
                (
                    &DOCUMENT_CHANGED,
                    "its `ours`",
                    ours.as_ref()
                        .map_or_else(String::new, |rule| rule.value.clone()),
                ),
                (
                    &DOCUMENT_CHANGED,
                    "the keys of its strings",
                    listed(named.iter().map(|key| Some(key.value.clone()))),
                ),
                in_cpp(cpp),
                rule("its `is`", is.as_deref()),
                rule("its `usual`", usual.as_deref()),
                rule("its `count`", count.as_deref()),
                rule("its `each`", each.as_ref().map(|each| &each.text)),
                rule("its `stride`", stride.as_deref()),
                rule("its `size`", size.as_deref()),
                rule("its `at`", at.as_deref()),
                rule("what its `at` counts from", from.as_ref()),
                rule("its `if`", condition.as_deref()),
                (
                    &FIELD_RULE_CHANGED,
                    "its `round`",
                    listed([manner.round.map(|round| round.to_string())]),
                ),
                multiple("its `align`", align),
                multiple("its `fill`", fill),
                multiple("its `null`", null),
                rule("its `known`", known.as_ref()),
                rule("its pool", reference.as_ref()),
            ],
        });
    }
    steps
}

fn rule(what: &'static str, rule: Option<&Spanned<String>>) -> Word {
    (&FIELD_RULE_CHANGED, what, text(rule).to_owned())
}

fn multiple(what: &'static str, of: &Option<Spanned<i128>>) -> Word {
    let of = of.as_ref().map(|of| of.value.to_string());
    (&FIELD_RULE_CHANGED, what, listed([of]))
}
