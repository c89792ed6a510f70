//! The differences of fields: where they lie, what they hold, and which rules they follow.

use crate::diagnostic::{Span, Spanned, counted};
use crate::model::{Bits, Field, Schema, Sequence, SequenceField, Shown, Version, Versioned};

use super::changes::Changes;
use super::compare::{text, type_text};
use super::rules::*;

/// A field at its place, in bits.
pub(super) struct Placed {
    name: String,
    span: Span,
    ty: String,
    at: u64,
    size: u64,
    reserved: bool,
    default: String,
    reference: String,
    writing: String,
    shown: String,
    cpp: String,
}

/// The fields of a record, one behind the other.
fn of_record(schema: &Schema, fields: &[Field]) -> Vec<Placed> {
    let mut at = 0;
    let placed = fields.iter().map(|field| {
        let size = schema.size(&field.ty.base).unwrap_or(0).saturating_mul(8);
        // Every word of the language by name, so that a new one is not forgotten here.
        let Field {
            name,
            ty,
            default,
            reserved,
            shown,
            cpp,
            reference,
            last,
            run,
            len,
            base,
            null,
            checked,
            doc: _,
        } = field;
        let refers = [
            reference.as_ref().map(|table| table.value.clone()),
            run.as_ref().map(|run| format!("run of {}", run.value)),
            len.as_ref().map(|len| format!("as long as {}", len.value)),
            base.as_ref().map(|base| format!("from {}", base.value)),
            null.as_ref().map(|null| format!("null {}", null.value)),
            checked.then(|| "checked".to_owned()),
        ];
        let placed = Placed {
            name: name.value.clone(),
            span: name.span.clone(),
            ty: type_text(schema, ty).to_owned(),
            at,
            size,
            reserved: *reserved,
            default: text(default).to_owned(),
            reference: listed(refers),
            writing: listed([last.then(|| "last".to_owned())]),
            shown: in_documents(shown),
            cpp: text(cpp).to_owned(),
        };
        at = at.saturating_add(size);
        placed
    });
    placed.collect()
}

