//! Containers in texts: C headers of `dxc -Fh` and `fxc /Fh`, hexadecimal text, dumps of `xxd` and `hexdump -C`, and base64.
//!
//! ```
//! use dxc_document::encoded::{self, Encoding};
//!
//! # let file = &std::fs::read("tests/data/vs_basic.sm60.dxil").unwrap();
//! let numbers: Vec<String> = file.iter().map(|byte| format!("{byte:#04x}")).collect();
//! let header = format!("const BYTE g_main[] = {{ {} }};", numbers.join(", "));
//! let found = encoded::containers(header.as_bytes());
//! assert_eq!((found[0].encoding, &found[0].bytes), (Encoding::Hexadecimal, file));
//! ```

mod base64;
mod decimal;
mod dump;
mod hexadecimal;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use dxc_format::header::{Header, MAGIC};
use dxc_format::scan;
use dxc_format::types::Fixed;
use memchr::memmem;

use self::base64::Base64;
use self::decimal::Decimal;
use self::hexadecimal::Hexadecimal;

/// How the bytes of a container are written in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// Hexadecimal bytes or words, such as `0x44, 0x58`, `44584243`, `0x43425844` or `\x44\x58`, or the lines of a dump.
    Hexadecimal,
    /// Decimal bytes, such as `68, 88`.
    Decimal,
    /// Base64, with the usual alphabet or that of URLs.
    Base64,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hexadecimal => "hexadecimal",
            Self::Decimal => "decimal",
            Self::Base64 => "base64",
        })
    }
}

/// A container in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Encoded {
    /// The offset of its first digit.
    pub offset: usize,
    /// How it is written.
    pub encoding: Encoding,
    /// The container.
    pub bytes: Vec<u8>,
}

/// The maximum number of bytes that are decoded and skipped in all, for each byte of the text: several headers may
/// claim the same digits.
const MOST: usize = 16;

/// The most bytes between two numbers, such as a comment.
const MOST_BETWEEN: usize = 4096;

/// Every container in a text, by offset. The bytes of a text that are not digits need not be text.
///
/// A container is accepted like by [`scan::containers`]. Time and memory are limited to a multiple of the text: after 16
/// times its size was decoded, no further container is found.
pub fn containers(text: &[u8]) -> Vec<Encoded> {
    let mut search = Search::new(text);
    search.every(usize::MAX);
    search.found.sort_by_key(|found| found.offset);
    search.found
}

/// Where the first container in a text begins, and how it is written. Unlike [`containers`], it accepts one whose end is
/// missing, and decodes headers only.
pub fn first_header(text: &[u8]) -> Option<(usize, Encoding)> {
    let mut search = Search::new(text);
    search.every(Header::SIZE);
    let found = search.found.iter().min_by_key(|found| found.offset)?;
    Some((found.offset, found.encoding))
}

/// Decodes the bytes of a container, one after another.
trait Decode {
    /// The next byte; `None` where the digits end.
    fn next_byte(&mut self) -> Option<u8>;

    /// The offset after the digits that were decoded.
    fn position(&self) -> usize;
}

struct Search<'t> {
    text: &'t [u8],
    /// The number of bytes that may still be decoded or skipped.
    left: usize,
    found: Vec<Encoded>,
}

impl<'t> Search<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            left: text.len().saturating_mul(MOST),
            found: Vec::new(),
        }
    }

    /// Searches for containers in each encoding; of each container, decodes at most `most` bytes.
    fn every(&mut self, most: usize) {
        let first = MAGIC.0.first().copied().unwrap_or_default();
        let word = u32::from_le_bytes(MAGIC.0);
        let text = self.text;
        let needles: [(String, bool); 2] = [
            (format!("{first:02x}"), false),
            (format!("{word:08x}"), true),
        ];
        for (needle, is_words) in needles {
            self.each(Encoding::Hexadecimal, &needle, most, |at| {
                Some(Hexadecimal::new(text, at, is_words))
            });
        }
        self.each(Encoding::Decimal, &format!("{first}"), most, |at| {
            Decimal::new(text, at)
        });
        for before in 0..3 {
            let (needle, lead) = base64::needle(&MAGIC.0, before);
            self.each(Encoding::Base64, &needle, most, |at| {
                Base64::new(text, at, lead)
            });
        }
    }

    /// Searches for containers whose encoded text begins with `needle`.
    fn each<D: Decode>(
        &mut self,
        encoding: Encoding,
        needle: &str,
        most: usize,
        decoder: impl Fn(usize) -> Option<D>,
    ) {
        let finder = memmem::Finder::new(needle.as_bytes());
        let mut from = 0;
        while let Some(at) = self.text.get(from..).and_then(|rest| finder.find(rest)) {
            let offset = from + at;
            from = offset + 1;
            let Some(mut decoder) = decoder(offset) else {
                continue;
            };
            if let Some(bytes) = self.read(&mut decoder, most) {
                from = from.max(decoder.position());
                self.found.push(Encoded {
                    offset,
                    encoding,
                    bytes,
                });
            }
        }
    }

    /// Decodes the container at the position of the decoder, or at most `most` bytes of it.
    fn read(&mut self, decoder: &mut impl Decode, most: usize) -> Option<Vec<u8>> {
        for byte in MAGIC.0 {
            if decoder.next_byte()? != byte {
                return None;
            }
        }
        let mut bytes = MAGIC.0.to_vec();
        self.fill(decoder, &mut bytes, Header::SIZE);
        let header = Header::decode(&bytes)?;
        let size = usize::try_from(header.file_size).ok()?;
        if header.version.major != 1 || size < Header::SIZE {
            return None;
        }
        if most == Header::SIZE {
            return Some(bytes);
        }
        self.fill(decoder, &mut bytes, size);
        let found = scan::containers(&bytes).next()?;
        let is_whole = found.offset == 0 && found.container.as_bytes().len() == size;
        is_whole.then_some(bytes)
    }

    /// Decodes bytes up to a size, or up to the end of the digits.
    fn fill(&mut self, decoder: &mut impl Decode, bytes: &mut Vec<u8>, size: usize) {
        while bytes.len() < size && self.left > 0 {
            let before = decoder.position();
            let Some(byte) = decoder.next_byte() else {
                return;
            };
            let taken = 1 + decoder.position() - before;
            self.left = self.left.saturating_sub(taken);
            bytes.push(byte);
        }
    }
}

/// The offset after spaces, punctuation between numbers, and comments of C.
fn skip_separators(text: &[u8], start: usize) -> usize {
    let end = text.len().min(start.saturating_add(MOST_BETWEEN));
    let mut at = start;
    loop {
        let rest = text.get(at..end).unwrap_or_default();
        at += match rest {
            [b'/', b'*', ..] => memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2),
            [b'/', b'/', ..] => memchr::memchr(b'\n', rest).unwrap_or(rest.len()),
            [byte, ..] if byte.is_ascii_whitespace() || PUNCTUATION.contains(byte) => 1,
            _ => return at,
        };
    }
}

/// The punctuation that may be between numbers.
const PUNCTUATION: &[u8] = b",;'\"\\{}()[]|<>:$%&+";
