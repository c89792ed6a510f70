//! Writes the output of generated writers: one pass into one `Vec`.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::fixed::Fixed;
use crate::fixed::int::Int;
use crate::records::row::Row;
use crate::records::strided::Strided;
use crate::write::pinned::{Pinned, Seen};
use crate::write::plan::Event;
use crate::write::span_layout::SpanLayout;

/// A part while it is written, after the `Vec`'s existing bytes. Offsets are relative to the part.
#[derive(Debug)]
pub struct Writer<'w> {
    out: &'w mut Vec<u8>,
    /// The offset of the part in the `Vec`.
    begin: usize,
    /// The layout that was read, if it is kept, which is rare. Without one, spans are contiguous.
    pinned: Option<Box<Pinned<'w>>>,
    /// State that few parts need.
    named: Option<Box<Named>>,
    /// The number of structures that contain the next field.
    pub(crate) depth: u8,
}

/// The targets of references by offset.
#[derive(Debug, Default)]
struct Named {
    /// The first offset of each single string, in a new layout.
    texts: BTreeMap<Vec<u8>, usize>,
    links: Links,
}

/// References to a pool whose offsets are not known yet.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// The size of the pool.
    pub(crate) len: usize,
    /// The offset of each reference, and the index that it references.
    pub(crate) names: Vec<(usize, u32)>,
}

/// The maximum size of a value that is assembled before it is appended.
pub(crate) const SMALL: usize = 64;

/// The total size of records above which capacity is reserved in advance.
const MANY: usize = 1 << 12;

/// The extra capacity for the fields after many records.
const AFTER: usize = 1 << 8;

/// Checks whether records can be written in `size` bytes each.
#[cold]
#[inline(never)]
fn rehearse_rows<T: Row>(rows: &[T], size: usize, context: T::Context) -> Result<()> {
    let mut bytes = vec![0; size];
    for (index, row) in rows.iter().enumerate() {
        let checked = row.write_row(context, &mut bytes);
        checked.map_err(|error| error.within_index(index))?;
    }
    Ok(())
}

/// Appends a value.
#[cfg_attr(not(debug_assertions), inline(always))]
#[doc(hidden)]
pub fn append<T: Fixed>(out: &mut Vec<u8>, value: &T) {
    let mut bytes = [0; SMALL];
    match bytes.get_mut(..T::SIZE) {
        Some(bytes) => {
            value.encode(bytes);
            out.extend_from_slice(bytes);
        }
        None => {
            let at = out.len();
            out.resize(at + T::SIZE, 0);
            value.encode(out.get_mut(at..).unwrap_or_default());
        }
    }
}

impl<'w> Writer<'w> {
    /// A writer of a new layout, after the existing bytes.
    #[inline]
    pub fn new(out: &'w mut Vec<u8>) -> Self {
        Self {
            begin: out.len(),
            out,
            pinned: None,
            named: None,
            depth: 0,
        }
    }

    /// A writer that continues a part after its existing bytes.
    #[cfg(feature = "binrw")]
    pub(crate) fn going_on(out: &'w mut Vec<u8>) -> Self {
        Self {
            begin: 0,
            ..Self::new(out)
        }
    }

    /// A writer of a layout that was read.
    pub(crate) fn within(out: &'w mut Vec<u8>, layout: &'w SpanLayout) -> Self {
        Self::laid_out(out, Pinned::read(layout))
    }

    /// A writer of a layout that was planned.
    pub(crate) fn planned(out: &'w mut Vec<u8>, layout: &'w SpanLayout) -> Self {
        Self::laid_out(out, Pinned::planned(layout))
    }

    /// Checks whether a value can be written, and records the offsets of its spans.
    pub(crate) fn rehearse(put: impl FnOnce(&mut Writer<'_>) -> Result<()>) -> (Result<()>, Seen) {
        let (nothing, mut out) = (SpanLayout::default(), Vec::new());
        let mut writer = Writer::laid_out(&mut out, Pinned::rehearsed(&nothing));
        let result = put(&mut writer);
        let seen = writer.pinned.and_then(|pinned| pinned.seen);
        (result, seen.unwrap_or_default())
    }

    fn laid_out(out: &'w mut Vec<u8>, pinned: Pinned<'w>) -> Self {
        let begin = out.len();
        out.extend_from_slice(&pinned.layout.bytes);
        Self {
            begin,
            pinned: Some(Box::new(pinned)),
            ..Self::new(out)
        }
    }

    /// The record of a rehearsal.
    #[inline]
    fn seen(&mut self) -> Option<&mut Seen> {
        self.pinned.as_mut()?.seen.as_mut()
    }

    /// Records an event for the planned layout.
    #[inline]
    pub(crate) fn tell(&mut self, event: Event) {
        if let Some(seen) = self.seen() {
            seen.events.push(event);
        }
    }

    /// Records that the value's version lacks a field.
    #[inline]
    pub(crate) fn lacks(&mut self, field: &'static str) {
        if let Some(seen) = self.seen() {
            seen.absent.push(field);
        }
    }

    /// Whether every span of the pinned layout was written at its offset.
    pub(crate) fn is_laid_out(&self) -> bool {
        self.pinned.as_deref().is_none_or(Pinned::is_laid_out)
    }

    /// The number of bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn len(&self) -> usize {
        self.out.len() - self.begin
    }

