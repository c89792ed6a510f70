//! Parses the lines of hexadecimal dumps: an offset, bytes, and often their characters.

use alloc::vec;
use alloc::vec::Vec;

use super::hexadecimal::{digits, value};

/// Tracks the lines of a dump. All lines but the last have the same number of bytes; `*` replaces repeated lines.
pub(super) struct Dump {
    /// The offset of the next byte, counted like the offsets of the lines.
    offset: usize,
    /// The offset after the current line.
    line_end: usize,
    /// The bytes of the last line, by offset.
    row: Vec<u8>,
    /// The number of bytes of repeated lines that are not returned yet.
    repeated: usize,
}

/// The maximum number of bytes of a line.
const MOST_BYTES: usize = 64;

/// The maximum number of characters of a line.
const MOST_CHARACTERS: usize = 512;

/// The minimum number of digits of an offset.
const OFFSET_DIGITS: usize = 4;

impl Dump {
    /// Detects a dump around the digits at an offset: their line and the next one must begin with an offset. `read` is
    /// the number of bytes that were decoded from there.
    pub(super) fn find(text: &[u8], at: usize, read: usize) -> Option<Self> {
        let before = text.get(at.saturating_sub(MOST_CHARACTERS)..at)?;
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let start = at - before.len() + start;
        let (first, mut next) = offset_at(text, start)?;
        let mut inner = 0;
        while next < at {
            let count = digits(text, next).min(at - next);
            inner += count;
            next += count.max(1);
        }
        let (second, _) = offset_at(text, next_line(text, at)?)?;
        let per_line = second.checked_sub(first)?;
        if next != at || per_line == 0 || per_line > MOST_BYTES {
            return None;
        }
        Some(Self {
            offset: first + inner / 2 + read,
            line_end: second,
            row: vec![0; per_line],
            repeated: 0,
        })
    }

    /// Records a decoded byte of a line.
    pub(super) fn count(&mut self, byte: u8) {
        let index = self.offset % self.row.len();
        if let Some(kept) = self.row.get_mut(index) {
            *kept = byte;
        }
        self.offset += 1;
    }

    /// The next byte of repeated lines, if there are any.
    pub(super) fn next_repeated(&mut self) -> Option<u8> {
        self.repeated = self.repeated.checked_sub(1)?;
        let index = self.offset % self.row.len();
        self.offset += 1;
        self.row.get(index).copied()
    }

    /// The offset of the next digits in the text; at the end of a line, this skips the offset of the next one.
    pub(super) fn next_digit(&mut self, text: &[u8], at: usize) -> Option<usize> {
        if self.offset < self.line_end {
            return Some(at);
        }
        let mut line = next_line(text, at)?;
        let is_repeated = text.get(line) == Some(&b'*');
        if is_repeated {
            line = next_line(text, line)?;
        }
        let (offset, next) = offset_at(text, line)?;
        self.repeated = offset.checked_sub(self.offset)?;
        self.line_end = offset + self.row.len();
        (is_repeated || self.repeated == 0).then_some(next)
    }
}

/// The start of the next line.
fn next_line(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let rest = rest.get(..MOST_CHARACTERS).unwrap_or(rest);
    Some(at + memchr::memchr(b'\n', rest)? + 1)
}

/// The offset at the beginning of a line, and where its digits end.
fn offset_at(text: &[u8], start: usize) -> Option<(usize, usize)> {
    let rest = text.get(start..)?.iter();
    let quoted = rest.take_while(|byte| b" \t>|".contains(byte)).count();
    let mut at = start + quoted.min(MOST_CHARACTERS);
    if text.get(at..)?.starts_with(b"0x") {
        at += 2;
    }
    let rest = text.get(at..)?;
    let count = digits(rest.get(..16).unwrap_or(rest), 0);
    if count < OFFSET_DIGITS {
        return None;
    }
    // The upper digits of a long offset are zeros.
    let low = count.min(8);
    let offset = value(text, at + count - low, low)?;
    Some((usize::try_from(offset).ok()?, at + count))
}
