//! The differences of fields that lie one behind the other: of records, of one version, of packed bits.

use crate::diagnostic::{Span, counted};
use crate::model::{Bits, Field, Schema};

use super::changes::Changes;
use super::rules::*;
use super::words::{Word, in_cpp, in_documents, listed, text, type_text};

/// A field at its place, in bits.
pub(super) struct Placed {
    name: String,
    span: Span,
    ty: String,
    at: u64,
    size: u64,
    reserved: bool,
    words: Vec<Word>,
}

/// The fields of a record, one behind the other, from a place in bits.
fn of_record(schema: &Schema, start: u64, fields: &[Field]) -> Vec<Placed> {
    let mut at = start;
    let placed = fields.iter().map(|field| {
        let size = schema.size(&field.ty.base).unwrap_or(0).saturating_mul(8);
        // Every word of the language by name, so that a new one is not forgotten here.
        let Field {
            name,
            ty,
            is,
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
            // The versions tell.
            condition: _,
            doc: _,
        } = field;
        let refers = [
            reference.as_ref().map(|table| table.value.clone()),
            run.as_ref().map(|run| format!("run of {}", run.value)),
            len.as_ref().map(|len| format!("length in {}", len.value)),
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
            words: vec![
                Word::expression(&FIELD_RULE_CHANGED, "its `is`", is),
                Word::new(
                    &FIELD_DEFAULT_CHANGED,
                    "its default",
                    text(default.as_ref()).to_owned(),
                ),
                Word::new(
                    &FIELD_REFERENCE_CHANGED,
                    "what it refers to",
                    listed(refers),
                ),
                Word::new(
                    &WRITING_CHANGED,
                    "how it is written",
                    listed([last.then(|| "last".to_owned())]),
                ),
                in_documents(name, shown),
                in_cpp(cpp),
            ],
        };
        at = at.saturating_add(size);
        placed
    });
    placed.collect()
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
            words: vec![in_documents(&field.name, &field.shown), in_cpp(&field.cpp)],
        };
        at = at.saturating_add(size);
        placed
    });
    placed.collect()
}

/// A number of bits as people say it.
fn bits_text(bits: u64) -> String {
    match bits % 8 {
        0 => counted(bits / 8, "byte"),
        _ => counted(bits, "bit"),
    }
}

/// Where fields end that begin at `start`.
fn end(start: u64, fields: &[Placed]) -> u64 {
    fields.last().map_or(start, |last| last.at + last.size)
}

impl Changes<'_> {
    /// Compares the fields of a record.
    pub(super) fn fields(&mut self, name: &str, span: &Span, old: &[Field], new: &[Field]) {
        self.fields_from(name, span, (0, old), (0, new));
    }

    /// Compares fields that begin somewhere in a record, each state's with that place in bits.
    pub(super) fn fields_from(
        &mut self,
        name: &str,
        span: &Span,
        (old_start, old): (u64, &[Field]),
        (new_start, new): (u64, &[Field]),
    ) {
        let old = of_record(self.old, old_start, old);
        let new = of_record(self.new, new_start, new);
        let sizes = (
            bits_text(end(old_start, &old)),
            bits_text(end(new_start, &new)),
        );
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
                    let what = format!("was `{}`", before.name);
                    self.note(&FIELD_RENAMED, span, subject.clone(), what);
                    self.words(span, &subject, &before.words, &field.words);
                }
                None => self.note(
                    &FIELD_ADDED,
                    span,
                    subject,
                    format!("{} at {}", bits_text(field.size), bits_text(field.at)),
                ),
            }
        }
        for field in old {
            if !has(new, &field.name) && !renamed.contains(&field.name.as_str()) {
                let what = format!("{} at {}", bits_text(field.size), bits_text(field.at));
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
            let sizes = (bits_text(old.size), bits_text(new.size));
            self.differs(
                &FIELD_SIZE_CHANGED,
                span,
                subject,
                ("its size", &sizes.0, &sizes.1),
            );
        }
        let places = (bits_text(old.at), bits_text(new.at));
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
        self.words(span, subject, &old.words, &new.words);
    }
}
