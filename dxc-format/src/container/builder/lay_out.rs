//! Lays out the bytes of a container: with its parts at their offsets in the source, or in sequence.

use alloc::vec::Vec;
use core::ptr;

use super::pieces::{Output, Pieces};
use super::{Builder, DigestPolicy, PartData, PartEntry};
use crate::container::digest::{self, Digest, Hasher};
use crate::container::view::{Container, ENTRY, RawPart, too_long};
use crate::generated::header::{Header, MAX_FILE_SIZE, PartHeader};
use crate::runtime::limits::Budget;
use crate::runtime::writer::append;
use crate::runtime::{Error, ErrorKind, Fixed, Limits, Result};

/// How the parts fit into the layout of the source.
enum Placed {
    /// Every part is at its offset in the source.
    Whole,
    /// A part has another FourCC or size than in the source.
    Otherwise,
    /// The source's parts are not in the order of the directory, or overlap.
    Tangled,
}

impl<'a> Builder<'a> {
    /// The limits of a container of `size` bytes. Parts that the caller added count as input, like the source.
    fn limits_for(&self, size: usize) -> Limits {
        let own = self.source.map_or(&[][..], |source| source.as_bytes());
        let place = own.as_ptr_range();
        let parts = self.parts.iter().filter_map(|part| part.data.as_bytes());
        let borrowed = parts.filter(|bytes| place.contains(&bytes.as_ptr()));
        let borrowed = borrowed.fold(0, |sum: usize, bytes| sum.saturating_add(bytes.len()));
        // Entries of the source are in its directory; the caller added the others.
        let entries = self
            .source
            .map_or(0, |source| source.len())
            .min(self.parts.len());
        let headers = entries.saturating_mul(ENTRY + PartHeader::SIZE);
        let not_given = borrowed
            .saturating_add(headers)
            .saturating_add(Header::SIZE);
        let given = own.len().saturating_add(size.saturating_sub(not_given));
        self.limits.unwrap_or(Limits::of_input(given))
    }

