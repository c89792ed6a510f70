//! Builds and edits containers.

mod lay_out;
mod part_entry;
mod pieces;
mod rewrite;

use alloc::borrow::Cow;
use alloc::vec::Vec;

pub use self::part_entry::{PartData, PartEntry};
pub use self::pieces::Pieces;
pub use self::rewrite::Rewrite;
use super::digest::Digest;
use super::view::Container;
use crate::generated::header::{self, ContainerVersion};
use crate::generated::parts::Part;
use crate::runtime::{Error, ErrorKind, FourCC, Limits, Result, Strip};

/// The version that new containers get.
#[allow(clippy::cast_possible_truncation)] // The values are 1 and 0.
const VERSION: ContainerVersion = ContainerVersion {
    major: header::MAJOR as u16,
    minor: header::MINOR as u16,
};

/// A container that is being built or edited.
///
/// Parts are bytes, of which only the changed ones are copied, or values, which are written with the container.
///
/// A builder that came from a [`Container`] writes the container's bytes again, except for changes. While every part
/// keeps its FourCC, its size and its index, the parts stay in place and the bytes between them are kept. Otherwise
/// parts are laid out like DXC does, in sequence.
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

/// Which digest a [`Builder`] writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DigestPolicy {
    /// The digest that was read, if it is [special](Digest::is_special) or the content is unchanged; else the computed
    /// digest, which is the debug variant if that was read.
    #[default]
    Auto,
    /// The digest that was read, even if the content has changed; [`Digest::UNSIGNED`] if none was read.
    Keep,
    /// The content's digest.
    Recompute,
    /// This digest.
    Exactly(Digest),
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

impl<'a> Builder<'a> {
    #[inline]
    pub(in crate::container) fn of_source(
        source: Container<'a>,
        parts: Vec<PartEntry<'a>>,
    ) -> Self {
        Self {
            source: Some(source),
            version: source.header().version,
            parts,
            trailing: source.trailing().into(),
            digest: DigestPolicy::default(),
            limits: None,
        }
    }

    /// A container without parts.
    pub fn new() -> Self {
        Self::default()
    }

    /// The parts, in the directory's order.
    pub fn parts(&self) -> &[PartEntry<'a>] {
        &self.parts
    }

    /// The parts, to edit or reorder them.
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

    /// Adds a part at the end, even if another has this FourCC.
    pub fn push(&mut self, fourcc: FourCC, data: impl Into<PartData<'a>>) {
        self.parts.push(PartEntry::new(fourcc, data));
    }

    /// Adds a part before part `index`; at the end if there are fewer.
    pub fn insert(&mut self, index: usize, fourcc: FourCC, data: impl Into<PartData<'a>>) {
        self.parts
            .insert(index.min(self.parts.len()), PartEntry::new(fourcc, data));
    }

    /// Replaces the data of the first part with this FourCC, and returns the old data.
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

    /// Replaces the data of the first part with this FourCC. If there is none, adds one: at the end, but before the
    /// parts that [come last](crate::PartInfo::last), such as private data.
    pub fn set(&mut self, fourcc: FourCC, data: impl Into<PartData<'a>>) {
        self.set_entry(PartEntry::new(fourcc, data));
    }

    #[cfg_attr(debug_assertions, inline)]
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

    /// Removes all parts of a kind, such as debug information, and returns the removed parts.
    ///
    /// ```
    /// use dxc_format::{Builder, Strip, parts};
    ///
    /// let mut builder = Builder::new();
    /// builder.push(parts::ILDN, [0, 0, 0, 0, 0, 0, 0, 0].as_slice());
    /// builder.push(parts::SRCI, [0; 12].as_slice());
    /// builder.push(parts::PRIV, b"mine".as_slice());
    /// let stripped = builder.strip(Strip::Debug);
    /// assert_eq!(stripped[0].fourcc, parts::SRCI);
    /// assert_eq!(builder.parts().len(), 2); // The name of the PDB file stays.
    /// ```
    #[cfg_attr(debug_assertions, inline)]
    pub fn strip(&mut self, what: Strip) -> Vec<PartEntry<'a>> {
        let is_it = |part: &mut PartEntry<'a>| part.is(|info| info.strip.contains(&what));
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

    /// Replaces the data of part `index` with a value, which is written with the container.
    ///
    /// # Errors
    /// [`ErrorKind::NoPart`] if there is no such part; [`ErrorKind::WrongPart`](crate::ErrorKind::WrongPart) if the
    /// part's type does not match its FourCC.
    #[inline]
    pub fn set_part_at(&mut self, index: usize, part: impl Into<Part>) -> Result<()> {
        let Some(entry) = self.parts.get_mut(index) else {
            return Err(no_part(index));
        };
        *entry = PartEntry::of_value(entry.fourcc, part)?;
        Ok(())
    }

    /// Removes the first part with this FourCC.
    #[cfg_attr(debug_assertions, inline)]
    pub fn remove(&mut self, fourcc: FourCC) -> Option<PartEntry<'a>> {
        self.remove_at(self.position(fourcc)?)
    }

    /// Removes part `index`.
    #[cfg_attr(debug_assertions, inline)]
    pub fn remove_at(&mut self, index: usize) -> Option<PartEntry<'a>> {
        (index < self.parts.len()).then(|| self.parts.remove(index))
    }

    /// Removes every part for which `keep` returns false.
    pub fn retain(&mut self, keep: impl FnMut(&PartEntry<'a>) -> bool) {
        self.parts.retain(keep);
    }

    /// Moves part `from`, so that it becomes part `to`; the last one if there are fewer.
    ///
    /// # Errors
    /// [`ErrorKind::NoPart`] if there is no part `from`.
    #[cfg_attr(debug_assertions, inline)]
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

    /// Sets the container's version.
    pub fn set_version(&mut self, major: u16, minor: u16) {
        self.version = ContainerVersion { major, minor };
    }

    /// The bytes after the end that the header states.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    /// Replaces the bytes after the end that the header states.
    pub fn set_trailing(&mut self, bytes: impl Into<Cow<'a, [u8]>>) {
        self.trailing = bytes.into();
    }

    /// Sets the policy for the digest.
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
}

/// The error for a missing part.
#[cold]
fn no_part(index: usize) -> Error {
    Error::without_byte(ErrorKind::NoPart)
        .within_index(index)
        .within("parts")
}
