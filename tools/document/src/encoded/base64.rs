//! Decodes base64 whose characters may be separated by line breaks, quotes and escapes.

use alloc::string::String;

use super::Decode;

/// Decodes the bytes of base64 from a character on, or from a bit within it.
pub(super) struct Base64<'t> {
    text: &'t [u8],
    at: usize,
    /// Bits that were decoded and not yet returned, the latest in the lowest bits, and their number.
    bits: u32,
    count: u32,
}

/// The base64 characters of `bytes` if `before` (0 to 2) other bytes precede them in their group. Characters that share
/// bits with other bytes are omitted. Also returns the number of bits of `bytes` that are in the omitted character
/// before.
pub(super) fn needle(bytes: &[u8], before: usize) -> (String, u32) {
    let (first, last) = ((before * 8).div_ceil(6), (before + bytes.len()) * 8 / 6);
    let bit = |index: usize| {
        let byte = index
            .checked_sub(before * 8)
            .and_then(|bit| bytes.get(bit / 8));
        byte.map_or(0, |byte| u32::from(byte >> (7 - index % 8) & 1))
    };
    let character = |index: usize| {
        let value = (0..6).fold(0, |value, next| value << 1 | bit(index * 6 + next));
        (0..=u8::MAX)
            .find(|byte| decode(*byte) == Some(value))
            .map(char::from)
    };
    let needle = (first..last).filter_map(character).collect();
    (
        needle,
        u32::try_from(first * 6 - before * 8).unwrap_or_default(),
    )
}

impl<'t> Base64<'t> {
    /// Decodes from a character on; the lowest `lead` bits of the character before it come first.
    pub(super) fn new(text: &'t [u8], at: usize, lead: u32) -> Option<Self> {
        let before = text.get(..at)?.last().copied();
        let bits = match lead {
            0 => 0,
            _ => decode(before?)?,
        };
        Some(Self {
            text,
            at,
            bits,
            count: lead,
        })
    }
}

impl Decode for Base64<'_> {
    fn next_byte(&mut self) -> Option<u8> {
        while self.count < 8 {
            let rest = self.text.get(self.at..)?;
            let (skipped, value) = match rest {
                // Escape sequences of JSON.
                [b'\\', b'n' | b'r' | b't', ..] => (2, None),
                [b'\\', ..] => (1, None),
                [byte, ..] if byte.is_ascii_whitespace() || b"\"'>,".contains(byte) => (1, None),
                [byte, ..] => (1, Some(decode(*byte)?)),
                [] => return None,
            };
            self.at += skipped;
            if let Some(value) = value {
                self.bits = self.bits << 6 | value;
                self.count += 6;
            }
        }
        self.count -= 8;
        // The first byte is in the lowest eight of the remaining bits.
        u8::try_from(self.bits >> self.count & 0xff).ok()
    }

    fn position(&self) -> usize {
        self.at
    }
}

/// The value of a character of base64, or of its alphabet for URLs.
fn decode(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    }))
}
