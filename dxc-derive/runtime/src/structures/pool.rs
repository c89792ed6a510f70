//! Pools: structures that are referenced by offset, possibly several times.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::error::{Error, ErrorKind, Result};
use crate::fields::field::Field;
use crate::fields::{Fields, Visitor};
use crate::fixed::Fixed;
use crate::fixed::int::int;
use crate::read::reader::Reader;
use crate::read::walk::{Content, Known, Sink, Span, borrowed};
use crate::shape::{DocumentForm, NONE};
use crate::structures::nested::Nested;
use crate::write::computed::Computed;
use crate::write::plan::Event;
use crate::write::writer::Writer;

/// Structures that are referenced by index. A structure with several references is stored and written once.
///
/// The order is that of the first references.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pool<T>(pub Vec<T>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Pool<T> {
    /// The structure with an index.
    pub fn get(&self, number: u32) -> Option<&T> {
        self.0.get(number as usize)
    }

    /// The structure with an index, to edit it for all of its references.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.0.get_mut(number as usize)
    }
}

impl<T: PartialEq> Pool<T> {
    /// Returns the index of a structure, and adds it if the pool has no equal one. Each call searches the pool.
    pub fn intern(&mut self, value: T) -> u32 {
        let known = self.0.iter().position(|known| *known == value);
        let index = known.unwrap_or_else(|| {
            self.0.push(value);
            self.0.len() - 1
        });
        u32::try_from(index).unwrap_or(NONE)
    }
}

impl<T> Deref for Pool<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Pool<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<'p, T> IntoIterator for &'p Pool<T> {
    type Item = &'p T;
    type IntoIter = core::slice::Iter<'p, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'p, T> IntoIterator for &'p mut Pool<T> {
    type Item = &'p mut T;
    type IntoIter = core::slice::IterMut<'p, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

/// A borrowed [`Pool`]: numbers are offsets in the part, and their structures were checked at creation.
#[derive(Debug)]
pub struct PoolView<'a, T: Nested> {
    bytes: &'a [u8],
    args: T::Args,
}

impl<T: Nested> Clone for PoolView<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Nested> Copy for PoolView<'_, T> {}

/// The referenced offsets, in order.
#[derive(Default)]
struct Places {
    order: Vec<u32>,
    indices: BTreeMap<u32, usize>,
}

impl Places {
    fn index(&mut self, place: u32) -> u32 {
        let next = self.order.len();
        let index = *self.indices.entry(place).or_insert(next);
        if index == next {
            self.order.push(place);
        }
        u32::try_from(index).unwrap_or(NONE)
    }
}

/// The number of offsets that are stored without allocation.
const FEW: usize = 64;

/// The set of offsets that references use, collected while the part is read.
#[derive(Debug)]
pub struct Named<'a> {
    bytes: &'a [u8],
    few: [u32; FEW],
    /// The number of offsets in `few`.
    len: usize,
    /// All other offsets.
    more: Vec<u32>,
    /// A bit for each byte of the part, allocated once there are such offsets.
    known: Vec<u8>,
}

impl<'a> Named<'a> {
    /// An empty set for these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            few: [0; FEW],
            len: 0,
            more: Vec::new(),
            known: Vec::new(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn get(&self, index: usize) -> Option<u32> {
        let few = self.few.get(..self.len)?;
        few.get(index)
            .or_else(|| self.more.get(index - self.len))
            .copied()
    }

    fn note(&mut self, place: u32) {
        if self
            .few
            .get(..self.len)
            .is_some_and(|few| few.contains(&place))
        {
            return;
        }
        if let Some(next) = self.few.get_mut(self.len) {
            *next = place;
            self.len += 1;
        } else if self.is_new(place) {
            self.more.push(place);
        }
    }

    /// Adds an offset, and returns whether it was missing. Offsets outside of the part are refused when they are read.
    fn is_new(&mut self, place: u32) -> bool {
        self.known.resize(self.bytes.len() / 8 + 1, 0);
        let (index, bit) = (place as usize / 8, 1 << (place % 8));
        self.known.get_mut(index).is_none_or(|byte| {
            let is_new = *byte & bit == 0;
            *byte |= bit;
            is_new
        })
    }
}

/// Collects referenced offsets, and forwards everything to another sink.
#[derive(Debug)]
pub struct Referenced<'n, 'a, S: ?Sized> {
    /// The offsets collected so far.
    pub named: &'n mut Named<'a>,
    /// The other sink, which also receives everything.
    pub sink: &'n mut S,
}

impl<S: Sink + ?Sized> Sink for Referenced<'_, '_, S> {
    #[inline]
    fn span(&mut self, span: Span) {
        if let Content::Offset { null, .. } = span.content {
            let number = self.named.bytes.get(span.at..).and_then(u32::decode);
            if let Some(number) = number.filter(|number| Some(*number) != null) {
                self.named.note(number);
            }
        }
        self.sink.span(span);
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, shown: &'static DocumentForm) {
        self.sink.enter(name, index, shown);
    }