    /// The offset of a span that the pinned layout lacks.
    fn end(&self) -> usize {
        match &self.pinned {
            Some(pinned) if pinned.seen.is_some() => pinned.reached,
            _ => self.len(),
        }
    }

    /// Reserves the bytes of a span, to be filled later, and returns its offset.
    #[inline]
    pub fn reserve(&mut self, size: usize) -> usize {
        let at = self.len();
        if self.pinned.is_some() {
            let at = self.reserve_pinned(size);
            // The caller may fill only a part of it.
            if let Some(room) = self.room(at, size) {
                room.fill(0);
            }
            return at;
        }
        if size > 0 {
            self.out.resize(self.out.len() + size, 0);
        }
        at
    }

    /// Reserves capacity for many records and for the fields after them, so that these do not double the capacity.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, size: usize) {
        if size > self.out.len() && self.pinned.is_none() {
            self.out.reserve_exact(size + AFTER);
        }
    }

    /// Reserves the next span of the pinned layout; at the end of the part, if its size differs.
    #[cold]
    #[inline(never)]
    fn reserve_pinned(&mut self, size: usize) -> usize {
        let end = self.end();
        let Some(pinned) = &mut self.pinned else {
            return end;
        };
        let at = pinned.reserve(size, end);
        if at == end && pinned.seen.is_none() {
            self.out.resize(self.begin + end + size, 0);
        }
        at
    }

    /// The offset of the next span.
    #[inline]
    pub fn next_at(&self) -> usize {
        let pinned = self.pinned.as_ref();
        let next = pinned.and_then(|pinned| pinned.next_at());
        next.unwrap_or_else(|| self.end())
    }

    /// The end of the last span.
    #[inline]
    pub fn at(&self) -> usize {
        self.pinned
            .as_ref()
            .map_or_else(|| self.len(), |pinned| pinned.at)
    }

    /// Whether the layout is new rather than pinned.
    #[inline]
    pub fn is_new(&self) -> bool {
        self.pinned.as_ref().is_none_or(|pinned| pinned.is_new)
    }

    /// The end of the furthest span.
    #[inline]
    pub fn reached(&self) -> usize {
        let pinned = self.pinned.as_ref();
        pinned.map_or_else(|| self.len(), |pinned| pinned.reached)
    }

    /// The references to the pool.
    pub(crate) fn links(&mut self) -> &mut Links {
        &mut self.named.get_or_insert_default().links
    }

    /// The bytes of a span; `None` during a rehearsal.
    #[inline]
    fn room(&mut self, at: usize, size: usize) -> Option<&mut [u8]> {
        self.out.get_mut(self.begin + at..)?.get_mut(..size)
    }

    /// Writes a value of a fixed size.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fixed<T: Fixed>(&mut self, value: &T) -> usize {
        if self.pinned.is_some() {
            return self.fixed_pinned(value);
        }
        let at = self.len();
        append(self.out, value);
        at
    }

    #[cold]
    #[inline(never)]
    fn fixed_pinned<T: Fixed>(&mut self, value: &T) -> usize {
        let at = self.reserve_pinned(T::SIZE);
        self.patch(at, value);
        at
    }

    /// Reserves the bytes of a value that is not known yet, and returns their offset.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn later<T: Fixed + Default>(&mut self) -> usize {
        match self.pinned {
            Some(_) => self.reserve_pinned(T::SIZE),
            None => self.fixed(&T::default()),
        }
    }

    #[inline]
    fn copy(&mut self, at: usize, bytes: &[u8]) {
        if let Some(room) = self.room(at, bytes.len()) {
            room.copy_from_slice(bytes);
        }
    }

    /// Writes a value into the bytes reserved at `at`.
    #[inline]
    pub fn patch<T: Fixed>(&mut self, at: usize, value: &T) {
        if let Some(room) = self.room(at, T::SIZE) {
            value.encode(room);
        }
    }

    /// Writes bytes.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) -> usize {
        if self.pinned.is_none() {
            let at = self.len();
            self.out.extend_from_slice(bytes);
            return at;
        }
        let at = self.reserve_pinned(bytes.len());
        self.copy(at, bytes);
        at
    }

    /// Writes a string and the NUL that ends it. A string that was already written is not repeated.
    ///
    /// # Errors
    /// Returns an error if the string contains a NUL, which would end it.
    pub fn text(&mut self, text: &[u8]) -> Result<usize> {
        if text.contains(&0) {
            return Err(Error::new(ErrorKind::NulWithin, self.reached()));
        }
        if self.is_new() {
            let next = self.next_at();
            let texts = &mut self.named.get_or_insert_default().texts;
            if let Some(at) = texts.get(text).copied() {
                self.tell(Event::Again(at));
                return Ok(at);
            }
            texts.insert(text.to_vec(), next);
        }
        let at = self.reserve(text.len() + 1);
        self.copy(at, text);
        Ok(at)
    }

    /// Writes bytes, and 0 up to a multiple of `to` bytes.
    #[inline]
    pub fn rounded(&mut self, bytes: &[u8], to: usize) -> usize {
        let size = bytes.len().next_multiple_of(to);
        if size == bytes.len() {
            return self.bytes(bytes);
        }
        let at = self.reserve(size);
        self.copy(at, bytes);
        at
    }

    /// Writes contiguous records.
    ///
    /// # Errors
    /// If a record has a value that its version does not store.
    #[inline]
    pub fn run<T: Row>(&mut self, rows: &[T], context: T::Context) -> Result<usize> {
        // Most runs of a part may be empty: skip the call for those.
        if rows.is_empty() && self.pinned.is_none() {
            return Ok(self.len());
        }
        self.run_of_some(rows, context)
    }

    #[inline(never)]
    fn run_of_some<T: Row>(&mut self, rows: &[T], context: T::Context) -> Result<usize> {
        let at = self.reserve(rows.len() * T::size(context));
        self.fill(at, rows, context)?;
        Ok(at)
    }

    /// Writes a single record.
    ///
    /// # Errors
    /// If the record has a value that its version does not store.
    pub fn record<T: Row>(&mut self, row: &T, context: T::Context) -> Result<usize> {
        let size = T::size(context);
        let at = self.reserve(size);
        match self.room(at, size) {
            Some(room) => row.write_row(context, room)?,
            None => row.write_row(context, &mut vec![0; size])?,
        }
        Ok(at)
    }

    /// Writes records into the bytes reserved at `at`.
    ///
    /// # Errors
    /// If a record has a value that its version does not store.
    #[inline]
    pub fn fill<T: Row>(&mut self, at: usize, rows: &[T], context: T::Context) -> Result<()> {
        self.fill_by(at, rows, T::size(context), context)
    }

    /// Writes records of `stride` bytes each.
    #[inline]
    fn fill_by<T: Row>(
        &mut self,
        at: usize,
        rows: &[T],
        stride: usize,
        context: T::Context,
    ) -> Result<()> {
        let Some(mut room) = self.room(at, rows.len() * stride) else {
            return rehearse_rows(rows, stride, context);
        };
        let mut left = rows;
        while let Some((row, behind)) = left.split_first() {
            let Some((out, rest)) = room.split_at_mut_checked(stride) else {
                break;
            };
            if let Err(error) = row.write_row(context, out) {
                return Err(error.within_index(rows.len() - left.len()));
            }
            (left, room) = (behind, rest);
        }
        Ok(())
    }

    /// Writes contiguous records with their tails.
    ///
    /// # Errors
    /// If the stride is too small for any version, or a record has a value that its version does not store.
    #[inline]
    pub fn strided<T: Row<Context = ()>>(&mut self, rows: &Strided<T>) -> Result<usize> {
        if rows.is_empty() {
            return Ok(self.reserve(0));
        }
        self.strided_of_some(rows)
    }

    #[inline(never)]
    fn strided_of_some<T: Row<Context = ()>>(&mut self, rows: &Strided<T>) -> Result<usize> {
        let stride = rows.stride() as usize;
        let at = self.reserve_strided(rows.len(), stride, T::size(()))?;
        self.fill_by(at, rows, stride, ())?;
        if !rows.tails().is_empty() {
            let (_, known) = T::known((), stride);
            self.put_tails(at, rows.tails(), stride, known);
        }
        Ok(at)
    }

    /// Reserves records of `stride` bytes each.
    #[inline]
    fn reserve_strided(&mut self, count: usize, stride: usize, minimum: usize) -> Result<usize> {
        if stride < minimum {
            let (size, minimum) = (stride as u64, minimum as u64);
            let kind = ErrorKind::TooSmall { size, minimum };
            return Err(Error::new(kind, self.len()));
        }
        let size = count * stride;
        if size > MANY {
            self.make_room(size);
        }
        Ok(self.reserve(size))
    }

    /// Writes the tails of records after their known bytes.
    #[cold]
    fn put_tails(&mut self, at: usize, tails: &[u8], stride: usize, known: usize) {
        let tails = tails.chunks_exact((stride - known).max(1));
        let room = self.room(at, tails.len() * stride).unwrap_or_default();
        for (tail, out) in tails.zip(room.chunks_exact_mut(stride)) {
            if let Some(out) = out.get_mut(known..) {
                out.copy_from_slice(tail);
            }
        }
    }

    /// Writes a record of `known` bytes and its tail.
    ///
    /// # Errors
    /// If the record has a value that its version does not store.
    pub fn sized<T: Row<Context = ()>>(
        &mut self,
        row: &T,
        known: usize,
        tail: &[u8],
    ) -> Result<usize> {
        if self.pinned.is_none() && tail.is_empty() && known == T::NEWEST {
            return self.newest(row);
        }
        let at = self.reserve(known + tail.len());
        let Some(room) = self.room(at, known + tail.len()) else {
            row.write_row((), &mut vec![0; known])?;
            return Ok(at);
        };
        if let Some((record, behind)) = room.split_at_mut_checked(known) {
            row.write_row((), record)?;
            behind.copy_from_slice(tail);
        }
        Ok(at)
    }

    /// Appends a record of the newest version; its bytes are assembled first.
    #[inline]
    fn newest<T: Row<Context = ()>>(&mut self, row: &T) -> Result<usize> {
        let at = self.len();
        let mut bytes = [0; SMALL];
        match bytes.get_mut(..T::NEWEST) {
            Some(bytes) => {
                row.write_row((), bytes)?;
                self.out.extend_from_slice(bytes);
            }
            None => {
                self.reserve(T::NEWEST);
                row.write_row((), self.room(at, T::NEWEST).unwrap_or_default())?;
            }
        }
        Ok(at)
    }

    /// Pads with `fill` to a multiple of `to` bytes from `start`, except in a pinned layout, whose padding is already
    /// filled in.
    #[inline]
    pub fn align(&mut self, start: usize, to: usize, fill: u8) {
        let at = self.at();
        let end = start + at.saturating_sub(start).next_multiple_of(to);
        self.tell(match start {
            0 => Event::Pad(to, fill),
            _ => Event::PadWithin,
        });
        let len = self.end();
        match &mut self.pinned {
            None => self.pad_to(end, fill),
            Some(pinned) => pinned.pass(len.min(end)),
        }
    }
}

