//! The common items of newtypes over an integer: the part of `open_enum`, `flags` and `bits` that does not depend on a
//! table.

#[doc(hidden)]
pub use alloc::borrow::Cow;
#[doc(hidden)]
pub use alloc::string::String;
pub use alloc::vec::Vec;

use core::marker::PhantomData;

use crate::error::{Error, ErrorKind, Result};
use crate::fixed::Fixed;
use crate::fixed::int::FromInt;
use crate::fixed::scalars::Bool8;
use crate::shape::{EnumTable, Shape};

/// A value that fits into some bits of an integer.
pub trait BitValue: Copy {
    /// The interpretation of the number.
    const SHAPE: Shape;
    /// The number of bits that it can hold.
    const BITS: u32;

    /// The value of a number that fits.
    fn from_bits(bits: u64) -> Self;

    /// The number.
    fn to_bits(self) -> u64;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl BitValue for $type {
            const SHAPE: Shape = Shape::Unsigned;
            const BITS: u32 = <$type>::BITS;

            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(clippy::cast_possible_truncation)] // A field is never wider than its type.
            fn from_bits(bits: u64) -> Self {
                bits as $type
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_bits(self) -> u64 {
                self.into()
            }
        }
    )*};
}

integers!(u8 u16 u32 u64);

impl BitValue for bool {
    const SHAPE: Shape = Shape::Truth;
    const BITS: u32 = 1;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_bits(bits: u64) -> Self {
        bits != 0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_bits(self) -> u64 {
        self.into()
    }
}

impl BitValue for Bool8 {
    const SHAPE: Shape = Shape::Truth;
    const BITS: u32 = 8;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_bits(bits: u64) -> Self {
        Self(u8::from_bits(bits))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_bits(self) -> u64 {
        self.0.into()
    }
}

/// The value of the field of `bits` bits at bit `at`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn get<T: BitValue>(whole: u64, at: u32, bits: u32) -> T {
    T::from_bits((whole >> at) & (u64::MAX >> (64 - bits)))
}

/// The integer with a new value in the field of `bits` bits at bit `at`.
///
/// # Errors
/// Returns an error if the value overflows the field.
#[inline]
pub fn set<T: BitValue>(whole: u64, at: u32, bits: u32, value: T) -> Result<u64> {
    let (value, mask) = (value.to_bits(), u64::MAX >> (64 - bits));
    if value > mask {
        return Err(Error::new(
            ErrorKind::TooLarge {
                value: Some(value),
                bits,
            },
            0,
        ));
    }
    Ok(whole & !(mask << at) | value << at)
}

/// All bits of a flags type that have a name.
#[doc(hidden)]
#[inline]
pub fn all(table: &EnumTable) -> u64 {
    let values = table.without_markers();
    values.fold(0, |bits, entry| bits | entry.value)
}

/// The values of a table in upstream's order, without markers and without second names.
#[doc(hidden)]
pub fn values<T: BitValue>(
    table: &'static EnumTable,
) -> impl DoubleEndedIterator<Item = T> + Clone {
    let values = table.values.iter();
    let values = values.filter(|entry| !(entry.marker || entry.alias));
    values.map(|entry| T::from_bits(entry.value))
}

/// An integer with an interpretation: an open enum, flags, or bit fields. The macros implement it.
pub trait Newtype: Copy + Default + PartialEq + 'static {
    /// The integer.
    type Repr: Fixed + BitValue + FromInt;

    /// The interpretation of the integer.
    const SHAPE: Shape;

    /// The value of an integer.
    fn from_repr(repr: Self::Repr) -> Self;

    /// The integer.
    fn to_repr(self) -> Self::Repr;
}