    fn split(&mut self, lengths: &mut dyn Iterator<Item = usize>) {
        self.sink.split(lengths);
    }

    fn leave(&mut self) {
        self.sink.leave();
    }

    fn absent(&mut self, shown: &'static DocumentForm) {
        self.sink.absent(shown);
    }

    fn pooled(&mut self, pool: &'static str, index: usize, at: u32) {
        self.sink.pooled(pool, index, at);
    }

    fn listens(&self) -> bool {
        self.sink.listens()
    }

    fn notes(&self) -> bool {
        true
    }
}

/// Visits the references of a value to a pool, its own before those of its structures; the visitor may replace them.
pub fn renumber<T: Fields>(value: &mut T, visit: &mut dyn FnMut(&mut u32)) {
    for is_inner in [false, true] {
        value.visit(None, &mut Links { visit, is_inner });
    }
}

/// Visits the references of a value itself, or those of its structures.
struct Links<'r> {
    visit: &'r mut dyn FnMut(&mut u32),
    is_inner: bool,
}

impl Visitor<'_> for Links<'_> {
    fn link(&mut self, _: &'static Field, index: &mut u32) {
        if !self.is_inner {
            (self.visit)(index);
        }
    }

    fn nested<T: Fields>(&mut self, _: &'static Field, value: &mut T, _: Option<T::Args>) {
        if self.is_inner {
            renumber(value, self.visit);
        }
    }

    fn items<T: Fields>(&mut self, _: &'static Field, items: &mut Vec<T>, _: Option<T::Args>) {
        if self.is_inner {
            items.iter_mut().for_each(|item| renumber(item, self.visit));
        }
    }
}

/// The function that visits references to the pool.
type Roots<'r> = &'r mut dyn FnMut(&mut dyn FnMut(&mut u32));

impl<'a, T: Nested> PoolView<'a, T> {
    /// A reader for structures at any offset.
    pub fn new(reader: &mut Reader<'a>, args: T::Args) -> Self {
        reader.wander();
        Self {
            bytes: reader.as_bytes(),
            args,
        }
    }

