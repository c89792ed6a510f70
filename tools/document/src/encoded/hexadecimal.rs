//! Decodes hexadecimal bytes and words, and the lines of hexadecimal dumps.

use dxc_format::header::MAGIC;

use super::dump::Dump;
use super::{Decode, skip_separators};

/// Decodes hexadecimal digits that are separated by punctuation.
pub(super) struct Hexadecimal<'t> {
    text: &'t [u8],
    at: usize,
    /// Where the current word ends.
    end: usize,
    /// Whether each number is a little-endian word of 32 bits.
    is_words: bool,
    /// The bytes of such a word that are not returned yet, the next one in the lowest bits, and their number.
    word: u32,
    count: u32,
    /// Where the first digit is, and how many bytes were decoded.
    start: usize,
    decoded: usize,
    /// The state of a dump, if the digits are in one.
    dump: Option<Dump>,
}

/// The maximum number of digits of a word that are counted at once: a whole text may be one word.
const MOST_DIGITS: usize = 64;

/// The number of hexadecimal digits at an offset, up to [`MOST_DIGITS`].
pub(super) fn digits(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default().iter();
    rest.take(MOST_DIGITS)
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count()
}

/// The value of up to eight hexadecimal digits.
pub(super) fn value(text: &[u8], at: usize, count: usize) -> Option<u32> {
    let digits = text.get(at..at.checked_add(count)?)?;
    u32::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok()
}

impl<'t> Hexadecimal<'t> {
    /// Decodes from a digit on.
    pub(super) fn new(text: &'t [u8], at: usize, is_words: bool) -> Self {
        Self {
            text,
            at,
            end: at,
            is_words,
            word: 0,
            count: 0,
            start: at,
            decoded: 0,
            dump: None,
        }
    }

    /// Records a decoded byte, and returns it.
    fn counted(&mut self, byte: u8) -> u8 {
        self.decoded += 1;
        if let Some(dump) = &mut self.dump {
            dump.count(byte);
        }
        byte
    }

    /// Moves to the next number, or returns the next byte of repeated lines of a dump.
    fn begin_number(&mut self) -> Option<Option<u8>> {
        if let Some(dump) = &mut self.dump {
            let mut repeated = dump.next_repeated();
            if repeated.is_none() {
                self.at = dump.next_digit(self.text, self.at)?;
                self.end = self.at;
                repeated = dump.next_repeated();
            }
            if repeated.is_some() {
                return Some(repeated);
            }
        }
        self.next_number().map(|()| None)
    }

    /// Moves to the digits of the next number.
    fn next_number(&mut self) -> Option<()> {
        // Suffixes of numbers in C and in assemblers.
        let suffix = self.text.get(self.at..)?.iter();
        let is_suffix = |byte: &&u8| b"uUlLhH".contains(byte);
        self.at += suffix.take_while(is_suffix).count();
        self.at = skip_separators(self.text, self.at);
        let is_prefixed = match self.text.get(self.at..)? {
            [b'0', b'x' | b'X', ..] => {
                self.at += 2;
                true
            }
            [b'x' | b'X', ..] => {
                self.at += 1;
                true
            }
            _ => false,
        };
        let count = digits(self.text, self.at);
        let is_number = match (self.is_words, is_prefixed) {
            (true, _) => (1..=8).contains(&count),
            (false, true) => count == 1 || count == 2,
            (false, false) => count > 0 && count.is_multiple_of(2),
        };
        self.end = self.at + count;
        is_number.then_some(())
    }
}

impl Decode for Hexadecimal<'_> {
    fn next_byte(&mut self) -> Option<u8> {
        if self.decoded == MAGIC.0.len() {
            self.dump = Dump::find(self.text, self.start, self.decoded);
        }
        if self.count > 0 {
            self.count -= 1;
            self.word >>= 8;
            return Some(self.counted(self.word.to_le_bytes()[0]));
        }
        if self.at == self.end
            && let Some(byte) = self.begin_number()?
        {
            return Some(byte);
        }
        let byte = if self.is_words {
            self.word = value(self.text, self.at, self.end - self.at)?;
            (self.at, self.count) = (self.end, 3);
            self.word.to_le_bytes()[0]
        } else {
            let count = (self.end - self.at).min(2);
            let byte = value(self.text, self.at, count)?;
            self.at += count;
            u8::try_from(byte).ok()?
        };
        Some(self.counted(byte))
    }

    fn position(&self) -> usize {
        self.at
    }
}
