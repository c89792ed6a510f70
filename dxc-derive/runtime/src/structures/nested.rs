//! Structures inside of a part: sequences with a count or an offset in other fields, and choices between several types.

use alloc::vec::Vec;
use core::fmt;
use core::marker::Sized;

use crate::error::{Error, ErrorKind, Result};
use crate::fields::Fields;
use crate::fields::field::Field;
use crate::fixed::int::{Int, int};
use crate::read::reader::{Reader, deeper, place};
use crate::read::walk::{Content, Known, Sink, Span, borrowed};
use crate::write::plan::Event;
use crate::write::writer::Writer;

/// The error for a choice that does not match its selector; an empty `chosen` means that the selector is unknown.
#[doc(hidden)]
#[cold]
pub fn not_chosen(selector: u64, chosen: &'static str, held: &'static str) -> ErrorKind {
    match chosen {
        "" => ErrorKind::NoArm { selector },
        _ => ErrorKind::OtherArm {
            selector,
            chosen,
            held,
        },
    }
}

/// A structure inside of a part.
///
/// The bytes at its start are its *inline* part, so that several structures can be contiguous; fields with an offset
/// are elsewhere. Writers put all inline parts first, then the placed fields of each.
pub trait Nested: PartialEq + Fields {
    /// The borrowed form.
    type View<'a>: Copy;

    /// Whether it may have fields that offsets place elsewhere.
    const PLACES: bool;

    /// Whether it may extend to the end of its container.
    const TAKES_REST: bool;

    /// The size of the inline part, if it follows from the arguments.
    fn inline_size(_args: Self::Args) -> Option<usize> {
        None
    }

    /// Whether it contains references to a pool.
    const NAMES: bool;

    /// Reads the inline part, and reports it to `sink`. Types without placed fields implement
    /// [`read_whole`](Self::read_whole) instead of this and [`walk`](Self::walk).
    ///
    /// # Errors
    /// The error contains the field, its offset and the expected value.
    #[inline]
    fn skip<S: Sink + ?Sized>(
        reader: &mut Reader<'_>,
        args: Self::Args,
        sink: &mut S,
    ) -> Result<()> {
        Self::read_whole(reader, args, sink).map(drop)
    }

    /// Reads the structure, and reports the placed fields to `sink`. The reader ends after the inline part.
    ///
    /// # Errors
    /// The error contains the field, its offset and the expected value.
    #[inline]
    fn walk<'a, S: Sink + ?Sized>(
        reader: &mut Reader<'a>,
        args: Self::Args,
        _sink: &mut S,
    ) -> Result<Self::View<'a>> {
        Self::read_whole(reader, args, borrowed(&mut ()))
    }

    /// Reads a single structure, and reports all of it to `sink`. The reader ends after the inline part.
    ///
    /// # Errors
    /// The error contains the field, its offset and the expected value.
    #[inline]
    fn read_whole<'a, S: Sink + ?Sized>(
        reader: &mut Reader<'a>,
        args: Self::Args,
        sink: &mut S,
    ) -> Result<Self::View<'a>> {
        if sink.listens() || Self::NAMES && sink.notes() {
            let start = *reader;
            Self::skip(reader, args, sink)?;
            reader.rewind(&start);
        }
        Self::walk(reader, args, sink)
    }

    /// The owned form of a view.
    fn from_view(view: &Self::View<'_>) -> Self;

    /// Writes the inline part and returns its offset.
    ///
    /// # Errors
    /// The error contains the field whose value cannot be written.
    fn put_inline(&self, writer: &mut Writer<'_>, args: Self::Args) -> Result<usize>;

    /// Writes the placed fields, if it has some, and their offsets into the inline part at `at`.
    ///
    /// # Errors
    /// The error contains the field whose value cannot be written.
    fn put_placed(&self, _: &mut Writer<'_>, _args: Self::Args, _at: usize) -> Result<()> {
        Ok(())
    }
}

/// A structure that may be absent. The field decides whether it is written; a new structure is written for an absent
/// value.
impl<T: Nested> Nested for Option<T> {
    type View<'a> = Option<T::View<'a>>;

    const PLACES: bool = T::PLACES;

    const TAKES_REST: bool = T::TAKES_REST;

    const NAMES: bool = T::NAMES;

    fn skip<S: Sink + ?Sized>(
        reader: &mut Reader<'_>,
        args: Self::Args,
        sink: &mut S,
    ) -> Result<()> {
        T::skip(reader, args, sink)
    }

    fn walk<'a, S: Sink + ?Sized>(
        reader: &mut Reader<'a>,
        args: Self::Args,
        sink: &mut S,
    ) -> Result<Self::View<'a>> {
        T::walk(reader, args, sink).map(Some)
    }

    #[inline]
    fn read_whole<'a, S: Sink + ?Sized>(
        reader: &mut Reader<'a>,
        args: Self::Args,
        sink: &mut S,
    ) -> Result<Self::View<'a>> {
        T::read_whole(reader, args, sink).map(Some)
    }

    fn from_view(view: &Self::View<'_>) -> Self {
        view.as_ref().map(T::from_view)
    }

    fn put_inline(&self, writer: &mut Writer<'_>, args: Self::Args) -> Result<usize> {
        match self {
            Some(structure) => structure.put_inline(writer, args),
            None => T::new_value(args)?.put_inline(writer, args),
        }
    }

    fn put_placed(&self, writer: &mut Writer<'_>, args: Self::Args, at: usize) -> Result<()> {
        match self {
            Some(structure) => structure.put_placed(writer, args, at),
            None => T::new_value(args)?.put_placed(writer, args, at),
        }
    }
}