    /// The bytes of the container.
    ///
    /// # Errors
    /// [`ErrorKind::TooLarge`] if a part or the container is larger than the format allows, or than memory;
    /// [`ErrorKind::Limit`] if it exceeds a [limit](Self::set_limits); for a part that is a value, the error that
    /// prevents writing it, with the field.
    #[cfg_attr(debug_assertions, inline)]
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        if let Some(source) = &self.source
            && let Some(bytes) = self.laid_out_as(source)?
        {
            return Ok(bytes);
        }
        self.laid_out_anew()
    }

    /// The container in pieces, which borrow the bytes of parts; the digest is that of the source, or 0.
    ///
    /// # Errors
    /// Returns the errors of [`to_bytes`](Self::to_bytes).
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    pub fn to_pieces(&self) -> Result<Pieces<'_>> {
        if let Some(source) = self
            .source
            .filter(|source| source.len() == self.parts.len())
        {
            self.check_size(source.file().len())?;
            let mut out = Pieces::default();
            out.append_new(|out| {
                append_from(out, source.file(), Header::SIZE);
                Ok(())
            })?;
            match self.put_in_order(&mut out, &source)? {
                Placed::Whole => return Ok(out.followed_by(&self.trailing)),
                Placed::Otherwise => {}
                Placed::Tangled => return self.to_bytes().map(Pieces::from),
            }
        }
        let mut out = Pieces::default();
        self.put_in_sequence(&mut out)?;
        Ok(out.followed_by(&self.trailing))
    }

    /// The bytes with every part at its offset in the source; `None` if a FourCC or size differs, or if overlapping
    /// parts disagree.
    #[cfg_attr(debug_assertions, inline)]
    fn laid_out_as(&self, source: &Container<'a>) -> Result<Option<Vec<u8>>> {
        if source.len() != self.parts.len() {
            return Ok(None);
        }
        let is_kept = |(was, part): (RawPart<'a>, &PartEntry<'a>)| {
            let bytes = part.data.as_bytes();
            was.fourcc == part.fourcc && bytes.is_none_or(|bytes| bytes.len() == was.data.len())
        };
        if self.limits.is_some() {
            self.check_size(source.file().len())?;
        }
        let mut out = self.room_for(source.header().file_size)?;
        let digest = match self.put_in_order(&mut out, source)? {
            Placed::Whole => self.digest_of(&out),
            Placed::Otherwise => return Ok(None),
            Placed::Tangled if !source.parts().zip(&self.parts).all(is_kept) => return Ok(None),
            Placed::Tangled => match self.put_tangled(&mut out, source)? {
                Some(digest) => digest,
                None => return Ok(None),
            },
        };
        Ok(Some(self.finish(out, digest)))
    }

    /// Copies the source's bytes, with the changed parts in place.
    #[cfg_attr(debug_assertions, inline)]
    fn put_in_order<'p>(
        &'p self,
        out: &mut impl Output<'p>,
        source: &Container<'p>,
    ) -> Result<Placed> {
        let file = source.file();
        let mut end = Header::SIZE + source.directory().len() * ENTRY;
        for (was, part) in source.parts().zip(&self.parts) {
            if was.offset < end {
                return Ok(Placed::Tangled);
            }
            let at = was.data_offset;
            end = at + was.data.len();
            if was.fourcc != part.fourcc {
                return Ok(Placed::Otherwise);
            }
            match &part.data {
                PartData::Bytes(bytes) if ptr::eq(was.data, &**bytes) => {
                    append_from(out, file, end)
                }
                PartData::Bytes(bytes) if bytes.len() != was.data.len() => {
                    return Ok(Placed::Otherwise);
                }
                PartData::Bytes(bytes) => {
                    append_from(out, file, at);
                    out.append(bytes);
                }
                PartData::Value(value) => {
                    append_from(out, file, at);
                    out.append_new(|out| value.append_to(out, part.fourcc))?;
                }
            }
            if out.size() != end {
                return Ok(Placed::Otherwise);
            }
        }
        append_from(out, file, file.len());
        self.patch_version(out.begin());
        Ok(Placed::Whole)
    }

    /// Copies parts that are not in the order of the directory, or overlap; returns the digest if they agree.
    #[cfg_attr(debug_assertions, inline)]
    fn put_tangled(&self, out: &mut Vec<u8>, source: &Container<'a>) -> Result<Option<Digest>> {
        let file = source.file();
        let (mut is_untouched, mut first) = (true, usize::MAX);
        for (was, part) in source.parts().zip(&self.parts) {
            let bytes = part.data.as_bytes();
            is_untouched &= bytes.is_some_and(|bytes| ptr::eq(was.data, bytes));
            first = first.min(was.offset);
        }
        // If no part was changed, only the version can differ, and only if a part overlaps the header.
        let end = match (is_untouched, self.version == source.header().version) {
            (true, true) => 0,
            (true, false) => Header::SIZE,
            (false, _) => file.len(),
        };
        let places = source.parts().zip(&self.parts);
        let mut places: Vec<_> = places.filter(|(was, _)| was.offset < end).collect();
        let limits = self.limits.unwrap_or(Limits::of_input(file.len()));
        let mut claims = Budget::new("claims", limits.claims);
        if places
            .iter()
            .any(|(was, _)| claims.take(was.data.len()).is_err())
        {
            // Many entries may reference the same bytes: they must not be compared each time.
            return Ok(None);
        }
        out.clear();
        append_from(out, file, Header::SIZE + source.directory().len() * ENTRY);
        self.patch_version(out);
        places.sort_by_key(|(was, _)| was.offset);
        if !put_parts(out, file, places)? {
            return Ok(None);
        }
        append_from(out, file, file.len());
        let digest = self.digest_of(out);
        // A part that overlaps the digest was compared with the source's digest; the new digest must equal that one.
        let is_agreed = first >= digest::PLACE.end || digest == source.digest();
        Ok(is_agreed.then_some(digest))
    }

    /// Writes the version over the source's.
    fn patch_version(&self, file: &mut [u8]) {
        if let Some(header) = Header::decode(file).filter(|was| was.version != self.version) {
            let version = self.version;
            patch(file, 0, &Header { version, ..header });
        }
    }

    /// The bytes with the parts in sequence.
    #[cfg_attr(debug_assertions, inline)]
    fn laid_out_anew(&self) -> Result<Vec<u8>> {
        let mut out = self.room_for(self.checked_size()?)?;
        self.put_in_sequence(&mut out)?;
        let digest = self.digest_of(&out);
        Ok(self.finish(out, digest))
    }

    /// Writes the header, the directory, and the parts in sequence.
    #[cfg_attr(debug_assertions, inline)]
    fn put_in_sequence<'p>(&'p self, out: &mut impl Output<'p>) -> Result<()> {
        let part_count = u32::try_from(self.parts.len()).map_err(|_| too_long(u64::MAX))?;
        let mut header = Header {
            digest: Digest::UNSIGNED.0,
            version: self.version,
            part_count,
            ..Header::default()
        };
        out.append_new(|out| {
            append(out, &header);
            out.resize(Header::SIZE + self.parts.len() * ENTRY, 0);
            Ok(())
        })?;
        for (index, part) in self.parts.iter().enumerate() {
            let offset = check_file_size(out.size() as u64)?;
            patch(out.begin(), Header::SIZE + index * ENTRY, &offset);
            put_part(out, part)?;
        }
        header.file_size = check_file_size(out.size() as u64)?;
        self.check_size(out.size())?;
        patch(out.begin(), 0, &header);
        Ok(())
    }

    /// The size of the container without the content of values, which are not written yet, if the limits allow it.
    fn checked_size(&self) -> Result<u32> {
        let mut size = (self.parts.len() as u64)
            .saturating_mul(ENTRY as u64)
            .saturating_add(Header::SIZE as u64);
        for (index, part) in self.parts.iter().enumerate() {
            let part = size_of_part(part.size_of_bytes())
                .map_err(|error| error.within_index(index).within("parts"))?;
            size = size.saturating_add(PartHeader::SIZE as u64 + u64::from(part));
        }
        let size = check_file_size(size)?;
        self.check_size(usize::try_from(size).unwrap_or(usize::MAX))?;
        Ok(size)
    }

    /// Refuses a container whose size with trailing bytes exceeds a limit.
    fn check_size(&self, size: usize) -> Result<()> {
        let size = size.saturating_add(self.trailing.len());
        let limits = self.limits_for(size);
        let limits = [("output", limits.output), ("memory", limits.memory)];
        limits.into_iter().try_for_each(|(name, limit)| {
            let taken = Budget::new(name, limit).take(size);
            taken.map_err(|kind| Error::without_byte(kind).within("parts"))
        })
    }

    /// An empty `Vec` with capacity for a container and its trailing bytes.
    pub(super) fn room_for(&self, file_size: u32) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        usize::try_from(file_size)
            .ok()
            .and_then(|size| {
                out.try_reserve_exact(size.checked_add(self.trailing.len())?)
                    .ok()
            })
            .ok_or_else(|| too_long(file_size.into()))?;
        Ok(out)
    }

    /// The digest to be written into `file`, which is otherwise complete.
    pub(super) fn digest_of(&self, file: &[u8]) -> Digest {
        let is_same =
            |source: Container<'_>| digest::content(source.file()) == digest::content(file);
        let kept = self.kept_digest(|| self.source.is_some_and(is_same));
        kept.unwrap_or_else(|| {
            let hasher = Hasher::of(digest::content(file));
            let replaced = self.source.filter(|_| self.digest == DigestPolicy::Auto);
            let replaced = replaced.map(|source| source.verify_digest());
            replaced.map_or_else(|| hasher.digest(), |verdict| hasher.digest_after(verdict))
        })
    }

    /// The digest to be written, unless it must be computed from the content; `is_same` returns whether the source has
    /// the same content.
    #[doc(hidden)]
    #[inline]
    pub fn kept_digest(&self, is_same: impl FnOnce() -> bool) -> Option<Digest> {
        let read = self.source.map(|source| source.digest());
        match self.digest {
            DigestPolicy::Exactly(digest) => Some(digest),
            DigestPolicy::Keep => Some(read.unwrap_or(Digest::UNSIGNED)),
            DigestPolicy::Auto => read.filter(|digest| digest.is_special() || is_same()),
            DigestPolicy::Recompute => None,
        }
    }

    /// Completes the file: writes the digest and the trailing bytes.
    pub(super) fn finish(&self, mut file: Vec<u8>, digest: Digest) -> Vec<u8> {
        patch(&mut file, digest::PLACE.start, &digest.0);
        file.extend_from_slice(&self.trailing);
        file
    }
}

