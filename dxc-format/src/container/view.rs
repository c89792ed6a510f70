//! Opens a container: a header, a directory, and parts at any offsets after them.

use core::fmt;
use core::iter::FusedIterator;
use core::slice;

use super::builder::{Builder, PartEntry};
use crate::generated::header::{Header, MAX_FILE_SIZE, PartHeader};
use crate::generated::parts::PartView;
use crate::runtime::limits::Budget;
use crate::runtime::shape::field;
use crate::runtime::{Error, ErrorKind, Fixed, FourCC, Limits, Result};

/// The size of a directory entry. The directory is a run of `u32`: the offset of each part from the start of the file.
pub(crate) const ENTRY: usize = <u32 as Fixed>::SIZE;

/// A container, borrowed from the bytes of its file.
///
/// Opening it checks that every part is within the file, and allocates nothing. The data of parts is not read.
///
/// ```
/// use dxc_format::{Builder, Container, FourCC};
///
/// let mut builder = Builder::new();
/// builder.push(FourCC(*b"PRIV"), b"mine".as_slice());
/// let bytes = builder.to_bytes()?;
///
/// let container = Container::parse(&bytes)?;
/// assert_eq!(container.len(), 1);
/// assert_eq!(container.find(FourCC(*b"PRIV")).unwrap().data, b"mine");
/// # Ok::<(), dxc_format::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Container<'a> {
    bytes: &'a [u8],
    /// The bytes up to the end that the header states.
    file: &'a [u8],
    directory: &'a [[u8; ENTRY]],
}

/// A part as bytes, and the offset of these bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RawPart<'a> {
    /// The FourCC.
    pub fourcc: FourCC,
    /// The offset of its header, from the start of the file.
    pub offset: usize,
    /// The offset of its data, from the start of the file.
    pub data_offset: usize,
    /// The data after its header.
    pub data: &'a [u8],
}

/// The parts of a [`Container`], in the directory's order.
#[derive(Clone)]
pub struct Parts<'a> {
    file: &'a [u8],
    directory: slice::Iter<'a, [u8; ENTRY]>,
}

