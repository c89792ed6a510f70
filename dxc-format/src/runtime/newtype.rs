//! What every newtype over an integer has: the part of `open_enum`, `flags` and `bits` that needs no table to be
//! written out.

#[doc(hidden)]
pub use alloc::borrow::Cow;
#[doc(hidden)]
pub use alloc::string::String;
pub use alloc::vec::Vec;

use super::error::{Error, ErrorKind, Result};
use super::scalars::Bool8;
use super::shape::{EnumTable, Shape};

/// A value that can stand in some bits of an integer.
pub trait BitValue: Copy {
    /// How the number is to be read.
    const SHAPE: Shape;
    /// How many bits it can hold.
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
            #[allow(clippy::cast_possible_truncation)] // A field has no more bits than its type.
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

/// The field of `bits` bits at `at`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn get<T: BitValue>(whole: u64, at: u32, bits: u32) -> T {
    T::from_bits((whole >> at) & (u64::MAX >> (64 - bits)))
}

/// The integer with another value in the field of `bits` bits at `at`.
///
/// # Errors
/// If the value has more bits.
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

/// All bits that have a name.
#[doc(hidden)]
pub fn all(table: &EnumTable) -> u64 {
    let values = table.values.iter();
    values.fold(0, |bits, entry| bits | entry.value)
}

/// Each bit that is set, the lowest first.
#[doc(hidden)]
pub fn each_bit(bits: u64) -> impl Iterator<Item = u64> {
    let next = |bits: &u64| Some(bits & (bits - 1)).filter(|rest| *rest != 0);
    let rest = core::iter::successors(Some(bits).filter(|bits| *bits != 0), next);
    rest.map(|bits| bits & bits.wrapping_neg())
}

/// `Fixed`, `BitValue`, conversions and binrw for a newtype over an integer.
#[doc(hidden)]
#[macro_export]
macro_rules! __newtype_impls {
    ($name:ident, $repr:ty, $shape:expr) => {
        // Deriving it would ask again what an integer is known to be.
        impl Eq for $name {}

        impl $crate::runtime::Fixed for $name {
            const SIZE: usize = <$repr as $crate::runtime::Fixed>::SIZE;
            const SHAPE: $crate::runtime::shape::Shape = $shape;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode(bytes: &[u8]) -> Option<Self> {
                <$repr as $crate::runtime::Fixed>::decode(bytes).map(Self)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode(&self, out: &mut [u8]) -> Option<()> {
                self.0.encode(out)
            }
        }

        impl $crate::runtime::newtype::BitValue for $name {
            const SHAPE: $crate::runtime::shape::Shape = $shape;
            const BITS: u32 = <$repr>::BITS;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_bits(bits: u64) -> Self {
                Self(<$repr as $crate::runtime::newtype::BitValue>::from_bits(
                    bits,
                ))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_bits(self) -> u64 {
                self.0.into()
            }
        }

        impl $crate::runtime::int::ToInt for $name {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_int(&self) -> $crate::runtime::int::Int {
                self.0.to_int()
            }
        }

        impl $crate::runtime::int::FromInt for $name {
            const BITS: u32 = <$repr>::BITS;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_int(number: u64) -> Option<Self> {
                <$repr as $crate::runtime::int::FromInt>::from_int(number).map(Self)
            }
        }

        impl From<$repr> for $name {
            fn from(value: $repr) -> Self {
                Self(value)
            }
        }

        impl From<$name> for $repr {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        $crate::__binrw_fixed!($name);
    };
}

/// What an open enum has beside its constants and its table.
#[doc(hidden)]
#[macro_export]
macro_rules! __enum_impls {
    ($name:ident, $repr:ty) => {
        $crate::__newtype_impls!(
            $name,
            $repr,
            $crate::runtime::shape::Shape::Enum(&Self::TABLE)
        );

        impl $name {
            /// The value's name, if it has one; the first one listed where there are several.
            pub fn name(self) -> Option<&'static str> {
                Self::TABLE.by_value(self.0.into()).map(|entry| entry.name)
            }

            /// The value of a name, aliases included.
            pub fn from_name(name: &str) -> Option<Self> {
                let entry = Self::TABLE.by_name(name)?;
                <$repr>::try_from(entry.value).ok().map(Self)
            }
        }

        /// The name, or the number if no name has it.
        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                Self::TABLE.fmt_value(f, self.0.into())
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, "{}({})", stringify!($name), self.0),
                }
            }
        }
    };
}

