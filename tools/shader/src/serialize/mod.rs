//! Implements `Serialize` for bindings, signatures, reflection, findings and mismatches, with the keys of the command's
//! `--json`.
//!
//! Enums are their names, flags are lists of names, and parts are their FourCCs.

mod findings;
mod interface;
mod nodes;
mod reflection;

use core::fmt::Display;

use serde::{Serialize, Serializer};

/// Implements `Serialize` for a type as a map. A key with `if` is absent where the condition is false.
macro_rules! impl_map {
    ($(<$life:lifetime>)? $value:ident: $type:ty { $($key:literal $(if $condition:expr)? => $entry:expr,)* }) => {
        impl $(<$life>)? serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;
                let $value = self;
                let mut map = serializer.serialize_map(None)?;
                $($(if $condition)? {
                    map.serialize_entry($key, &$entry)?;
                })*
                map.end()
            }
        }
    };
}

use impl_map;

/// The displayed text of a value.
pub(crate) struct Text<T>(pub(crate) T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Flags: the names of the set flags, then all bits without a name as one number.
struct Flags<I>(I, u64);

impl<I: Iterator<Item = &'static str> + Clone> Serialize for Flags<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Clone, Copy)]
        enum Entry {
            Name(&'static str),
            Bits(u64),
        }
        impl Serialize for Entry {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::Name(name) => serializer.serialize_str(name),
                    Self::Bits(bits) => serializer.serialize_u64(*bits),
                }
            }
        }
        let unknown = Some(self.1).filter(|bits| *bits != 0);
        serializer.collect_seq(
            self.0
                .clone()
                .map(Entry::Name)
                .chain(unknown.map(Entry::Bits)),
        )
    }
}

/// The [`Flags`] of a value of a flags type.
macro_rules! flags {
    ($flags:expr) => {{
        let flags = $flags;
        let names: alloc::vec::Vec<&'static str> =
            flags.iter_names().map(|(name, _)| name).collect();
        crate::serialize::Flags(names.into_iter(), flags.unknown().into())
    }};
}

use flags;
