//! Runs: contiguous records of one type, borrowed as one slice and owned as one `Vec`.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut};

use super::error::{Error, ErrorKind, Result};
use super::fixed::Fixed;
use super::int::{Elements, ToInt};
use super::shape::Shape;
use super::tables::record_references::refer_bytes;
use super::tables::reference::{SharedPlace, Visit};

/// A record that a run can hold.
///
/// Every [`Fixed`] value is one; records of several versions implement it by `#[derive(Versioned)]`.
pub trait Row: Copy + Default + PartialEq + 'static {
    /// The context from the containing value that a record needs, such as a version.
    type Context: Copy + PartialEq;

    /// The size in bytes in the newest version. Most records of a file have it, and are read without a check for each
    /// one.
    #[doc(hidden)]
    const NEWEST: usize;

    /// The size in bytes; if the size determines the version, that of the first version.
    fn size(context: Self::Context) -> usize;

    /// The size that this record needs, which may be that of a later version.
    fn own_size(&self, context: Self::Context) -> usize {
        Self::size(context)
    }

    /// The size in a version, if the size determines the version.
    fn size_in(context: Self::Context, _version: u32) -> usize {
        Self::size(context)
    }

    /// The known part of `stride` bytes: its shape and size.
    fn known(context: Self::Context, stride: usize) -> (Shape, usize);

    /// The record in `bytes`, which are one stride; `None` if there are fewer than [`Self::size`].
    fn read_row(bytes: &[u8], context: Self::Context) -> Option<Self>;

    /// Writes the record at the start of `out`, which is one stride.
    fn write_row(&self, context: Self::Context, out: &mut [u8]) -> Result<()>;

    /// Whether records of `stride` bytes are in the newest version.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_newest(_context: Self::Context, stride: usize) -> bool {
        stride == Self::NEWEST
    }

    /// The record in `bytes`, which are in the newest version.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_newest(bytes: &[u8], context: Self::Context) -> Option<Self> {
        Self::read_row(bytes, context)
    }

    /// Visits its references; the visitor may replace them.
    #[doc(hidden)]
    fn refer(&mut self, context: Self::Context, place: &SharedPlace, visit: &mut Visit<'_>) {
        let (shape, size) = Self::known(context, self.own_size(context));
        refer_within(self, (context, size), shape, "", place, visit);
    }

    /// Converts the record to a version, if its size determines that, or else to the version of `context`; reports each
    /// lost field with its value.
    #[doc(hidden)]
    fn move_to(
        &mut self,
        _context: Self::Context,
        _version: u32,
        _lost: &mut dyn FnMut(&'static str, String),
    ) {
    }
}

impl<T: Fixed> Row for T {
    type Context = ();

    const NEWEST: usize = T::SIZE;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn size((): ()) -> usize {
        T::SIZE
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn known((): (), _: usize) -> (Shape, usize) {
        (T::SHAPE, T::SIZE)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_row(bytes: &[u8], (): ()) -> Option<Self> {
        T::decode(bytes)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_row(&self, (): (), out: &mut [u8]) -> Result<()> {
        let available = out.len();
        self.encode(out)
            .ok_or_else(|| too_short(T::SIZE, available))
    }
}

/// Visits the references in a field of a record; the visitor may replace them.
#[doc(hidden)]
pub fn refer_field<T: Fixed>(
    value: &mut T,
    field: &'static str,
    place: &SharedPlace,
    visit: &mut Visit<'_>,
) {
    refer_within(value, ((), T::SIZE), T::SHAPE, field, place, visit);
}

fn refer_within<R: Row>(
    record: &mut R,
    (context, size): (R::Context, usize),
    shape: Shape,
    field: &'static str,
    place: &SharedPlace,
    visit: &mut Visit<'_>,
) {
    if !shape.refers() {
        return;
    }
    let mut bytes = vec![0; size];
    // A record can be written with its own size.
    if record.write_row(context, &mut bytes).is_ok() {
        refer_bytes(&mut bytes, shape, field, place, visit);
        if let Some(renumbered) = R::read_row(&bytes, context) {
            *record = renumbered;
        }
    }
}

/// A borrowed run: bounds were checked at creation, records are decoded on access.
#[derive(Clone, Copy)]
pub struct Run<'a, T: Row> {
    bytes: &'a [u8],
    stride: u32,
    context: T::Context,
}

impl<'a, T: Row> Run<'a, T> {
    /// A run over bytes that a [`Reader`](crate::reader::Reader) measured: `len` records of `stride` bytes
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

    /// The bytes of record `index` after those that its version has.
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
    /// Those of `check`, with the field and its place.
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

/// The bytes of record `index` of those that take `stride` bytes each.
#[cfg_attr(not(debug_assertions), inline(always))]
fn nth(bytes: &[u8], stride: usize, index: usize) -> Option<&[u8]> {
    bytes.get(index.checked_mul(stride)?..)?.get(..stride)
}

/// The records, of this size each.
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
    /// Those that are left, of `stride` bytes each: to begin divides nothing.
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
        match T::is_newest(self.context, self.stride) {
            true => T::read_newest(row, self.context),
            false => T::read_row(row, self.context),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.bytes.len() / self.stride;
        (left, Some(left))
    }
}

impl<T: Row> ExactSizeIterator for RunIter<'_, T> {}
impl<T: Row> FusedIterator for RunIter<'_, T> {}

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
    /// `stride - known` bytes a record, in order.
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
    /// An empty run of records that take `stride` bytes each.
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

    /// The bytes of record `index` that its version does not know.
    pub fn tail(&self, index: usize) -> Option<&[u8]> {
        self.records.get(index)?;
        nth(&self.tails, self.tail_size(), index)
    }

    /// The first record of a run sets the stride if there is none, or if no version would have it.
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
                tails(run.bytes, stride, known)
            } else {
                Vec::new()
            },
        }
    }

    /// The bytes of all records that their version does not know.
    pub(crate) fn tails(&self) -> &[u8] {
        &self.tails
    }
}

