//! Bounds-checked reading for generated code.

use crate::error::{Error, ErrorKind, Result};
use crate::fixed::Fixed;
use crate::fixed::int::{Int, int};
use crate::records::row::Row;
use crate::strings::nul;

/// The bytes of a part, and the offset of the next field.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// At most 4 GiB, so that the sum of a 32-bit offset and size does not overflow 64 bits.
    bytes: &'a [u8],
    at: u32,
    /// The end of the furthest field that was read; the trailing bytes follow it.
    reached: u32,
    /// Whether every field is at the offset that a writer would choose, and all padding is complete and has a writer's
    /// bytes.
    canonical: bool,
    /// Whether the reader returned from a placed field. If the next field is not after that field, the layout differs
    /// from a writer's.
    behind: bool,
    /// Whether a stated size determines the end of the bytes.
    bounded: bool,
    /// Whether a single string was read: a writer may store a later equal string only once.
    has_text: bool,
    /// The number of structures that contain the next field.
    depth: u8,
    /// The remaining bytes to read; bytes that are read twice count twice.
    budget: usize,
}

/// Whether a part's data has these bytes at an offset.
#[inline]
pub fn has_at(bytes: &[u8], at: usize, expected: &[u8]) -> bool {
    let found = bytes.get(at..).and_then(|rest| rest.get(..expected.len()));
    found == Some(expected)
}

/// Converts an offset in a view to 32 bits; no readable part has larger offsets.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::cast_possible_truncation)]
pub fn place(at: usize) -> u32 {
    at as u32
}

/// The bytes from one offset to another, or to the end if that comes first.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn between(bytes: &[u8], at: u32, end: u32) -> &[u8] {
    let end = bytes.len().min(end as usize);
    bytes.get(at as usize..end).unwrap_or_default()
}

/// Bytes at an offset.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn span(bytes: &[u8], at: u32, size: u32) -> &[u8] {
    let end = (at as usize).checked_add(size as usize);
    let span = end.and_then(|end| bytes.get(at as usize..end));
    span.unwrap_or_default()
}

/// The value at an offset.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn value_at<T: Fixed>(bytes: &[u8], at: usize) -> T {
    let end = at.checked_add(T::SIZE);
    let value = end.and_then(|end| T::decode(bytes.get(at..end)?));
    value.unwrap_or_default()
}

/// The limit on reads, as a multiple of the part's size: overlapping references would make values that are far larger
/// than the file.
pub const MOST_CLAIMS: usize = 4;

/// How deeply structures may be nested: a structure may contain others of its own kind.
pub const MOST_DEPTH: u8 = 32;

/// The depth of a structure inside of one with depth `depth`.
///
/// # Errors
/// Returns an error if the depth exceeds the limit; `at` is the offset of the structure.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn deeper(depth: u8, at: usize) -> Result<u8> {
    if depth < MOST_DEPTH {
        Ok(depth + 1)
    } else {
        Err(too_deep(at))
    }
}

#[cold]
fn too_deep(at: usize) -> Error {
    Error::new(ErrorKind::TooDeep { limit: MOST_DEPTH }, at)
}

/// Whether the sizes of references together exceed the size limit, for the `held` bytes that contain their targets.
pub fn is_aliased(sizes: impl Iterator<Item = usize>, held: usize) -> bool {
    sizes.fold(0, usize::saturating_add) > held.saturating_mul(MOST_CLAIMS)
}

