//! Finds the location of a value in the YAML text of a document.

use alloc::string::String;
use core::cell::Cell;
use core::fmt;
use core::ops::Range;

use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_saphyr::{Location, Spanned};

use super::yaml_reader::read_yaml;

/// The span of the value at a path of entries and elements, or of its last key.
///
/// The text is read again up to there, so that valid values need no stored positions.
pub(crate) fn seek(text: &str, steps: &[usize], is_of_key: bool) -> Option<Range<usize>> {
    let found = Cell::new(None);
    let seek = Seek {
        text,
        steps,
        is_of_key,
        found: &found,
    };
    let read = |deserializer: serde_saphyr::Deserializer<'_, '_>| seek.deserialize(deserializer);
    // The reader stops with an error as soon as the span is known.
    let from = serde_saphyr::with_deserializer_from_str_with_options;
    let _ = read_yaml(text, |text, options| from(text, options, read));
    found.get().map(|(start, end)| start..end)
}

/// The bytes at a location; for a list or a map, those of its beginning.
pub(crate) fn span(text: &str, location: &Location) -> Option<Range<usize>> {
    let span = location.span();
    let number = |number: u64| usize::try_from(number).ok();
    let bytes = span.byte_offset().zip(span.byte_len());
    let Some((start, len)) = bytes else {
        // Errors in invalid YAML have only a line and a column.
        let (line, column) = (number(location.line())?, number(location.column())?);
        let before = text.split_inclusive('\n').take(line.checked_sub(1)?);
        let start: usize = before.map(str::len).sum();
        let line = text.get(start..)?.lines().next().unwrap_or_default();
        let column = line.char_indices().nth(column.checked_sub(1)?);
        let at = start + column.map_or(line.len(), |(at, _)| at);
        return Some(at..at);
    };
    let (start, len) = (number(start)?, number(len)?);
    let found = text.get(start..start.checked_add(len)?)?;
    Some(start..start + found.trim_end().len())
}

/// The error that stops the reader.
const FOUND: &str = "found";

/// Moves to the path's value.
#[derive(Clone, Copy)]
struct Seek<'s> {
    text: &'s str,
    steps: &'s [usize],
    is_of_key: bool,
    /// The last span that was read.
    found: &'s Cell<Option<(usize, usize)>>,
}

impl Seek<'_> {
    fn note(&self, location: &Location) {
        if let Some(span) = span(self.text, location) {
            self.found.set(Some((span.start, span.end)));
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if !self.steps.is_empty() {
            return deserializer.deserialize_any(self);
        }
        let value = Spanned::<IgnoredAny>::deserialize(deserializer)?;
        self.note(&value.referenced);
        Err(D::Error::custom(FOUND))
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or a map")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let (step, steps) = self.steps.split_first().unwrap_or((&0, &[]));
        for _ in 0..*step {
            access.next_element::<IgnoredAny>()?;
        }
        access.next_element_seed(Seek { steps, ..self })?;
        Err(A::Error::custom(FOUND))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let (step, steps) = self.steps.split_first().unwrap_or((&0, &[]));
        for _ in 0..*step {
            access.next_entry::<IgnoredAny, IgnoredAny>()?;
        }
        if let Some(key) = access.next_key::<Spanned<String>>()? {
            self.note(&key.referenced);
            if !(self.is_of_key && steps.is_empty()) {
                access.next_value_seed(Seek { steps, ..self })?;
            }
        }
        Err(A::Error::custom(FOUND))
    }
}
