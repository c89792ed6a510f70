//! A container that is being built or edited.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::{fmt, ptr};

use super::digest::{self, Digest};
use super::view::{Container, ENTRY, RawPart, too_long};
use crate::generated::header::{self, ContainerVersion, Header, MAX_FILE_SIZE, PartHeader};
use crate::generated::parts::Part;
use crate::runtime::limits::Budget;
use crate::runtime::writer::append;
use crate::runtime::{Error, ErrorKind, Fixed, FourCC, Limits, PartInfo, Result, Strip};

/// The version that new containers get.
#[allow(clippy::cast_possible_truncation)] // 1 and 0.
pub(crate) const VERSION: ContainerVersion = ContainerVersion {
    major: header::MAJOR as u16,
    minor: header::MINOR as u16,
};

/// A container that is being built or edited: parts as bytes, of which only the changed ones are copied, or as values,
/// which are written where they belong once the container is.
///
/// A builder that came from a [`Container`] writes its bytes again, byte by byte, but for what was changed. While every
/// part keeps its FourCC, its size and its index, the parts stay in place and what lies between them is kept;
/// otherwise they are laid out as DXC does, one behind the other.
///
/// Parts of the source may share bytes, and each gets its own bytes when they are laid out anew. The result may then be far
/// larger than the source, so that [`Limits`] bound it; see [`set_limits`](Self::set_limits).
///
/// ```
/// use dxc_format::{Builder, Container, FourCC};
///
/// let mut builder = Builder::new();
/// builder.push(FourCC(*b"PRIV"), b"mine".as_slice());
/// let bytes = builder.to_bytes()?;
///
/// let mut builder = Container::parse(&bytes)?.to_builder();
/// assert_eq!(builder.to_bytes()?, bytes);
/// builder.replace(FourCC(*b"PRIV"), b"yours".as_slice())?;
/// assert_eq!(builder.to_bytes()?.len(), bytes.len() + 1);
/// # Ok::<(), dxc_format::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder<'a> {
    source: Option<Container<'a>>,
    version: ContainerVersion,
    parts: Vec<PartEntry<'a>>,
    trailing: Cow<'a, [u8]>,
    digest: DigestPolicy,
    limits: Option<Limits>,
}

/// A part of a [`Builder`].
#[derive(Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PartEntry<'a> {
    /// What the part is.
    pub fourcc: FourCC,
    /// What stands behind its header.
    pub data: PartData<'a>,
}

/// What a part of a [`Builder`] holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartData<'a> {
    /// Its bytes.
    Bytes(Cow<'a, [u8]>),
    /// A value, which is written when the container is.
    Value(Part),
}

impl Default for PartData<'_> {
    fn default() -> Self {
        Self::Bytes(Cow::default())
    }
}

impl PartData<'_> {
    /// The bytes; `None` of a value, which has none before [`PartEntry::to_bytes`] or the builder writes it.
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

/// Which digest a [`Builder`] writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DigestPolicy {
    /// The digest that was read, if it is [special](Digest::is_special) or the content is still what it was; else the
    /// content's.
    #[default]
    Auto,
    /// The digest that was read, whatever the content is now; [`Digest::UNSIGNED`] if none was read.
    Keep,
    /// The content's digest.
    Recompute,
    /// This digest.
    Exactly(Digest),
}

/// How parts went where they were in the source.
enum Placed {
    /// Every part is in its place.
    Whole,
    /// A part has another FourCC or size.
    Otherwise,
    /// The source's parts lie in another order than that of the directory, or overlap.
    Tangled,
}

impl<'a> PartEntry<'a> {
    /// A part.
    pub fn new(fourcc: FourCC, data: impl Into<PartData<'a>>) -> Self {
        Self {
            fourcc,
            data: data.into(),
        }
    }

    /// A part that holds a value.
    ///
    /// # Errors
    /// If the value's type does not go with the FourCC.
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
    /// What stands behind the part's header; a value is written for it.
    ///
    /// # Errors
    /// If a field has a value that cannot be written.
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
    pub fn bytes_mut(&mut self) -> Result<&mut Vec<u8>> {
        if let PartData::Value(value) = &self.data {
            self.data = PartData::Bytes(value.to_bytes(self.fourcc)?.into());
        }
        match &mut self.data {
            PartData::Bytes(bytes) => Ok(bytes.to_mut()),
            PartData::Value(_) => Err(Error::without_byte(ErrorKind::WrongPart)),
        }
    }

