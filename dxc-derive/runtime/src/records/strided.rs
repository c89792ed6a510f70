//! Records whose stride is stored in the file, with the tails of newer versions.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::records::row::{Row, TAIL, show_bytes};
use crate::records::run::{Run, nth};

/// An owned run whose stride is stored in the file: records, and the tails of newer versions.
///
/// It reads like a slice. `stride` determines the version that the records are written in; for a new run, the first
/// record sets it.
///
/// ```
/// use dxc_format::psv0::{PipelineStateValidation, ResourceBinding, UNBOUNDED};
///
/// let mut psv = PipelineStateValidation::default();
/// psv.resources.extend([ResourceBinding::new(2), ResourceBinding::new(2)]);
/// for resource in &mut psv.resources {
///     resource.upper_bound = UNBOUNDED;
/// }
/// assert_eq!(psv.resources.stride(), 24);
/// assert_eq!(psv.resources[1].upper_bound, UNBOUNDED);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strided<T> {
    records: Vec<T>,
    stride: u32,
    /// `stride - known` bytes for each record, in order.
    tails: Vec<u8>,
}

impl<T> Default for Strided<T> {
    fn default() -> Self {
        Self {
            records: Vec::new(),
            stride: 0,
            tails: Vec::new(),
        }
    }
}

impl<T: Row<Context = ()>> Strided<T> {
    /// An empty run of records of `stride` bytes each.
    pub fn new(stride: u32) -> Self {
        Self {
            stride,
            ..Self::default()
        }
    }

    /// The size of a record in the file, in bytes.
    #[inline]
    pub fn stride(&self) -> u32 {
        self.stride
    }

    fn tail_size(&self) -> usize {
        let stride = self.stride as usize;
        stride.saturating_sub(T::known((), stride).1)
    }

    /// The bytes of record `index` that its version does not define.
    pub fn tail(&self, index: usize) -> Option<&[u8]> {
        self.records.get(index)?;
        nth(&self.tails, self.tail_size(), index)
    }

    /// Sets the stride from the first record of a run, if the run has none, or one that no version would have.
    fn begin(&mut self, record: &T) {
        let is_stated = self.stride > 0 && self.tail_size() <= MOST_TAIL;
        if self.records.is_empty() && !is_stated {
            self.stride = u32::try_from(record.own_size(())).unwrap_or_default();
        }
    }

    /// Adds a record at the end; the bytes that no known version has are 0.
    ///
    /// An empty run may state any stride. If that is more than 1024 bytes longer than the newest version, the run uses
    /// the size of this record instead.
    pub fn push(&mut self, record: T) {
        self.begin(&record);
        self.push_as_stated(record);
    }

    fn push_as_stated(&mut self, record: T) {
        self.records.push(record);
        self.tails.resize(self.records.len() * self.tail_size(), 0);
    }

    /// Adds a record with a tail; the stride bounds it.
    #[doc(hidden)]
    pub fn push_with_tail(&mut self, record: T, tail: &[u8]) {
        self.push_as_stated(record);
        let at = self.tails.len() - self.tail_size();
        let own = self.tails.iter_mut().skip(at);
        own.zip(tail).for_each(|(own, byte)| *own = *byte);
    }

    /// Inserts a record before index `index`, like [`push`](Self::push).
    ///
    /// # Panics
    /// If `index` is past the end, like `Vec::insert`.
    pub fn insert(&mut self, index: usize, record: T) {
        self.begin(&record);
        self.records.insert(index, record);
        let (at, size) = (index * self.tail_size(), self.tail_size());
        self.tails.splice(at..at, core::iter::repeat_n(0, size));
    }

    /// Removes record `index`, with its tail.
    ///
    /// # Panics
    /// If there is no such record, like `Vec::remove`.
    pub fn remove(&mut self, index: usize) -> T {
        let (at, size) = (index * self.tail_size(), self.tail_size());
        let record = self.records.remove(index);
        self.tails.drain(at..at + size);
        record
    }

    /// The owned form of a borrowed run.
    #[inline]
    pub fn from_run(run: Run<'_, T>) -> Self {
        if run.is_empty() {
            return Self::new(run.stride());
        }
        let stride = run.stride() as usize;
        let (_, known) = T::known((), stride);
        Self {
            records: run.to_vec(),
            stride: run.stride(),
            tails: if known < stride {
                tails(run.as_bytes(), stride, known)
            } else {
                Vec::new()
            },
        }
    }

    /// The bytes of all records that their version does not define.
    pub(crate) fn tails(&self) -> &[u8] {
        &self.tails
    }
}

/// The maximum tail size of records that an empty run may state.
const MOST_TAIL: usize = 1024;

/// The tails of records: the bytes after those of their version.
#[cold]
fn tails(bytes: &[u8], stride: usize, known: usize) -> Vec<u8> {
    let rows = bytes.chunks_exact(stride.max(1));
    let mut tails = Vec::with_capacity((stride - known) * rows.len());
    for row in rows {
        tails.extend_from_slice(row.get(known..).unwrap_or_default());
    }
    tails
}

/// Reports the tails of `size` bytes, and clears them.
fn take_tails(tails: &mut Vec<u8>, size: usize, lost: &mut dyn FnMut(usize, &[u8])) {
    for (index, tail) in tails.chunks_exact(size.max(1)).enumerate() {
        lost(index, tail);
    }
    tails.clear();
}

impl<T: Row<Context = ()>> Strided<T> {
    /// Removes the bytes of unknown versions, and reports them.
    pub(crate) fn forget_tails(&mut self, lost: &mut dyn FnMut(usize, &[u8])) {
        let size = self.tail_size();
        if size > 0 {
            take_tails(&mut self.tails, size, lost);
            self.stride -= u32::try_from(size).unwrap_or_default();
        }
    }

    /// Whether the records are of a newer version than this one, or of an unknown one.
    #[doc(hidden)]
    pub fn is_newer(&self, version: u32) -> bool {
        let stride = self.stride as usize;
        // The bytes after the newest known version that fits belong to an unknown version.
        let (_, known) = T::known((), stride);
        !self.is_empty() && (stride > T::size_in((), version) || stride > known)
    }

    /// Converts the records to a version, and reports each loss: the record, the field's name, and its value.
    pub(crate) fn move_to(
        &mut self,
        version: u32,
        lost: &mut dyn FnMut(usize, &'static str, String),
    ) {
        self.forget_tails(&mut |index, tail| lost(index, TAIL, show_bytes(tail)));
        for (index, record) in self.records.iter_mut().enumerate() {
            record.move_to((), version, &mut |field, value| lost(index, field, value));
        }
        if self.stride > 0 {
            self.stride = u32::try_from(T::size_in((), version)).unwrap_or(self.stride);
        }
    }
}

impl<T> Deref for Strided<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.records
    }
}

impl<T> DerefMut for Strided<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.records
    }
}

impl<'s, T> IntoIterator for &'s Strided<T> {
    type Item = &'s T;
    type IntoIter = core::slice::Iter<'s, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'s, T> IntoIterator for &'s mut Strided<T> {
    type Item = &'s mut T;
    type IntoIter = core::slice::IterMut<'s, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T: Row<Context = ()>> Extend<T> for Strided<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, records: I) {
        records.into_iter().for_each(|record| self.push(record));
    }
}

impl<T: Row<Context = ()>> FromIterator<T> for Strided<T> {
    fn from_iter<I: IntoIterator<Item = T>>(records: I) -> Self {
        let mut run = Self::default();
        run.extend(records);
        run
    }
}
