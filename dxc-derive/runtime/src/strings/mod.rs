//! String tables: NUL-terminated strings that records reference by offset.

pub(crate) mod blob;
pub(crate) mod text;

use alloc::vec::Vec;
use core::fmt;

use crate::error::ErrorKind;
use crate::shape::NONE;
use crate::tables::StringInterner;

/// The offset that means "no string", used if the file's own null offset depends on the table's location.
pub const NO_STRING: u32 = NONE;

/// A borrowed string table.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Strings<'a>(pub &'a [u8]);

/// An owned string table.
///
/// ```
/// use dxc_format::{types::StringTable, runtime::strings::NO_STRING};
///
/// let mut names = StringTable::default();
/// let position = names.intern("POSITION");
/// assert_eq!(names.intern("POSITION"), position);
/// assert_eq!(names.get(position), Some("POSITION"));
/// assert_eq!(names.intern("A\0B"), NO_STRING);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct StringTable(pub Vec<u8>);

impl<'a> Strings<'a> {
    /// The string at an offset, without its NUL; `None` if the offset is out of range, or no NUL follows.
    #[inline]
    pub fn bytes(&self, offset: u32) -> Option<&'a [u8]> {
        let rest = self.0.get(offset as usize..)?;
        rest.get(..nul(rest)?)
    }

    /// The string at an offset; `None` also if it is not UTF-8.
    #[inline]
    pub fn get(&self, offset: u32) -> Option<&'a str> {
        core::str::from_utf8(self.bytes(offset)?).ok()
    }

    /// The strings in sequence, without their NULs; the last one may lack it.
    pub fn iter(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let strings = self.0.split_inclusive(|byte| *byte == 0);
        strings.map(|string| string.strip_suffix(&[0]).unwrap_or(string))
    }

    /// The strings that end with a NUL, with their offsets.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let mut end = 0;
        let strings = self.0.split_inclusive(|byte| *byte == 0);
        strings.filter_map(move |string| {
            let at = end;
            end += string.len();
            Some((at, string.strip_suffix(&[0])?))
        })
    }

    /// The string with an index; `None` if there are fewer, or it is not UTF-8.
    pub fn nth(&self, index: usize) -> Option<&'a str> {
        core::str::from_utf8(self.iter().nth(index)?).ok()
    }

    /// Finds a string that ends with NUL, which may be the end of a longer one; `None` also for a text with a NUL.
    pub fn find(&self, text: &str) -> Option<u32> {
        if nul(text.as_bytes()).is_some() {
            return None;
        }
        let found = self.0.windows(text.len() + 1).position(|window| {
            window
                .split_last()
                .is_some_and(|(end, start)| *end == 0 && start == text.as_bytes())
        });
        u32::try_from(found?).ok()
    }

    /// The largest offset of a string, which is before the last NUL.
    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.0
            .iter()
            .rposition(|byte| *byte == 0)
            .map_or(0, |last| last + 1)
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The owned form.
    #[inline]
    pub fn to_value(&self) -> StringTable {
        StringTable(self.0.to_vec())
    }
}

impl StringTable {
    /// The table, borrowed.
    #[inline]
    pub fn as_strings(&self) -> Strings<'_> {
        Strings(&self.0)
    }

    /// The string at an offset, without its NUL; `None` if the offset is out of range, or no NUL follows.
    #[inline]
    pub fn bytes(&self, offset: u32) -> Option<&[u8]> {
        self.as_strings().bytes(offset)
    }

    /// The string at an offset; `None` if the offset is out of range, no NUL follows, or it is not UTF-8.
    #[inline]
    pub fn get(&self, offset: u32) -> Option<&str> {
        self.as_strings().get(offset)
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds many strings: [`intern`](Self::intern) searches the table at each call, the interner indexes it once.
    ///
    /// ```
    /// use dxc_format::types::StringTable;
    ///
    /// let mut names = StringTable::default();
    /// let mut interner = names.interner();
    /// let offsets: Vec<u32> = ["a", "b", "a"].map(|name| interner.intern(name)).into();
    /// assert_eq!(offsets, [0, 2, 0]);
    /// assert_eq!(names.0, b"a\0b\0");
    /// ```
    pub fn interner(&mut self) -> StringInterner<'_> {
        StringInterner::new(&mut self.0)
    }

    /// Returns the offset of a string, and adds the string if the table lacks it.
    ///
    /// Existing entries do not move. For a table of 4 GiB it returns [`NO_STRING`], and so it does for a text with a
    /// NUL, which would end the string.
    ///
    /// Each call searches the table. Use an [`interner`](Self::interner) for many strings.
    pub fn intern(&mut self, text: &str) -> u32 {
        if nul(text.as_bytes()).is_some() {
            return NO_STRING;
        }
        if let Some(offset) = self.as_strings().find(text) {
            return offset;
        }
        let Ok(offset) = u32::try_from(self.0.len()) else {
            return NO_STRING;
        };
        push_string(&mut self.0, text.as_bytes());
        offset
    }
}