    /// Whether something is known of such a part.
    fn is(&self, known: impl FnOnce(&PartInfo) -> bool) -> bool {
        let mut kinds = PartInfo::of_fourcc(self.fourcc);
        match (kinds.next(), kinds.next()) {
            (Some(only), None) if only.magic.is_none() => known(only),
            (None, _) => false,
            // Only its bytes tell, for which a value is written.
            _ => {
                let bytes = self.to_bytes().unwrap_or_default();
                PartInfo::of(self.fourcc, &bytes).is_some_and(known)
            }
        }
    }

    /// How many bytes it will take, as far as that can be told quickly.
    fn expected_size(&self) -> usize {
        match &self.data {
            PartData::Bytes(bytes) => bytes.len(),
            PartData::Value(value) => value.expected_size(),
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

impl Default for Builder<'_> {
    fn default() -> Self {
        Self {
            source: None,
            version: VERSION,
            parts: Vec::new(),
            trailing: Cow::default(),
            digest: DigestPolicy::default(),
            limits: None,
        }
    }
}

impl<'a> Container<'a> {
    /// A copy to edit; it borrows the data of all parts that are left alone.
    pub fn to_builder(&self) -> Builder<'a> {
        Builder::from(*self)
    }
}

impl<'a> From<Container<'a>> for Builder<'a> {
    fn from(source: Container<'a>) -> Self {
        let header = source.header();
        Self {
            source: Some(source),
            version: header.version,
            parts: source.entries().map(PartEntry::from).collect(),
            trailing: source.trailing().into(),
            digest: DigestPolicy::default(),
            limits: None,
        }
    }
}

impl<'a> Builder<'a> {
    /// A container without parts.
    pub fn new() -> Self {
        Self::default()
    }

    /// The parts, in the directory's order.
    pub fn parts(&self) -> &[PartEntry<'a>] {
        &self.parts
    }

    /// The parts, to change them in place or put them into another order.
    pub fn parts_mut(&mut self) -> &mut [PartEntry<'a>] {
        &mut self.parts
    }

    fn position(&self, fourcc: FourCC) -> Option<usize> {
        self.parts.iter().position(|part| part.fourcc == fourcc)
    }

