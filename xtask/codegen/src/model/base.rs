//! Defines types without their arguments.

use schemars::JsonSchema;
use serde::Serialize;

/// A type, or the name of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(tag = "is", content = "of", rename_all = "snake_case")]
pub enum Base {
    /// An integer of so many bits.
    Integer(u32),
    /// An integer with a sign.
    Signed(u32),
    /// A float of so many bits.
    Float(u32),
    Bool8,
    #[serde(rename = "four_cc")]
    FourCC,
    Bytes,
    Strings,
    /// Numbers of 32 bits: lists, each behind its length, which other numbers name.
    Lists,
    #[serde(rename = "cstr")]
    CStr,
    Array(Box<Base>, u64),
    Item(String),
    /// A number that names a string of the part.
    StringRef,
    /// A number that names a row of the table that holds such records.
    RowRef(Box<Base>),
    /// A number that names a list of rows, strings or numbers.
    ListRef(Box<Base>),
    /// Of a parameter: the type of a record.
    Record,
    /// Of padding, which has no type.
    #[default]
    Padding,
}

/// The help for attempts to state a byte order.
pub const BYTE_ORDER: &str =
    "all integers are little-endian; a big-endian one is kept as its bytes, `[u8; 4]`";

/// The help on the length of a list.
pub const LISTS: &str = "a list has the type of an element, and its length in `count`: \
    `{ type = \"bytes\", count = \"n\" }`; `count = \"..\"` is all that is left";

/// The help on the names that the expressions of a struct can use.
pub const PARAMETERS: &str = "a struct knows its own fields and its parameters: declare `takes = [\"n: u32\"]`, \
    and pass the value where it is a type, `Name(n)`";

/// The built-in types of the language, each with its type in Rust.
pub const BUILT_IN: [(&str, Base, &str); 16] = [
    ("u8", Base::Integer(8), "u8"),
    ("u16", Base::Integer(16), "u16"),
    ("u32", Base::Integer(32), "u32"),
    ("u64", Base::Integer(64), "u64"),
    ("i8", Base::Signed(8), "i8"),
    ("i16", Base::Signed(16), "i16"),
    ("i32", Base::Signed(32), "i32"),
    ("i64", Base::Signed(64), "i64"),
    ("f32", Base::Float(32), "F32"),
    ("f64", Base::Float(64), "F64"),
    ("bool8", Base::Bool8, "Bool8"),
    ("FourCC", Base::FourCC, "FourCC"),
    ("bytes", Base::Bytes, "Vec<u8>"),
    ("strings", Base::Strings, "StringTable"),
    ("lists", Base::Lists, "u32"),
    ("cstr", Base::CStr, "Text"),
];

impl Base {
    /// Whether it has no fixed size: it may have any number of bytes or elements, or it is not the type of a value.
    pub(crate) fn is_unsized(&self) -> bool {
        matches!(
            self,
            Self::Bytes | Self::Strings | Self::Lists | Self::CStr | Self::Record | Self::Padding
        )
    }

    /// Its name, if it is a built-in type.
    pub fn built_in(&self) -> Option<&'static str> {
        let known = BUILT_IN.iter().find(|(_, known, _)| known == self);
        known.map(|(name, ..)| *name)
    }

    /// Its type in Rust, if it is a built-in type.
    pub(crate) fn built_in_rust(&self) -> Option<&'static str> {
        let known = BUILT_IN.iter().find(|(_, known, _)| known == self);
        known.map(|(.., rust)| *rust)
    }

    /// The name of the item, if it is one.
    pub fn item(&self) -> Option<&str> {
        match self {
            Self::Item(name) => Some(name),
            _ => None,
        }
    }

    /// The name of the item, if it is one or references one.
    pub(crate) fn referenced_item(&self) -> Option<&str> {
        match self {
            Self::Array(of, _) | Self::RowRef(of) | Self::ListRef(of) => of.referenced_item(),
            base => base.item(),
        }
    }

    /// Whether it is a number that references an entry of the part, or an array of such numbers.
    pub(crate) fn is_reference(&self) -> bool {
        match self {
            Self::Array(of, _) => of.is_reference(),
            base => matches!(base, Self::StringRef | Self::RowRef(_) | Self::ListRef(_)),
        }
    }

    /// The name of the item that it is, or that is its element if it is an array.
    pub(crate) fn inner_item(&self) -> Option<&str> {
        match self {
            Self::Array(of, _) => of.inner_item(),
            base => base.item(),
        }
    }
}
