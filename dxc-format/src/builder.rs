//! A container that is being built or edited.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::{fmt, ptr};

use crate::container::{Container, ENTRY, RawPart, too_long};
use crate::digest::{self, Digest};
use crate::fixed::Fixed;
use crate::generated::header::{self, ContainerVersion, Header, MAX_FILE_SIZE, PartHeader};
use crate::parts::Part;
use crate::reader::MOST_CLAIMS;
use crate::{Error, ErrorKind, FourCC, PartInfo, Result, Strip};

/// The version that new containers get.
#[allow(clippy::cast_possible_truncation)] // 1 and 0.
pub(crate) const VERSION: ContainerVersion = ContainerVersion {
    major: header::MAJOR as u16,
    minor: header::MINOR as u16,
};

/// A container that is being built or edited: parts as bytes, of which only the changed ones are copied.
///
/// A builder that came from a [`Container`] writes its bytes again, byte by byte, but for what was changed. While every
/// part keeps its FourCC, its size and its index, the parts stay in place and what lies between them is kept;
/// otherwise they are laid out as DXC does, one behind the other.
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
}

/// A part of a [`Builder`].
#[derive(Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PartEntry<'a> {
    /// What the part is.
    pub fourcc: FourCC,
    /// What stands behind its header.
    pub data: Cow<'a, [u8]>,
}

/// Which digest a [`Builder`] writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

impl<'a> PartEntry<'a> {
    /// A part.
    pub fn new(fourcc: FourCC, data: impl Into<Cow<'a, [u8]>>) -> Self {
        Self {
            fourcc,
            data: data.into(),
        }
    }
}

impl PartEntry<'_> {
    /// Whether something is known of such a part.
    fn is(&self, known: impl FnOnce(&PartInfo) -> bool) -> bool {
        PartInfo::of(self.fourcc, &self.data).is_some_and(known)
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
        write!(f, "{}: {} bytes", self.fourcc, self.data.len())
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
        }
    }
}