/// Words one behind the other, without those that do not apply.
fn listed(words: impl IntoIterator<Item = Option<String>>) -> String {
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// How documents show something.
pub(super) fn in_documents(shown: &Shown) -> String {
    let Shown {
        key,
        flatten,
        show,
        version,
    } = shown;
    listed([
        key.as_ref().map(|key| key.value.clone()),
        flatten.as_ref().map(|_| "flatten".to_owned()),
        show.as_ref().map(|show| format!("show {}", show.value)),
        version
            .as_ref()
            .map(|version| format!("version as {}", version.value)),
    ])
}

/// The fields of packed bits, the lowest first.
pub(super) fn of_bits(schema: &Schema, bits: &Bits) -> Vec<Placed> {
    let mut at = 0;
    let placed = bits.fields.iter().map(|field| {
        let size = u64::try_from(field.bits.value).unwrap_or(0);
        let placed = Placed {
            name: field.name.value.clone(),
            span: field.name.span.clone(),
            ty: field
                .ty
                .as_ref()
                .map_or("", |ty| type_text(schema, ty))
                .to_owned(),
            at,
            size,
            reserved: field.reserved,
            default: String::new(),
            reference: String::new(),
            writing: String::new(),
            shown: in_documents(&field.shown),
            cpp: text(&field.cpp).to_owned(),
        };
        at = at.saturating_add(size);
        placed
    });
    placed.collect()
}

/// A number of bits as people say it.
fn shown(bits: u64) -> String {
    match bits % 8 {
        0 => format!("{} bytes", bits / 8),
        _ => format!("{bits} bits"),
    }
}

fn total(fields: &[Placed]) -> u64 {
    fields.last().map_or(0, |last| last.at + last.size)
}

impl Changes<'_> {
    /// Compares the fields of a record, or of one of its versions.
    pub(super) fn fields(&mut self, name: &str, span: &Span, old: &[Field], new: &[Field]) {
        let (old, new) = (of_record(self.old, old), of_record(self.new, new));
        let sizes = (shown(total(&old)), shown(total(&new)));
        self.differs(
            &RECORD_SIZE_CHANGED,
            span,
            name,
            ("its size", &sizes.0, &sizes.1),
        );
        self.laid_out(name, &old, &new);
    }

    /// Compares fields at their places.
    pub(super) fn laid_out(&mut self, owner: &str, old: &[Placed], new: &[Placed]) {
        let has = |fields: &[Placed], name: &str| fields.iter().any(|field| field.name == name);
        let mut renamed: Vec<&str> = Vec::new();
        for field in new {
            let subject = format!("{owner}.{}", field.name);
            let span = &field.span;
            if let Some(before) = old.iter().find(|before| before.name == field.name) {
                self.field(&subject, before, field);
                continue;
            }
            let before = old.iter().find(|before| {
                let same_place =
                    (before.at, &before.ty, before.size) == (field.at, &field.ty, field.size);
                same_place && !has(new, &before.name)
            });
            match before {
                Some(before) => {
                    renamed.push(&before.name);
                    self.note(
                        &FIELD_RENAMED,
                        span,
                        subject,
                        format!("was `{}`", before.name),
                    );
                }
                None => self.note(
                    &FIELD_ADDED,
                    span,
                    subject,
                    format!("{} at {}", shown(field.size), shown(field.at)),
                ),
            }
        }
        for field in old {
            if !has(new, &field.name) && !renamed.contains(&field.name.as_str()) {
                let what = format!("{} at {}", shown(field.size), shown(field.at));
                self.gone(
                    &FIELD_REMOVED,
                    &field.span,
                    format!("{owner}.{}", field.name),
                    what,
                );
            }
        }
    }

    fn field(&mut self, subject: &str, old: &Placed, new: &Placed) {
        let span = &new.span;
        if old.size == new.size {
            self.differs(
                &FIELD_TYPE_CHANGED,
                span,
                subject,
                ("its type", &old.ty, &new.ty),
            );
        } else {
            let sizes = (shown(old.size), shown(new.size));
            self.differs(
                &FIELD_SIZE_CHANGED,
                span,
                subject,
                ("its size", &sizes.0, &sizes.1),
            );
        }
        let places = (shown(old.at), shown(new.at));
        self.differs(
            &FIELD_MOVED,
            span,
            subject,
            ("its offset", &places.0, &places.1),
        );
        match (old.reserved, new.reserved) {
            (false, true) => self.note(
                &FIELD_HIDDEN,
                span,
                subject.to_owned(),
                "is reserved now".to_owned(),
            ),
            (true, false) => self.note(&FIELD_SHOWN, span, subject.to_owned(), new.ty.clone()),
            _ => {}
        }
        for (rule, what, old, new) in [
            (
                &FIELD_DEFAULT_CHANGED,
                "its default",
                &old.default,
                &new.default,
            ),
            (
                &FIELD_REFERENCE_CHANGED,
                "what it refers to",
                &old.reference,
                &new.reference,
            ),
            (
                &WRITING_CHANGED,
                "how it is written",
                &old.writing,
                &new.writing,
            ),
            (
                &DOCUMENT_CHANGED,
                "how documents show it",
                &old.shown,
                &new.shown,
            ),
            (&MIRROR_CHANGED, "its C++ name", &old.cpp, &new.cpp),
        ] {
            self.differs(rule, span, subject, (what, old, new));
        }
    }

    pub(super) fn versions(&mut self, name: &str, span: &Span, old: &Versioned, new: &Versioned) {
        let by = |versioned: &Versioned| if versioned.by_size { "size" } else { "value" };
        self.differs(
            &SELECTOR_CHANGED,
            span,
            name,
            ("what tells its version", by(old), by(new)),
        );
        if old.by_size != new.by_size {
            return;
        }
        for version in &new.versions {
            let subject = format!("{name} ({})", told(version));
            match old
                .versions
                .iter()
                .find(|before| told(before) == told(version))
            {
                Some(before) => {
                    self.fields(&subject, &version.span, &before.fields, &version.fields)
                }
                None => {
                    let what = counted(version.fields.len(), "field");
                    self.note(&VERSION_ADDED, &version.span, subject, what);
                    self.new_fields(name, old, version);
                }
            }
        }
        for version in &old.versions {
            if new.versions.iter().all(|now| told(now) != told(version)) {
                let what = counted(version.fields.len(), "field");
                self.gone(
                    &VERSION_REMOVED,
                    &version.span,
                    format!("{name} ({})", told(version)),
                    what,
                );
            }
        }
    }

    /// What a new version has and no version had before.
    fn new_fields(&mut self, name: &str, old: &Versioned, version: &Version) {
        let is_known = |name: &str| {
            let mut fields = old.versions.iter().flat_map(|version| &version.fields);
            fields.any(|field| field.name.value == name)
        };
        for field in version.fields.iter().filter(|field| !is_known(&field.name)) {
            let subject = format!("{name}.{}", field.name.value);
            let ty = type_text(self.new, &field.ty).to_owned();
            self.note(&FIELD_ADDED_IN_NEW_VERSION, &field.name.span, subject, ty);
        }
    }

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
                    self.note(&SEQUENCE_FIELD_ADDED, &step.span, subject(step), what);
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
        if new
            .rules
            .iter()
            .all(|(key, rule)| *key != "align" || rule.is_empty())
        {
            let rule = match old.size.is_some() && old.size == new.size {
                true => &FIELD_TYPE_CHANGED,
                false => &FIELD_SIZE_CHANGED,
            };
            self.differs(rule, span, subject, ("its type", &old.ty, &new.ty));
        }
        for (rule, what, old, new) in [
            (
                &WRITING_CHANGED,
                "how it is written",
                &old.writing,
                &new.writing,
            ),
            (
                &DOCUMENT_CHANGED,
                "how documents show it",
                &old.shown,
                &new.shown,
            ),
            (&MIRROR_CHANGED, "its C++ name", &old.cpp, &new.cpp),
        ] {
            self.differs(rule, span, subject, (what, old, new));
        }
        for ((key, before), (_, now)) in old.rules.iter().zip(&new.rules) {
            let what = format!("its `{key}`");
            self.differs(&FIELD_RULE_CHANGED, span, subject, (&what, before, now));
        }
    }
}

