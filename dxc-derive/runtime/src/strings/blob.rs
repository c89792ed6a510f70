//! Fields of any number of bytes: raw bytes, contiguous strings, or one string.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::Result;
use crate::fixed::int::Int;
use crate::read::reader::Reader;
use crate::read::walk::Content;
use crate::strings::text::{Text, TextView};
use crate::strings::{StringTable, Strings};
use crate::write::writer::Writer;

/// The content of a field of any number of bytes. Each kind of such fields is a type that implements this trait.
pub trait Blob: Clone + Default + PartialEq {
    /// The borrowed form.
    type View<'a>: Copy + Default;

    /// The content that a walk reports.
    const CONTENT: Content;

    /// Reads the given number of bytes; without a number, the content determines how many.
    ///
    /// # Errors
    /// If fewer bytes remain, or overlapping references exceed the size limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<'a>(reader: &mut Reader<'a>, count: Option<Int>) -> Result<Self::View<'a>> {
        let bytes = match count {
            Some(count) => reader.bytes(count),
            None => reader.rest(),
        };
        bytes.map(Self::view)
    }

    /// The borrowed form of the bytes in a part.
    fn view(bytes: &[u8]) -> Self::View<'_>;

    /// The owned form.
    fn from_view(view: Self::View<'_>) -> Self;

    /// The content.
    fn as_bytes(&self) -> &[u8];

    /// The content, to edit it.
    fn bytes_mut(&mut self) -> &mut Vec<u8>;

    /// Writes the content, filled with 0 up to a multiple of `round`, and returns its offset.
    ///
    /// # Errors
    /// Returns an error if the written bytes would be read differently.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put(&self, writer: &mut Writer<'_>, round: usize) -> Result<usize> {
        Ok(match round {
            1 => writer.bytes(self.as_bytes()),
            _ => writer.rounded(self.as_bytes(), round),
        })
    }

    /// The size that [`put`](Self::put) writes.
    #[inline]
    fn size(&self, round: usize) -> usize {
        self.as_bytes().len().next_multiple_of(round)
    }

    /// The content as readable text; `None` if it is empty.
    fn show(&self) -> Option<String>;
}

impl Blob for Vec<u8> {
    type View<'a> = &'a [u8];

    const CONTENT: Content = Content::Bytes;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(bytes: &[u8]) -> &[u8] {
        bytes
    }

    #[inline]
    fn from_view(view: &[u8]) -> Self {
        view.to_vec()
    }

    #[inline]
    fn as_bytes(&self) -> &[u8] {
        self
    }

    fn bytes_mut(&mut self) -> &mut Vec<u8> {
        self
    }

    fn show(&self) -> Option<String> {
        let plural = if self.len() == 1 { "" } else { "s" };
        (!self.is_empty()).then(|| format!("{} byte{plural}", self.len()))
    }
}

impl Blob for StringTable {
    type View<'a> = Strings<'a>;

    const CONTENT: Content = Content::Strings;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(bytes: &[u8]) -> Strings<'_> {
        Strings(bytes)
    }

    #[inline]
    fn from_view(view: Strings<'_>) -> Self {
        view.to_value()
    }

    #[inline]
    fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    fn bytes_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }

    fn show(&self) -> Option<String> {
        let has_text = self.0.iter().any(|byte| *byte != 0);
        has_text.then(|| format!("{self:?}"))
    }
}

/// In a part, a NUL ends the string, so the bytes determine their number. Equal strings are written once.
impl Blob for Text {
    type View<'a> = TextView<'a>;

    const CONTENT: Content = Content::Text;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<'a>(reader: &mut Reader<'a>, _: Option<Int>) -> Result<TextView<'a>> {
        reader.text().map(TextView)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(bytes: &[u8]) -> TextView<'_> {
        TextView(bytes.split_last().map_or(&[], |(_, text)| text))
    }

    #[inline]
    fn from_view(view: TextView<'_>) -> Self {
        view.to_value()
    }

    #[inline]
    fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    fn bytes_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }

    fn put(&self, writer: &mut Writer<'_>, _: usize) -> Result<usize> {
        writer.text(&self.0)
    }

    #[inline]
    fn size(&self, _: usize) -> usize {
        self.0.len() + 1
    }

    fn show(&self) -> Option<String> {
        (!self.is_empty()).then(|| format!("\"{}\"", self.0.escape_ascii()))
    }
}
