//! Values of a fixed size: integers, FourCCs, arrays, and records of these.

pub(crate) mod array;
pub mod attributes;
pub(crate) mod fourcc;
pub mod int;
pub(crate) mod magic;
pub mod newtype;
pub(crate) mod scalars;

use crate::error::Result;
use crate::fixed::fourcc::FourCC;
use crate::fixed::magic::WrongMagic;
use crate::shape::{DocumentForm, Field, Shape};

/// A value whose size is always the same.
///
/// Records implement it by `#[derive(Record)]`. Decoding checks the length of a slice once, rather than for each field.
pub trait Fixed: Copy + Default + PartialEq + 'static {
    /// The size in bytes.
    const SIZE: usize;
    /// The shape of its bytes, for the walk.
    const SHAPE: Shape;

    /// The value at the start of `bytes`; `None` if there are fewer than [`Self::SIZE`].
    fn decode(bytes: &[u8]) -> Option<Self>;

    /// Writes the value at the start of `out`; `None`, without writing, if `out` is shorter than [`Self::SIZE`].
    fn encode(&self, out: &mut [u8]) -> Option<()>;

    /// Refuses a value with a wrong constant, such as a magic number. Decoding returns such a value nevertheless.
    ///
    /// # Errors
    /// The error contains the field, its offset and the expected value.
    #[inline]
    fn check(&self) -> Result<()> {
        Ok(self.check_magic()?)
    }

    /// Refuses a wrong magic number. The check costs one comparison.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_magic(&self) -> Result<(), WrongMagic> {
        Ok(())
    }
}

impl Shape {
    /// The shape of an array: contiguous elements of one type.
    pub(crate) const fn array<T: Fixed>() -> Self {
        match T::SHAPE {
            Self::Unsigned if T::SIZE == 1 => Self::Bytes,
            _ => Self::Array(&T::SHAPE, T::SIZE),
        }
    }
}

impl Field {
    /// The first field of a record.
    pub const fn new<T: Fixed>(name: &'static str, shown: DocumentForm) -> Self {
        Self {
            name,
            at: 0,
            size: T::SIZE,
            shape: T::SHAPE,
            reserved: false,
            shown,
        }
    }
}

/// The bytes of a record, from which its fields are read in sequence.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Decoder<'a>(pub &'a [u8]);

impl Decoder<'_> {
    /// The next field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn field<T: Fixed>(&mut self) -> Option<T> {
        T::decode(self.bytes(T::SIZE)?)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bytes(&mut self, size: usize) -> Option<&[u8]> {
        let (bytes, rest) = self.0.split_at_checked(size)?;
        self.0 = rest;
        Some(bytes)
    }
}

/// The bytes of a record, which receive its fields in sequence.
#[doc(hidden)]
#[derive(Debug)]
pub struct Encoder<'o>(pub &'o mut [u8]);

impl Encoder<'_> {
    /// Writes the next field, if it fits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn field<T: Fixed>(&mut self, value: &T) -> Option<()> {
        let (out, rest) = core::mem::take(&mut self.0).split_at_mut_checked(T::SIZE)?;
        self.0 = rest;
        value.encode(out)
    }
}

macro_rules! integers {
    ($shape:ident: $($type:ty)*) => {$(
        impl Fixed for $type {
            const SIZE: usize = size_of::<$type>();
            const SHAPE: Shape = Shape::$shape;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode(bytes: &[u8]) -> Option<Self> {
                bytes.first_chunk().map(|bytes| Self::from_le_bytes(*bytes))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode(&self, out: &mut [u8]) -> Option<()> {
                *out.first_chunk_mut()? = self.to_le_bytes();
                Some(())
            }
        }
    )*};
}

integers!(Unsigned: u8 u16 u32 u64);
integers!(Signed: i8 i16 i32 i64);

impl Fixed for FourCC {
    const SIZE: usize = 4;
    const SHAPE: Shape = Shape::FourCC;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode(bytes: &[u8]) -> Option<Self> {
        bytes.first_chunk().map(|bytes| Self(*bytes))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode(&self, out: &mut [u8]) -> Option<()> {
        *out.first_chunk_mut()? = self.0;
        Some(())
    }
}

impl<T: Fixed, const N: usize> Fixed for [T; N]
where
    [T; N]: Default,
{
    const SIZE: usize = T::SIZE * N;
    const SHAPE: Shape = Shape::array::<T>();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut array = Self::default();
        for (element, bytes) in array
            .iter_mut()
            .zip(bytes.get(..Self::SIZE)?.chunks_exact(T::SIZE))
        {
            *element = T::decode(bytes)?;
        }
        Some(array)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode(&self, out: &mut [u8]) -> Option<()> {
        let out = out.get_mut(..Self::SIZE)?;
        self.iter()
            .zip(out.chunks_exact_mut(T::SIZE))
            .try_for_each(|(element, out)| element.encode(out))
    }
}
