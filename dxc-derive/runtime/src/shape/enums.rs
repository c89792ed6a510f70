//! The tables of enums and flags: their values, with names, docs and attributes.

use core::fmt::{self, Write};

use crate::shape::shown::EarlierKey;

/// The values of an enum or the bits of a flags type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EnumTable {
    /// The type's name.
    pub name: &'static str,
    /// The X-macro of LLVM's `DXContainerConstants.def` with the same table, if there is one.
    pub mirrors: Option<&'static str>,
    /// The attribute with the names for documents, if those differ.
    pub shown_by: Option<&'static str>,
    /// The values and markers, in upstream's order.
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
    /// Whether it marks the end of the values and is not a value, such as `NextUnusedBit`.
    pub marker: bool,
    /// Whether LLVM's tables lack it, although this table mirrors one.
    pub unmirrored: bool,
    /// Its other names, if it has any.
    pub other_names: Option<&'static OtherNames>,
    /// Its doc.
    pub doc: &'static str,
    /// Its other attributes, such as the keyword of HLSL.
    pub attributes: &'static [(&'static str, Attribute)],
}

/// The earlier names of a value, and its names in documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherNames {
    /// The earlier names.
    pub was: &'static [&'static str],
    /// The name in documents, if the value states one.
    pub key: Option<&'static str>,
    /// The other names in documents.
    pub earlier: &'static [EarlierKey],
}