/// The place of a field among those that both states have.
fn place(steps: &[Step], other: &[Step], name: &str) -> Option<usize> {
    let is_kept = |step: &&Step| other.iter().any(|other| other.name == step.name);
    let mut kept = steps.iter().filter(is_kept);
    kept.position(|step| step.name == name)
}

/// What tells a version: its number, or the condition that holds.
fn told(version: &Version) -> String {
    match (&version.number, &version.when) {
        (Some(number), _) => format!("version {}", number.value),
        (None, Some(when)) => when.value.clone(),
        (None, None) => "otherwise".to_owned(),
    }
}

/// A field of a sequence, or padding, which is named after what it stands behind.
struct Step {
    name: String,
    span: Span,
    ty: String,
    size: Option<u64>,
    writing: String,
    shown: String,
    cpp: String,
    rules: [(&'static str, String); 11],
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
            is,
            usual,
            shown,
            cpp,
            count,
            each,
            round,
            nul_first,
            repeats,
            merges,
            stride,
            size,
            at,
            from,
            align,
            condition,
            doc: _,
        } = field;
        let writing = [
            (nul_first, "nul_first"),
            (repeats, "repeats"),
            (merges, "merges"),
        ];
        steps.push(Step {
            name,
            span: span.clone(),
            ty,
            size: field.ty.as_ref().and_then(|ty| schema.size(&ty.base)),
            writing: listed(writing.map(|(word, name)| word.then(|| name.to_owned()))),
            shown: in_documents(shown),
            cpp: text(cpp).to_owned(),
            rules: [
                ("is", spelled(is)),
                ("usual", spelled(usual)),
                ("count", spelled(count)),
                ("each", spelled(each)),
                ("round", number(round)),
                ("stride", spelled(stride)),
                ("size", spelled(size)),
                ("at", spelled(at)),
                ("from", spelled(from)),
                ("align", number(align)),
                ("if", spelled(condition)),
            ],
        });
    }
    steps
}

fn spelled(rule: &Option<Spanned<String>>) -> String {
    text(rule).to_owned()
}

fn number(rule: &Option<Spanned<i128>>) -> String {
    match rule {
        Some(number) => number.value.to_string(),
        None => String::new(),
    }
}
