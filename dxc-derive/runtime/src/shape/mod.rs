//! The tables of every declaration: the name, the width and the interpretation of values.
//!
//! They are `const`, made by the macros, and used by one generic walk (`crate::walk`). The hex view, the inspector,
//! coverage and the memory of layouts are based on it.

mod enums;
mod numbers;
pub(crate) mod shown;
mod text;

use core::ops::Range;

pub use self::enums::{Attribute, EnumTable, EnumValue, OtherNames};
pub use self::numbers::{number, put_number, signed_number};
pub use shown::{DocumentForm, EarlierKey, LlvmKey, ValueForm};

/// The null reference: no row, no list, no entry of a pool, no string.
#[doc(hidden)]
pub const NONE: u32 = u32::MAX;

/// The base of the offsets of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameOrigin {
    /// The offset is relative to the start of the part.
    Part,
    /// The offset is relative to this many bytes before the table.
    Before(u32),
}

impl NameOrigin {
    /// The offset of the first string of a table, which begins at byte `at` of the part.
    pub fn base(self, at: usize) -> Option<u32> {
        match self {
            Self::Part => u32::try_from(at).ok(),
            Self::Before(bytes) => Some(bytes),
        }
    }
}

/// The interpretation of a fixed number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// An unsigned integer as wide as its bytes.
    Unsigned,
    /// A signed integer as wide as its bytes, in two's complement.
    Signed,
    /// An IEEE 754 number of 32 bits.
    Float,
    /// A truth byte: true if not 0.
    Truth,
    /// Four characters.
    FourCC,
    /// The offset of a string.
    Name {
        /// The field of the sequence that contains the strings; without one, the part's first strings.
        table: Option<&'static str>,
        /// The base of the offset.
        from: NameOrigin,
        /// The null reference, if there is one.
        null: Option<u32>,
        /// Whether the string comes after all others in a new table.
        last: bool,
    },
    /// The first index of a run of numbers.
    Indices {
        /// The field of the sequence that contains the numbers.
        table: &'static str,
        /// The adjacent field with the length.
        len: &'static str,
    },
    /// The index of a record in the part's first run of its type; 0xffffffff is the null reference.
    Row {
        /// The name of the records.
        of: &'static str,
    },
    /// The index of a list in the part's lists, each of which follows its length; 0xffffffff is the null reference.
    List {
        /// The kind of the list's numbers.
        of: ListOf,
    },
    /// Bytes without a meaning of their own.
    Bytes,
    /// One of several named values.
    Enum(&'static EnumTable),
    /// Named bits.
    Flags(&'static EnumTable),
    /// Fields packed into an integer.
    Bits(&'static BitsTable),
    /// Fields in sequence.
    Record(&'static Layout),
    /// Equal elements: their shape and their size in bytes.
    Array(&'static Shape, usize),
    /// Several interpretations of the same bytes.
    Union(&'static UnionTable),
}

/// The kinds of a list's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ListOf {
    /// Numbers.
    Numbers,
    /// Offsets of strings.
    Strings,
    /// Indices of records of this name.
    Rows(&'static str),
}

/// The fields of a `bits` type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BitsTable {
    /// The type's name.
    pub name: &'static str,
    /// The fields, the least significant first.
    pub fields: &'static [BitField],
}

/// A field packed into an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BitField {
    /// The field's name.
    pub name: &'static str,
    /// Its lowest bit.
    pub at: u32,
    /// Its number of bits.
    pub bits: u32,
    /// The interpretation of its number.
    pub shape: Shape,
    /// Whether it is reserved: kept without a meaning.
    pub reserved: bool,
    /// Its form in documents.
    pub shown: DocumentForm,
}

impl BitsTable {
    /// A table, for generated code.
    pub const fn new(name: &'static str, fields: &'static [BitField]) -> Self {
        Self { name, fields }
    }

    /// Whether some fields are a version.
    pub fn has_version(&self) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|field| field.shown.form == ValueForm::Version)
    }

    /// The fields and their numbers in an integer, except reserved fields that are 0.
    pub(crate) fn values(&self, whole: u64) -> impl Iterator<Item = (&'static BitField, u64)> {
        let fields = self.fields.iter();
        let fields = fields.map(move |field| (field, field.extract(whole)));
        fields.filter(|(field, value)| !field.reserved || *value != 0)
    }
}

impl BitField {
    /// A field, for generated code.
    pub const fn new(
        name: &'static str,
        at: u32,
        bits: u32,
        shape: Shape,
        reserved: bool,
        shown: DocumentForm,
    ) -> Self {
        Self {
            name,
            at,
            bits,
            shape,
            reserved,
            shown,
        }
    }

    /// The field's number in an integer that contains it.
    pub const fn extract(&self, whole: u64) -> u64 {
        (whole >> self.at) & (u64::MAX >> (64 - self.bits))
    }
}

/// The fields of a record: their offsets and shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layout {
    /// The record's name.
    pub name: &'static str,
    /// Its size in bytes.
    pub size: usize,
    /// The version, if the size determines it.
    pub version: Option<u32>,
    /// The layout of the next smaller size, if the size determines the version.
    pub earlier: Option<&'static Self>,
    /// Its fields, in order.
    pub fields: &'static [Field],
}

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The field's name.
    pub name: &'static str,
    /// Its offset, in bytes from the start of the record.
    pub at: usize,
    /// Its size in bytes.
    pub size: usize,
    /// Its shape.
    pub shape: Shape,
    /// Whether it is reserved: kept without a meaning.
    pub reserved: bool,
    /// Its form in documents.
    pub shown: DocumentForm,
}