    /// The first part with this FourCC.
    pub fn find(&self, fourcc: FourCC) -> Option<&PartEntry<'a>> {
        self.parts.iter().find(|part| part.fourcc == fourcc)
    }

    /// The first part with this FourCC, to change it in place.
    pub fn find_mut(&mut self, fourcc: FourCC) -> Option<&mut PartEntry<'a>> {
        self.parts.iter_mut().find(|part| part.fourcc == fourcc)
    }

    /// Adds a part behind the others, even if one has the same FourCC.
    pub fn push(&mut self, fourcc: FourCC, data: impl Into<PartData<'a>>) {
        self.parts.push(PartEntry::new(fourcc, data));
    }

    /// Adds a part in front of part `index`; behind the last one if there are fewer.
    pub fn insert(&mut self, index: usize, fourcc: FourCC, data: impl Into<PartData<'a>>) {
        self.parts
            .insert(index.min(self.parts.len()), PartEntry::new(fourcc, data));
    }

    /// Gives the first part with this FourCC other data, and returns what it had.
    ///
    /// # Errors
    /// [`ErrorKind::NoPart`] if there is no such part.
    pub fn replace(
        &mut self,
        fourcc: FourCC,
        data: impl Into<PartData<'a>>,
    ) -> Result<PartData<'a>> {
        match self.find_mut(fourcc) {
            Some(part) => Ok(core::mem::replace(&mut part.data, data.into())),
            None => Err(Error::without_byte(ErrorKind::NoPart).within_part(fourcc, 0)),
        }
    }

    /// Gives the first part with this FourCC other data, or adds one if there is none: behind the others, but in front
    /// of those that [stand last](PartInfo::last), such as private data.
    pub fn set(&mut self, fourcc: FourCC, data: impl Into<PartData<'a>>) {
        self.set_entry(PartEntry::new(fourcc, data));
    }

    fn set_entry(&mut self, part: PartEntry<'a>) {
        match self.find_mut(part.fourcc) {
            Some(found) => *found = part,
            None if part.is(|info| info.last) => self.parts.push(part),
            None => {
                let last = self.parts.iter().rev();
                let last = last.take_while(|part| part.is(|info| info.last)).count();
                self.parts.insert(self.parts.len() - last, part);
            }
        }
    }

    /// Takes out what a shader runs without, and returns it: what is there for debuggers, or for reflection.
    ///
    /// ```
    /// use dxc_format::{Builder, Strip, parts};
    ///
    /// let mut builder = Builder::new();
    /// builder.push(parts::ILDN, [0, 0, 0, 0, 0, 0, 0, 0].as_slice());
    /// builder.push(parts::PRIV, b"mine".as_slice());
    /// let stripped = builder.strip(Strip::Debug);
    /// assert_eq!(stripped[0].fourcc, parts::ILDN);
    /// assert_eq!(builder.parts().len(), 1);
    /// ```
    pub fn strip(&mut self, what: Strip) -> Vec<PartEntry<'a>> {
        let is_it = |part: &mut PartEntry<'a>| part.is(|info| info.strip == Some(what));
        self.parts.extract_if(.., is_it).collect()
    }

    /// [Sets](Self::set) a typed part, which is written when the container is.
    ///
    /// ```
    /// use dxc_format::{Builder, constants::FeatureFlags, features::FeatureInfo, parts};
    ///
    /// let mut info = FeatureInfo::default();
    /// info.flags = FeatureFlags::WaveOps;
    /// let mut builder = Builder::new();
    /// builder.set_part(parts::SFI0, info)?;
    /// assert_eq!(builder.parts()[0].to_bytes()?.len(), 8);
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the part's type does not go with the FourCC. A value that cannot be written is an error of
    /// [`to_bytes`](Self::to_bytes).
    pub fn set_part(&mut self, fourcc: FourCC, part: impl Into<Part>) -> Result<()> {
        self.set_entry(PartEntry::of_value(fourcc, part)?);
        Ok(())
    }

    /// Gives part `index` a value, which is written when the container is.
    ///
    /// # Errors
    /// [`ErrorKind::NoPart`] if there is no such part; or if the part's type does not go with its FourCC.
    #[inline]
    pub fn set_part_at(&mut self, index: usize, part: impl Into<Part>) -> Result<()> {
        let Some(entry) = self.parts.get_mut(index) else {
            return Err(no_part(index));
        };
        let part = part.into();
        if !part.goes_with(entry.fourcc) {
            return Err(wrong_part(entry.fourcc));
        }
        entry.data = PartData::Value(part);
        Ok(())
    }

    /// Takes out the first part with this FourCC.
    pub fn remove(&mut self, fourcc: FourCC) -> Option<PartEntry<'a>> {
        self.remove_at(self.position(fourcc)?)
    }

    /// Takes out part `index`.
    pub fn remove_at(&mut self, index: usize) -> Option<PartEntry<'a>> {
        (index < self.parts.len()).then(|| self.parts.remove(index))
    }

    /// Takes out every part for which `keep` is false.
    pub fn retain(&mut self, keep: impl FnMut(&PartEntry<'a>) -> bool) {
        self.parts.retain(keep);
    }

    /// Moves part `from`, so that it becomes part `to`; the last one if there are fewer.
    ///
    /// # Errors
    /// [`ErrorKind::NoPart`] if there is no part `from`.
    pub fn move_part(&mut self, from: usize, to: usize) -> Result<()> {
        let Some(part) = self.remove_at(from) else {
            return Err(no_part(from));
        };
        self.parts.insert(to.min(self.parts.len()), part);
        Ok(())
    }

    /// The container's version; 1.0 if it is new.
    pub fn version(&self) -> ContainerVersion {
        self.version
    }

    /// Gives the container another version.
    pub fn set_version(&mut self, major: u16, minor: u16) {
        self.version = ContainerVersion { major, minor };
    }

    /// The bytes behind the end that the header names.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    /// Puts other bytes behind the end that the header names.
    pub fn set_trailing(&mut self, bytes: impl Into<Cow<'a, [u8]>>) {
        self.trailing = bytes.into();
    }

    /// Says which digest is to be written.
    pub fn set_digest(&mut self, policy: DigestPolicy) {
        self.digest = policy;
    }

    /// Sets the limits of [`to_bytes`](Self::to_bytes). The defaults are [those of an input](Limits::of_input) that
    /// consists of the source and of all bytes that were added to it.
    ///
    /// ```
    /// use dxc_format::{Builder, ErrorKind, Limits, parts};
    ///
    /// let mut limits = Limits::of_input(0);
    /// limits.output = 16;
    /// let mut builder = Builder::new();
    /// builder.push(parts::PRIV, b"mine".as_slice());
    /// builder.set_limits(limits);
    /// let error = builder.to_bytes().unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::Limit { name: "output", needed: 48, limit: 16 }));
    /// ```
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = Some(limits);
    }

    /// The limits for a result of `size` bytes: by default those of the source, and of all that is not borrowed from it.
    fn limits_for(&self, size: usize) -> Limits {
        let own = self.source.map_or(&[][..], |source| source.as_bytes());
        let place = own.as_ptr_range();
        let parts = self.parts.iter().filter_map(|part| part.data.as_bytes());
        let borrowed = parts.filter(|bytes| place.contains(&bytes.as_ptr()));
        let borrowed = borrowed.fold(0, |sum: usize, bytes| sum.saturating_add(bytes.len()));
        let headers = self.parts.len().saturating_mul(ENTRY + PartHeader::SIZE);
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
    /// [`ErrorKind::Limit`] if it exceeds a [limit](Self::set_limits); of a part that is a value, what cannot be written,
    /// with the field.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        if let Some(source) = &self.source
            && let Some(bytes) = self.laid_out_as(source)?
        {
            return Ok(bytes);
        }
        self.laid_out_anew()
    }

    /// The bytes with every part where it was; `None` if one has another FourCC or size, or if parts that overlap no
    /// longer agree.
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

    /// Puts the source's bytes, with what was changed in its place.
    fn put_in_order(&self, out: &mut Vec<u8>, source: &Container<'a>) -> Result<Placed> {
        let file = source.file();
        let mut end = Header::SIZE + source.directory().len() * ENTRY;
        for (was, part) in source.parts().zip(&self.parts) {
            if was.offset < end {
                return Ok(Placed::Tangled);
            }
            let at = was.data_offset();
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
                    out.extend_from_slice(bytes);
                }
                PartData::Value(value) => {
                    append_from(out, file, at);
                    value.append_to(out, part.fourcc)?;
                }
            }
            if out.len() != end {
                return Ok(Placed::Otherwise);
            }
        }
        append_from(out, file, file.len());
        self.patch_version(out);
        Ok(Placed::Whole)
    }

    /// Puts parts that lie in another order than that of the directory, or overlap; the digest, if they agree.
    fn put_tangled(&self, out: &mut Vec<u8>, source: &Container<'a>) -> Result<Option<Digest>> {
        let file = source.file();
        let (mut is_untouched, mut first) = (true, usize::MAX);
        for (was, part) in source.parts().zip(&self.parts) {
            let bytes = part.data.as_bytes();
            is_untouched &= bytes.is_some_and(|bytes| ptr::eq(was.data, bytes));
            first = first.min(was.offset);
        }
        // Where no part was touched, only a version can differ, and only from a part that lies over the header.
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
            // Entries lead to the same bytes over and over, which nobody is to compare as often.
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
        // The digest was compared with a part that lies over it while it was still the source's.
        let is_agreed = first >= digest::PLACE.end || digest == source.digest();
        Ok(is_agreed.then_some(digest))
    }

    /// Puts the version over the one that the source had.
    fn patch_version(&self, file: &mut [u8]) {
        if let Some(header) = Header::decode(file).filter(|was| was.version != self.version) {
            let version = self.version;
            patch(file, 0, &Header { version, ..header });
        }
    }

    /// The bytes with the parts one behind the other.
    fn laid_out_anew(&self) -> Result<Vec<u8>> {
        let size = self.expected_size()?;
        self.check_size(usize::try_from(size).unwrap_or(usize::MAX))?;
        let mut out = self.room_for(size)?;
        let part_count = u32::try_from(self.parts.len()).map_err(|_| too_long(u64::MAX))?;
        let mut header = Header {
            digest: Digest::UNSIGNED.0,
            version: self.version,
            part_count,
            ..Header::default()
        };
        append(&mut out, &header);
        out.resize(Header::SIZE + self.parts.len() * ENTRY, 0);
        for (index, part) in self.parts.iter().enumerate() {
            let offset = size_of_file(&out)?;
            patch(&mut out, Header::SIZE + index * ENTRY, &offset);
            put_part(&mut out, part)?;
        }
        header.file_size = size_of_file(&out)?;
        self.check_size(out.len())?;
        patch(&mut out, 0, &header);
        let digest = self.digest_of(&out);
        Ok(self.finish(out, digest))
    }

    /// The container's size if parts lie one behind the other, as far as it can be told before values are written.
    fn expected_size(&self) -> Result<u32> {
        let mut size = (self.parts.len() as u64)
            .saturating_mul(ENTRY as u64)
            .saturating_add(Header::SIZE as u64);
        for (index, part) in self.parts.iter().enumerate() {
            let part = size_of_part(part.expected_size())
                .map_err(|error| error.within_index(index).within("parts"))?;
            size = size.saturating_add(PartHeader::SIZE as u64 + u64::from(part));
        }
        match u32::try_from(size) {
            Ok(size) if size <= MAX_FILE_SIZE => Ok(size),
            _ => Err(too_long(size)),
        }
    }

    /// Refuses a container of a size if that and the bytes behind its end exceed a limit.
    fn check_size(&self, size: usize) -> Result<()> {
        let size = size.saturating_add(self.trailing.len());
        let limits = self.limits_for(size);
        let limits = [("output", limits.output), ("memory", limits.memory)];
        limits.into_iter().try_for_each(|(name, limit)| {
            let taken = Budget::new(name, limit).take(size);
            taken.map_err(|kind| Error::without_byte(kind).within("parts"))
        })
    }

    /// An empty `Vec` with room for a container and what trails behind it.
    fn room_for(&self, file_size: u32) -> Result<Vec<u8>> {
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

    /// The digest to be written into `file`, which is complete but for that.
    fn digest_of(&self, file: &[u8]) -> Digest {
        let read = self
            .source
            .map(|source| (source.digest(), digest::content(source.file())));
        match (self.digest, read) {
            (DigestPolicy::Exactly(digest), _) => digest,
            (DigestPolicy::Keep, read) => read.map_or(Digest::UNSIGNED, |(digest, _)| digest),
            (DigestPolicy::Auto, Some((digest, content)))
                if digest.is_special() || content == digest::content(file) =>
            {
                digest
            }
            (DigestPolicy::Auto | DigestPolicy::Recompute, _) => Digest::of_file(file),
        }
    }

    /// Adds what the file lacks: its digest, and what trails behind it.
    fn finish(&self, mut file: Vec<u8>, digest: Digest) -> Vec<u8> {
        patch(&mut file, digest::PLACE.start, &digest.0);
        file.extend_from_slice(&self.trailing);
        file
    }
}