impl<'a> Container<'a> {
    /// Opens a container.
    ///
    /// Parts may overlap and leave gaps, and the file may continue after the end that its header states: these bytes
    /// are kept.
    ///
    /// # Errors
    /// If the file ends before its header does, before the end that the header states, before its directory or before a
    /// part. The error's [path](Error::path) is that of the invalid field, such as `header.file_size` or
    /// `parts[3].offset`.
    #[inline]
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let Some((header, file)) = Header::decode(bytes).and_then(|header| {
            let size = usize::try_from(header.file_size).ok()?;
            Some((header, bytes.get(..size)?))
        }) else {
            return Err(no_file(bytes));
        };
        if header.check_magic().is_err() || header.file_size > MAX_FILE_SIZE {
            return Err(no_file(bytes));
        }
        let Some(directory) = usize::try_from(header.part_count).ok().and_then(|count| {
            // Only as many entries as fit are accepted, so that the count need not be multiplied.
            file.get(Header::SIZE..)?.as_chunks().0.get(..count)
        }) else {
            return Err(no_directory(header.part_count, file));
        };
        for entry in directory {
            if RawPart::at(file, *entry).is_none() {
                return Err(no_part(file, directory));
            }
        }
        Ok(Self {
            bytes,
            file,
            directory,
        })
    }

    /// The parts, in the directory's order.
    #[inline]
    pub fn parts(&self) -> Parts<'a> {
        Parts {
            file: self.file,
            directory: self.directory.iter(),
        }
    }

    /// A copy to edit; it borrows the data of all parts that are not edited.
    pub fn to_builder(&self) -> Builder<'a> {
        let parts = self.entries().map(PartEntry::from).collect();
        Builder::of_source(*self, parts)
    }

    /// Part `index` of the directory.
    #[inline]
    pub fn part(&self, index: usize) -> Option<RawPart<'a>> {
        RawPart::at(self.file, *self.directory.get(index)?)
    }

    /// The first part with this FourCC.
    #[inline]
    pub fn find(&self, fourcc: FourCC) -> Option<RawPart<'a>> {
        self.parts().find(|part| part.fourcc == fourcc)
    }

    /// All parts with this FourCC, in the directory's order.
    ///
    /// ```
    /// # use dxc_format::{Builder, Container, FourCC};
    /// # let mut builder = Builder::new();
    /// # builder.push(FourCC(*b"PRIV"), b"mine".as_slice());
    /// # let bytes = builder.to_bytes()?;
    /// let container = Container::parse(&bytes)?;
    /// for part in container.find_all(FourCC(*b"PRIV")) {
    ///     println!("{part:?}: {:?}", part.view()?);
    /// }
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    pub fn find_all(&self, fourcc: FourCC) -> impl Iterator<Item = RawPart<'a>> + use<'a> {
        self.parts().filter(move |part| part.fourcc == fourcc)
    }

    /// Applies `read` to the data of the first part with this FourCC; `None` if there is no such part.
    ///
    /// ```
    /// # use dxc_format::{Builder, Container, FourCC};
    /// use dxc_format::runtime::reader::Reader;
    ///
    /// # let mut builder = Builder::new();
    /// # builder.push(FourCC(*b"PRIV"), b"abc".as_slice());
    /// # let bytes = builder.to_bytes()?;
    /// let container = Container::parse(&bytes)?;
    /// let number = container.find_as(FourCC(*b"PRIV"), |data| Reader::new(data).fixed::<u32>());
    /// assert_eq!(number.unwrap_err().part(), Some(FourCC(*b"PRIV")));
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of `read`, with the part and its offset added.
    #[inline]
    pub fn find_as<T>(
        &self,
        fourcc: FourCC,
        read: impl FnOnce(&'a [u8]) -> Result<T>,
    ) -> Result<Option<T>> {
        let Some(part) = self.find(fourcc) else {
            return Ok(None);
        };
        match read(part.data) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.within_part(fourcc, part.data_offset)),
        }
    }

    /// The number of parts.
    #[inline]
    pub fn len(&self) -> usize {
        self.directory.len()
    }

    /// Whether there are no parts.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.directory.is_empty()
    }

    /// The header.
    #[inline]
    pub fn header(&self) -> Header {
        // `parse` checked the header.
        Header::decode(self.file).unwrap_or_default()
    }

    /// The bytes of the file, including the [trailing](Self::trailing) ones.
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The bytes from the header to the end that it states.
    #[inline]
    pub fn file(&self) -> &'a [u8] {
        self.file
    }

    /// The bytes after the end that the header states.
    #[inline]
    pub fn trailing(&self) -> &'a [u8] {
        self.bytes.get(self.file.len()..).unwrap_or_default()
    }

    /// Refuses containers whose parts, with their headers and directory entries, exceed [`Limits::claims`] bytes
    /// together: entries may reference the same bytes any number of times. Call it before you copy or show all parts.
    ///
    /// ```
    /// use dxc_format::{Builder, Container, Limits, parts};
    ///
    /// let mut builder = Builder::new();
    /// builder.push(parts::PRIV, b"mine".as_slice());
    /// let bytes = builder.to_bytes()?;
    /// Container::parse(&bytes)?.check_claims(&Limits::of_input(bytes.len()))?;
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Limit`].
    pub fn check_claims(&self, limits: &Limits) -> Result<()> {
        let mut claims = Budget::new("claims", limits.claims);
        let taken = self
            .parts()
            .try_for_each(|part| claims.take(ENTRY + PartHeader::SIZE + part.data.len()));
        taken.map_err(|kind| Error::without_byte(kind).within("parts"))
    }

    /// The offset of each part.
    #[inline]
    pub(crate) fn directory(&self) -> &'a [[u8; ENTRY]] {
        self.directory
    }

    /// The parts, by an iterator of exact size, so that a `Vec` of them needs one allocation.
    #[inline]
    pub(crate) fn entries(&self) -> impl ExactSizeIterator<Item = RawPart<'a>> + use<'a> {
        let file = self.file;
        // `parse` checked each entry.
        self.directory
            .iter()
            .map(move |entry| RawPart::at(file, *entry).unwrap_or_default())
    }
}

impl<'a> IntoIterator for &Container<'a> {
    type Item = RawPart<'a>;
    type IntoIter = Parts<'a>;

    fn into_iter(self) -> Parts<'a> {
        self.parts()
    }
}

/// The header and each part's FourCC, offset and size; no content.
impl fmt::Debug for Container<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Container")
            .field("header", &self.header())
            .field("parts", &self.parts())
            .field("trailing", &self.trailing().len())
            .finish()
    }
}

impl<'a> RawPart<'a> {
    /// The part that a directory entry references, if it is within the file.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(file: &'a [u8], entry: [u8; ENTRY]) -> Option<Self> {
        // Sums of 32-bit values do not overflow 64 bits. Each part costs one comparison with the last offset at which a
        // header fits, which is the same for all parts.
        let last = file.len().checked_sub(PartHeader::SIZE)?;
        let offset = usize::try_from(u32::decode(&entry)?).ok()?;
        if offset > last {
            return None;
        }
        let begin = offset.checked_add(PartHeader::SIZE)?;
        let header = PartHeader::decode(file.get(offset..begin)?)?;
        let size = usize::try_from(header.size).ok()?;
        if offset.checked_add(size)? > last {
            return None;
        }
        let data = file.get(begin..begin.checked_add(size)?)?;
        Some(Self {
            fourcc: header.fourcc,
            offset,
            data_offset: begin,
            data,
        })
    }

    /// The part as its type, borrowed; [`PartView::Opaque`] if the crate has no type for it.
    ///
    /// # Errors
    /// If the data cannot be read. The error contains the part, the field, and the offset in the file.
    #[cfg_attr(debug_assertions, inline)]
    pub fn view(&self) -> Result<PartView<'a>> {
        PartView::parse(self.fourcc, self.data)
            .map_err(|error| error.within_part(self.fourcc, self.data_offset))
    }
}

/// The FourCC, offset and size; no content.
impl fmt::Debug for RawPart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} at {:#x}: {} bytes",
            self.fourcc,
            self.offset,
            self.data.len()
        )
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = RawPart<'a>;

    #[inline]
    fn next(&mut self) -> Option<RawPart<'a>> {
        RawPart::at(self.file, *self.directory.next()?)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.directory.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<RawPart<'a>> {
        RawPart::at(self.file, *self.directory.nth(n)?)
    }
}

impl DoubleEndedIterator for Parts<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        RawPart::at(self.file, *self.directory.next_back()?)
    }
}

// `Container::parse` checked every part, so each of them is returned.
impl ExactSizeIterator for Parts<'_> {}

impl FusedIterator for Parts<'_> {}

impl fmt::Debug for Parts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The error for bytes without a header, or fewer bytes than the header states.
#[cold]
fn no_file(bytes: &[u8]) -> Error {
    let available = bytes.len() as u64;
    // Check the FourCC before the size.
    let mut begin = [0; Header::SIZE];
    for (to, from) in begin.iter_mut().zip(bytes) {
        *to = *from;
    }
    let begin = Header::decode(&begin).filter(|_| bytes.len() >= FourCC::SIZE);
    if let Some(Err(error)) = begin.map(|header| header.check()) {
        return error.within("header");
    }
    let Some(header) = Header::decode(bytes) else {
        return Error::new(
            ErrorKind::Truncated {
                needed: Header::SIZE as u64,
                available,
            },
            0,
        )
        .within("header");
    };
    let needed = u64::from(header.file_size);
    if needed > available {
        return in_header("file_size", ErrorKind::Truncated { needed, available });
    }
    too_long(needed)
}

/// The error for a file that ends before its directory does.
#[cold]
fn no_directory(part_count: u32, file: &[u8]) -> Error {
    match file.len().checked_sub(Header::SIZE) {
        None => {
            let kind = ErrorKind::TooSmall {
                size: file.len() as u64,
                minimum: Header::SIZE as u64,
            };
            in_header("file_size", kind)
        }
        Some(available) => {
            let needed = u64::from(part_count).saturating_mul(ENTRY as u64);
            let kind = ErrorKind::Truncated {
                needed,
                available: available as u64,
            };
            in_header("part_count", kind)
        }
    }
}

/// The error for the first directory entry that references no part.
#[cold]
fn no_part(file: &[u8], directory: &[[u8; ENTRY]]) -> Error {
    let is_lost = |entry: &[u8; ENTRY]| RawPart::at(file, *entry).is_none();
    let index = directory.iter().position(is_lost).unwrap_or_default();
    let entry = directory.get(index).copied().unwrap_or_default();
    let offset = u32::decode(&entry).unwrap_or_default();
    let limit = file.len() as u64;
    let available = limit.saturating_sub(offset.into());
    let part = usize::try_from(offset)
        .ok()
        .and_then(|at| Some((at, file.get(at..)?)));
    let error = match part.map(|(at, part)| (at, PartHeader::decode(part))) {
        Some((at, Some(header))) => {
            let size = field(&PartHeader::LAYOUT, "size").unwrap_or_default();
            let available = available.saturating_sub(PartHeader::SIZE as u64);
            let kind = ErrorKind::Truncated {
                needed: header.size.into(),
                available,
            };
            Error::new(kind, at + size.start).within("size")
        }
        found => {
            let kind = match found {
                Some(_) => ErrorKind::Truncated {
                    needed: PartHeader::SIZE as u64,
                    available,
                },
                None => ErrorKind::Outside {
                    offset: offset.into(),
                    limit,
                },
            };
            Error::new(kind, Header::SIZE + index * ENTRY).within("offset")
        }
    };
    error.within_index(index).within("parts")
}

/// The error for a container whose size exceeds the format's maximum.
#[cold]
pub(crate) fn too_long(size: u64) -> Error {
    in_header(
        "file_size",
        ErrorKind::TooLarge {
            value: Some(size),
            bits: MAX_FILE_SIZE.ilog2(),
        },
    )
}

/// An error in a field of the header.
fn in_header(name: &str, kind: ErrorKind) -> Error {
    let place = field(&Header::LAYOUT, name).unwrap_or_default();
    Error::new(kind, place.start).within(name).within("header")
}
