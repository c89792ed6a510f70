//! The parts of a container that is being built.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use crate::container::view::RawPart;
use crate::generated::parts::Part;
use crate::runtime::part_type::wrong_part;
use crate::runtime::{Error, ErrorKind, FourCC, PartInfo, Result};

/// A part of a [`Builder`](super::Builder).
#[derive(Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PartEntry<'a> {
    /// The FourCC.
    pub fourcc: FourCC,
    /// The data after its header.
    pub data: PartData<'a>,
}

/// The data of a part of a [`Builder`](super::Builder).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartData<'a> {
    /// Its bytes.
    Bytes(Cow<'a, [u8]>),
    /// A value, which is written together with the container.
    Value(Part),
}

impl Default for PartData<'_> {
    fn default() -> Self {
        Self::Bytes(Cow::default())
    }
}

impl PartData<'_> {
    /// The bytes; `None` for a value that is not written yet. [`PartEntry::to_bytes`] and the builder write it.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::Value(_) => None,
        }
    }
}

impl<'a, T: Into<Cow<'a, [u8]>>> From<T> for PartData<'a> {
    fn from(bytes: T) -> Self {
        Self::Bytes(bytes.into())
    }
}

impl<'a> PartEntry<'a> {
    /// A part.
    pub fn new(fourcc: FourCC, data: impl Into<PartData<'a>>) -> Self {
        Self {
            fourcc,
            data: data.into(),
        }
    }

    /// Creates a part with a value.
    ///
    /// # Errors
    /// If the value's type does not match the FourCC.
    pub fn of_value(fourcc: FourCC, value: impl Into<Part>) -> Result<Self> {
        let value = value.into();
        if !value.goes_with(fourcc) {
            return Err(wrong_part(fourcc));
        }
        let data = PartData::Value(value);
        Ok(Self { fourcc, data })
    }
}

impl PartEntry<'_> {
    /// The data after the part's header; writes a value if the part is one.
    ///
    /// # Errors
    /// If a field has a value that cannot be written.
    #[cfg_attr(debug_assertions, inline)]
    pub fn to_bytes(&self) -> Result<Cow<'_, [u8]>> {
        Ok(match &self.data {
            PartData::Bytes(bytes) => Cow::Borrowed(bytes),
            PartData::Value(value) => Cow::Owned(value.to_bytes(self.fourcc)?),
        })
    }

    /// The bytes, to change them; a value becomes its bytes.
    ///
    /// # Errors
    /// If a field has a value that cannot be written.
    #[cfg_attr(debug_assertions, inline)]
    pub fn bytes_mut(&mut self) -> Result<&mut Vec<u8>> {
        if let PartData::Value(value) = &self.data {
            self.data = PartData::Bytes(value.to_bytes(self.fourcc)?.into());
        }
        match &mut self.data {
            PartData::Bytes(bytes) => Ok(bytes.to_mut()),
            PartData::Value(_) => Err(Error::without_byte(ErrorKind::WrongPart)),
        }
    }

    /// Whether the part's kind is known and meets a condition.
    pub(super) fn is(&self, known: impl FnOnce(&PartInfo) -> bool) -> bool {
        let mut kinds = PartInfo::of_fourcc(self.fourcc);
        match (kinds.next(), kinds.next()) {
            (Some(only), None) if only.magic.is_none() => known(only),
            (None, _) => false,
            // The kind depends on the bytes, so a value is written.
            _ => {
                let bytes = self.to_bytes().unwrap_or_default();
                PartInfo::find(self.fourcc, &bytes).is_some_and(known)
            }
        }
    }

    /// The size of its bytes; 0 for a value, which is not written yet.
    pub(super) fn size_of_bytes(&self) -> usize {
        match &self.data {
            PartData::Bytes(bytes) => bytes.len(),
            PartData::Value(_) => 0,
        }
    }
}

impl<'a> From<RawPart<'a>> for PartEntry<'a> {
    fn from(part: RawPart<'a>) -> Self {
        Self::new(part.fourcc, part.data)
    }
}

/// The FourCC and size; no content.
impl fmt::Debug for PartEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.data {
            PartData::Bytes(bytes) => write!(f, "{}: {} bytes", self.fourcc, bytes.len()),
            PartData::Value(_) => write!(f, "{}: a value", self.fourcc),
        }
    }
}
