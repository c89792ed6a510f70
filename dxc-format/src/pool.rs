//! Pools: structures that numbers name by their place, several of them the same one.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::int::int;
use crate::nested::Nested;
use crate::reader::Reader;
use crate::shape::Shown;
use crate::walk::Sink;
use crate::writer::{Computed, Writer};
use crate::{Error, ErrorKind, Result};

/// What a number stands for that names nothing of its pool.
pub const NOTHING: u32 = u32::MAX;

/// Structures that numbers name by their index: what several numbers name is here once, and written once.
///
/// A pool that was read has them in the order in which they are named first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pool<T>(pub Vec<T>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Pool<T> {
    /// What a number names.
    pub fn get(&self, number: u32) -> Option<&T> {
        self.0.get(number as usize)
    }

    /// What a number names, to be changed for all that name it.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.0.get_mut(number as usize)
    }
}

impl<T: PartialEq> Pool<T> {
    /// The number of a structure, which is added unless an equal one is here.
    pub fn intern(&mut self, value: T) -> u32 {
        let known = self.0.iter().position(|known| *known == value);
        let index = known.unwrap_or_else(|| {
            self.0.push(value);
            self.0.len() - 1
        });
        u32::try_from(index).unwrap_or(NOTHING)
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

/// A [`Pool`] that borrows: numbers are offsets in the part, and what they name is checked when it is asked for.
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

/// The places that were named, in order.
#[derive(Default)]
struct Places {
    order: Vec<u32>,
    indices: BTreeMap<u32, u32>,
}

impl Places {
    fn index(&mut self, place: u32) -> u32 {
        let next = u32::try_from(self.order.len()).unwrap_or(NOTHING);
        let index = *self.indices.entry(place).or_insert(next);
        if index == next {
            self.order.push(place);
        }
        index
    }
}

/// Tells a visitor of the numbers that name what is in the pool.
type Roots<'r> = &'r mut dyn FnMut(&mut dyn FnMut(&mut u32));

impl<'a, T: Nested> PoolView<'a, T> {
    /// What may lie anywhere in what is read.
    pub fn new(reader: &mut Reader<'a>, args: T::Args) -> Self {
        reader.wander();
        Self {
            bytes: reader.as_bytes(),
            args,
        }
    }

    /// A reader of what may lie anywhere, which counts anew what is claimed.
    fn reader(&self) -> Reader<'a> {
        let mut reader = Reader::new(self.bytes);
        reader.wander();
        reader
    }

    /// What a number names; `None` if nothing can be read there.
    ///
    /// What it holds may name others, and nothing says that these do not name it: follow them to a limited depth.
    pub fn get(&self, number: u32) -> Option<T::View<'a>> {
        self.read(&mut self.reader(), number, &mut ()).ok()
    }

    fn read<S: Sink + ?Sized>(
        &self,
        reader: &mut Reader<'a>,
        number: u32,
        sink: &mut S,
    ) -> Result<T::View<'a>> {
        reader.seek(int(number))?;
        T::whole(reader, self.args, sink)
    }

    /// Checks all that is named, each once, telling `sink` of it.
    ///
    /// # Errors
    /// Those of the structures.
    pub fn walk<S: Sink + ?Sized>(
        &self,
        reader: &mut Reader<'a>,
        name: &'static str,
        shown: &'static Shown,
        roots: Roots<'_>,
        sink: &mut S,
    ) -> Result<()> {
        let mut places = Places::default();
        roots(&mut |number| *number = places.index(*number));
        let mut index = 0;
        while let Some(place) = places.order.get(index).copied() {
            sink.pooled(name, index, place);
            sink.enter(name, Some(index), shown);
            let view = self.read(reader, place, sink);
            let view = view.map_err(|error| error.within_index(index).within(name))?;
            sink.leave();
            T::from_view(&view).renumber(&mut |number| *number = places.index(*number));
            index += 1;
        }
        Ok(())
    }

    /// The owned form: what is named goes into it, and numbers become indices.
    ///
    /// What cannot be read is empty then; whoever has walked over it knows that there is none.
    pub fn gather(&self, roots: Roots<'_>) -> Pool<T>
    where
        T: Default,
    {
        let (mut places, mut pool) = (Places::default(), Pool::default());
        let mut reader = self.reader();
        roots(&mut |number| *number = places.index(*number));
        while let Some(place) = places.order.get(pool.len()).copied() {
            let view = self.read(&mut reader, place, &mut ());
            let mut value = view.map_or_else(|_| T::default(), |view| T::from_view(&view));
            value.renumber(&mut |number| *number = places.index(*number));
            pool.push(value);
        }
        pool
    }
}

impl Writer<'_> {
    /// Says how much the pool holds, before anything names it.
    pub fn expect(&mut self, pool: usize) {
        self.links().len = pool;
    }

    /// Writes a number that names what is in the pool; its place follows once that has one.
    ///
    /// # Errors
    /// If it names nothing.
    pub fn link(&mut self, number: u32) -> Result<usize> {
        let at = self.fixed(&0u32);
        let links = self.links();
        if number as usize >= links.len {
            let (offset, limit) = (number.into(), links.len as u64);
            return Err(Error::new(ErrorKind::Outside { offset, limit }, at));
        }
        links.names.push((at, number));
        Ok(at)
    }

    /// Writes what is in the pool, each where `align` and `fill` say, and where it lies to all that name it.
    ///
    /// # Errors
    /// Those of the structures, or if one lies too far.
    pub fn pool<T: Nested>(
        &mut self,
        pool: &Pool<T>,
        args: T::Args,
        align: usize,
        fill: u8,
    ) -> Result<()> {
        let mut places = Vec::with_capacity(pool.len());
        for (index, value) in pool.iter().enumerate() {
            self.pad(align, fill);
            let at = self.nested(value, args);
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