/// What flags have beside their constants and their table.
#[doc(hidden)]
#[macro_export]
macro_rules! __flags_impls {
    ($name:ident, $repr:ty) => {
        $crate::__newtype_impls!(
            $name,
            $repr,
            $crate::runtime::shape::Shape::Flags(&Self::TABLE)
        );

        impl $name {
            /// Whether no bit is set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// No bit.
            pub const fn empty() -> Self {
                Self(0)
            }

            /// All bits that have a name.
            pub fn all() -> Self {
                let known = $crate::runtime::newtype::all(&Self::TABLE);
                Self(<$repr as $crate::runtime::newtype::BitValue>::from_bits(
                    known,
                ))
            }

            /// The number.
            pub const fn bits(self) -> $repr {
                self.0
            }

            /// Whether a bit of `other` is set.
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Each bit that is set, the lowest first, whether it has a name or not.
            pub fn iter(self) -> impl Iterator<Item = Self> {
                let bits = $crate::runtime::newtype::each_bit(self.0.into());
                bits.map(|bit| {
                    Self(<$repr as $crate::runtime::newtype::BitValue>::from_bits(
                        bit,
                    ))
                })
            }

            /// Each bit that is set and has a name, with that name.
            pub fn iter_names(self) -> impl Iterator<Item = (&'static str, Self)> {
                self.iter()
                    .filter_map(|bit| Some((Self::TABLE.by_value(bit.0.into())?.name, bit)))
            }

            /// Sets or clears the bits of `other`.
            pub fn set(&mut self, other: Self, is_set: bool) {
                match is_set {
                    true => self.insert(other),
                    false => self.remove(other),
                }
            }

            /// Whether all bits of `other` are set.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// Sets the bits of `other`.
            pub fn insert(&mut self, other: Self) {
                self.0 |= other.0;
            }

            /// Clears the bits of `other`.
            pub fn remove(&mut self, other: Self) {
                self.0 &= !other.0;
            }

            /// The bits that no name has; a name of several bits has them only where all of them are set.
            pub fn unknown(self) -> $repr {
                let (_, unknown) = Self::TABLE.split(self.0.into());
                <$repr as $crate::runtime::newtype::BitValue>::from_bits(unknown)
            }

            /// The bits of a name, aliases included.
            pub fn from_name(name: &str) -> Option<Self> {
                let entry = Self::TABLE.by_name(name)?;
                <$repr>::try_from(entry.value).ok().map(Self)
            }
        }

        impl core::ops::BitOr for $name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl core::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: Self) {
                self.insert(other);
            }
        }

        impl core::ops::BitAnd for $name {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        /// Those of the one that the other has not.
        impl core::ops::Sub for $name {
            type Output = Self;

            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        /// The bits that only one of both has.
        impl core::ops::BitXor for $name {
            type Output = Self;

            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        /// The bits that have a name and are not set.
        impl core::ops::Not for $name {
            type Output = Self;

            fn not(self) -> Self {
                Self::all() - self
            }
        }

        impl FromIterator<Self> for $name {
            fn from_iter<I: IntoIterator<Item = Self>>(flags: I) -> Self {
                flags
                    .into_iter()
                    .fold(Self::empty(), |all, flag| all | flag)
            }
        }

        impl Extend<Self> for $name {
            fn extend<I: IntoIterator<Item = Self>>(&mut self, flags: I) {
                flags.into_iter().for_each(|flag| self.insert(flag));
            }
        }

        /// The names of the bits, joined with ` | `; unknown bits as a number; `none` if there is none.
        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                Self::TABLE.fmt_flags(f, self.0.into())
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }
    };
}
