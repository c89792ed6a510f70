//! The tables of every declaration: the name, the width and the interpretation of values.
//!
//! They are `const`, made by the macros, and used by one generic walk (`crate::walk`). The hex view, the inspector,
//! coverage and the memory of layouts are based on it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::ops::Range;

use super::fourcc::FourCC;
pub use super::shown::{How, Shown};

/// The null reference: no row, no list, no entry of a pool, no string.
#[doc(hidden)]
pub const NONE: u32 = u32::MAX;

/// The base of the offsets of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameOrigin {
    /// The start of the part.
    Part,
    /// So many bytes before the table.
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
        /// The field of the sequence that holds the strings; without one, the part's first strings.
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
        /// The field of the sequence that holds the numbers.
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

/// The values of an enum or the bits of a flags type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EnumTable {
    /// The type's name.
    pub name: &'static str,
    /// The X-macro of LLVM's `DXContainerConstants.def` with the same table, if there is one.
    pub mirrors: Option<&'static str>,
    /// The column with the names for documents, if those differ.
    pub shown_by: Option<&'static str>,
    /// The values, in upstream's order.
    pub values: &'static [EnumValue],
}

/// A named value of an enum, or a named bit or mask of a flags type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EnumValue {
    /// The name, in upstream's spelling.
    pub name: &'static str,
    /// The value.
    pub value: u64,
    /// Whether an earlier name of the table has this value.
    pub alias: bool,
    /// Whether LLVM's tables lack it, although this table mirrors one.
    pub unmirrored: bool,
    /// Its doc.
    pub doc: &'static str,
    /// Its other columns, such as the keyword of HLSL.
    pub columns: &'static [(&'static str, Column)],
}

/// A further column of an enum table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Column {
    /// A number.
    Int(i64),
    /// A text.
    Text(&'static str),
    /// Several texts, such as names of values of another table.
    List(&'static [&'static str]),
}

impl EnumTable {
    /// A table, for generated code.
    pub const fn new(
        name: &'static str,
        mirrors: Option<&'static str>,
        values: &'static [EnumValue],
    ) -> Self {
        Self {
            name,
            mirrors,
            shown_by: None,
            values,
        }
    }

    /// This table, with the names for documents in a column.
    pub const fn shown_by(self, column: &'static str) -> Self {
        Self {
            shown_by: Some(column),
            ..self
        }
    }