/// Appends a string and its NUL, and returns its offset.
pub(crate) fn push_string(table: &mut Vec<u8>, text: &[u8]) -> usize {
    let at = table.len();
    table.extend_from_slice(text);
    table.push(0);
    at
}

/// The offset of the first NUL. Names are short: eight bytes at a time are faster than a call of memchr.
#[inline]
pub(crate) fn nul(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGHS: u64 = u64::from_ne_bytes([0x80; 8]);
    let mut rest = bytes;
    while let Some((word, behind)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*word);
        // Names are ASCII, so only a 0 byte borrows from its high bit.
        let borrowed = word.wrapping_sub(ONES) & HIGHS;
        if borrowed != 0 {
            // The lowest set high bit is that of the first 0 byte.
            let zeros = borrowed & !word;
            if zeros != 0 {
                return Some(bytes.len() - rest.len() + zeros.trailing_zeros() as usize / 8);
            }
        }
        rest = behind;
    }
    let last = rest.iter().position(|byte| *byte == 0)?;
    Some(bytes.len() - rest.len() + last)
}

/// A table of strings with many references. It finds the end of a string in a few steps, however long the string is.
#[derive(Clone, Debug, Default)]
pub(crate) struct StringEnds<'a> {
    table: Strings<'a>,
    /// For each block of the table, the first NUL at or after its start.
    nuls: Vec<usize>,
}

impl<'a> StringEnds<'a> {
    /// The number of bytes in a block of a table.
    const BLOCK: usize = 64;

    /// Finds the ends of a table's strings.
    pub(crate) fn of(table: Strings<'a>) -> Self {
        // This index is beyond the end of any slice.
        let mut first = usize::MAX;
        let blocks = table.0.chunks(Self::BLOCK).enumerate().rev();
        let nuls = blocks.map(|(index, block)| {
            first = nul(block).map_or(first, |at| index * Self::BLOCK + at);
            first
        });
        let mut nuls: Vec<usize> = nuls.collect();
        nuls.reverse();
        Self { table, nuls }
    }

    /// Like [`Strings::bytes`].
    pub(crate) fn bytes(&self, offset: u32) -> Option<&'a [u8]> {
        let start = offset as usize;
        let rest = self.table.0.get(start..)?;
        let (block, within) = (start / Self::BLOCK, start % Self::BLOCK);
        let near = rest.get(..Self::BLOCK - within).unwrap_or(rest);
        let len = match nul(near) {
            Some(len) => len,
            None => *self.nuls.get(block + 1)? - start,
        };
        rest.get(..len)
    }
}

/// The strings of a table that records may reference, determined once for all of them.
#[derive(Clone, Copy, Debug)]
pub struct Nameable {
    len: usize,
    end: usize,
}

impl Nameable {
    /// Collects the strings of a table.
    #[inline]
    pub fn of(table: Strings<'_>) -> Self {
        Self {
            len: table.len(),
            end: table.end(),
        }
    }

