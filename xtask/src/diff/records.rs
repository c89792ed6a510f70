//! The differences of fields that lie one behind the other: of records, of one version, of packed bits.

use crate::diagnostic::{Text, counted};
use crate::model::{Bits, Field, Schema};
use crate::placement::bit_fields;

use super::changes::{Changes, Pair, pairs, within};
use super::rules::*;
use super::words::{Word, in_cpp, in_documents, listed, text, type_text};

/// A field at its place, in bits.
pub(super) struct Placed {
    name: Text,
    ty: String,
    at: u64,
    size: u64,
    reserved: bool,
    words: Vec<Word>,
}

/// The fields of a record, one behind the other, from a place in bits.
fn of_record(schema: &Schema, fields: &[Field]) -> Vec<Placed> {
    let in_bits = |bytes: Option<u64>| bytes.unwrap_or(0).saturating_mul(8);
    let placed = fields.iter().map(|field| {
        let refers = listed([
            field.reference.as_ref().map(|table| table.value.clone()),
            field.run.as_ref().map(|run| format!("run of {run}")),
            field.len.as_ref().map(|len| format!("length in {len}")),
            field.base.as_ref().map(|base| format!("from {base}")),
            field.null.as_ref().map(|null| format!("null {null}")),
            field.checked.then(|| "checked".to_owned()),
        ]);
        let default = text(field.default.as_ref());
        let writing = if field.last { "last" } else { "" };
        Placed {
            name: field.name.clone(),
            ty: type_text(schema, &field.ty).to_owned(),
            at: in_bits(field.place.at),
            size: in_bits(field.place.size),
            reserved: field.reserved,
            // `steps` has every word of the language. The versions tell the condition.
            words: vec![
                Word::expression(&FIELD_RULE_CHANGED, "its `is`", field.is.as_ref()),
                Word::new(&FIELD_DEFAULT_CHANGED, "its default", default),
                Word::new(&FIELD_REFERENCE_CHANGED, "what it refers to", refers),
                Word::new(&WRITING_CHANGED, "how it is written", writing),
                in_documents(&field.name, &field.shown),
                in_cpp(&field.cpp),
            ],
        }
    });
    placed.collect()
}

/// The fields of packed bits, the lowest first.
pub(super) fn of_bits(schema: &Schema, bits: &Bits) -> Vec<Placed> {
    let placed = bit_fields(bits).map(|(at, size, field)| {
        let ty = field.ty.as_ref();
        Placed {
            name: field.name.clone(),
            ty: ty.map_or("", |ty| type_text(schema, ty)).to_owned(),
            at,
            size,
            reserved: field.reserved,
            words: vec![in_documents(&field.name, &field.shown), in_cpp(&field.cpp)],
        }
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
    /// Compares fields that begin somewhere in a record, each state's with that place in bits.
    pub(super) fn fields(
        &mut self,
        owner: &Text,
        (old_start, old): (u64, &[Field]),
        (new_start, new): (u64, &[Field]),
    ) {
        let old = of_record(self.old, old);
        let new = of_record(self.new, new);
        let sizes = [end(old_start, &old), end(new_start, &new)].map(bits_text);
        self.differs(&RECORD_SIZE_CHANGED, owner, "its size", sizes);
        self.laid_out(owner, &old, &new);
    }

    /// Compares fields at their places.
    pub(super) fn laid_out(&mut self, owner: &str, old: &[Placed], new: &[Placed]) {
        let subject = |field: &Placed| within(owner, ".", &field.name);
        let place =
            |field: &Placed| format!("{} at {}", bits_text(field.size), bits_text(field.at));
        let is_renamed =
            |old: &Placed, new: &Placed| (old.at, &old.ty, old.size) == (new.at, &new.ty, new.size);
        for pair in pairs(old, new, |field| &field.name, is_renamed) {
            match pair {
                Pair::Kept(before, field) => self.field(&subject(field), before, field),
                Pair::Renamed(before, field) => {
                    let subject = subject(field);
                    let what = format!("was `{}`", before.name.value);
                    self.note(&FIELD_RENAMED, &subject, what);
                    self.words(&subject, &before.words, &field.words);
                }
                Pair::Added(field) => self.note(&FIELD_ADDED, &subject(field), place(field)),
                Pair::Gone(field) => self.gone(&FIELD_REMOVED, &subject(field), place(field)),
            }
        }
    }

    fn field(&mut self, subject: &Text, old: &Placed, new: &Placed) {
        if old.size == new.size {
            let types = [&old.ty, &new.ty];
            self.differs(&FIELD_TYPE_CHANGED, subject, "its type", types);
        } else {
            let sizes = [old.size, new.size].map(bits_text);
            self.differs(&FIELD_SIZE_CHANGED, subject, "its size", sizes);
        }
        let places = [old.at, new.at].map(bits_text);
        self.differs(&FIELD_MOVED, subject, "its offset", places);
        match (old.reserved, new.reserved) {
            (false, true) => self.note(&FIELD_HIDDEN, subject, "is reserved now"),
            (true, false) => self.note(&FIELD_SHOWN, subject, new.ty.clone()),
            _ => {}
        }
        self.words(subject, &old.words, &new.words);
    }
}
