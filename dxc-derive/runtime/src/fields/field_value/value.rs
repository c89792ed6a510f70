//! A single value of a part. Its text is created on request.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;

use super::field_path::FieldPath;
use crate::shape::{BitField, DocumentForm, Shape, ValueForm, number};

/// A single value of a part, or bytes without fields.
///
/// It borrows the part; texts are created by the methods that return them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldValue<'a> {
    pub(super) path: FieldPath,
    pub(super) at: usize,
    pub(super) size: usize,
    pub(super) bytes: &'a [u8],
    pub(super) source: Source<'a>,
    pub(super) key: &'static str,
    pub(super) doc: &'static str,
    pub(super) form: ValueForm,
    pub(super) reserved: bool,
    pub(super) computed: bool,
}

/// The source of the text of a field value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source<'a> {
    /// Its bytes, in this shape.
    Bytes(Shape),
    /// Its bytes, which have no fields.
    Plain,
    /// A string that is stored inline.
    Text(&'a [u8]),
    /// The entry that its number references.
    Entry(Box<Entry>),
    /// Unsigned numbers of this size.
    Numbers(usize),
}

/// The target of a reference as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The shape of the number.
    pub(super) shape: Shape,
    pub(super) text: String,
    /// The path of the record; `None` for entries of tables.
    pub(super) place: Option<String>,
    pub(super) is_name: bool,
}

/// The maximum number of bytes without fields that are shown one by one.
const MOST_BYTES: usize = 16;

impl<'a> FieldValue<'a> {
    /// Creates a field value whose value is not set yet.
    pub(super) fn new(path: FieldPath, at: usize, bytes: &'a [u8], shown: &DocumentForm) -> Self {
        Self {
            path,
            at,
            size: bytes.len(),
            bytes,
            source: Source::Plain,
            key: shown.key,
            doc: shown.doc,
            form: shown.form,
            reserved: false,
            computed: shown.computed || shown.form == ValueForm::Never,
        }
    }

    /// Its path, such as `elements[3].mask`.
    pub fn path(&self) -> String {
        self.path.to_text()
    }

    /// Its path in three parts: the path of its structure, which other field values share, the name of the field, and
    /// the index of the element.
    #[doc(hidden)]
    pub fn path_parts(&self) -> (Option<&Arc<str>>, &'static str, Option<usize>) {
        (self.path.outer.as_ref(), self.path.name, self.path.index)
    }

    /// Its offset, in bytes from the start of the part's data.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Its size in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Its bytes; empty if the part ends before it does.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The interpretation of its bytes; `None` for text, and for bytes without fields.
    pub fn shape(&self) -> Option<Shape> {
        match &self.source {
            Source::Bytes(shape) => Some(*shape),
            Source::Entry(entry) => Some(entry.shape),
            Source::Numbers(_) => Some(Shape::Unsigned),
            Source::Plain | Source::Text(_) => None,
        }
    }