    /// The name of an entry in documents.
    pub fn shown_name(&self, entry: &EnumValue) -> &'static str {
        let column = self.shown_by.and_then(|column| entry.column(column));
        match column {
            Some(Column::Text(name)) => name,
            _ => entry.name,
        }
    }

    /// The entry of a value; the first one listed if there are several.
    pub fn by_value(&self, value: u64) -> Option<&'static EnumValue> {
        self.values.iter().find(|entry| entry.value == value)
    }

    /// The entry of a name, aliases included.
    pub fn by_name(&self, name: &str) -> Option<&'static EnumValue> {
        self.values.iter().find(|entry| entry.name == name)
    }

    /// The first entry with a text in a column; `None` for an empty text.
    pub fn by_text(&self, column: &str, text: &str) -> Option<&'static EnumValue> {
        let has = |entry: &&EnumValue| !text.is_empty() && entry.text(column) == text;
        self.values.iter().find(has)
    }

    /// The name of a value; the first one listed if there are several.
    pub fn name_of(&self, value: u64) -> Option<&'static str> {
        self.by_value(value).map(|entry| entry.name)
    }

    /// The value of a name, aliases included.
    pub fn value_of(&self, name: &str) -> Option<u64> {
        self.by_name(name).map(|entry| entry.value)
    }

    /// The text in a column for a value; `None` if it has none, or an empty one.
    ///
    /// ```
    /// use dxc_format::constants::ResourceClass;
    ///
    /// let texture = ResourceClass::TABLE.text("letter", ResourceClass::SRV.0.into());
    /// assert_eq!(texture, Some("t"));
    /// ```
    pub fn text(&self, column: &str, value: u64) -> Option<&'static str> {
        let text = self.by_value(value)?.text(column);
        Some(text).filter(|text| !text.is_empty())
    }

    /// Whether a column of numbers has 1 for a value.
    pub fn is_marked(&self, column: &str, value: u64) -> bool {
        self.by_value(value)
            .is_some_and(|entry| entry.is_marked(column))
    }

    /// The entries whose bits are set in `value`, and the bits without an entry.
    pub fn split(&self, value: u64) -> (impl Iterator<Item = &'static EnumValue>, u64) {
        let set = move |entry: &&EnumValue| {
            entry.value != 0 && !entry.alias && entry.value & value == entry.value
        };
        let known = self
            .values
            .iter()
            .filter(set)
            .fold(0, |bits, entry| bits | entry.value);
        (self.values.iter().filter(set), value & !known)
    }

    /// Writes a value of an enum: its name, or the number if no name has it.
    pub fn fmt_value(&self, f: &mut impl Write, value: u64) -> fmt::Result {
        match self.by_value(value) {
            Some(entry) => f.write_str(entry.name),
            None => write!(f, "{value}"),
        }
    }

    /// Writes a value of an enum for `Debug`: its name, or the number as one of the type.
    #[doc(hidden)]
    pub fn debug_value(&self, f: &mut fmt::Formatter<'_>, value: u64) -> fmt::Result {
        match self.by_value(value) {
            Some(entry) => f.write_str(entry.name),
            None => write!(f, "{}({value})", self.name),
        }
    }

    /// Writes a value of a flags type as programmers see it.
    #[doc(hidden)]
    pub fn debug_flags(&self, f: &mut fmt::Formatter<'_>, value: u64) -> fmt::Result {
        write!(f, "{}(", self.name)?;
        self.fmt_flags(f, value)?;
        f.write_str(")")
    }

    /// Writes a value of a flags type: the names of its bits joined with ` | `, unknown bits as a number.
    pub fn fmt_flags(&self, f: &mut impl Write, value: u64) -> fmt::Result {
        let (entries, unknown) = self.split(value);
        let mut separator = "";
        for entry in entries {
            write!(f, "{separator}{}", entry.name)?;
            separator = " | ";
        }
        if unknown != 0 {
            write!(f, "{separator}{unknown:#x}")?;
        } else if value == 0 {
            f.write_str("none")?;
        }
        Ok(())
    }
}

impl EnumValue {
    /// An entry, for generated code.
    pub const fn new(name: &'static str, value: u64, doc: &'static str) -> Self {
        Self {
            name,
            value,
            alias: false,
            unmirrored: false,
            doc,
            columns: &[],
        }
    }

    /// This entry; an earlier name has the same value.
    pub const fn alias(self) -> Self {
        Self {
            alias: true,
            ..self
        }
    }

    /// This entry, with further columns.
    pub const fn columns(self, columns: &'static [(&'static str, Column)]) -> Self {
        Self { columns, ..self }
    }

    /// This entry; LLVM's tables lack it.
    pub const fn unmirrored(self) -> Self {
        Self {
            unmirrored: true,
            ..self
        }
    }

    /// A further column of the entry, by its name in the schema.
    ///
    /// ```
    /// use dxc_format::constants::FeatureFlags;
    /// use dxc_format::runtime::shape::Column;
    ///
    /// let wave_ops = FeatureFlags::TABLE.by_name("WaveOps").unwrap();
    /// assert_eq!(wave_ops.column("module_bit"), Some(Column::Int(19)));
    /// ```
    pub fn column(&self, name: &str) -> Option<Column> {
        self.columns
            .iter()
            .find(|column| column.0 == name)
            .map(|column| column.1)
    }

    /// The text in a column; empty if it is another kind.
    pub fn text(&self, column: &str) -> &'static str {
        match self.column(column) {
            Some(Column::Text(text)) => text,
            _ => "",
        }
    }

    /// The texts of a column of lists; empty if it is another kind.
    ///
    /// ```
    /// use dxc_format::constants::ResourceType;
    ///
    /// let table = ResourceType::TABLE.by_name("SRVRaw").unwrap();
    /// assert_eq!(table.list("kinds"), ["RawBuffer", "RTAccelerationStructure"]);
    /// ```
    pub fn list(&self, column: &str) -> &'static [&'static str] {
        match self.column(column) {
            Some(Column::List(list)) => list,
            _ => &[],
        }
    }

    /// Whether a column of numbers has 1.
    pub fn is_marked(&self, column: &str) -> bool {
        matches!(self.column(column), Some(Column::Int(1)))
    }
}