/// A structure that is an arm of the choice `C`, and the only one of its type.
pub trait Arm<C: Nested>: Nested {
    /// The selector of the choice.
    type Selector;

    /// The selector value of this arm; the first, if it has several.
    const SELECTOR: Self::Selector;

    /// The structure, if the choice is this arm.
    fn chosen<'a>(choice: C::View<'a>) -> Option<Self::View<'a>>;

    /// The structure in a choice, if the choice is this arm.
    fn held(choice: &mut C) -> Option<&mut Self>;

    /// Returns the choice that contains the structure.
    fn into_choice(self) -> C;
}

/// Reads contiguous structures by `read`, and returns their number; without a count, they extend to the end of the bytes.
///
/// # Errors
/// Returns the error of a structure, with its index.
#[inline]
fn each<'a, S: Sink + ?Sized>(
    reader: &mut Reader<'a>,
    field: &'static Field,
    (count, stride): (Option<Int>, Option<Int>),
    sink: &mut S,
    read: impl Fn(&mut Reader<'a>, &mut S) -> Result<()>,
) -> Result<u32> {
    let Field { name, shown, .. } = field;
    let mut len = 0u32;
    while count.map_or(reader.left() > 0, |count| int(len) < count) {
        let (index, begin) = (len as usize, reader.at());
        sink.enter(name, Some(index), shown);
        let done = read(reader, sink).and_then(|()| {
            sink.leave();
            reader.stride(begin, stride)
        });
        let error = match done {
            Ok(()) if count.is_some() || reader.at() != begin => {
                len = len.saturating_add(1);
                continue;
            }
            Ok(()) => endless(begin),
            Err(error) => error,
        };
        return Err(error.within_index(index).within(name));
    }
    Ok(len)
}

/// The error for a structure of 0 bytes, which would be repeated without end.
#[cold]
fn endless(at: usize) -> Error {
    let (size, minimum) = (0, 1);
    Error::new(ErrorKind::TooSmall { size, minimum }, at)
}

/// Contiguous structures, borrowed: they were checked at creation, and are read on access.
pub struct Items<'a, T: Nested> {
    bytes: &'a [u8],
    place: ItemsPlace<T>,
}

/// The location of structures in the bytes of a part.
pub struct ItemsPlace<T: Nested> {
    /// The offset of the first structure.
    at: u32,
    len: u32,
    /// The size of each, if the file states it.
    stride: Option<u32>,
    args: T::Args,
}

impl<T: Nested> ItemsPlace<T> {
    /// The structures.
    #[inline]
    pub fn items(self, bytes: &[u8]) -> Items<'_, T> {
        Items { bytes, place: self }
    }
}

impl<T: Nested> Clone for ItemsPlace<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Nested> Copy for ItemsPlace<T> {}

impl<T: Nested> fmt::Debug for ItemsPlace<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {:#x}", self.len, self.at)
    }
}

impl<T: Nested> Clone for Items<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Nested> Copy for Items<'_, T> {}

impl<'a, T: Nested> Items<'a, T> {
    /// No structures.
    #[inline]
    pub fn empty(reader: &Reader<'a>, args: T::Args) -> Self {
        let (at, len, stride) = (place(reader.at()), 0, None);
        Self {
            bytes: reader.as_bytes(),
            place: ItemsPlace {
                at,
                len,
                stride,
                args,
            },
        }
    }