impl Layout {
    /// The table of a record, whose size is the end of its last field.
    pub const fn new(name: &'static str, fields: &'static [Field]) -> Self {
        let size = match fields.last() {
            Some(last) => last.at + last.size,
            None => 0,
        };
        Self {
            name,
            size,
            version: None,
            earlier: None,
            fields,
        }
    }

    /// Sets the layout of the next smaller size.
    pub const fn after(self, earlier: &'static Self) -> Self {
        Self {
            earlier: Some(earlier),
            ..self
        }
    }

    /// The newest version of the record that documents of an LLVM support: fields after it have no keys there.
    pub fn for_llvm(&'static self, llvm: u32) -> &'static Self {
        let mut layout = self;
        while let Some(earlier) = layout.earlier {
            let new = layout.fields.get(earlier.fields.len()..);
            let mut new = new.unwrap_or_default().iter().peekable();
            if new.peek().is_none() || new.any(|field| field.shown.has_key(llvm)) {
                break;
            }
            layout = earlier;
        }
        layout
    }

    /// This table, for a version that the size determines.
    pub const fn version(self, number: u32) -> Self {
        Self {
            version: Some(number),
            ..self
        }
    }

    /// The offset of the field with the name of a record: its first reference to a string.
    pub(crate) fn name_at(&self) -> Option<usize> {
        let mut fields = self.fields.iter();
        let name = fields.find(|field| matches!(field.shape, Shape::Name { table: None, .. }))?;
        Some(name.at)
    }

    /// The bytes of a field in a record's bytes.
    pub fn field_bytes<'b>(
        &self,
        name: &str,
        record: &'b [u8],
    ) -> Option<(&'static Field, &'b [u8])> {
        let field = self.fields.iter().find(|field| field.name == name)?;
        Some((field, record.get(field.at..)?.get(..field.size)?))
    }
}

impl Field {
    /// Sets another interpretation than that of the field's type.
    pub const fn shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// This field, reserved.
    pub const fn reserved(self) -> Self {
        Self {
            reserved: true,
            ..self
        }
    }