impl<T: Newtype> Fixed for T {
    const SIZE: usize = T::Repr::SIZE;
    const SHAPE: Shape = <T as Newtype>::SHAPE;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode(bytes: &[u8]) -> Option<Self> {
        Some(T::from_repr(T::Repr::decode(bytes)?))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode(&self, out: &mut [u8]) -> Option<()> {
        self.to_repr().encode(out)
    }
}

impl<T: Newtype> BitValue for T {
    const SHAPE: Shape = <T as Newtype>::SHAPE;
    const BITS: u32 = <T::Repr as BitValue>::BITS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_bits(bits: u64) -> Self {
        T::from_repr(T::Repr::from_bits(bits))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_bits(self) -> u64 {
        self.to_repr().to_bits()
    }
}

impl<T: Newtype> FromInt for T {
    const BITS: u32 = <T::Repr as FromInt>::BITS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_int(number: u64) -> Option<Self> {
        Some(T::from_repr(T::Repr::from_int(number)?))
    }
}

/// Each bit that is set in flags, the lowest first.
#[derive(Clone, Debug)]
pub struct Bits<T> {
    left: u64,
    flags: PhantomData<T>,
}

impl<T: BitValue> Bits<T> {
    /// The bits of flags.
    #[doc(hidden)]
    #[inline]
    pub fn of(flags: T) -> Self {
        Self {
            left: flags.to_bits(),
            flags: PhantomData,
        }
    }
}

impl<T: BitValue> Iterator for Bits<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let bit = self.left & self.left.wrapping_neg();
        self.left ^= bit;
        (bit != 0).then(|| T::from_bits(bit))
    }
}

/// The set bits that have a name, with their names.
#[derive(Clone, Debug)]
pub struct NamedBits<T> {
    bits: Bits<T>,
    table: &'static EnumTable,
}

impl<T: BitValue> NamedBits<T> {
    /// The bits of flags that have a name in their table.
    #[doc(hidden)]
    #[inline]
    pub fn new(flags: T, table: &'static EnumTable) -> Self {
        Self {
            bits: Bits::of(flags),
            table,
        }
    }
}

impl<T: BitValue> Iterator for NamedBits<T> {
    type Item = (&'static str, T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let bit = self.bits.next()?;
            let entry = self.table.by_value(bit.to_bits());
            if let Some(entry) = entry.filter(|entry| !entry.marker) {
                return Some((entry.name, bit));
            }
        }
    }
}

/// `Newtype`, conversions and binrw for a newtype over an integer.
#[doc(hidden)]
#[macro_export]
macro_rules! __newtype_impls {
    ($name:ident, $repr:ty, $shape:expr) => {
        // Deriving it would add checks for what the integer already guarantees.
        impl core::cmp::Eq for $name {}

        impl $crate::newtype::Newtype for $name {
            type Repr = $repr;
            const SHAPE: $crate::shape::Shape = $shape;

            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_repr(repr: $repr) -> Self {
                Self(repr)
            }

            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_repr(self) -> $repr {
                self.0
            }
        }

        impl $crate::int::ToInt for $name {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_int(&self) -> $crate::int::Int {
                self.0.to_int()
            }
        }

        impl core::convert::From<$repr> for $name {
            #[inline]
            fn from(value: $repr) -> Self {
                Self(value)
            }
        }

        impl core::convert::From<$name> for $repr {
            #[inline]
            fn from(value: $name) -> Self {
                value.0
            }
        }

        $crate::__binrw_fixed!($name);
    };
}

/// The items of an open enum besides its constants and its table.
#[doc(hidden)]
#[macro_export]
macro_rules! __enum_impls {
    ($name:ident, $repr:ty) => {
        $crate::__newtype_impls!($name, $repr, $crate::shape::Shape::Enum(&Self::TABLE));

        impl $name {
            /// The value's name, if it has one; the first one listed where there are several. A number that only a
            /// marker has, such as the end of the values, has the marker's name.
            #[inline]
            pub fn name(self) -> Option<&'static str> {
                Self::TABLE.name_of(self.0.into())
            }

            /// Whether the table has this value. Markers are not values.
            #[inline]
            pub fn is_known(self) -> bool {
                Self::TABLE.is_known(self.0.into())
            }

            /// The values of the table in upstream's order, without markers and second names.
            #[inline]
            pub fn all_values() -> impl DoubleEndedIterator<Item = Self> + Clone {
                $crate::newtype::values(&Self::TABLE)
            }

            /// The value of a name, aliases included.
            #[inline]
            pub fn from_name(name: &str) -> Option<Self> {
                let value = Self::TABLE.value_of(name)?;
                Some($crate::newtype::BitValue::from_bits(value))
            }
        }

        /// The name, or the number if no name has it; a marker as in `16 (Invalid)`.
        impl core::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                Self::TABLE.fmt_value(f, self.0.into())
            }
        }

        impl core::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                Self::TABLE.debug_value(f, self.0.into())
            }
        }
    };
}