/// The size of a part as its header stores it.
fn size_of_part(size: usize) -> Result<u32> {
    u32::try_from(size).map_err(|_| {
        let value = Some(size as u64);
        let bits = u32::BITS;
        Error::new(ErrorKind::TooLarge { value, bits }, 0).within("size")
    })
}

/// The size of a file, which the format bounds.
fn check_file_size(size: u64) -> Result<u32> {
    match u32::try_from(size) {
        Ok(size) if size <= MAX_FILE_SIZE => Ok(size),
        _ => Err(too_long(size)),
    }
}

/// Appends a part with its header.
#[cfg_attr(debug_assertions, inline)]
fn put_part<'p>(out: &mut impl Output<'p>, part: &'p PartEntry<'_>) -> Result<()> {
    let fourcc = part.fourcc;
    match &part.data {
        PartData::Bytes(bytes) => {
            let size = size_of_part(bytes.len())?;
            out.append_new(|out| {
                append(out, &PartHeader { fourcc, size });
                Ok(())
            })?;
            out.append(bytes);
            Ok(())
        }
        PartData::Value(value) => out.append_new(|out| {
            let at = out.len();
            let mut header = PartHeader { fourcc, size: 0 };
            append(out, &header);
            value.append_to(out, fourcc)?;
            header.size = size_of_part(out.len() - at - PartHeader::SIZE)?;
            patch(out, at, &header);
            Ok(())
        }),
    }
}