/// The maximum tail size of records that an empty run may state.
const MOST_TAIL: usize = 1024;

/// The tails of records: the bytes after those that their version has.
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
        // The bytes after the newest known version that fits are those of an unknown one.
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

impl<T: BySize> SizedRecord<T> {
    /// Whether the record is of a newer version than this one, or of an unknown one.
    #[doc(hidden)]
    pub fn is_newer(&self, version: u32) -> bool {
        self.record.version() > version || !self.tail.is_empty()
    }

    /// Converts the record to a version, and reports each loss: the field's name, and its value.
    pub(crate) fn move_to(&mut self, version: u32, lost: &mut dyn FnMut(&'static str, String)) {
        if !self.tail.is_empty() {
            lost(TAIL, show_bytes(&self.tail));
        }
        self.tail.clear();
        self.record.move_to((), version, lost);
    }
}

/// The name of the bytes that no known version has.
pub(super) const TAIL: &str = "tail";

/// Bytes as readable text.
pub(super) fn show_bytes(bytes: &[u8]) -> String {
    Shape::Bytes.show(bytes)
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

/// A record whose size is stored in the file: the newest known version that fits, and the tail of a newer one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SizedRecord<T, Tail = Vec<u8>> {
    /// The fields that a known version has.
    pub record: T,
    /// The tail.
    pub tail: Tail,
}

/// A [`SizedRecord`] record of a view.
pub type SizedView<'a, T> = SizedRecord<T, &'a [u8]>;

impl<T: Copy> Copy for SizedRecord<T, &[u8]> {}

impl<'a, T: Row<Context = ()>> SizedView<'a, T> {
    /// Reads the record at the start of `bytes`, whose length is the stated size.
    #[inline]
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let (_, known) = T::known((), bytes.len());
        Some(Self {
            record: T::read_row(bytes, ())?,
            tail: bytes.get(known..)?,
        })
    }

    /// The owned form.
    #[inline]
    pub fn to_value(&self) -> SizedRecord<T> {
        SizedRecord {
            record: self.record,
            tail: self.tail.to_vec(),
        }
    }
}

impl<T, Tail> Deref for SizedRecord<T, Tail> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.record
    }
}

impl<T, Tail> DerefMut for SizedRecord<T, Tail> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.record
    }
}

impl<T: BySize, Tail: AsRef<[u8]>> SizedRecord<T, Tail> {
    /// The size in the file, in bytes.
    pub fn size(&self) -> usize {
        self.known() + self.tail.as_ref().len()
    }

    /// The version that the record is in.
    pub fn version(&self) -> u32 {
        self.record.version()
    }

    /// The number of those bytes that a known version has.
    pub fn known(&self) -> usize {
        T::size_of_version(self.record.version())
    }
}

/// A record whose size determines its version. `#[derive(Versioned)]` implements it.
pub trait BySize: Row<Context = ()> {
    /// The name of the record.
    #[doc(hidden)]
    const RECORD: &'static str;

    /// The version that the record is in.
    fn version(&self) -> u32;

    /// The size of a version, in bytes; for unknown later versions, that of the newest known one.
    fn size_of_version(version: u32) -> usize;

    /// The first version that has a field, by the field's name.
    ///
    /// ```
    /// use dxc_format::{BySize, psv0::RuntimeInfo};
    ///
    /// assert_eq!(RuntimeInfo::since("entry_name"), Some(3));
    /// assert_eq!(RuntimeInfo::since("entry"), None);
    /// ```
    fn since(field: &str) -> Option<u32>;
}

impl<T: Row + ToInt> Elements for Run<'_, T> {
    fn number(&self, index: usize) -> Option<u64> {
        self.get(index)?.to_int().get()
    }
}

/// The error for a record that needs more bytes than there are.
#[cold]
pub fn too_short(needed: usize, available: usize) -> Error {
    let (needed, available) = (needed as u64, available as u64);
    Error::new(ErrorKind::Truncated { needed, available }, 0)
}
