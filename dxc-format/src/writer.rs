//! One pass into one `Vec`: what the generated writers put their values into.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::fixed::Fixed;
use crate::int::{FromInt, Int, ToInt, argument};
use crate::memory::Remembered;
use crate::run::{Row, Strided};
use crate::{Error, ErrorKind, FourCC, Result};

/// A part while it is written, behind whatever else the `Vec` has. Places count from where the part begins.
#[derive(Debug)]
pub struct Writer<'w> {
    out: &'w mut Vec<u8>,
    /// Where the part begins.
    begin: usize,
    /// How many bytes of it there are; zeros may follow that nothing has been written to yet.
    len: usize,
    memory: Option<&'w Remembered>,
    /// The next piece of the memory.
    next: usize,
    /// Whether a piece no longer had the size that is remembered.
    misfit: bool,
    /// Where the last piece ended.
    at: usize,
    /// How far any piece reached.
    reached: usize,
    /// Where each string that stands alone was written first, in a layout of its own.
    texts: Option<BTreeMap<Vec<u8>, usize>>,
    pub(crate) links: Links,
}

/// How many zeros are made at once.
const AHEAD: usize = 256;

/// Numbers that name what is in a pool, until that has a place.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// How much the pool holds.
    pub(crate) len: usize,
    /// Where each number was written, and what it names.
    pub(crate) names: Vec<(usize, u32)>,
}

impl<'w> Writer<'w> {
    /// A writer of a new layout, behind what is there.
    #[inline]
    pub fn new(out: &'w mut Vec<u8>) -> Self {
        Self {
            begin: out.len(),
            len: 0,
            out,
            memory: None,
            next: 0,
            misfit: false,
            at: 0,
            reached: 0,
            texts: None,
            links: Links::default(),
        }
    }

    /// A writer of a layout that was read.
    pub(crate) fn remembering(out: &'w mut Vec<u8>, memory: &'w Remembered) -> Self {
        let begin = out.len();
        out.resize(begin + memory.size, 0);
        let room = out.get_mut(begin..).unwrap_or_default();
        for (at, bytes) in &memory.unclaimed {
            if let Some(gap) = room
                .get_mut(*at..)
                .and_then(|rest| rest.get_mut(..bytes.len()))
            {
                gap.copy_from_slice(bytes);
            }
        }
        Self {
            begin,
            len: memory.size,
            memory: Some(memory),
            ..Self::new(out)
        }
    }

    /// Whether every piece that is remembered was written where it was.
    pub(crate) fn is_as_remembered(&self) -> bool {
        let pieces = self.memory.map_or(0, |memory| memory.pieces.len());
        !self.misfit && self.next == pieces
    }

    /// Ends the part behind what was written.
    #[inline]
    pub(crate) fn finish(self) {
        self.out.truncate(self.begin + self.len);
    }

    /// Makes room for a piece, to be filled later, and returns where it lies.
    #[inline]
    pub fn reserve(&mut self, size: usize) -> usize {
        let at = self.place(size);
        self.at = at + size;
        self.reached = self.reached.max(self.at);
        at
    }

    /// Where the next piece will lie.
    #[inline]
    pub fn next_at(&self) -> usize {
        let piece = self.memory.and_then(|memory| memory.pieces.get(self.next));
        piece.map_or(self.len, |(at, _)| *at)
    }

    #[inline]
    fn place(&mut self, size: usize) -> usize {
        if let Some(memory) = self.memory {
            let piece = memory.pieces.get(self.next);
            self.next += 1;
            match piece {
                Some((at, remembered)) if *remembered == size => return *at,
                _ => self.misfit = true,
            }
        }
        let at = self.len;
        self.extend(at + size);
        at
    }

    /// Makes room up to `len` bytes, which are 0.
    #[inline]
    fn extend(&mut self, len: usize) {
        self.len = len;
        let end = self.begin + len;
        if end > self.out.len() {
            self.grow(end);
        }
    }

    /// Small values come one by one: what is reserved already is filled with zeros for several of them at once.
    #[inline(never)]
    fn grow(&mut self, end: usize) {
        let ahead = self.out.capacity().saturating_sub(end).min(AHEAD);
        self.out.resize(end + ahead, 0);
    }

    /// Where the last piece ended.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether the layout is a new one, and not one that is remembered.
    pub fn is_new(&self) -> bool {
        self.memory.is_none()
    }

    /// How far any piece reached.
    pub fn reached(&self) -> usize {
        self.reached
    }

    #[inline]
    fn room(&mut self, at: usize, size: usize) -> &mut [u8] {
        self.out
            .get_mut(self.begin + at..)
            .and_then(|rest| rest.get_mut(..size))
            .unwrap_or_default()
    }