/// Copies parts to their offsets in the source, in order of offset, and the bytes between them; returns whether all
/// fit.
fn put_parts<'p, 'a: 'p>(
    out: &mut Vec<u8>,
    file: &[u8],
    places: impl IntoIterator<Item = (RawPart<'p>, &'p PartEntry<'a>)>,
) -> Result<bool> {
    for (was, part) in places {
        // Bytes outside of all parts are the source's.
        append_from(out, file, was.offset);
        let is_whole = if out.len() == was.offset {
            put_part(out, part)?;
            out.len() == was.data_offset + was.data.len()
        } else {
            let mut bytes = Vec::new();
            put_part(&mut bytes, part)?;
            bytes.len() == PartHeader::SIZE + was.data.len() && place(out, was.offset, &bytes)
        };
        if !is_whole {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Appends the source's bytes up to `end`, except for those already there.
#[inline]
pub(super) fn append_from<'p>(out: &mut impl Output<'p>, file: &'p [u8], end: usize) {
    let gap = file.get(out.size()..end).unwrap_or_default();
    match <&[u8; PartHeader::SIZE]>::try_from(gap) {
        // Usually there is only a header between two parts, which is copied without a call.
        Ok(header) => out.append(header),
        Err(_) => out.append(gap),
    }
}

/// Overwrites the bytes at `at` with a value.
fn patch<T: Fixed>(out: &mut [u8], at: usize, value: &T) {
    value.encode(out.get_mut(at..).unwrap_or_default());
}

/// Writes bytes at `at`, which is at most the end. Bytes that are already there must be equal.
fn place(out: &mut Vec<u8>, at: usize, bytes: &[u8]) -> bool {
    let there = out.get(at..).unwrap_or_default();
    let shared = there.len().min(bytes.len());
    let (old, new) = bytes.split_at(shared);
    if there.get(..shared) != Some(old) {
        return false;
    }
    out.extend_from_slice(new);
    true
}