/// The size of a part as its header has it.
fn size_of_part(size: usize) -> Result<u32> {
    u32::try_from(size).map_err(|_| {
        let value = Some(size as u64);
        let bits = u32::BITS;
        Error::new(ErrorKind::TooLarge { value, bits }, 0).within("size")
    })
}

/// The size of a file, which the format bounds.
fn size_of_file(file: &[u8]) -> Result<u32> {
    match u32::try_from(file.len()) {
        Ok(size) if size <= MAX_FILE_SIZE => Ok(size),
        _ => Err(too_long(file.len() as u64)),
    }
}

/// A value's type does not go with the part.
#[cold]
fn wrong_part(fourcc: FourCC) -> Error {
    Error::without_byte(ErrorKind::WrongPart).within_part(fourcc, 0)
}

/// There is no such part.
#[cold]
fn no_part(index: usize) -> Error {
    Error::without_byte(ErrorKind::NoPart)
        .within_index(index)
        .within("parts")
}

/// Appends a part with its header.
fn put_part(out: &mut Vec<u8>, part: &PartEntry<'_>) -> Result<()> {
    let fourcc = part.fourcc;
    match &part.data {
        PartData::Bytes(bytes) => {
            let size = size_of_part(bytes.len())?;
            append(out, &PartHeader { fourcc, size });
            out.extend_from_slice(bytes);
        }
        PartData::Value(value) => {
            let at = out.len();
            let mut header = PartHeader { fourcc, size: 0 };
            append(out, &header);
            value.append_to(out, fourcc)?;
            header.size = size_of_part(out.len() - at - PartHeader::SIZE)?;
            patch(out, at, &header);
        }
    }
    Ok(())
}