impl<'a> Reader<'a> {
    /// Creates a reader at the start of a part's data. Bytes after the first 4 GiB are ignored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self::over(bytes.get(..u32::MAX as usize).unwrap_or(bytes))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn over(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            reached: 0,
            canonical: true,
            behind: false,
            bounded: false,
            has_text: false,
            depth: 0,
            budget: bytes.len().saturating_mul(MOST_CLAIMS),
        }
    }

    /// Creates a reader at the start of a part's data of less than 4 GiB.
    ///
    /// # Errors
    /// Returns an error if there are more bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of_part(bytes: &'a [u8]) -> Result<Self> {
        if bytes.len() >= u32::MAX as usize {
            let (value, bits) = (Some(bytes.len() as u64), u32::BITS);
            return Err(Error::new(ErrorKind::TooLarge { value, bits }, 0));
        }
        Ok(Self::over(bytes))
    }

    /// Creates a reader at an offset of bytes that were read before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn known(bytes: &'a [u8], at: u32) -> Self {
        let mut reader = Self::new(bytes);
        reader.jump(at as usize);
        reader
    }

    /// All bytes of the reader, read or unread.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The offset of the next field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self) -> usize {
        self.at as usize
    }

    /// Whether every field is at the offset that a writer would choose, and all padding is complete and has a writer's
    /// bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_canonical(&self) -> bool {
        self.canonical
    }

    /// The end of the furthest field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reached(&self) -> usize {
        self.reached.max(self.at) as usize
    }

    /// Moves the reader to another offset.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn go(&mut self, at: usize) {
        self.reached = self.reached.max(self.at);
        self.at = place(at);
    }

    /// The number of remaining bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn left(&self) -> Int {
        int(self.len_left())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn len_left(&self) -> usize {
        self.bytes.len() - self.at()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn truncated(&self, needed: Option<u64>) -> Error {
        truncated(self.at(), self.bytes.len(), needed)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(&mut self, len: Option<u64>) -> Result<&'a [u8]> {
        let end = len.and_then(|len| usize::try_from(len.checked_add(self.at.into())?).ok());
        let Some(taken) = end.and_then(|end| self.bytes.get(self.at()..end)) else {
            return Err(self.truncated(len));
        };
        self.at = place(self.at() + taken.len());
        if !self.canonical || self.behind {
            self.canonical = false;
            self.claim(taken.len())?;
        }
        Ok(taken)
    }

    /// Counts read bytes, to limit overlapping references. Before the first jump, no byte belongs to two fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn claim(&mut self, len: usize) -> Result<()> {
        match self.budget.checked_sub(len) {
            Some(left) => self.budget = left,
            None => return Err(aliased(self.at())),
        }
        Ok(())
    }

    /// The next value of a fixed size.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fixed<T: Fixed>(&mut self) -> Result<T> {
        let bytes = self.take(Some(T::SIZE as u64))?;
        T::decode(bytes).ok_or_else(|| self.truncated(Some(T::SIZE as u64)))
    }

    /// Moves to an offset from the start of the bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn seek(&mut self, to: Int) -> Result<()> {
        match to.narrow::<usize>() {
            Some(at) if at <= self.bytes.len() => {
                self.canonical &= at == self.reached();
                self.behind = false;
                self.go(at);
            }
            _ => return Err(outside(self.at(), self.bytes.len(), to)),
        }
        Ok(())
    }

    /// Records whether the next field has the alignment that a writer gives it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_aligned(&mut self, to: usize) {
        self.canonical &= self.at().is_multiple_of(to);
    }

    /// Returns from a placed field: later fields may read its bytes again.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn jump(&mut self, to: usize) {
        self.go(to.min(self.bytes.len()));
        self.behind = self.at < self.reached;
    }

    /// Continues at the offset of a referenced string, if that is further: a writer stores equal strings once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn go_on_from(&mut self, named_at: usize) {
        if self.at() < named_at {
            self.jump(named_at);
        }
    }

    /// Resumes before a field that was already read, together with placed fields after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn resume_known(&mut self) {
        self.behind = false;
    }

    /// Marks the layout as different from a new one: a field, or later ones, may be at other offsets.
    pub fn wander(&mut self) {
        self.canonical = false;
    }

    /// Skips this many structures of `size` bytes each; returns `false` if the caller has to read each one to find the
    /// error.
    #[inline]
    pub(crate) fn pass(&mut self, count: Int, size: usize, stride: Option<Int>) -> bool {
        let least = size as u64;
        let stride = stride.map_or(Some(least), Int::get);
        let (Some(stride), Some(count)) = (stride.filter(|stride| *stride >= least), count.get())
        else {
            return false;
        };
        if count == 0 || stride == 0 {
            return true;
        }
        self.canonical &= stride == least;
        self.take(count.checked_mul(stride)).is_ok()
    }

    /// Returns to the position of `start`, to read the bytes again.
    pub fn rewind(&mut self, start: &Self) {
        self.go(start.at());
        self.budget = start.budget;
    }

    /// The next `len` bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bytes(&mut self, len: Int) -> Result<&'a [u8]> {
        self.take(len.get())
    }

    /// The bytes up to a NUL, which is read as well.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn text(&mut self) -> Result<&'a [u8]> {
        let rest = self.bytes.get(self.at()..).unwrap_or(&[]);
        let Some(len) = nul(rest) else {
            return Err(unterminated(self.at()));
        };
        self.take(Some(len as u64 + 1))?;
        // A writer stores equal strings once. Whether this file does so is found when an unchanged value is written.
        self.canonical &= !self.has_text;
        self.has_text = true;
        Ok(rest.get(..len).unwrap_or(&[]))
    }

    /// The next value, if enough bytes remain.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn peek<T: Fixed>(&self) -> Option<T> {
        T::decode(self.bytes.get(self.at()..)?.get(..T::SIZE)?)
    }

    /// Continues at `stride` bytes after `start`, the offset of a structure that was read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stride(&mut self, start: usize, stride: Option<Int>) -> Result<()> {
        let Some(stride) = stride else { return Ok(()) };
        let minimum = self.at() - start;
        let size = stride.get().unwrap_or(u64::MAX);
        match usize::try_from(size) {
            Ok(known) if known == minimum => Ok(()),
            Ok(known) if known > minimum => {
                self.canonical = false;
                self.take(Some((known - minimum) as u64)).map(drop)
            }
            _ => Err(too_small(start, size, minimum)),
        }
    }

    /// The remaining bytes, within the limit for overlapping references.
    ///
    /// # Errors
    /// If overlapping references exceed the size limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rest(&mut self) -> Result<&'a [u8]> {
        self.take(Some(self.len_left() as u64))
    }

    /// A reader that ends after the next `size` bytes.
    ///
    /// # Errors
    /// Returns an error if there are fewer.
    #[inline]
    pub fn within(&self, size: Int) -> Result<Self> {
        let needed = size.get();
        let end = size.narrow().and_then(|size| self.at().checked_add(size));
        let bytes = end.and_then(|end| self.bytes.get(..end));
        let bytes = bytes.ok_or_else(|| self.truncated(needed))?;
        Ok(Self {
            bytes,
            bounded: true,
            ..*self
        })
    }

    /// Enters a structure inside of another one.
    ///
    /// # Errors
    /// Returns an error if the structures are nested too deeply.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn descend(&mut self) -> Result<()> {
        self.depth = deeper(self.depth, self.at())?;
        Ok(())
    }

    /// Leaves a structure inside of another one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn ascend(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Continues at the end of an inner reader, which read some of the bytes.
    #[inline]
    pub fn resume(&mut self, inner: Self) {
        *self = Self {
            bytes: self.bytes,
            bounded: self.bounded,
            ..inner
        };
    }

    /// All bytes from here on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn to_end(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at()..).unwrap_or(&[]);
        self.at = place(self.bytes.len());
        rest
    }

    /// The number of records of a known size that fit into the remaining bytes.
    #[inline]
    pub fn room_for(&self, size: usize) -> Int {
        int(self.len_left() / size.max(1))
    }

    /// The number of records of `stride` bytes that fit into the remaining bytes.
    #[inline]
    pub fn room_by(&self, stride: Int) -> Int {
        if stride == 0 {
            int(0u8)
        } else {
            self.left() / stride
        }
    }

    /// The bytes of `count` records of `stride` bytes each, which must be `minimum` or more; and the stride.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn rows(
        &mut self,
        count: Int,
        stride: Option<Int>,
        minimum: usize,
    ) -> Result<(&'a [u8], u32)> {
        // The stride of an empty run does not matter.
        let stride = match stride.map(Int::get) {
            None => minimum as u64,
            Some(None) if count == 0 => 0,
            Some(stride) => stride.unwrap_or(u64::MAX),
        };
        if stride < minimum as u64 && count != 0 {
            return Err(too_small(self.at(), stride, minimum));
        }
        let size = count.get().and_then(|count| count.checked_mul(stride));
        let bytes = self.take(size)?;
        match u32::try_from(stride) {
            Ok(stride) => Ok((bytes, stride)),
            Err(_) => Err(self.truncated(size)),
        }
    }

    /// The next `size` bytes, which must be enough for the first version of `T`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn sized<T: Row<Context = ()>>(&mut self, size: Int) -> Result<&'a [u8]> {
        let minimum = T::size(());
        match size.get() {
            Some(size) if size < minimum as u64 => Err(too_small(self.at(), size, minimum)),
            size => self.take(size),
        }
    }

    /// Skips to the next multiple of `to` bytes from `start`, or to the end of the part if that is nearer; a writer pads
    /// with `fill`. Returns how many bytes there should be.
    ///
    /// # Errors
    /// If a stated size ends before the padding: such a size includes it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn align(&mut self, start: usize, to: usize, fill: u8) -> Result<usize> {
        let len = self.at().saturating_sub(start);
        let expected = len.next_multiple_of(to) - len;
        let padding = self
            .bytes
            .get(self.at()..)
            .and_then(|rest| rest.get(..expected));
        if padding.is_none() && self.bounded {
            return Err(self.truncated(Some(expected as u64)));
        }
        self.canonical &= padding.is_some_and(|padding| padding.iter().all(|byte| *byte == fill));
        self.at = place(self.bytes.len().min(self.at() + expected));
        Ok(expected)
    }

    /// The bytes that no field reached, at the end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn trailing(&mut self) -> &'a [u8] {
        self.at = self.reached.max(self.at);
        self.to_end()
    }
}

