//! The operations of every part's type.

use alloc::vec::Vec;

use crate::error::Result;
use crate::fields::Fields;
use crate::read::walk::{Sink, borrowed};
use crate::records::versioned::Lost;
use crate::shape::{DocumentForm, Layout};
use crate::write::original_layout::OriginalLayout;
use crate::write::span_layout::{SpanLayout, Spans};
use crate::write::writer::Writer;

/// The content of a part: fields in sequence, some of them placed by offsets.
///
/// `#[sequence]` implements it, with a borrowed view of the same fields.
pub trait Sequence: PartialEq + Fields {
    /// The borrowed form.
    type View<'a>: Copy;

    /// The form in documents of a part with this content.
    const FORM: &'static DocumentForm;

    /// Reads the borrowed form, and reports every byte to `sink`.
    ///
    /// # Errors
    /// The error contains the field, its offset and the expected value.
    fn walk<'a, S: Sink + ?core::marker::Sized>(
        bytes: &'a [u8],
        args: Self::Args,
        sink: &mut S,
    ) -> Result<Self::View<'a>>;

    /// The owned form of a view.
    fn from_view(view: &Self::View<'_>) -> Self;

    /// Reads the owned form.
    ///
    /// # Errors
    /// The error contains the field, its offset and the expected value.
    fn from_bytes(bytes: &[u8], args: Self::Args) -> Result<Self> {
        Ok(Self::from_view(&Self::walk(
            bytes,
            args,
            borrowed(&mut ()),
        )?))
    }

    /// Forgets the layout that it was read from, if it stores one.
    fn forget_layout(&mut self) {}

    /// The layouts of the record whose version is the version of the whole; empty if it has no versions.
    const VERSIONS: &'static [&'static Layout] = &[];

    /// Moves the value to a version, and returns what that version cannot store. Without versions, nothing changes.
    fn convert(&mut self, version: u32, args: Self::Args) -> Vec<Lost> {
        let _ = (version, args);
        Vec::new()
    }

    /// Whether a new layout places the structures of its pool near their references.
    const IS_NEAR: bool = false;

    /// Writes the fields.
    ///
    /// # Errors
    /// The error contains the field whose value cannot be written.
    fn put(&self, writer: &mut Writer<'_>, args: Self::Args) -> Result<()>;

    /// The bytes that were read, if they are not in the canonical layout.
    fn original_layout(&self) -> Option<&OriginalLayout<Self::Args>> {
        None
    }

    /// Appends the bytes; unchanged values keep the bytes that were read. After an error, the appended bytes are
    /// undefined.
    ///
    /// # Errors
    /// The error contains the field whose value cannot be written.
    #[inline]
    fn append_to(&self, out: &mut Vec<u8>, args: Self::Args) -> Result<()> {
        let read = self
            .original_layout()
            .filter(|memory| memory.bytes().is_some());
        match read {
            Some(read) if append_as_read(self, read, out, args) => Ok(()),
            _ if Self::IS_NEAR && append_as_planned(self, out, args) => Ok(()),
            _ => self.put(&mut Writer::new(out), args),
        }
    }

    /// The bytes: those that were read, if nothing was changed.
    ///
    /// # Errors
    /// The error contains the field whose value cannot be written.
    fn to_bytes(&self, args: Self::Args) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        self.append_to(&mut out, args)?;
        Ok(out)
    }
}

/// Appends the bytes that were read, if nothing was changed; otherwise new bytes in the same layout, if the value still
/// fits.
#[inline(never)]
fn append_as_read<T: Sequence>(
    value: &T,
    read: &OriginalLayout<T::Args>,
    out: &mut Vec<u8>,
    args: T::Args,
) -> bool {
    let bytes = read.bytes().unwrap_or_default();
    if T::from_bytes(bytes, args).as_ref() == Ok(value) {
        out.extend_from_slice(bytes);
        return true;
    }
    let layout = read.layout();
    layout.is_some_and(|layout| append_in(value, &layout, out, args))
}

/// Appends the bytes in a layout, if the value fits.
fn append_in<T: Sequence>(
    value: &T,
    layout: &SpanLayout,
    out: &mut Vec<u8>,
    args: T::Args,
) -> bool {
    let begin = out.len();
    let mut writer = Writer::within(out, layout);
    // A value that does not fit into this layout may fit into another one.
    let is_written = value.put(&mut writer, args).is_ok() && writer.is_laid_out();
    let bytes = out.get(begin..).unwrap_or_default();
    let fits = is_written && T::from_bytes(bytes, args).as_ref() == Ok(value);
    if !fits {
        out.truncate(begin);
    }
    fits
}

/// Appends the bytes in a new layout that places structures of a pool near their references; returns whether there is
/// such a layout.
#[inline(never)]
fn append_as_planned<T: Sequence>(value: &T, out: &mut Vec<u8>, args: T::Args) -> bool {
    let begin = out.len();
    let (result, seen) = Writer::rehearse(|writer| value.put(writer, args));
    let Some(layout) = seen.plan().filter(|_| result.is_ok()) else {
        return false;
    };
    let mut writer = Writer::planned(out, &layout);
    let is_written = value.put(&mut writer, args).is_ok() && writer.is_laid_out();
    if !is_written {
        out.truncate(begin);
    }
    is_written
}

/// The layout of bytes that were read as `T`.
pub fn layout_of<T: Sequence>(bytes: &[u8], args: T::Args) -> SpanLayout {
    // Most spans are numbers and strings of a few bytes.
    let mut spans = Spans(Vec::with_capacity(bytes.len() / 16));
    // These bytes were read before without an error.
    let _ = T::walk(bytes, args, &mut spans as &mut dyn Sink);
    let (spans, bytes) = (spans.0, bytes.to_vec());
    SpanLayout { spans, bytes }
}