    /// Checks `count` structures at the reader's position. Reports first their inline parts to `sink`, then the rest.
    /// Without a count, they extend to the end of the bytes.
    ///
    /// # Errors
    /// The error contains the structure, the field, its offset and the expected value.
    pub fn walk<S: Sink + ?Sized>(
        reader: &mut Reader<'a>,
        field: &'static Field,
        count: Option<Int>,
        stride: Option<Int>,
        args: T::Args,
        sink: &mut S,
    ) -> Result<Self> {
        let Field { name, shown, .. } = field;
        let start = *reader;
        let items = |len| Self {
            bytes: start.as_bytes(),
            place: ItemsPlace {
                at: place(start.at()),
                len,
                stride: stride.map(|stride| stride.narrow().unwrap_or(u32::MAX)),
                args,
            },
        };
        if let (Some(count), false) = (count, sink.checks()) {
            // A count is known for checked structures; an unchecked reference may be out of range.
            let count: u64 = count.get().unwrap_or_default();
            let room = reader.left().get().unwrap_or_default();
            return Ok(items(u32::try_from(count.min(room)).unwrap_or_default()));
        }
        if count.map_or(reader.left() == 0, |count| count == 0) {
            // The offset is part of the layout, even if there are no structures.
            sink.span(Span {
                name,
                at: start.at(),
                size: 0,
                content: Content::Bytes,
                shown,
            });
        }
        // The sink receives all inline parts first, since writers place the rest after them.
        let passes = |reader: &mut Reader<'a>| {
            let (Some(count), Some(size)) = (count, T::inline_size(args)) else {
                return false;
            };
            let mut ahead = *reader;
            let passes = ahead.pass(count, size, stride);
            if passes {
                *reader = ahead;
            }
            passes
        };
        let is_reported = sink.listens() || (T::NAMES && sink.notes());
        if is_reported || (T::PLACES && !passes(reader)) {
            each(reader, field, (count, stride), sink, |reader, sink| {
                T::skip(reader, args, sink)
            })?;
        }
        reader.rewind(&start);
        let len = each(reader, field, (count, stride), sink, |reader, sink| {
            reader.resume_known();
            T::walk(reader, args, sink).map(drop)
        })?;
        Ok(items(len))
    }

    /// Their location.
    #[inline]
    pub fn place(&self) -> ItemsPlace<T> {
        self.place
    }

    /// The number of structures.
    pub fn len(&self) -> usize {
        self.place.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.place.len == 0
    }

    /// Structure `index`; all structures before it are skipped one by one.
    pub fn get(&self, index: usize) -> Option<T::View<'a>> {
        self.iter().nth(index)
    }

    /// The structures, in order.
    pub fn iter(&self) -> ItemsIter<'a, T> {
        ItemsIter {
            reader: Reader::known(self.bytes, self.place.at),
            left: self.place,
        }
    }

    /// The structures in a `Vec`.
    pub fn to_vec(&self) -> Vec<T> {
        let mut values = Vec::new();
        for view in self.iter() {
            // If one structure can be read, all can.
            if values.is_empty() {
                values.reserve_exact(self.len());
            }
            values.push(T::from_view(&view));
        }
        values
    }
}

impl<'a, T: Nested> IntoIterator for Items<'a, T> {
    type Item = T::View<'a>;
    type IntoIter = ItemsIter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T: Nested> fmt::Debug for Items<'a, T>
where
    T::View<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The structures of [`Items`].
pub struct ItemsIter<'a, T: Nested> {
    reader: Reader<'a>,
    /// The number of remaining structures.
    left: ItemsPlace<T>,
}

impl<'a, T: Nested> Iterator for ItemsIter<'a, T> {
    type Item = T::View<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left.len = self.left.len.checked_sub(1)?;
        let (stride, args) = (self.left.stride.map(int), self.left.args);
        let reader = &mut self.reader;
        let begin = reader.at();
        let view = T::walk(reader, args, borrowed(&mut Known)).ok()?;
        reader.stride(begin, stride).ok()?;
        Some(view)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left.len as usize;
        (left, Some(left))
    }
}

impl<T: Nested> ExactSizeIterator for ItemsIter<'_, T> {}

impl Writer<'_> {
    /// Writes contiguous structures, then the placed fields of each; returns their offset, and the size of their inline
    /// parts.
    ///
    /// # Errors
    /// The error contains the structure and the field whose value cannot be written.
    pub fn items<T: Nested>(
        &mut self,
        items: &[T],
        stride: Option<Int>,
        args: T::Args,
    ) -> Result<(usize, usize)> {
        // In a new layout, the offsets of fixed-size inline parts are computed; others are stored.
        let step = stride.map_or(T::inline_size(args), Int::narrow);
        let step = step.filter(|_| self.is_new());
        let (mut first, mut starts) = (None, Vec::new());
        self.tell(Event::Run);
        for (index, item) in items.iter().enumerate() {
            self.tell(Event::Inline);
            let within = |error: Error| error.within_index(index);
            let start = item.put_inline(self, args).map_err(within)?;
            self.stride(start, stride).map_err(within)?;
            first.get_or_insert(start);
            if T::PLACES && step.is_none() {
                starts.push(start);
            }
        }
        let first = first.unwrap_or_else(|| self.reserve(0));
        let size = self.at().saturating_sub(first);
        let placing = if T::PLACES { items } else { &[] };
        for (index, item) in placing.iter().enumerate() {
            let at = match step {
                Some(step) => first + index * step,
                None => starts.get(index).copied().unwrap_or(first),
            };
            self.tell(Event::Content);
            let placed = item.put_placed(self, args, at);
            placed.map_err(|error| error.within_index(index))?;
        }
        self.tell(Event::End);
        Ok((first, size))
    }

    /// Writes a single structure; returns its offset, and the size of its inline part.
    ///
    /// # Errors
    /// The error contains the field whose value cannot be written.
    pub fn nested<T: Nested>(&mut self, value: &T, args: T::Args) -> Result<(usize, usize)> {
        let outside = self.depth;
        self.depth = deeper(outside, self.at())?;
        self.tell(Event::Run);
        self.tell(Event::Inline);
        let at = value.put_inline(self, args)?;
        let size = self.at().saturating_sub(at);
        self.tell(Event::Content);
        value.put_placed(self, args, at)?;
        self.depth = outside;
        self.tell(Event::End);
        Ok((at, size))
    }
}
