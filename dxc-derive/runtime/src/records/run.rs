//! Runs: contiguous records of one type, borrowed as one slice.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use crate::error::{Error, ErrorKind, Result};
use crate::fixed::int::{Elements, ToInt};
use crate::records::row::Row;
use crate::shape::Shape;

/// A borrowed run: bounds were checked at creation, records are decoded on access.
#[derive(Clone, Copy)]
pub struct Run<'a, T: Row> {
    bytes: &'a [u8],
    stride: u32,
    context: T::Context,
}

impl<'a, T: Row> Run<'a, T> {
    /// A run over bytes that a [`Reader`](crate::read::reader::Reader) measured: `len` records of `stride` bytes
    /// each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(bytes: &'a [u8], stride: u32, context: T::Context) -> Self {
        Self {
            bytes,
            stride,
            context,
        }
    }

    /// A run of records whose size the context determines.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn packed(bytes: &'a [u8], context: T::Context) -> Self {
        let stride = u32::try_from(T::size(context)).unwrap_or_default();
        Self::new(bytes, stride, context)
    }

    /// A run of no records.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn empty(context: T::Context) -> Self {
        Self::new(&[], 0, context)
    }

    /// This run, with another context for its records.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn with(self, context: T::Context) -> Self {
        Self { context, ..self }
    }

    /// The context of the records.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn context(&self) -> T::Context {
        self.context
    }

    /// The number of records.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn len(&self) -> usize {
        self.bytes.len() / (self.stride as usize).max(1)
    }

    /// Whether there are none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The size of a record in the file, in bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stride(&self) -> u32 {
        self.stride
    }

    /// All bytes of the run.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Record `index`.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        let stride = self.stride as usize;
        T::read_row(nth(self.bytes, stride, index)?, self.context)
    }

    /// `len` records from index `start` on; `None` if they exceed the run.
    #[inline]
    pub fn range(&self, start: u32, len: u32) -> Option<Self> {
        let at = |index: u32| (index as usize).checked_mul(self.stride as usize);
        let bytes = self.bytes.get(at(start)?..)?;
        let bytes = bytes.get(..at(len)?)?;
        Some(Self { bytes, ..*self })
    }

    /// The bytes of record `index` after those of its version.
    pub fn tail(&self, index: usize) -> Option<&'a [u8]> {
        let stride = self.stride as usize;
        let (_, known) = T::known(self.context, stride);
        if index >= self.len() {
            return None;
        }
        nth(self.bytes, stride, index)?.get(known..)
    }

    /// Refuses a run with an invalid field in a record; the run is at byte `at`.
    ///
    /// # Errors
    /// Returns the error of `check`, with the field and its offset.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn check(
        &self,
        at: usize,
        field: &str,
        check: impl Fn(&'a [u8]) -> Result<(), ErrorKind>,
    ) -> Result<()> {
        let stride = (self.stride as usize).max(1);
        let mut rest = self.bytes;
        while let Some((record, behind)) = rest.split_at_checked(stride) {
            if let Err(kind) = check(record) {
                return Err(self.error(kind, at, rest.len(), field));
            }
            rest = behind;
        }
        Ok(())
    }

    /// An error in a field of the record with which the last `left` bytes begin; the run begins at byte `at`.
    #[cold]
    #[inline(never)]
    fn error(self, kind: ErrorKind, at: usize, left: usize, field: &str) -> Error {
        let stride = self.stride as usize;
        let index = self.bytes.len().saturating_sub(left) / stride.max(1);
        let within = match T::known(self.context, stride).0 {
            Shape::Record(layout) => layout.fields.iter().find(|known| known.name == field),
            _ => None,
        };
        let at = at + index * stride + within.map_or(0, |field| field.at);
        Error::new(kind, at).within(field).within_index(index)
    }

    /// The records, in order.
    #[inline]
    pub fn iter(&self) -> RunIter<'a, T> {
        RunIter {
            bytes: self.bytes,
            stride: (self.stride as usize).max(1),
            context: self.context,
        }
    }

    /// The bytes of each record, in order.
    #[inline]
    pub fn records(&self) -> core::slice::ChunksExact<'a, u8> {
        self.bytes.chunks_exact((self.stride as usize).max(1))
    }

    /// The records in a `Vec`, without their tails.
    pub fn to_vec(&self) -> Vec<T> {
        if self.is_empty() {
            return Vec::new();
        }
        collected(self.bytes, self.stride as usize, self.context)
    }
}

/// The bytes of record `index` in contiguous records of `stride` bytes each.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn nth(bytes: &[u8], stride: usize, index: usize) -> Option<&[u8]> {
    bytes.get(index.checked_mul(stride)?..)?.get(..stride)
}

/// Collects the records, which have this size each.
///
/// If the size and version are known at compile time, records are not checked individually.
fn collected<T: Row>(bytes: &[u8], stride: usize, context: T::Context) -> Vec<T> {
    if T::is_newest(context, stride) && T::NEWEST > 0 {
        let read = move |row| T::read_newest(row, context).unwrap_or_default();
        bytes.chunks_exact(T::NEWEST).map(read).collect()
    } else {
        let read = move |row| T::read_row(row, context).unwrap_or_default();
        bytes.chunks_exact(stride.max(1)).map(read).collect()
    }
}

impl<'a, T: Row> IntoIterator for Run<'a, T> {
    type Item = T;
    type IntoIter = RunIter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Row + fmt::Debug> fmt::Debug for Run<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Runs are equal if their records and tails are.
impl<T: Row> PartialEq for Run<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        if self.stride == other.stride && self.context == other.context {
            return self.bytes == other.bytes;
        }
        let tails = |run: Self| (0..run.len()).map(move |index| run.tail(index));
        self.iter().eq(other.iter()) && tails(*self).eq(tails(*other))
    }
}

impl<T: Row + Eq> Eq for Run<'_, T> {}

/// The records of a [`Run`].
#[derive(Clone)]
pub struct RunIter<'a, T: Row> {
    /// The remaining records, of `stride` bytes each. Beginning to iterate needs no division.
    bytes: &'a [u8],
    stride: usize,
    context: T::Context,
}

impl<T: Row> Iterator for RunIter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let (row, rest) = self.bytes.split_at_checked(self.stride)?;
        self.bytes = rest;
        if T::is_newest(self.context, self.stride) {
            T::read_newest(row, self.context)
        } else {
            T::read_row(row, self.context)
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.bytes.len() / self.stride;
        (left, Some(left))
    }
}

impl<T: Row> ExactSizeIterator for RunIter<'_, T> {}
impl<T: Row> FusedIterator for RunIter<'_, T> {}

impl<T: Row + ToInt> Elements for Run<'_, T> {
    fn number(&self, index: usize) -> Option<u64> {
        self.get(index)?.to_int().get()
    }
}
