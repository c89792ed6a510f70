//! The arithmetic of the schema's expressions.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Rem, Shl, Shr, Sub};

use crate::error::ErrorKind;

/// The 64-bit result of an expression of the format; none after an overflow or a division by 0.
///
/// Expressions are functions, such as those of `dxc_format::psv0`. Their parameters are integers, enums,
/// flags and fields that a version may lack, which are 0 then:
///
/// ```
/// use dxc_format::psv0::{UNBOUNDED, mask_words, table_words};
/// use dxc_format::{constants::RootParameterType, rts0::root_cost};
///
/// assert_eq!(mask_words(9).get(), Some(2));
/// assert_eq!(table_words(2, Some(1_u8)).get(), Some(8));
/// assert_eq!(root_cost(RootParameterType::CBV, 0).get(), Some(2));
/// assert_eq!(table_words(u64::MAX, UNBOUNDED).get(), None);
/// ```
///
/// A value without a number equals nothing, not even itself, and every comparison with it is false.
#[derive(Clone, Copy, Debug)]
pub struct Int(Option<u64>);

/// Operands of expressions: integers, booleans, enums, flags, and fields that may be absent, which are 0.
pub trait ToInt: Copy {
    /// The number.
    fn to_int(&self) -> Int;
}

/// Results of expressions: integers and enums.
pub trait FromInt: Copy {
    /// The width in bits.
    const BITS: u32;

    /// The value of a number, if it fits.
    fn from_int(number: u64) -> Option<Self>;
}

/// The number of a field.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn int(field: impl ToInt) -> Int {
    field.to_int()
}

impl Int {
    /// The number, if no step of its computation overflowed 64 bits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn get(self) -> Option<u64> {
        self.0
    }

    /// The number as `T`, if it fits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn narrow<T: FromInt>(self) -> Option<T> {
        T::from_int(self.0?)
    }

    /// The larger of the two.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn max(self, other: Self) -> Self {
        self.with(other, |a, b| Some(a.max(b)))
    }

    /// Rounded up to a multiple of `to`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn align(self, to: Self) -> Self {
        Self((|| self.0?.checked_next_multiple_of(to.0?))())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with(self, other: Self, step: impl FnOnce(u64, u64) -> Option<u64>) -> Self {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Self(step(a, b)),
            _ => Self(None),
        }
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident => $step:expr;)*) => {$(
        impl<T: ToInt> $trait<T> for Int {
            type Output = Self;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method(self, other: T) -> Self {
                self.with(other.to_int(), $step)
            }
        }
    )*};
}

operators! {
    Add add => u64::checked_add;
    Sub sub => u64::checked_sub;
    Mul mul => u64::checked_mul;
    Div div => u64::checked_div;
    Rem rem => u64::checked_rem;
    BitAnd bitand => |a, b| Some(a & b);
    BitOr bitor => |a, b| Some(a | b);
    Shl shl => |a, b| a.checked_mul(1u64.checked_shl(u32::try_from(b).ok()?)?);
    Shr shr => |a, b| Some(a.checked_shr(u32::try_from(b).ok()?).unwrap_or(0));
}

impl<T: ToInt> PartialEq<T> for Int {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn eq(&self, other: &T) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl<T: ToInt> PartialOrd<T> for Int {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn partial_cmp(&self, other: &T) -> Option<Ordering> {
        Some(self.0?.cmp(&other.to_int().0?))
    }
}

impl ToInt for Int {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_int(&self) -> Int {
        *self
    }
}

macro_rules! unsigned {
    ($($type:ty)*) => {$(
        impl ToInt for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_int(&self) -> Int {
                Int(Some(*self as u64))
            }
        }
    )*};
}

unsigned!(bool u8 u16 u32 u64 usize);

macro_rules! from_int {
    ($($type:ty)*) => {$(
        impl FromInt for $type {
            const BITS: u32 = <$type>::BITS;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_int(number: u64) -> Option<Self> {
                number.try_into().ok()
            }
        }
    )*};
}

from_int!(u8 u16 u32 u64 usize);

/// A number as the type of a parameter.
///
/// # Errors
/// Returns an error if the number overflows the type.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn argument<T: FromInt>(number: Int) -> Result<T, ErrorKind> {
    let (value, bits) = (number.get(), T::BITS);
    number.narrow().ok_or(ErrorKind::TooLarge { value, bits })
}

/// A literal. The generator never writes negative ones.
impl ToInt for i32 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_int(&self) -> Int {
        Int(u64::try_from(*self).ok())
    }
}

impl<T: ToInt> ToInt for Option<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_int(&self) -> Int {
        self.as_ref().map_or(Int(Some(0)), T::to_int)
    }
}

impl<T: ToInt> ToInt for &T {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_int(&self) -> Int {
        T::to_int(self)
    }
}

/// An array or a run that expressions may index. If a version lacks it, its elements are 0.
pub trait Elements {
    /// The number at an index; `None` if the index is out of range.
    fn number(&self, index: usize) -> Option<u64>;
}

impl<T: ToInt, const N: usize> Elements for [T; N] {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn number(&self, index: usize) -> Option<u64> {
        self.get(index)?.to_int().0
    }
}

impl<E: Elements> Elements for &E {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn number(&self, index: usize) -> Option<u64> {
        E::number(self, index)
    }
}

impl<T: ToInt> Elements for Vec<T> {
    fn number(&self, index: usize) -> Option<u64> {
        self.get(index)?.to_int().0
    }
}

impl<E: Elements> Elements for Option<E> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn number(&self, index: usize) -> Option<u64> {
        self.as_ref().map_or(Some(0), |array| array.number(index))
    }
}

/// Element `index` of an array; none if it is out of range.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn element(array: impl Elements, index: Int) -> Int {
    Int(index.narrow().and_then(|index: usize| array.number(index)))
}

/// Element `index` of a run; none if it is out of range.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn element_of(run: &impl Elements, index: Int) -> Int {
    element(run, index)
}

/// The sum of a function over this many numbers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn each(end: impl ToInt, count: impl Fn(u32) -> Int) -> Int {
    let end = int(end).narrow().unwrap_or_default();
    (0..end).fold(Int(Some(0)), |sum, number| sum + count(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaving_64_bits_stays_visible() {
        let wrapped = int(u64::MAX) + 1u8;
        assert_eq!(wrapped.get(), None);
        assert_eq!((wrapped / 8u8).get(), None);
        assert_eq!((int(3u8) - 4u8).get(), None);
        assert_eq!((int(3u8) / 0u8).get(), None);
        assert_eq!((int(1u8) << 64u8).get(), None);
        assert_eq!(
            (wrapped == wrapped, wrapped > 0, wrapped <= 0),
            (false, false, false)
        );
    }

    #[test]
    fn absent_fields_are_zero_and_missing_elements_are_none() {
        assert_eq!(int(None::<u32>).get(), Some(0));
        assert_eq!(element([1u8, 2], int(1u8)).get(), Some(2));
        assert_eq!(element([1u8, 2], int(2u8)).get(), None);
        assert_eq!(int(5u8).align(int(4u8)).get(), Some(8));
    }
}
