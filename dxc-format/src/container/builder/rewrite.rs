//! Writes a changed copy of a container part by part, while the source is read.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::lay_out::append_from;
use super::{Builder, DigestPolicy, PartEntry};
use crate::container::view::{Container, ENTRY, RawPart};
use crate::generated::header::Header;
use crate::runtime::limits::Budget;
use crate::runtime::part_type::append_part;
use crate::runtime::{Error, Fixed, FourCC, Limits, PartType, Result};

/// The output of [`Container::rewrite`].
///
/// Like in a [`Builder`], parts stay at their offsets in the source as long as each keeps its FourCC, size and index,
/// and all bytes between them are kept. Otherwise the parts are laid out in sequence.
#[derive(Debug)]
pub struct Rewrite<'a> {
    source: Container<'a>,
    /// The file up to the last changed part; `None` once a part is not at its offset in the source.
    in_place: Option<Vec<u8>>,
    /// The number of parts in place.
    count: usize,
    /// The end of the last one. Unchanged parts are copied together with the bytes after them.
    end: usize,
    /// The budget for bytes of the source that are copied into separate parts.
    claims: Budget,
    /// The settings, and the parts once they are laid out in sequence.
    builder: Builder<'a>,
}

impl<'a> Container<'a> {
    /// Writes a changed copy. `change` receives each part, and appends it to the output or omits it.
    ///
    /// Only one value is in memory at a time. A [`Builder`] can access all parts in any order.
    ///
    /// ```
    /// use dxc_format::constants::FeatureFlags;
    /// use dxc_format::features::{FeatureInfo, FeatureInfoPart};
    /// use dxc_format::{Builder, Container, DigestPolicy, parts};
    ///
    /// # let mut builder = Builder::new();
    /// # builder.set_part(parts::SFI0, FeatureInfo::default())?;
    /// # builder.push(parts::PRIV, b"mine".as_slice());
    /// # let bytes = builder.to_bytes()?;
    /// let container = Container::parse(&bytes)?;
    /// let changed = container.rewrite(DigestPolicy::Auto, |part, out| match part.fourcc {
    ///     parts::SFI0 => out.edit(part, |info: &mut FeatureInfoPart| {
    ///         info.flags |= FeatureFlags::WaveOps;
    ///         Ok(())
    ///     }),
    ///     parts::PRIV => Ok(()), // left out
    ///     _ => out.keep(part),
    /// })?;
    /// # let changed = Container::parse(&changed)?;
    /// # assert_eq!(changed.sfi0()?.unwrap().flags(), FeatureFlags::WaveOps);
    /// # assert_eq!(changed.len(), 1);
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of `change`, and those of [`Builder::to_bytes`].
    pub fn rewrite(
        &self,
        digest: DigestPolicy,
        mut change: impl FnMut(RawPart<'a>, &mut Rewrite<'a>) -> Result<()>,
    ) -> Result<Vec<u8>> {
        let mut rewrite = Rewrite::new(*self, digest);
        rewrite.in_place = Some(rewrite.builder.room_for(self.header().file_size)?);
        for part in self.parts() {
            change(part, &mut rewrite)?;
        }
        rewrite.finish()
    }
}

impl<'a> Rewrite<'a> {
    #[inline]
    fn new(source: Container<'a>, digest: DigestPolicy) -> Self {
        Self {
            source,
            in_place: None,
            count: 0,
            end: Header::SIZE + source.len() * ENTRY,
            claims: Budget::new("claims", Limits::of_input(source.as_bytes().len()).claims),
            builder: Builder {
                digest,
                ..Builder::of_source(source, Vec::new())
            },
        }
    }

    /// Appends a part of the source unchanged.
    ///
    /// # Errors
    /// Never; the result is that of the closure of [`Container::rewrite`].
    #[inline]
    pub fn keep(&mut self, part: RawPart<'a>) -> Result<()> {
        if let Some((_, was)) = self.next_in_place(part.fourcc)
            && was.offset == part.offset
            && core::ptr::eq(was.data, part.data)
        {
            self.stays(was);
            return Ok(());
        }
        self.push(part.fourcc, part.data);
        Ok(())
    }

    /// Reads a part, changes its value and appends it.
    ///
    /// # Errors
    /// [`ErrorKind::WrongPart`](crate::ErrorKind::WrongPart) if the part is not of this type; if its data cannot be
    /// read, or its value cannot be written; the errors of `change`. [`ErrorKind::Limit`](crate::ErrorKind::Limit) if
    /// parts of the source overlap, and copies of edited parts exceed [`Limits::claims`].
    #[inline]
    pub fn edit<T: PartType>(
        &mut self,
        part: RawPart<'a>,
        change: impl FnOnce(&mut T) -> Result<()>,
    ) -> Result<()> {
        if self.in_place.is_none() {
            self.claim(part)?;
        }
        let mut value = T::from_view(&part.view_as::<T>()?);
        change(&mut value)?;
        self.append(part.fourcc, &value)
    }