impl Writer<'_> {
    #[inline]
    fn pad_to(&mut self, len: usize, fill: u8) {
        if len > self.len() {
            self.out.resize(self.begin + len, fill);
        }
    }

    /// Pads before a placed field. A remembered layout already has its offset.
    #[inline]
    pub fn pad(&mut self, to: usize, fill: u8) {
        self.tell(Event::Pad(to, fill));
        if self.pinned.is_none() {
            self.pad_to(self.len().next_multiple_of(to), fill);
        }
    }

    /// Fills the rest of `stride` bytes from `start` on with 0, where a structure was written. In a remembered layout that
    /// no longer fits, the structure may be anywhere.
    ///
    /// # Errors
    /// Returns an error if the structure is larger than the stride.
    pub fn stride(&mut self, start: usize, stride: Option<Int>) -> Result<()> {
        let Some(stride) = stride else { return Ok(()) };
        let minimum = self.at().saturating_sub(start);
        let rest = stride.narrow::<usize>();
        let Some(rest) = rest.and_then(|size| size.checked_sub(minimum)) else {
            let (size, minimum) = (stride.get().unwrap_or(u64::MAX), minimum as u64);
            return Err(Error::new(ErrorKind::TooSmall { size, minimum }, start));
        };
        match &mut self.pinned {
            Some(pinned) if !pinned.is_new => pinned.pass(pinned.at + rest),
            _ => {
                self.reserve(rest);
            }
        }
        Ok(())
    }
}