// The functions that create errors accept numbers instead of the reader, so that a reader can stay in registers.

#[cold]
#[inline(never)]
fn truncated(at: usize, len: usize, needed: Option<u64>) -> Error {
    let kind = ErrorKind::Truncated {
        needed: needed.unwrap_or(u64::MAX),
        available: len.saturating_sub(at) as u64,
    };
    Error::new(kind, at)
}

#[cold]
#[inline(never)]
fn too_small(at: usize, size: u64, minimum: usize) -> Error {
    let minimum = minimum as u64;
    Error::new(ErrorKind::TooSmall { size, minimum }, at)
}

#[cold]
#[inline(never)]
fn outside(at: usize, len: usize, to: Int) -> Error {
    let (offset, limit) = (to.get().unwrap_or(u64::MAX), len as u64);
    Error::new(ErrorKind::Outside { offset, limit }, at)
}

#[cold]
#[inline(never)]
fn unterminated(at: usize) -> Error {
    Error::new(ErrorKind::Unterminated, at)
}

#[cold]
#[inline(never)]
fn aliased(at: usize) -> Error {
    Error::new(ErrorKind::Aliased, at)
}

#[cfg(test)]
mod tests {
    use super::{Reader, is_aliased};
    use crate::fixed::int::int;

    /// References may cover four times the bytes, and not one more.
    #[test]
    fn references_cover_four_times_the_bytes() {
        assert!(!is_aliased([15, 25].into_iter(), 10));
        assert!(is_aliased([15, 26].into_iter(), 10));
    }

    /// A writer puts no bytes between structures, so the value must keep them.
    #[test]
    fn a_stride_beyond_the_structures_is_not_canonical() {
        for (stride, is_canonical) in [(4_u32, true), (5, false)] {
            let mut reader = Reader::new(&[1; 10]);
            assert!(reader.pass(int(2_u32), 4, Some(int(stride))));
            assert_eq!(reader.is_canonical(), is_canonical, "passed, {stride}");
            let mut reader = Reader::new(&[1; 10]);
            assert!(reader.bytes(int(4_u32)).is_ok());
            assert!(reader.stride(0, Some(int(stride))).is_ok());
            assert_eq!(reader.is_canonical(), is_canonical, "read, {stride}");
        }
    }
}
