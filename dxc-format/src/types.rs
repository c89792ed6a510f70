//! The types of the fields of parts.
//!
//! | fields | views | values |
//! |---|---|---|
//! | numbers, also of C's `float`, `double` and `bool` | `u32`, [`F32`], [`F64`], [`Bool8`] | the same |
//! | records of a fixed size, enums, flags | [`Fixed`] types | the same |
//! | records whose size selects their version | [`SizedView`], [`Row`] | [`SizedRecord`], [`BySize`] |
//! | records of equal size; of a stored size | [`Run`] | `Vec`; [`Strided`] |
//! | structures of varying size, and several of them | [`Nested`], [`Items`] | the structure, `Vec` |
//! | structures with several references | [`PoolView`] | [`Pool`] |
//! | tables of strings and of numbers, and references to them | [`Strings`], [`Array`] | [`StringTable`], [`IndexTable`] |
//! | references to rows, lists and strings of a directory | [`RowRef`], [`ListRef`], [`StringRef`] | the same |
//! | text outside of a table | [`TextView`] | [`Text`] |
//!
//! [`Sequence`] and [`Tables`] are the traits of parts and their tables. A part with many tables, such as RDAT, is a
//! [`Directory`]; its view and its [`Lookup`] resolve the references. [`FieldValue`] is a field as text with its
//! offset, and [`Unknown`] and [`ForgetUnknown`] find and remove unrecognized bytes.

pub use crate::container::Compressed;
#[cfg(feature = "binrw")]
pub use crate::runtime::LayoutArgs;
pub use crate::runtime::{
    Array, Bool8, BySize, Directory, F32, F64, FieldGroup, FieldValue, FieldValues, Fixed,
    ForgetUnknown, IndexTable, Items, List, ListItem, ListRef, Listed, Lookup, Lost, Nested,
    NotAFourCC, Pool, PoolView, Row, RowRef, Run, Sequence, SizedRecord, SizedView, Strided,
    StringRef, StringTable, Strings, Tabled, Tables, Text, TextView, Unknown,
};