    /// Writes a value of a fixed size.
    #[inline]
    pub fn fixed<T: Fixed>(&mut self, value: &T) -> usize {
        let at = self.reserve(T::SIZE);
        self.patch(at, value);
        at
    }

    /// Writes a value over one that was written at `at`.
    #[inline]
    pub fn patch<T: Fixed>(&mut self, at: usize, value: &T) {
        value.encode(self.room(at, T::SIZE));
    }

    /// Writes bytes.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) -> usize {
        if self.memory.is_none() {
            let at = self.len;
            self.out.truncate(self.begin + at);
            self.out.extend_from_slice(bytes);
            self.len = at + bytes.len();
            self.at = self.len;
            self.reached = self.at;
            return at;
        }
        let at = self.reserve(bytes.len());
        self.room(at, bytes.len()).copy_from_slice(bytes);
        at
    }

    /// Writes a string and the NUL that ends it; one that was written before is not written again.
    ///
    /// # Errors
    /// If it has a NUL within, so that it would end there.
    pub fn text(&mut self, text: &[u8]) -> Result<usize> {
        if text.contains(&0) {
            return Err(Error::new(ErrorKind::NulWithin, self.reached));
        }
        if self.memory.is_none() {
            let next = self.len;
            let texts = self.texts.get_or_insert_default();
            if let Some(at) = texts.get(text) {
                return Ok(*at);
            }
            texts.insert(text.to_vec(), next);
        }
        let at = self.reserve(text.len() + 1);
        self.room(at, text.len()).copy_from_slice(text);
        self.patch(at + text.len(), &0u8);
        Ok(at)
    }

    /// Writes bytes, and 0 up to a multiple of `to` bytes.
    #[inline]
    pub fn rounded(&mut self, bytes: &[u8], to: usize) -> usize {
        let at = self.reserve(bytes.len().next_multiple_of(to));
        self.room(at, bytes.len()).copy_from_slice(bytes);
        at
    }

    /// Writes records one behind the other.
    ///
    /// # Errors
    /// If a record has a value that its version cannot hold.
    #[inline]
    pub fn run<T: Row>(&mut self, rows: &[T], context: T::Context) -> Result<usize> {
        let at = self.reserve(rows.len() * T::size(context));
        self.fill(at, rows, context)?;
        Ok(at)
    }

    /// Writes a single record.
    ///
    /// # Errors
    /// If it has a value that its version cannot hold.
    pub fn record<T: Row>(&mut self, row: &T, context: T::Context) -> Result<usize> {
        let size = T::size(context);
        let at = self.reserve(size);
        row.write(context, self.room(at, size))?;
        Ok(at)
    }

    /// Writes records into room that was made at `at`.
    ///
    /// # Errors
    /// If a record has a value that its version cannot hold.
    #[inline]
    pub fn fill<T: Row>(&mut self, at: usize, rows: &[T], context: T::Context) -> Result<()> {
        let stride = T::size(context);
        let room = self.room(at, rows.len() * stride);
        for (index, (row, out)) in rows
            .iter()
            .zip(room.chunks_exact_mut(stride.max(1)))
            .enumerate()
        {
            row.write(context, out)
                .map_err(|error| error.within_index(index))?;
        }
        Ok(())
    }

    /// Writes records with their tails, one behind the other.
    ///
    /// # Errors
    /// If the stride is too small for any version, or a record has a value that its version cannot hold.
    pub fn strided<T: Row<Context = ()>>(&mut self, rows: &Strided<T>) -> Result<usize> {
        let stride = rows.stride() as usize;
        if stride < T::size(()) && !rows.is_empty() {
            let kind = ErrorKind::TooSmall {
                size: stride as u64,
                minimum: T::size(()) as u64,
            };
            return Err(Error::new(kind, self.len));
        }
        let at = self.reserve(rows.len() * stride);
        if rows.is_empty() {
            return Ok(at);
        }
        let (_, known) = T::known((), stride);
        let mut tails = rows.tails().chunks_exact((stride - known).max(1));
        let room = self.room(at, rows.len() * stride);
        for (index, (row, out)) in rows
            .iter()
            .zip(room.chunks_exact_mut(stride.max(1)))
            .enumerate()
        {
            row.write((), out)
                .map_err(|error| error.within_index(index))?;
            if let (Some(tail), Some(out)) = (tails.next(), out.get_mut(known..)) {
                out.copy_from_slice(tail);
            }
        }
        Ok(at)
    }

    /// Writes a record of `known` bytes and the bytes behind it.
    ///
    /// # Errors
    /// If the record has a value that its version cannot hold.
    pub fn sized<T: Row<Context = ()>>(
        &mut self,
        row: &T,
        known: usize,
        tail: &[u8],
    ) -> Result<usize> {
        let at = self.reserve(known + tail.len());
        let room = self.room(at, known + tail.len());
        if let Some((record, behind)) = room.split_at_mut_checked(known) {
            row.write((), record)?;
            behind.copy_from_slice(tail);
        }
        Ok(at)
    }

    /// Pads with `fill` to a multiple of `to` bytes from `start`, unless the layout is a remembered one, whose padding
    /// is filled in already.
    #[inline]
    pub fn align(&mut self, start: usize, to: usize, fill: u8) {
        let end = start + self.at.saturating_sub(start).next_multiple_of(to);
        if self.memory.is_none() {
            self.at = end;
            self.pad_to(end, fill);
        } else {
            self.at = self.len.min(end);
        }
        self.reached = self.reached.max(self.at);
    }
}

