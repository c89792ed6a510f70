//! A boolean and floats that keep all of their bits.

use core::fmt;

use crate::fixed::Fixed;
use crate::fixed::int::{Int, ToInt};
use crate::shape::Shape;

/// A boolean of one byte: true if not 0. Any byte is kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bool8(pub u8);

impl Bool8 {
    /// Whether it is true.
    pub const fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for Bool8 {
    fn from(value: bool) -> Self {
        Self(u8::from(value))
    }
}

impl From<Bool8> for bool {
    fn from(value: Bool8) -> Self {
        value.get()
    }
}

impl fmt::Debug for Bool8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 | 1 => self.get().fmt(f),
            other => write!(f, "true ({other})"),
        }
    }
}

impl ToInt for Bool8 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_int(&self) -> Int {
        self.0.to_int()
    }
}

/// A float that is compared by its bits.
macro_rules! float {
    ($(#[$doc:meta])* $name:ident, $float:ident, $bits:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name($bits);

        impl $name {
            /// The number with these bits.
            pub const fn from_bits(bits: $bits) -> Self {
                Self(bits)
            }

            /// The bits.
            pub const fn to_bits(self) -> $bits {
                self.0
            }

            /// The number.
            pub const fn get(self) -> $float {
                $float::from_bits(self.0)
            }
        }

        impl From<$float> for $name {
            fn from(value: $float) -> Self {
                Self(value.to_bits())
            }
        }

        impl From<$name> for $float {
            fn from(value: $name) -> Self {
                value.get()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.get().fmt(f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.get().fmt(f)
            }
        }

        impl Fixed for $name {
            const SIZE: usize = size_of::<$float>();
            const SHAPE: Shape = Shape::Float;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode(bytes: &[u8]) -> Option<Self> {
                $bits::decode(bytes).map(Self::from_bits)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode(&self, out: &mut [u8]) -> Option<()> {
                self.to_bits().encode(out)
            }
        }
    };
}

float! {
    /// A 32-bit float that is compared by its bits, so that NaN equals itself and survives a round trip.
    ///
    /// ```
    /// use dxc_format::types::F32;
    ///
    /// assert_eq!(F32::from(f32::NAN), F32::from(f32::NAN));
    /// assert_ne!(F32::from(0.0), F32::from(-0.0));
    /// assert_eq!(F32::from(1.5).get(), 1.5);
    /// ```
    F32, f32, u32
}

float! {
    /// A 64-bit float that is compared by its bits, like [`F32`].
    F64, f64, u64
}

impl Fixed for Bool8 {
    const SIZE: usize = 1;
    const SHAPE: Shape = Shape::Truth;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode(bytes: &[u8]) -> Option<Self> {
        bytes.first().map(|byte| Self(*byte))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode(&self, out: &mut [u8]) -> Option<()> {
        self.0.encode(out)
    }
}