    /// The fields of `fields` that a version contains, with consecutive offsets.
    pub const fn chosen<const COUNT: usize>(
        fields: &[Self],
        which: [usize; COUNT],
    ) -> [Self; COUNT] {
        let mut chosen = [fields[0]; COUNT];
        let mut index = 0;
        while index < COUNT {
            chosen[index] = fields[which[index]];
            index += 1;
        }
        Self::placed(chosen)
    }

    /// Sets consecutive offsets.
    pub const fn placed<const COUNT: usize>(mut fields: [Self; COUNT]) -> [Self; COUNT] {
        let (mut index, mut at) = (0, 0);
        while index < COUNT {
            fields[index].at = at;
            at += fields[index].size;
            index += 1;
        }
        fields
    }
}

/// The interpretations of a union's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnionTable {
    /// The type's name.
    pub name: &'static str,
    /// The enum whose values select an interpretation.
    pub by: &'static EnumTable,
    /// The field of the surrounding record that selects the interpretation.
    pub selector: &'static str,
    /// The key of the selector in documents, if it is in another record.
    pub selector_key: &'static str,
    /// The interpretations.
    pub arms: &'static [UnionArm],
}

/// One interpretation of a union's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnionArm {
    /// The name of the interpretation.
    pub name: &'static str,
    /// The selectors that choose it.
    pub when: &'static [u64],
    /// The shape of its bytes.
    pub shape: Shape,
    /// The number of the union's bytes that it uses.
    pub size: usize,
    /// Its form in documents.
    pub shown: DocumentForm,
}

impl UnionTable {
    /// A table, for generated code.
    pub const fn new(
        name: &'static str,
        by: &'static EnumTable,
        selector: &'static str,
        selector_key: &'static str,
        arms: &'static [UnionArm],
    ) -> Self {
        Self {
            name,
            by,
            selector,
            selector_key,
            arms,
        }
    }

    /// Whether values of this enum select an arm.
    #[doc(hidden)]
    pub fn is_selected_by(&self, values: &EnumTable) -> bool {
        self.by.name == values.name
    }

    /// The interpretation that a selector chooses.
    pub fn arm(&self, selector: u64) -> Option<&'static UnionArm> {
        self.arms.iter().find(|arm| arm.when.contains(&selector))
    }
}

impl UnionArm {
    /// An arm, for generated code.
    pub const fn new(
        name: &'static str,
        when: &'static [u64],
        shape: Shape,
        size: usize,
        shown: DocumentForm,
    ) -> Self {
        Self {
            name,
            when,
            shape,
            size,
            shown,
        }
    }
}

impl Shape {
    /// Whether the shape is a single value rather than fields or elements.
    pub fn is_single(&self) -> bool {
        !matches!(self, Self::Record(_) | Self::Array(..) | Self::Union(_))
    }

    /// Whether it is a reference to another offset of the part, or contains one.
    pub fn refers(&self) -> bool {
        match self {
            Self::Name { .. } | Self::Indices { .. } | Self::Row { .. } | Self::List { .. } => true,
            Self::Record(layout) => layout.fields.iter().any(|field| field.shape.refers()),
            Self::Union(table) => table.arms.iter().any(|arm| arm.shape.refers()),
            Self::Array(of, _) => of.refers(),
            _ => false,
        }
    }
}

/// The range of a field in a record.
#[doc(hidden)]
pub const fn field(layout: &Layout, name: &str) -> Option<Range<usize>> {
    let mut index = 0;
    while index < layout.fields.len() {
        let field = &layout.fields[index];
        if is(field.name, name) {
            return Some(field.at..field.at + field.size);
        }
        index += 1;
    }
    None
}

/// `==` as a `const` function.
const fn is(found: &str, name: &str) -> bool {
    let (found, name) = (found.as_bytes(), name.as_bytes());
    let mut index = 0;
    while index < found.len() && index < name.len() && found[index] == name[index] {
        index += 1;
    }
    index == found.len() && index == name.len()
}