    /// The value in short form: the entry that it references, its name, or its number.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.source {
            Source::Bytes(shape) => say(*shape, self.bytes, self.form).into(),
            Source::Plain | Source::Numbers(_) => plain(self.bytes).into(),
            Source::Text(text) => escaped(text),
            Source::Entry(entry) => entry.text.as_str().into(),
        }
    }

    /// Whether it is a run of numbers.
    #[doc(hidden)]
    pub fn is_run(&self) -> bool {
        matches!(self.source, Source::Numbers(_))
    }

    /// Passes the text of each number of a run to `show`. All texts use one buffer.
    #[doc(hidden)]
    pub fn show_numbers(&self, mut show: impl FnMut(&str)) {
        let Source::Numbers(size) = self.source else {
            return;
        };
        let mut text = String::new();
        for number in self.bytes.chunks_exact(size) {
            text.clear();
            say_in(&mut text, Shape::Unsigned, number, self.form);
            show(&text);
        }
    }

    /// The value as readable text, with names in addition to raw numbers; empty for bytes without fields.
    pub fn value(&self) -> String {
        match &self.source {
            Source::Bytes(shape) => shape.show(self.bytes),
            Source::Plain | Source::Numbers(_) => String::new(),
            Source::Text(text) => format!("\"{}\"", escaped(text)),
            Source::Entry(entry) => {
                let stored = entry.shape.show(self.bytes);
                match &entry.place {
                    Some(place) => format!("{place} ({})", number(self.bytes)),
                    None if entry.is_name => format!("\"{}\" ({stored})", entry.text),
                    None => format!("{} ({stored})", entry.text),
                }
            }
        }
    }

    /// The fields that are packed into it, each with its text, except reserved fields that are 0.
    pub fn bits(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let table = match self.shape() {
            Some(Shape::Bits(table)) => Some(table),
            _ => None,
        };
        let number = number(self.bytes);
        let values = table
            .into_iter()
            .flat_map(move |table| table.values(number));
        values.map(|(field, value)| (field.name, say_bits(field, value)))
    }

    /// Whether fields are packed into it.
    pub fn has_bits(&self) -> bool {
        match self.shape() {
            Some(Shape::Bits(table)) => table.values(number(self.bytes)).next().is_some(),
            _ => false,
        }
    }

    /// Its key in documents.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Its doc in the schema, as Markdown.
    pub fn doc(&self) -> &'static str {
        self.doc
    }

    /// Its form in documents and texts.
    pub fn form(&self) -> ValueForm {
        self.form
    }

    /// Whether it is reserved: kept without a meaning.
    pub fn is_reserved(&self) -> bool {
        self.reserved
    }

    /// Whether it is computed from other fields: a count, an offset, a table of strings.
    pub fn is_computed(&self) -> bool {
        self.computed
    }

    /// Whether the text is the entry that the number references.
    pub fn is_resolved(&self) -> bool {
        matches!(self.source, Source::Text(_) | Source::Entry(_))
    }

    /// Whether the text is a string of the part: a name.
    pub fn is_name(&self) -> bool {
        match &self.source {
            Source::Text(_) => !self.computed,
            Source::Entry(entry) => entry.is_name,
            Source::Bytes(_) | Source::Plain | Source::Numbers(_) => false,
        }
    }
}

/// Text of a file, with escapes for all but printable ASCII.
pub(super) fn escaped(text: &[u8]) -> Cow<'_, str> {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\'' | b'\\');
    match core::str::from_utf8(text) {
        Ok(text) if text.as_bytes().iter().all(is_plain) => text.into(),
        _ => format!("{}", text.escape_ascii()).into(),
    }
}

/// Formats a value in its shortest form, as its schema specifies.
fn say(shape: Shape, bytes: &[u8], form: ValueForm) -> String {
    // Most texts are a number or a name, for which this is enough.
    let mut text = String::with_capacity(32);
    say_in(&mut text, shape, bytes, form);
    text
}

fn say_in(text: &mut String, shape: Shape, bytes: &[u8], form: ValueForm) {
    let letters = match (shape, bytes) {
        (Shape::Unsigned, [byte]) => form.say(u64::from(*byte)),
        (Shape::Bits(table), _) => table.say_version(number(bytes)),
        _ => None,
    };
    match letters {
        Some(letters) => text.push_str(&letters),
        None => shape.say_in(text, bytes),
    }
}

/// Formats a bit field in its shortest form.
fn say_bits(field: &BitField, value: u64) -> String {
    let letters = field.shown.form.say(value);
    letters.unwrap_or_else(|| field.shape.say(&value.to_le_bytes()))
}

/// Formats bytes without fields: each byte if there are few, otherwise their number.
fn plain(bytes: &[u8]) -> String {
    match bytes.len() {
        0..=MOST_BYTES => Shape::Bytes.say(bytes),
        many => format!("{many} bytes"),
    }
}
