//! References to another table of the part: to a string, a row, or a list of them.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::fixed::Fixed;
use crate::fixed::int::{Int, ToInt};
use crate::records::row::BySize;
use crate::records::run::Run;
use crate::shape::{ListOf, NONE, NameOrigin, Shape};
use crate::strings::Strings;

/// Types of list items: rows of a table, strings, or numbers.
pub trait ListItem {
    /// The item that a number refers to.
    type Item<'a>;
    /// The type of the table that numbers refer to.
    #[doc(hidden)]
    type Table<'a>: Copy;

    /// The kind of the list's numbers.
    #[doc(hidden)]
    const OF: ListOf;

    /// Resolves a number.
    #[doc(hidden)]
    fn find<'a>(table: Self::Table<'a>, number: u32) -> Option<Self::Item<'a>>;
}

impl ListItem for u32 {
    type Item<'a> = u32;
    type Table<'a> = ();

    const OF: ListOf = ListOf::Numbers;

    fn find<'a>((): Self::Table<'a>, number: u32) -> Option<Self::Item<'a>> {
        Some(number)
    }
}

impl ListItem for StringRef {
    type Item<'a> = &'a str;
    type Table<'a> = Strings<'a>;

    const OF: ListOf = ListOf::Strings;

    fn find<'a>(table: Self::Table<'a>, number: u32) -> Option<Self::Item<'a>> {
        table.get(number)
    }
}

impl<T: BySize> ListItem for T {
    type Item<'a> = T;
    type Table<'a> = Run<'a, T>;

    const OF: ListOf = ListOf::Rows(T::RECORD);

    fn find<'a>(table: Self::Table<'a>, number: u32) -> Option<Self::Item<'a>> {
        table.get(usize::try_from(number).ok()?)
    }
}

/// A reference to a string: its offset in the part's strings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StringRef(pub u32);

/// A reference to a row of the table of `T`: its index. The default is 0xffffffff, the null reference.
pub struct RowRef<T>(u32, PhantomData<fn() -> T>);

/// A reference to a list of `T`: rows of a table, strings or numbers. The default is 0xffffffff, an empty list.
///
/// Lists are contiguous in a separate table, each after its length; the reference is the index of the length.
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
        from: NameOrigin::Before(0),
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
            /// The null reference.
            pub const NONE: Self = Self::new(NONE);

            /// Makes a reference of a number.
            pub const fn new(number: u32) -> Self {
                Self(number, PhantomData)
            }

            /// The number.
            pub fn number(self) -> u32 {
                self.0
            }

            /// Whether it is the null reference.
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
