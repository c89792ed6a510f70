//! Decodes decimal bytes, signed or unsigned.

use super::{Decode, skip_separators};

/// Decodes decimal bytes that are separated by punctuation.
pub(super) struct Decimal<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Decimal<'t> {
    /// Decodes from a digit on, which must be the first one of its number.
    pub(super) fn new(text: &'t [u8], at: usize) -> Option<Self> {
        let before = text.get(..at)?.last();
        let is_first = before.is_none_or(|before| !before.is_ascii_alphanumeric());
        is_first.then_some(Self { text, at })
    }
}

impl Decode for Decimal<'_> {
    fn next_byte(&mut self) -> Option<u8> {
        self.at = skip_separators(self.text, self.at);
        let is_negative = self.text.get(self.at) == Some(&b'-');
        self.at += usize::from(is_negative);
        let mut value = None;
        while let Some(digit) = self
            .text
            .get(self.at)
            .filter(|digit| digit.is_ascii_digit())
        {
            let before: i16 = value.unwrap_or_default();
            value = Some(before * 10 + i16::from(digit - b'0')).filter(|value| *value <= 255);
            value?;
            self.at += 1;
        }
        let value = value?;
        if is_negative {
            i8::try_from(-value).ok().map(i8::cast_unsigned)
        } else {
            u8::try_from(value).ok()
        }
    }

    fn position(&self) -> usize {
        self.at
    }
}