    /// Appends a part with a value.
    ///
    /// # Errors
    /// [`ErrorKind::WrongPart`](crate::ErrorKind::WrongPart) if the value's type does not match the FourCC; if a field
    /// has a value that cannot be written.
    pub fn append<T: PartType>(&mut self, fourcc: FourCC, value: &T) -> Result<()> {
        let file = self.source.file();
        let Some((out, was)) = self.next_in_place(fourcc) else {
            return self.append_anew(fourcc, value);
        };
        let (before, at) = (out.len(), was.data_offset);
        append_from(out, file, at);
        if let Err(error) = append_part(value, out, fourcc) {
            out.truncate(before);
            return Err(error);
        }
        if out.len() == at + was.data.len() {
            self.stays(was)
        } else {
            self.push_written(fourcc, at)
        }
        Ok(())
    }

    /// Appends a part that is not at its offset in the source.
    #[cold]
    fn append_anew<T: PartType>(&mut self, fourcc: FourCC, value: &T) -> Result<()> {
        let mut bytes = Vec::new();
        append_part(value, &mut bytes, fourcc)?;
        self.push(fourcc, bytes);
        Ok(())
    }

    /// Creates a part from the bytes from `at` on, whose size differs from the source's.
    #[cold]
    fn push_written(&mut self, fourcc: FourCC, at: usize) {
        let bytes = self.in_place.as_mut().map(|out| out.split_off(at));
        self.push(fourcc, bytes.unwrap_or_default());
    }

    /// Appends a part with bytes.
    ///
    /// # Errors
    /// Never, like [`keep`](Self::keep).
    pub fn append_bytes(&mut self, fourcc: FourCC, bytes: impl Into<Cow<'a, [u8]>>) -> Result<()> {
        let (file, bytes) = (self.source.file(), bytes.into());
        if let Some((out, was)) = self.next_in_place(fourcc)
            && was.data.len() == bytes.len()
        {
            append_from(out, file, was.data_offset);
            out.extend_from_slice(&bytes);
            self.stays(was);
            return Ok(());
        }
        self.push(fourcc, bytes);
        Ok(())
    }

    /// The output and the next part of the source, if a part with this FourCC can replace it.
    #[inline]
    fn next_in_place(&mut self, fourcc: FourCC) -> Option<(&mut Vec<u8>, RawPart<'a>)> {
        let out = self.in_place.as_mut()?;
        let was = self.source.part(self.count)?;
        (was.fourcc == fourcc && was.offset >= self.end).then_some((out, was))
    }

    /// Counts a part that is at its offset in the source.
    #[inline]
    fn stays(&mut self, was: RawPart<'a>) {
        self.count += 1;
        self.end = was.data_offset + was.data.len();
    }

    /// Counts the bytes of a copied part. Parts that stay in place are bounded by the file.
    #[cold]
    fn claim(&mut self, part: RawPart<'a>) -> Result<()> {
        let taken = self.claims.take(part.data.len());
        taken.map_err(|kind| Error::without_byte(kind).within_part(part.fourcc, part.data_offset))
    }

    /// Appends a part that is not at its offset in the source.
    #[cold]
    fn push(&mut self, fourcc: FourCC, bytes: impl Into<Cow<'a, [u8]>>) {
        self.leave_source();
        self.builder
            .parts
            .push(PartEntry::new(fourcc, bytes.into()));
    }

    /// Moves the parts that were written in place into the builder.
    fn leave_source(&mut self) {
        let Some(out) = self.in_place.take() else {
            return;
        };
        // A directory may have many entries: the list is allocated once.
        let mut parts = Vec::with_capacity(self.source.len());
        parts.extend(self.source.parts().take(self.count).map(|was| {
            let begin = was.data_offset;
            match out.get(begin..begin + was.data.len()) {
                Some(bytes) if bytes != was.data => PartEntry::new(was.fourcc, bytes.to_vec()),
                _ => PartEntry::from(was),
            }
        }));
        self.builder.parts = parts;
    }

    #[cfg_attr(debug_assertions, inline)]
    fn finish(&mut self) -> Result<Vec<u8>> {
        if self.count < self.source.len() {
            self.leave_source();
        }
        let Some(mut out) = self.in_place.take() else {
            return self.builder.to_bytes();
        };
        let file = self.source.file();
        append_from(&mut out, file, file.len());
        let digest = self.builder.digest_of(&out);
        Ok(self.builder.finish(out, digest))
    }
}
