//! Places on their way through serde, which knows no files: all files stand one behind the other, each with as much room
//! as the largest may take.

use std::ops::Range;

use serde::{Deserialize, Deserializer};

use crate::diagnostic::{Span, Spanned};
use crate::limits;

/// The room of a file. What ends with it still begins in it.
const ROOM: usize = limits::FILE.most + 1;

/// The place as `toml` has it.
pub(super) fn range_of(span: &Span) -> Range<usize> {
    let start = span.file * ROOM;
    start + span.range.start..start + span.range.end
}

/// The place that a range of `toml` was made from.
pub(super) fn span_of(range: &Range<usize>) -> Span {
    let file = range.start / ROOM;
    let start = file * ROOM;
    Span {
        file,
        range: range.start - start..range.end - start,
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = toml::Spanned::<T>::deserialize(deserializer)?;
        Ok(Self {
            span: span_of(&found.span()),
            value: found.into_inner(),
        })
    }
}