    /// A reader for structures at any offset, with a separate limit for overlapping references.
    fn reader(&self) -> Reader<'a> {
        let mut reader = Reader::new(self.bytes);
        reader.wander();
        reader
    }

    /// The structure at an offset; `None` if it cannot be read there.
    ///
    /// It may reference others, possibly in cycles: limit the depth when you follow them.
    pub fn get(&self, number: u32) -> Option<T::View<'a>> {
        self.read(&mut self.reader(), number, borrowed(&mut Known))
            .ok()
    }

    fn read<S: Sink + ?Sized>(
        &self,
        reader: &mut Reader<'a>,
        number: u32,
        sink: &mut S,
    ) -> Result<T::View<'a>> {
        reader.seek(int(number))?;
        T::read_whole(reader, self.args, sink)
    }

    /// Checks all referenced structures, each once, and reports them to `sink`.
    ///
    /// # Errors
    /// Returns an error of a structure.
    pub fn walk<S: Sink + ?Sized>(
        &self,
        reader: &mut Reader<'a>,
        field: &'static Field,
        roots: Roots<'_>,
        sink: &mut S,
    ) -> Result<()> {
        let Field { name, shown, .. } = field;
        let mut places = Places::default();
        roots(&mut |number| *number = places.index(*number));
        let mut index = 0;
        while let Some(place) = places.order.get(index).copied() {
            sink.pooled(name, index, place);
            sink.enter(name, Some(index), shown);
            let view = self.read(reader, place, sink);
            let view = view.map_err(|error| error.within_index(index).within(name))?;
            sink.leave();
            renumber(&mut T::from_view(&view), &mut |number| {
                *number = places.index(*number)
            });
            index += 1;
        }
        Ok(())
    }

    /// Checks all referenced structures, each once.
    ///
    /// # Errors
    /// Returns an error of a structure.
    pub fn check(
        &self,
        reader: &mut Reader<'a>,
        field: &'static Field,
        named: &mut Named<'a>,
    ) -> Result<()> {
        let mut index = 0;
        while let Some(place) = named.get(index) {
            let ignored = &mut ();
            let sink = borrowed(ignored);
            let view = self.read(reader, place, borrowed(&mut Referenced { named, sink }));
            view.map_err(|error| error.within_index(index).within(field.name))?;
            index += 1;
        }
        Ok(())
    }

    /// The owned form: referenced structures are moved into it, and numbers become indices.
    ///
    /// The view was checked at creation.
    pub fn gather(&self, roots: Roots<'_>) -> Pool<T>
    where
        T: Default,
    {
        let (mut places, mut pool) = (Places::default(), Pool::default());
        let mut reader = self.reader();
        roots(&mut |number| *number = places.index(*number));
        while let Some(place) = places.order.get(pool.len()).copied() {
            let view = self.read(&mut reader, place, borrowed(&mut Known));
            let mut value = view.map_or_else(|_| T::default(), |view| T::from_view(&view));
            renumber(&mut value, &mut |number| *number = places.index(*number));
            pool.push(value);
        }
        pool
    }
}

impl Writer<'_> {
    /// Announces the size of the pool, before references to it.
    pub fn expect(&mut self, pool: usize) {
        self.links().len = pool;
    }

    /// Writes a reference to an entry of the pool; its offset is filled in later.
    ///
    /// # Errors
    /// If the entry does not exist.
    pub fn link(&mut self, number: u32) -> Result<usize> {
        let at = self.later::<u32>();
        let links = self.links();
        if number as usize >= links.len {
            let (index, len) = (number.into(), links.len as u64);
            return Err(Error::new(ErrorKind::NoEntry { index, len }, at));
        }
        links.names.push((at, number));
        self.tell(Event::Link(number));
        Ok(at)
    }

    /// Writes a structure without its pool: its references are already offsets.
    ///
    /// # Errors
    /// The error contains the field whose value cannot be written.
    #[cfg(feature = "binrw")]
    pub(crate) fn alone<T: Nested>(&mut self, value: &T, args: T::Args) -> Result<()> {
        self.expect(usize::MAX);
        self.nested(value, args)?;
        for (at, place) in core::mem::take(&mut self.links().names) {
            self.patch(at, &place);
        }
        Ok(())
    }

    /// Writes the entries of the pool with the padding of `align` and `fill`, and their offsets into all references.
    ///
    /// # Errors
    /// Returns an error of a structure, or if an offset is too large.
    pub fn pool<T: Nested>(
        &mut self,
        pool: &Pool<T>,
        args: T::Args,
        align: usize,
        fill: u8,
    ) -> Result<()> {
        let mut places = Vec::with_capacity(pool.len());
        for (index, value) in pool.iter().enumerate() {
            self.tell(Event::Pooled);
            self.pad(align, fill);
            let at = self.nested(value, args);
            self.tell(Event::End);
            let at = at.and_then(|(at, _)| Computed::<u32>::value(int(at)));
            places.push(at.map_err(|error| error.within_index(index))?);
        }
        for (at, number) in core::mem::take(&mut self.links().names) {
            if let Some(place) = places.get(number as usize) {
                self.patch(at, place);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the absent values that are reported.
    struct Absent(usize);

    impl Sink for Absent {
        fn span(&mut self, _: Span) {}

        fn absent(&mut self, _: &'static DocumentForm) {
            self.0 += 1;
        }
    }

    #[test]
    fn a_part_with_a_pool_reports_values_that_are_not_there() {
        let (mut named, mut sink) = (Named::new(&[]), Absent(0));
        let mut both = Referenced {
            named: &mut named,
            sink: &mut sink,
        };
        both.absent(const { &DocumentForm::FLAT });
        assert_eq!(sink.0, 1);
    }
}