impl Writer<'_> {
    fn pad_to(&mut self, len: usize, fill: u8) {
        let at = self.len;
        self.extend(len);
        if fill != 0 {
            self.room(at, len - at).fill(fill);
        }
    }

    /// Pads before something that is placed; a remembered layout has a place for it.
    #[inline]
    pub fn pad(&mut self, to: usize, fill: u8) {
        if self.memory.is_none() {
            self.pad_to(self.len.next_multiple_of(to), fill);
        }
    }

    /// Fills the rest of `stride` bytes from `start` on with 0, where a structure was written. In a remembered layout that
    /// no longer fits, the structure may be anywhere.
    ///
    /// # Errors
    /// If it takes more.
    pub fn stride(&mut self, start: usize, stride: Option<Int>) -> Result<()> {
        let Some(stride) = stride else { return Ok(()) };
        let (size, minimum) = (
            stride.get().unwrap_or(u64::MAX),
            self.at.saturating_sub(start),
        );
        let Some(rest) = stride
            .narrow::<usize>()
            .and_then(|size| size.checked_sub(minimum))
        else {
            let minimum = minimum as u64;
            return Err(Error::new(ErrorKind::TooSmall { size, minimum }, start));
        };
        if self.memory.is_none() {
            self.reserve(rest);
        } else {
            self.at += rest;
            self.reached = self.reached.max(self.at);
        }
        Ok(())
    }
}

/// The value of a computed field.
pub trait Computed<T: Fixed>: Copy {
    /// The value, which must fit into the field.
    ///
    /// # Errors
    /// If it does not.
    fn value(self) -> Result<T>;

    /// Refuses any other value.
    ///
    /// # Errors
    /// If the field holds one; `rule` says what it should hold.
    fn check(self, found: T, rule: &'static str) -> Result<(), ErrorKind>;
}

impl<T: Fixed + ToInt + FromInt> Computed<T> for Int {
    #[inline(always)]
    fn value(self) -> Result<T> {
        argument(self).map_err(|kind| Error::new(kind, 0))
    }

    #[inline(always)]
    fn check(self, found: T, rule: &'static str) -> Result<(), ErrorKind> {
        if self == found {
            return Ok(());
        }
        let found = found.to_int().get().unwrap_or_default();
        Err(ErrorKind::Mismatch {
            rule,
            expected: self.get(),
            found,
        })
    }
}

impl Computed<FourCC> for FourCC {
    #[inline(always)]
    fn value(self) -> Result<FourCC> {
        Ok(self)
    }

    #[inline(always)]
    fn check(self, found: FourCC, _: &'static str) -> Result<(), ErrorKind> {
        if self == found {
            Ok(())
        } else {
            Err(ErrorKind::Magic {
                expected: self,
                found,
            })
        }
    }
}

/// That there is no room for a run, because there is none for its count.
#[cold]
pub fn uncounted(error: &Error, run: &str) -> Error {
    Error::new(error.kind().clone(), error.offset()).within(run)
}

/// Refuses a run whose length is not what the rest of the value says.
///
/// # Errors
/// If the two differ, or the count leaves 64 bits.
pub fn same_count(expected: Int, found: usize, rule: &'static str) -> Result<()> {
    let kind = match expected.get() {
        Some(expected) if expected == found as u64 => return Ok(()),
        Some(expected) => ErrorKind::CountDiffers {
            rule,
            expected,
            found: found as u64,
        },
        None => ErrorKind::Overflow { rule },
    };
    Err(Error::new(kind, 0))
}

/// Refuses records whose stride is not the one that is written for them.
///
/// # Errors
/// If the two differ, and there are records.
pub fn same_stride<T: Row<Context = ()>>(
    expected: Int,
    rows: &Strided<T>,
    rule: &'static str,
) -> Result<()> {
    let found = rows.stride().into();
    if rows.is_empty() || expected == rows.stride() {
        return Ok(());
    }
    let expected = expected.get();
    Err(Error::new(
        ErrorKind::Mismatch {
            rule,
            expected,
            found,
        },
        0,
    ))
}
