//! Tests the input of `cargo xtask`: schemas, pairs of schemas, and LLVM's tables.

use xtask::trial;

use crate::limits::TEXT;
use crate::{Maker, text};

/// The separator between two schemas.
const BETWEEN: &str = "\n=====\n";

fn schema(maker: &mut Maker<'_>) -> String {
    text::one_damaged(&maker.seeds.schemas, &mut maker.rng)
}

pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    schema(maker).into_bytes()
}

pub(crate) fn try_schema(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Err(mistakes) = trial::generate(&text) {
        assert!(!mistakes.is_empty(), "a schema is refused without a word");
    }
}

pub(crate) fn make_two(maker: &mut Maker<'_>) -> Vec<u8> {
    let old = schema(maker);
    let new = text::damage(&old, &maker.seeds.schemas, &mut maker.rng);
    [old, new].join(BETWEEN).into_bytes()
}

pub(crate) fn try_diff(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (old, new) = text.split_once(BETWEEN).unwrap_or((&text, &text));
    let changes = trial::diff(old, new);
    if old == new
        && let Ok(changes) = changes
    {
        assert_eq!(changes, 0, "a schema differs from itself");
    }
}

pub(crate) fn make_table(maker: &mut Maker<'_>) -> Vec<u8> {
    text::one_damaged(&maker.seeds.tables, &mut maker.rng).into_bytes()
}

pub(crate) fn try_import(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let _ = TEXT.hold(text.len(), || trial::import(&text).map(drop));
}