    /// Refuses an offset of the file without a string; it is relative to `base`, and `null` is the null reference.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn check(&self, offset: u32, base: u32, null: Option<u32>) -> Result<(), ErrorKind> {
        match offset.checked_sub(base).map(|at| at as usize) {
            Some(at) if at < self.end => Ok(()),
            at => no_string(offset, at, self.len, null),
        }
    }

    /// Refuses an offset of a value without a string; for tables with a `null`, the null reference is [`NO_STRING`]
    /// here.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn check_own(&self, offset: u32, null: Option<u32>) -> Result<(), ErrorKind> {
        self.check(offset, 0, null.map(|_| NO_STRING))
    }
}

/// The error for an offset of the file without a string in a table of `len` bytes, unless it is the null reference.
#[cold]
#[inline(never)]
fn no_string(
    offset: u32,
    at: Option<usize>,
    len: usize,
    null: Option<u32>,
) -> Result<(), ErrorKind> {
    match at {
        _ if Some(offset) == null => Ok(()),
        Some(at) if at < len => Err(ErrorKind::Unterminated),
        _ => Err(ErrorKind::NoString {
            offset: offset.into(),
        }),
    }
}

/// An offset of the file as an offset into its table, which begins at `base`.
///
/// The mapping is unique: an offset that would equal [`NO_STRING`] becomes `null`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn relative(offset: u32, base: u32, null: Option<u32>) -> u32 {
    match (offset.wrapping_sub(base), null) {
        (_, Some(null)) if offset == null => NO_STRING,
        (NO_STRING, Some(null)) => null.wrapping_sub(base),
        (at, _) => at,
    }
}

/// An offset into a table as an offset of the file.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn absolute(offset: u32, base: u32, null: Option<u32>) -> u32 {
    match null {
        Some(null) if offset == NO_STRING => null,
        Some(null) if offset == null.wrapping_sub(base) => NO_STRING.wrapping_add(base),
        _ => offset.wrapping_add(base),
    }
}

impl fmt::Debug for Strings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl fmt::Debug for StringTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_strings().fmt(f)
    }
}

/// Strings in sequence; a NUL within one of them ends it, and begins another.
///
/// ```
/// use dxc_format::types::StringTable;
///
/// let strings: StringTable = ["9a3e225d", "1.9.0.15466"].into_iter().collect();
/// assert_eq!(strings.as_strings().nth(1), Some("1.9.0.15466"));
/// ```
impl<'t> FromIterator<&'t str> for StringTable {
    fn from_iter<I: IntoIterator<Item = &'t str>>(texts: I) -> Self {
        let mut table = Self::default();
        for text in texts {
            push_string(&mut table.0, text.as_bytes());
        }
        table
    }
}

impl<'a> From<&'a StringTable> for Strings<'a> {
    fn from(table: &'a StringTable) -> Self {
        table.as_strings()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A NUL ends a string: a text with a NUL is neither added nor found, even if its bytes occur.
    #[test]
    fn a_text_with_a_nul_is_not_found() {
        let mut table = StringTable(b"a\0b\0".to_vec());
        for text in ["a\0b", "a\0", "\0", "\0b"] {
            assert_eq!(table.as_strings().find(text), None);
            assert_eq!(table.intern(text), NO_STRING);
        }
        assert_eq!(table.0, b"a\0b\0");
        assert_eq!((table.intern("b"), table.intern("")), (2, 1));
    }

    /// Strings that end at each position of a block, and bytes after the last of them.
    #[test]
    fn ends_are_found_from_every_offset() {
        let lens = (0..70).chain([63, 64, 65, 127, 128, 200]);
        let mut table: Vec<u8> = Vec::new();
        for len in lens {
            table.extend(core::iter::repeat_n(b'a', len));
            table.push(0);
        }
        table.extend([b'b'; 100]);
        for size in [0, 1, 63, 64, 65, 500, table.len() - 100, table.len()] {
            let strings = Strings(table.get(..size).unwrap_or_default());
            let ends = StringEnds::of(strings);
            for offset in (0..=size + 1).filter_map(|at| u32::try_from(at).ok()) {
                assert_eq!(
                    ends.bytes(offset),
                    strings.bytes(offset),
                    "{offset} of {size}"
                );
            }
            assert_eq!(ends.bytes(u32::MAX), None);
        }
    }
}