/// Puts parts where they were, in the order of their places, and what lies between them; whether that went well.
fn put_parts<'p, 'a: 'p>(
    out: &mut Vec<u8>,
    file: &[u8],
    places: impl IntoIterator<Item = (RawPart<'p>, &'p PartEntry<'a>)>,
) -> Result<bool> {
    for (was, part) in places {
        // What nobody claims is the source's.
        append_from(out, file, was.offset);
        let is_whole = if out.len() == was.offset {
            put_part(out, part)?;
            out.len() == was.data_offset() + was.data.len()
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

/// Appends the source's bytes up to `end`, as far as they are not there.
#[inline]
fn append_from(out: &mut Vec<u8>, file: &[u8], end: usize) {
    let gap = file.get(out.len()..end).unwrap_or_default();
    match <&[u8; PartHeader::SIZE]>::try_from(gap) {
        // Between two parts there is nothing but a header, as a rule: it is copied without a call.
        Ok(header) => out.extend_from_slice(header),
        Err(_) => out.extend_from_slice(gap),
    }
}

/// Puts a value over the bytes at `at`.
fn patch<T: Fixed>(out: &mut [u8], at: usize, value: &T) {
    value.encode(out.get_mut(at..).unwrap_or_default());
}

/// Puts bytes at `at`, which is at the end or before it: then those that are there already must be equal.
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
