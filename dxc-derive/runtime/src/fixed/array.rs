//! Arrays of lengths for which Rust has no default value.

use core::fmt;
use core::ops::{Deref, DerefMut};

use crate::fixed::Fixed;
use crate::fixed::int::{Elements, ToInt};
use crate::shape::Shape;

/// An array of more than 32 elements: like `[T; N]`, but with a default value.
///
/// ```
/// use dxc_format::types::Array;
///
/// let mut label = Array::<u8, 40>::default();
/// label[..4].copy_from_slice(b"left");
/// assert_eq!((label.len(), label[3]), (40, b't'));
/// assert_eq!(Array::from([7; 40]).0, [7; 40]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Array<T, const N: usize>(pub [T; N]);

impl<T: Default, const N: usize> Default for Array<T, N> {
    fn default() -> Self {
        Self(core::array::from_fn(|_| T::default()))
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Array<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T, const N: usize> From<[T; N]> for Array<T, N> {
    fn from(array: [T; N]) -> Self {
        Self(array)
    }
}

impl<T, const N: usize> Deref for Array<T, N> {
    type Target = [T; N];

    fn deref(&self) -> &[T; N] {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for Array<T, N> {
    fn deref_mut(&mut self) -> &mut [T; N] {
        &mut self.0
    }
}

impl<T: Fixed, const N: usize> Fixed for Array<T, N> {
    const SIZE: usize = T::SIZE * N;
    const SHAPE: Shape = Shape::array::<T>();

    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut array = Self::default();
        let elements = bytes.get(..Self::SIZE)?.chunks_exact(T::SIZE);
        for (element, bytes) in array.0.iter_mut().zip(elements) {
            *element = T::decode(bytes)?;
        }
        Some(array)
    }

    fn encode(&self, out: &mut [u8]) -> Option<()> {
        let out = out.get_mut(..Self::SIZE)?.chunks_exact_mut(T::SIZE);
        let mut both = self.0.iter().zip(out);
        both.try_for_each(|(element, out)| element.encode(out))
    }
}

impl<T: ToInt, const N: usize> Elements for Array<T, N> {
    fn number(&self, index: usize) -> Option<u64> {
        self.0.number(index)
    }
}