impl<'a> From<Container<'a>> for Builder<'a> {
    fn from(source: Container<'a>) -> Self {
        let header = source.header();
        Self {
            source: Some(source),
            version: header.version,
            parts: source.parts().map(PartEntry::from).collect(),
            trailing: source.trailing().into(),
            digest: DigestPolicy::default(),
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
    pub fn push(&mut self, fourcc: FourCC, data: impl Into<Cow<'a, [u8]>>) {
        self.parts.push(PartEntry::new(fourcc, data));
    }

    /// Adds a part in front of part `index`; behind the last one if there are fewer.
    pub fn insert(&mut self, index: usize, fourcc: FourCC, data: impl Into<Cow<'a, [u8]>>) {
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
        data: impl Into<Cow<'a, [u8]>>,
    ) -> Result<Cow<'a, [u8]>> {
        match self.find_mut(fourcc) {
            Some(part) => Ok(core::mem::replace(&mut part.data, data.into())),
            None => Err(Error::new(ErrorKind::NoPart, 0).within_part(fourcc, 0)),
        }
    }

    /// Gives the first part with this FourCC other data, or adds one if there is none: behind the others, but in front
    /// of those that [stand last](PartInfo::last), such as private data.
    pub fn set(&mut self, fourcc: FourCC, data: impl Into<Cow<'a, [u8]>>) {
        let part = PartEntry::new(fourcc, data);
        match self.find_mut(fourcc) {
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

    /// Writes a typed part and [sets](Self::set) it.
    ///
    /// ```
    /// use dxc_format::{Builder, constants::FeatureFlags, features::FeatureInfo, parts};
    ///
    /// let mut info = FeatureInfo::default();
    /// info.flags = FeatureFlags::WaveOps;
    /// let mut builder = Builder::new();
    /// builder.set_part(parts::SFI0, info)?;
    /// assert_eq!(builder.parts()[0].data.len(), 8);
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the part's type does not go with the FourCC, or a field has a value that cannot be written.
    pub fn set_part(&mut self, fourcc: FourCC, part: impl Into<Part>) -> Result<()> {
        self.set(fourcc, part.into().to_bytes(fourcc)?);
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
            return Err(Error::new(ErrorKind::NoPart, 0)
                .within_index(from)
                .within("parts"));
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

    /// The bytes of the container.
    ///
    /// # Errors
    /// [`ErrorKind::TooLarge`] if a part or the container is larger than the format allows, or than memory.
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
        let stays = |(was, part): (RawPart<'_>, &PartEntry<'_>)| {
            was.fourcc == part.fourcc && was.data.len() == part.data.len()
        };
        if source.len() != self.parts.len() || !source.parts().zip(&self.parts).all(stays) {
            return Ok(None);
        }
        let file = source.file();
        let was = source.header();
        let untouched = |(was, part): (RawPart<'_>, &PartEntry<'_>)| ptr::eq(was.data, &*part.data);
        let is_untouched = source.parts().zip(&self.parts).all(untouched);
        let claimed = source
            .parts()
            .fold(0usize, |sum, part| sum.saturating_add(part.data.len()));
        if !is_untouched && claimed > file.len().saturating_mul(MOST_CLAIMS) {
            // Entries lead to the same bytes over and over, which nobody is to compare as often.
            return Ok(None);
        }
        let mut out = self.room_for(was.file_size)?;
        append(
            &mut out,
            &Header {
                version: self.version,
                ..was
            },
        );
        out.extend_from_slice(source.directory().as_flattened());
        let mut places: Vec<_> = source.parts().zip(&self.parts).collect();
        places.sort_by_key(|(was, _)| was.offset);
        let is_edited = !is_untouched || self.version != was.version;
        for (was, part) in places.iter().filter(|_| is_edited) {
            // What nobody claims is the source's.
            out.extend_from_slice(file.get(out.len()..was.offset).unwrap_or_default());
            let mut header = [0; PartHeader::SIZE];
            header_of(part)?.encode(&mut header);
            let agree = place(&mut out, was.offset, &header)
                && place(&mut out, was.data_offset(), &part.data);
            if !agree {
                return Ok(None);
            }
        }
        out.extend_from_slice(file.get(out.len()..).unwrap_or_default());
        let digest = self.digest_of(&out);
        // The digest was compared with a part that lies over it while it was still the source's.
        let covered = places
            .first()
            .is_some_and(|(was, _)| was.offset < digest::PLACE.end);
        if covered && digest != source.digest() {
            return Ok(None);
        }
        Ok(Some(self.finish(out, digest)))
    }

    /// The bytes with the parts one behind the other.
    fn laid_out_anew(&self) -> Result<Vec<u8>> {
        let (file_size, part_count) = self.sizes()?;
        let mut out = self.room_for(file_size)?;
        let digest = Digest::UNSIGNED.0;
        append(
            &mut out,
            &Header {
                magic: Container::MAGIC,
                digest,
                version: self.version,
                file_size,
                part_count,
            },
        );
        // No sum overflows from here on: `sizes` found that the whole is small enough.
        out.resize(Header::SIZE + self.parts.len() * ENTRY, 0);
        for (index, part) in self.parts.iter().enumerate() {
            let offset = u32::try_from(out.len()).map_err(|_| too_long(out.len() as u64))?;
            patch(&mut out, Header::SIZE + index * ENTRY, &offset);
            append(&mut out, &header_of(part)?);
            out.extend_from_slice(&part.data);
        }
        let digest = self.digest_of(&out);
        Ok(self.finish(out, digest))
    }

    /// The container's size if parts lie one behind the other, and the number of parts.
    fn sizes(&self) -> Result<(u32, u32)> {
        let count = self.parts.len() as u64;
        let mut size = count
            .saturating_mul(ENTRY as u64)
            .saturating_add(Header::SIZE as u64);
        for (index, part) in self.parts.iter().enumerate() {
            let header =
                header_of(part).map_err(|error| error.within_index(index).within("parts"))?;
            size = size.saturating_add(PartHeader::SIZE as u64 + u64::from(header.size));
        }
        match (u32::try_from(size), u32::try_from(count)) {
            (Ok(file_size), Ok(count)) if size <= MAX_FILE_SIZE => Ok((file_size, count)),
            _ => Err(too_long(size)),
        }
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

/// A part's header.
fn header_of(part: &PartEntry<'_>) -> Result<PartHeader> {
    match u32::try_from(part.data.len()) {
        Ok(size) => Ok(PartHeader {
            fourcc: part.fourcc,
            size,
        }),
        Err(_) => {
            let value = Some(part.data.len() as u64);
            Err(Error::new(
                ErrorKind::TooLarge {
                    value,
                    bits: u32::BITS,
                },
                0,
            )
            .within("size"))
        }
    }
}

/// Puts a value at the end.
fn append<T: Fixed>(out: &mut Vec<u8>, value: &T) {
    let at = out.len();
    out.resize(at + T::SIZE, 0);
    patch(out, at, value);
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