/// The fields of a `bits` type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BitsTable {
    /// The type's name.
    pub name: &'static str,
    /// The fields, least significant first.
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
    pub shown: Shown,
}

impl BitsTable {
    /// A table, for generated code.
    pub const fn new(name: &'static str, fields: &'static [BitField]) -> Self {
        Self { name, fields }
    }

    /// Whether some fields are a version.
    pub fn has_version(&self) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|field| field.shown.how == How::Version)
    }

    /// A number with a version in few words, such as `6.0 Pixel`: the highest bits of a version come first.
    pub(crate) fn say_version(&self, whole: u64) -> Option<String> {
        if !self.has_version() {
            return None;
        }
        let mut text = String::new();
        let (version, others): (Vec<_>, Vec<_>) = self
            .values(whole)
            .partition(|(field, _)| field.shown.how == How::Version);
        for (field, value) in version.into_iter().rev() {
            let point = if text.is_empty() { "" } else { "." };
            text.push_str(point);
            text.push_str(&field.shape.say(&value.to_le_bytes()));
        }
        for (field, value) in others {
            text.push(' ');
            if !matches!(field.shape, Shape::Enum(_)) {
                text.push_str(field.name);
                text.push(' ');
            }
            text.push_str(&field.shape.say(&value.to_le_bytes()));
        }
        Some(text)
    }

    /// The fields and their numbers in an integer, but for those that are reserved and 0.
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
        shown: Shown,
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

    /// The field's number in an integer that holds it.
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
    /// Its fields, in order.
    pub fields: &'static [Field],
}

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The field's name.
    pub name: &'static str,
    /// Where it begins, in bytes from the start of the record.
    pub at: usize,
    /// Its size in bytes.
    pub size: usize,
    /// Its shape.
    pub shape: Shape,
    /// Whether it is reserved: kept without a meaning.
    pub reserved: bool,
    /// Its form in documents.
    pub shown: Shown,
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
            fields,
        }
    }

    /// This table, for a version that the size determines.
    pub const fn version(self, number: u32) -> Self {
        Self {
            version: Some(number),
            ..self
        }
    }

    /// The field with the name of a record: its first string of the part.
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
    /// This field, with another interpretation than its type's.
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

    /// Those of `fields` that a version has, in sequence.
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

    /// Fields in sequence.
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

/// The readings of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnionTable {
    /// The type's name.
    pub name: &'static str,
    /// The values that select a reading.
    pub by: &'static EnumTable,
    /// The field of the surrounding record that selects the reading.
    pub selector: &'static str,
    /// The key of the selector in documents, if it is in another record.
    pub selector_key: &'static str,
    /// The readings.
    pub arms: &'static [UnionArm],
}

/// A reading of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnionArm {
    /// The reading's name.
    pub name: &'static str,
    /// The selectors that choose it.
    pub when: &'static [u64],
    /// The shape of its bytes.
    pub shape: Shape,
    /// The number of the union's bytes that it uses.
    pub size: usize,
    /// Its form in documents.
    pub shown: Shown,
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

    /// The reading that a selector chooses.
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
        shown: Shown,
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

/// Whether raw numbers are added to names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Beside,
    Alone,
}

/// Whether a number means none, or unbounded.
fn is_none(bytes: &[u8]) -> bool {
    bytes == [u8::MAX; size_of::<u32>()]
}

/// Up to eight little-endian bytes as a number.
pub fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Up to eight little-endian bytes as a number with a sign.
pub fn signed_number(bytes: &[u8]) -> i64 {
    let unused = 64 - 8 * bytes.len().clamp(1, 8);
    (number(bytes) << unused).cast_signed() >> unused
}

/// Writes a number into up to eight bytes, little-endian.
#[doc(hidden)]
pub fn put_number(bytes: &mut [u8], value: u64) {
    let both = bytes.iter_mut().zip(value.to_le_bytes());
    both.for_each(|(byte, value)| *byte = value);
}

impl Shape {
    /// Whether the shape is a single value rather than fields or elements.
    pub fn is_single(&self) -> bool {
        !matches!(self, Self::Record(_) | Self::Array(..) | Self::Union(_))
    }

