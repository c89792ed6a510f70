//! Numbers that name something in another table of the part: a string, a row, or a list of them.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use super::fixed::Fixed;
use super::int::{Int, ToInt};
use super::run::BySize;
use super::shape::{ListOf, Shape};

/// The number that names nothing: no row, no list, nothing of a pool, no string.
pub(crate) const NONE: u32 = u32::MAX;

/// What a list can hold: rows of a table, strings, or numbers.
pub trait ListItem {
    /// What the numbers of the list are.
    #[doc(hidden)]
    const OF: ListOf;
}

impl ListItem for u32 {
    const OF: ListOf = ListOf::Numbers;
}

impl ListItem for StringRef {
    const OF: ListOf = ListOf::Strings;
}

impl<T: BySize> ListItem for T {
    const OF: ListOf = ListOf::Rows(T::RECORD);
}

/// A number that names a string by its offset into the part's strings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StringRef(pub u32);

/// A number that names a row of the table that holds records of type `T`; 0xffffffff, as in a new value, names none.
pub struct RowRef<T>(u32, PhantomData<fn() -> T>);

/// A number that names a list of what `T` is: rows of a table, strings or numbers; 0xffffffff, as in a new value, names
/// an empty one.
///
/// Lists stand one behind the other in a table of their own, each behind its length; the number is the index of that.
pub struct ListRef<T>(u32, PhantomData<fn() -> T>);

impl StringRef {
    /// The number.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl ToInt for StringRef {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_int(&self) -> Int {
        self.0.to_int()
    }
}

impl Fixed for StringRef {
    const SIZE: usize = u32::SIZE;
    const SHAPE: Shape = Shape::Name {
        table: None,
        from_part: false,
        null: None,
        last: false,
    };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode(bytes: &[u8]) -> Option<Self> {
        u32::decode(bytes).map(Self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode(&self, out: &mut [u8]) -> Option<()> {
        self.0.encode(out)
    }
}

macro_rules! numbers {
    ($($name:ident<T: $limit:ident> $shape:expr;)*) => {$(
        impl<T> $name<T> {
            /// What names nothing.
            pub const NONE: Self = Self::new(NONE);

            /// The number as a name.
            pub const fn new(number: u32) -> Self {
                Self(number, PhantomData)
            }

            /// The number.
            pub fn number(self) -> u32 {
                self.0
            }

            /// Whether it names nothing.
            pub fn is_none(self) -> bool {
                self.0 == NONE
            }
        }

        impl<T> ToInt for $name<T> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_int(&self) -> Int {
                self.0.to_int()
            }
        }

        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T> Default for $name<T> {
            fn default() -> Self {
                Self::NONE
            }
        }

        impl<T> PartialEq for $name<T> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<T> Eq for $name<T> {}

        impl<T> Hash for $name<T> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
        }

        impl<T> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.0).finish()
            }
        }

        impl<T: $limit + 'static> Fixed for $name<T> {
            const SIZE: usize = u32::SIZE;
            const SHAPE: Shape = $shape;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode(bytes: &[u8]) -> Option<Self> {
                u32::decode(bytes).map(Self::new)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode(&self, out: &mut [u8]) -> Option<()> {
                self.0.encode(out)
            }
        }
    )*};
}

numbers! {
    RowRef<T: BySize> Shape::Row { of: T::RECORD };
    ListRef<T: ListItem> Shape::List { of: T::OF };
}