/// An attribute of an enum's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Attribute {
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

    /// Sets the attribute that contains the names for documents.
    pub const fn shown_by(self, attribute: &'static str) -> Self {
        Self {
            shown_by: Some(attribute),
            ..self
        }
    }

    /// The name of an entry in documents, the newest one.
    pub fn shown_name(&self, entry: &EnumValue) -> &'static str {
        self.shown_name_for(entry, None)
    }

    /// The name of an entry in documents for an LLVM, or in those with all keys.
    pub fn shown_name_for(&self, entry: &EnumValue, llvm: Option<u32>) -> &'static str {
        let other = entry.other_names;
        let column = self.shown_by.and_then(|column| entry.attribute(column));
        let newest = match (other.and_then(|other| other.key), column) {
            (Some(key), _) => key,
            (None, Some(Attribute::Text(name))) => name,
            (None, _) => entry.name,
        };
        other.map_or(newest, |other| {
            EarlierKey::for_llvm(other.earlier, newest, llvm)
        })
    }

    /// Every name of an entry in documents, the newest first.
    #[doc(hidden)]
    pub fn shown_names(&self, entry: &EnumValue) -> impl Iterator<Item = &'static str> {
        let other = entry.other_names.into_iter();
        let other = other.flat_map(|other| {
            let earlier = other.earlier.iter().map(|earlier| earlier.key);
            earlier.chain(other.was.iter().copied())
        });
        core::iter::once(self.shown_name(entry)).chain(other)
    }

    /// The entry of a value; the first one listed if there are several. The entry of a marker if no value has the number.
    /// It is fast for tables that list their values in order, from 0, as most do.
    pub fn by_value(&self, value: u64) -> Option<&'static EnumValue> {
        let last = self.values.len().saturating_sub(1);
        let near = usize::try_from(value).map_or(last, |index| index.min(last));
        let listed = self.values.get(..=near).unwrap_or_default();
        // If values are missing, the entry comes before the index of its value.
        let near = listed.iter().rev().find(|entry| entry.value <= value);
        if let Some(entry) = near
            && entry.value == value
            && !(entry.marker || entry.alias)
        {
            return Some(entry);
        }
        let mut found = None;
        for entry in self.values.iter().filter(|entry| entry.value == value) {
            if !entry.marker {
                return Some(entry);
            }
            found = found.or(Some(entry));
        }
        found
    }

    /// Whether a value has this number. Markers are not values.
    pub fn is_known(&self, value: u64) -> bool {
        self.by_value(value).is_some_and(|entry| !entry.marker)
    }

    /// The values without the markers.
    ///
    /// ```
    /// use dxc_format::constants::InterpolationMode;
    ///
    /// let mut known = InterpolationMode::TABLE.without_markers();
    /// assert!(known.all(|entry| entry.name != "Invalid"));
    /// assert_eq!(InterpolationMode(8).to_string(), "8 (Invalid)");
    /// ```
    pub fn without_markers(&self) -> impl DoubleEndedIterator<Item = &'static EnumValue> {
        self.values.iter().filter(|entry| !entry.marker)
    }

    /// The entry of a name, aliases and earlier names included.
    pub fn by_name(&self, name: &str) -> Option<&'static EnumValue> {
        let is_earlier = |entry: &&EnumValue| {
            let other = entry.other_names;
            other.is_some_and(|other| other.was.contains(&name))
        };
        let mut values = self.values.iter();
        let found = values.find(|entry| entry.name == name);
        found.or_else(|| self.values.iter().find(is_earlier))
    }

    /// The first entry whose attribute has this text; `None` for an empty text.
    pub fn by_text(&self, attribute: &str, text: &str) -> Option<&'static EnumValue> {
        let has = |entry: &&EnumValue| !text.is_empty() && entry.text(attribute) == text;
        self.values.iter().find(has)
    }

    /// The texts of an attribute that are not empty, in the order of the table.
    pub fn texts(&self, attribute: &'static str) -> impl Iterator<Item = &'static str> {
        let texts = self.values.iter().map(move |entry| entry.text(attribute));
        texts.filter(|text| !text.is_empty())
    }

    /// The name of a value; the first one listed if there are several. The name of a marker if no value has the number.
    pub fn name_of(&self, value: u64) -> Option<&'static str> {
        self.by_value(value).map(|entry| entry.name)
    }

    /// The value of a name, aliases included.
    pub fn value_of(&self, name: &str) -> Option<u64> {
        self.by_name(name).map(|entry| entry.value)
    }

    /// The text of an attribute of a value; `None` if it has none, or an empty one.
    ///
    /// ```
    /// use dxc_format::constants::ResourceClass;
    ///
    /// let texture = ResourceClass::TABLE.text("letter", ResourceClass::SRV.0.into());
    /// assert_eq!(texture, Some("t"));
    /// ```
    pub fn text(&self, attribute: &str, value: u64) -> Option<&'static str> {
        let text = self.by_value(value)?.text(attribute);
        Some(text).filter(|text| !text.is_empty())
    }

    /// The texts of an attribute of a value; empty if it has none.
    pub fn list(&self, attribute: &str, value: u64) -> &'static [&'static str] {
        let entry = self.by_value(value);
        entry.map_or(&[], |entry| entry.list(attribute))
    }

    /// The number of an attribute of a value; `None` if it has none.
    pub fn number(&self, attribute: &str, value: u64) -> Option<i32> {
        let number = self.by_value(value)?.number(attribute)?;
        number.try_into().ok()
    }

    /// Whether an attribute of a value is 1.
    pub fn has(&self, attribute: &str, value: u64) -> bool {
        self.number(attribute, value) == Some(1)
    }

    /// The flags whose bits are set in `value`, and the other bits, such as those of markers.
    pub fn split(&self, value: u64) -> (impl Iterator<Item = &'static EnumValue>, u64) {
        let set = move |entry: &&EnumValue| {
            entry.value != 0 && !entry.alias && entry.value & value == entry.value
        };
        let known = self
            .without_markers()
            .filter(set)
            .fold(0, |bits, entry| bits | entry.value);
        (self.without_markers().filter(set), value & !known)
    }

    /// Writes a value of an enum: its name, or the number if no name has it. A newer version may use the number of a
    /// marker, so the number comes before its name: `16 (Invalid)`.
    pub fn fmt_value(&self, f: &mut impl Write, value: u64) -> fmt::Result {
        match self.by_value(value) {
            Some(entry) if entry.marker => write!(f, "{value} ({})", entry.name),
            Some(entry) => f.write_str(entry.name),
            None => write!(f, "{value}"),
        }
    }

    /// Writes a value of an enum for `Debug`: its name, or the number as one of the type.
    #[doc(hidden)]
    pub fn debug_value(&self, f: &mut fmt::Formatter<'_>, value: u64) -> fmt::Result {
        if self.is_known(value) {
            return self.fmt_value(f, value);
        }
        write!(f, "{}(", self.name)?;
        self.fmt_value(f, value)?;
        f.write_str(")")
    }

    /// Writes a value of a flags type for `Debug`.
    #[doc(hidden)]
    pub fn debug_flags(&self, f: &mut fmt::Formatter<'_>, value: u64) -> fmt::Result {
        write!(f, "{}(", self.name)?;
        self.fmt_flags(f, value)?;
        f.write_str(")")
    }

    /// Writes a value of a flags type: the names of its bits joined with ` | `, a marker's bit as a number followed by
    /// its name, unknown bits as a number; `None` if no bit is set, whether or not the table has that name.
    pub fn fmt_flags(&self, f: &mut impl Write, value: u64) -> fmt::Result {
        let (entries, mut unknown) = self.split(value);
        let mut separator = "";
        for entry in entries {
            write!(f, "{separator}{}", entry.name)?;
            separator = " | ";
        }
        let markers = self.values.iter().filter(|entry| entry.marker);
        for entry in markers.filter(|entry| entry.value != 0) {
            if entry.value & unknown == entry.value {
                write!(f, "{separator}{:#x} ({})", entry.value, entry.name)?;
                separator = " | ";
                unknown &= !entry.value;
            }
        }
        match (unknown, value) {
            (_, 0) => f.write_str("None"),
            (0, _) => Ok(()),
            _ => write!(f, "{separator}{unknown:#x}"),
        }
    }
}