/// The items of flags besides their constants and their table.
#[doc(hidden)]
#[macro_export]
macro_rules! __flags_impls {
    ($name:ident, $repr:ty) => {
        $crate::__newtype_impls!($name, $repr, $crate::shape::Shape::Flags(&Self::TABLE));

        impl $name {
            /// Whether no bit is set.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// No bit.
            #[inline]
            pub const fn empty() -> Self {
                Self(0)
            }

            /// All bits that have a name.
            #[inline]
            pub fn all() -> Self {
                let known = $crate::newtype::all(&Self::TABLE);
                Self(<$repr as $crate::newtype::BitValue>::from_bits(known))
            }

            /// The number.
            #[inline]
            pub const fn bits(self) -> $repr {
                self.0
            }

            /// Whether a bit of `other` is set.
            #[inline]
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// The set bits, the lowest first, with or without a name.
            #[inline]
            pub fn iter(self) -> $crate::newtype::Bits<Self> {
                $crate::newtype::Bits::of(self)
            }

            /// The set bits that have a name, with their names.
            #[inline]
            pub fn iter_names(self) -> $crate::newtype::NamedBits<Self> {
                $crate::newtype::NamedBits::new(self, &Self::TABLE)
            }

            /// Sets or clears the bits of `other`.
            #[inline]
            pub fn set(&mut self, other: Self, is_set: bool) {
                if is_set {
                    self.insert(other)
                } else {
                    self.remove(other)
                }
            }

            /// Whether all bits of `other` are set.
            #[inline]
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// Sets the bits of `other`.
            #[inline]
            pub fn insert(&mut self, other: Self) {
                self.0 |= other.0;
            }

            /// Clears the bits of `other`.
            #[inline]
            pub fn remove(&mut self, other: Self) {
                self.0 &= !other.0;
            }

            /// The bits without a name; a name of several bits counts only if all of them are set.
            #[inline]
            pub fn unknown(self) -> $repr {
                let (_, unknown) = Self::TABLE.split(self.0.into());
                <$repr as $crate::newtype::BitValue>::from_bits(unknown)
            }

            /// The values of the table, each a bit or a mask, in upstream's order, without markers and second names.
            #[inline]
            pub fn all_values() -> impl DoubleEndedIterator<Item = Self> + Clone {
                $crate::newtype::values(&Self::TABLE)
            }

            /// The bits of a name, aliases included.
            #[inline]
            pub fn from_name(name: &str) -> Option<Self> {
                let value = Self::TABLE.value_of(name)?;
                Some($crate::newtype::BitValue::from_bits(value))
            }
        }

        impl core::ops::BitOr for $name {
            type Output = Self;

            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl core::ops::BitOrAssign for $name {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.insert(other);
            }
        }

        impl core::ops::BitAnd for $name {
            type Output = Self;

            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        /// Those of the one that the other has not.
        impl core::ops::Sub for $name {
            type Output = Self;

            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        /// The bits that only one of both has.
        impl core::ops::BitXor for $name {
            type Output = Self;

            #[inline]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        /// The bits that have a name and are not set.
        impl core::ops::Not for $name {
            type Output = Self;

            #[inline]
            fn not(self) -> Self {
                Self::all() - self
            }
        }

        impl core::iter::FromIterator<Self> for $name {
            #[inline]
            fn from_iter<__I: core::iter::IntoIterator<Item = Self>>(flags: __I) -> Self {
                flags
                    .into_iter()
                    .fold(Self::empty(), |all, flag| all | flag)
            }
        }

        impl core::iter::Extend<Self> for $name {
            #[inline]
            fn extend<__I: core::iter::IntoIterator<Item = Self>>(&mut self, flags: __I) {
                flags.into_iter().for_each(|flag| self.insert(flag));
            }
        }

        /// The names of the bits, joined with ` | `; unknown bits as a number; `None` if no bit is set.
        impl core::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                Self::TABLE.fmt_flags(f, self.0.into())
            }
        }

        impl core::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                Self::TABLE.debug_flags(f, self.0.into())
            }
        }
    };
}