    /// Whether it is a reference to another place in the part, or holds one.
    pub fn refers(&self) -> bool {
        match self {
            Self::Name { .. } | Self::Indices { .. } | Self::Row { .. } | Self::List { .. } => true,
            Self::Record(layout) => layout.fields.iter().any(|field| field.shape.refers()),
            Self::Union(table) => table.arms.iter().any(|arm| arm.shape.refers()),
            Self::Array(of, _) => of.refers(),
            _ => false,
        }
    }

    /// The value in `bytes` as readable text, with names beside the raw number.
    pub fn show(&self, bytes: &[u8]) -> String {
        self.text(bytes, Numbers::Beside)
    }

    /// The value in `bytes` in short form: names alone, numbers if there are none.
    pub fn say(&self, bytes: &[u8]) -> String {
        self.text(bytes, Numbers::Alone)
    }

    fn text(&self, bytes: &[u8], numbers: Numbers) -> String {
        // Most texts are a number, or a name and a number: one allocation.
        let mut text = String::with_capacity(32);
        // Writing into a String cannot fail.
        let _ = self.fmt(&mut text, bytes, numbers);
        text
    }

    fn fmt(&self, f: &mut String, bytes: &[u8], numbers: Numbers) -> fmt::Result {
        let value = number(bytes.get(..8).unwrap_or(bytes));
        let beside = numbers == Numbers::Beside;
        match self {
            Self::Unsigned if !beside && is_none(bytes) => write!(f, "{value:#x}"),
            Self::Row { .. } | Self::List { .. } if is_none(bytes) => match beside {
                true => write!(f, "none ({value:#x})"),
                false => f.write_str("none"),
            },
            Self::Unsigned
            | Self::Name { .. }
            | Self::Indices { .. }
            | Self::Row { .. }
            | Self::List { .. } => write!(f, "{value}"),
            Self::Signed => write!(f, "{}", signed_number(bytes)),
            Self::Float => match bytes.try_into() {
                Ok(bytes) => write!(f, "{:?}", f32::from_le_bytes(bytes)),
                Err(_) => write!(f, "{value:#x}"),
            },
            Self::Truth if value > 1 && beside => write!(f, "true ({value})"),
            Self::Truth => write!(f, "{}", value != 0),
            Self::FourCC => match bytes.try_into() {
                Ok(bytes) => write!(f, "\"{}\"", FourCC(bytes)),
                Err(_) => write!(f, "{value:#x}"),
            },
            Self::Bytes | Self::Union(_) => {
                bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
            Self::Enum(table) => match table.by_value(value) {
                Some(entry) if beside => write!(f, "{} ({value})", entry.name),
                Some(entry) => f.write_str(entry.name),
                None if !beside => write!(f, "{value}"),
                None => write!(f, "unknown ({value})"),
            },
            Self::Flags(table) => {
                table.fmt_flags(f, value)?;
                match beside {
                    true => write!(f, " ({value:#x})"),
                    false => Ok(()),
                }
            }
            Self::Bits(table) => {
                let mut separator = "";
                for (field, part) in table.values(value) {
                    write!(f, "{separator}{} ", field.name)?;
                    field.shape.fmt(f, &part.to_le_bytes(), numbers)?;
                    separator = ", ";
                }
                match beside {
                    true => write!(f, " ({value:#x})"),
                    false => Ok(()),
                }
            }
            Self::Record(layout) => {
                let mut separator = "{ ";
                for field in layout.fields {
                    write!(f, "{separator}{} ", field.name)?;
                    field.shape.fmt(
                        f,
                        bytes.get(field.at..field.at + field.size).unwrap_or(&[]),
                        numbers,
                    )?;
                    separator = ", ";
                }
                f.write_str(" }")
            }
            Self::Array(shape, size) => {
                let mut separator = "[";
                for element in bytes.chunks(*size) {
                    f.write_str(separator)?;
                    shape.fmt(f, element, numbers)?;
                    separator = ", ";
                }
                f.write_str("]")
            }
        }
    }
}

/// The location of a field in a record.
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

/// `==`, which is not `const`.
const fn is(found: &str, name: &str) -> bool {
    let (found, name) = (found.as_bytes(), name.as_bytes());
    let mut index = 0;
    while index < found.len() && index < name.len() && found[index] == name[index] {
        index += 1;
    }
    index == found.len() && index == name.len()
}