impl OtherNames {
    /// Other names, for generated code.
    pub const fn new(
        was: &'static [&'static str],
        key: Option<&'static str>,
        earlier: &'static [EarlierKey],
    ) -> Self {
        Self { was, key, earlier }
    }
}

impl EnumValue {
    /// An entry, for generated code.
    pub const fn new(name: &'static str, value: u64, doc: &'static str) -> Self {
        Self {
            name,
            value,
            alias: false,
            marker: false,
            unmirrored: false,
            other_names: None,
            doc,
            attributes: &[],
        }
    }

    /// This entry; an earlier name has the same value.
    pub const fn alias(self) -> Self {
        Self {
            alias: true,
            ..self
        }
    }

    /// This entry, as a marker.
    pub const fn marker(self) -> Self {
        Self {
            marker: true,
            ..self
        }
    }

    /// This entry, with other names.
    pub const fn other_names(self, other: &'static OtherNames) -> Self {
        Self {
            other_names: Some(other),
            ..self
        }
    }

    /// This entry, with attributes.
    pub const fn attributes(self, attributes: &'static [(&'static str, Attribute)]) -> Self {
        Self { attributes, ..self }
    }

    /// This entry; LLVM's tables lack it.
    pub const fn unmirrored(self) -> Self {
        Self {
            unmirrored: true,
            ..self
        }
    }

    /// The value of an attribute of the entry, by its name in the schema.
    ///
    /// ```
    /// use dxc_format::constants::FeatureFlags;
    /// use dxc_format::runtime::shape::Attribute;
    ///
    /// let wave_ops = FeatureFlags::TABLE.by_name("WaveOps").unwrap();
    /// assert_eq!(wave_ops.attribute("module_bit"), Some(Attribute::Int(19)));
    /// ```
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        self.attributes
            .iter()
            .find(|attribute| attribute.0 == name)
            .map(|attribute| attribute.1)
    }

    /// The text of an attribute; empty if it is another kind.
    pub fn text(&self, name: &str) -> &'static str {
        match self.attribute(name) {
            Some(Attribute::Text(text)) => text,
            _ => "",
        }
    }

    /// The texts of an attribute that is a list; empty if it is another kind.
    ///
    /// ```
    /// use dxc_format::constants::ResourceType;
    ///
    /// let table = ResourceType::TABLE.by_name("SRVRaw").unwrap();
    /// assert_eq!(table.list("kinds"), ["RawBuffer", "RTAccelerationStructure"]);
    /// ```
    pub fn list(&self, name: &str) -> &'static [&'static str] {
        match self.attribute(name) {
            Some(Attribute::List(list)) => list,
            _ => &[],
        }
    }

    /// The number of an attribute; `None` if there is none, or if it is not a number.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.attribute(name)? {
            Attribute::Int(number) => Some(number),
            _ => None,
        }
    }

    /// Whether an attribute is 1.
    pub fn has(&self, name: &str) -> bool {
        self.number(name) == Some(1)
    }
}
