//! The result of an edit: new bytes, and ranges that are copied from the edited file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use dxc_format::digest::{self, Digest, Hasher, Verdict};
use dxc_format::{Builder, Pieces};

use crate::input::Input;
use crate::problem::Problem;
use crate::stamp::Stamp;
use crate::stream::BLOCK;

/// The result of an edit, as a sequence of byte ranges.
pub(crate) struct Changed<'a> {
    /// The file that was edited.
    pub(crate) input: &'a Input,
    pieces: Pieces<'a>,
    /// The digest of the result.
    pub(crate) digest: Digest,
    /// Whether the result equals the edited file.
    pub(crate) is_same: bool,
}

impl<'a> Changed<'a> {
    /// Computes the result of a builder for a file. A computed digest is of the same variant as the file's, according
    /// to this verdict.
    pub(crate) fn new(
        input: &'a Input,
        builder: &'a Builder<'_>,
        verdict: Verdict,
    ) -> Result<Self, Problem> {
        let container = input.container()?;
        let pieces = builder.to_pieces().map_err(|error| input.problem(error))?;
        let mut changed = Self {
            input,
            pieces,
            digest: container.digest(),
            is_same: false,
        };
        let begin = container.file().len() - digest::content(container.file()).len();
        let end = changed.len() - builder.trailing().len();
        let choose = || {
            let is_same = changed.is_same_from(begin)?;
            let digest = match builder.kept_digest(|| is_same) {
                Some(digest) => digest,
                None => changed.computed_digest(begin, end, verdict)?,
            };
            io::Result::Ok((is_same, digest))
        };
        let (is_same, digest) = choose().map_err(|error| input.problem(error))?;
        changed.is_same = is_same && digest == changed.digest;
        changed.digest = digest;
        changed.pieces.set_digest(digest);
        Ok(changed)
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.pieces.size()
    }

    /// The byte ranges between two offsets, each with its offset.
    fn pieces(&self, begin: usize, end: usize) -> impl Iterator<Item = (usize, &[u8])> {
        let mut at = 0;
        self.pieces.iter().map(move |piece| {
            let before = begin.saturating_sub(at).min(piece.len());
            let piece_end = end.saturating_sub(at).clamp(before, piece.len());
            let found = (
                at + before,
                piece.get(before..piece_end).unwrap_or_default(),
            );
            at += piece.len();
            found
        })
    }

    /// Whether all bytes from an offset to the end equal those of the file.
    fn is_same_from(&self, begin: usize) -> io::Result<bool> {
        let old = &self.input.bytes;
        if self.len() != old.len() {
            return Ok(false);
        }
        for (at, piece) in self.pieces(begin, old.len()) {
            if self.input.offset_of(piece) == Some(at) {
                continue;
            }
            let there = old.get(at..at + piece.len()).unwrap_or_default();
            for (new, old) in self.input.blocks(piece).zip(self.input.blocks(there)) {
                if new? != old? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn computed_digest(&self, begin: usize, end: usize, verdict: Verdict) -> io::Result<Digest> {
        let mut hasher = Hasher::new();
        for (_, piece) in self.pieces(begin, end) {
            for block in self.input.blocks(piece) {
                hasher.update(&block?);
            }
        }
        Ok(hasher.digest_after(verdict))
    }

    /// All bytes.
    pub(crate) fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.len());
        for piece in self.pieces.iter() {
            for block in self.input.blocks(piece) {
                bytes.extend_from_slice(&block?);
            }
        }
        Ok(bytes)
    }

    /// Writes all bytes into a new file, which then replaces the old one. If the old file was only partly read, the
    /// system copies the other bytes from it. The old file is closed.
    pub(crate) fn write_to(&self, file: &mut File) -> io::Result<()> {
        let mut file = BufWriter::with_capacity(BLOCK, file);
        for piece in self.pieces.iter() {
            let Some((old, at)) = self.input.file.as_ref().zip(self.input.offset_of(piece)) else {
                file.write_all(piece)?;
                continue;
            };
            let len = piece.len() as u64;
            let copied = old.with(|mut old| {
                old.seek(SeekFrom::Start(at as u64))?;
                io::copy(&mut old.take(len), &mut file)
            });
            if copied? != len {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        file.flush()?;
        let Some(old) = &self.input.file else {
            return Ok(());
        };
        let stamp = old.with(Stamp::new)?;
        old.close();
        if self.input.stamp.as_ref() == Some(&stamp) {
            Ok(())
        } else {
            Err(io::Error::other(
                "the file that is edited was changed meanwhile",
            ))
        }
    }
}
