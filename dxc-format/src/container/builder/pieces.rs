//! The bytes of a container in sequence: in one `Vec`, or in pieces that borrow the bytes of parts.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::container::digest::{Digest, PLACE};
use crate::runtime::Result;

/// Receives the bytes of a container in sequence.
pub(super) trait Output<'p> {
    /// The number of bytes so far.
    fn size(&self) -> usize;

    /// Appends existing bytes.
    fn append(&mut self, bytes: &'p [u8]);

    /// Appends new bytes.
    fn append_new(&mut self, put: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<()>;

    /// The bytes at the start, at least those that the first call appended, to edit them.
    fn begin(&mut self) -> &mut [u8];
}

impl<'p> Output<'p> for Vec<u8> {
    #[inline]
    fn size(&self) -> usize {
        self.len()
    }

    #[inline]
    fn append(&mut self, bytes: &'p [u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn append_new(&mut self, put: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<()> {
        put(self)
    }

    #[inline]
    fn begin(&mut self) -> &mut [u8] {
        self
    }
}

/// A container in pieces: only new bytes are allocated in addition to its source. `dxobj` uses it to write files that
/// are larger than memory.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct Pieces<'p> {
    pieces: Vec<Cow<'p, [u8]>>,
    size: usize,
}

impl<'p> Pieces<'p> {
    pub(super) fn followed_by(mut self, bytes: &'p [u8]) -> Self {
        self.append(bytes);
        self
    }

    /// The number of bytes of all pieces.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The pieces, in sequence.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.pieces.iter().map(|piece| &**piece)
    }

    /// Writes the digest into the header.
    pub fn set_digest(&mut self, digest: Digest) {
        if let Some(place) = self.begin().get_mut(PLACE) {
            place.copy_from_slice(&digest.0);
        }
    }
}

impl From<Vec<u8>> for Pieces<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self {
            size: bytes.len(),
            pieces: Vec::from([bytes.into()]),
        }
    }
}

impl<'p> Output<'p> for Pieces<'p> {
    fn size(&self) -> usize {
        self.size
    }

    fn append(&mut self, bytes: &'p [u8]) {
        self.size += bytes.len();
        self.pieces.push(bytes.into());
    }

    fn append_new(&mut self, put: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<()> {
        if !matches!(self.pieces.last(), Some(Cow::Owned(_))) {
            self.pieces.push(Cow::Owned(Vec::new()));
        }
        let Some(Cow::Owned(piece)) = self.pieces.last_mut() else {
            return Ok(());
        };
        let before = piece.len();
        put(piece)?;
        self.size += piece.len() - before;
        Ok(())
    }

    fn begin(&mut self) -> &mut [u8] {
        match self.pieces.first_mut() {
            Some(Cow::Owned(piece)) => piece,
            _ => &mut [],
        }
    }
}
