//! The layout from which an owned value was read.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::walk::{Content, Piece, Sink};

/// The layout that a value was read from, where it is not the one that its writer would choose.
///
/// It does not affect equality, and `Debug` prints no content.
#[derive(Clone, Default)]
pub struct Memory(Option<Box<Remembered>>);

/// The place of each piece, and all bytes: those that no piece claims are kept.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    /// Place and size, in the order of the walk.
    pub pieces: Vec<(usize, usize)>,
    pub bytes: Vec<u8>,
    /// Whether the bytes were read. In a planned layout, pieces have no content yet.
    pub is_read: bool,
}

impl Memory {
    /// A layout; every piece must be within its bytes.
    #[doc(hidden)]
    pub fn new(remembered: Remembered) -> Self {
        Self(Some(Box::new(remembered)))
    }

    pub fn get(&self) -> Option<&Remembered> {
        self.0.as_deref()
    }

    /// The first unclaimed bytes that are not padding, which is one repeated byte.
    pub fn gap(&self) -> Option<&[u8]> {
        let Remembered { pieces, bytes, .. } = self.get()?;
        let gaps = unclaimed(pieces.clone(), bytes);
        let mut gaps = gaps.into_iter().map(|(_, gap)| gap);
        gaps.find(|gap| gap.windows(2).any(|pair| pair[0] != pair[1]))
    }

    /// Drops the layout: the value is written like a new one.
    pub fn forget(&mut self) {
        self.0 = None;
    }
}

/// The bytes that none of the pieces claims, with their offsets.
#[doc(hidden)]
pub fn unclaimed(mut pieces: Vec<(usize, usize)>, bytes: &[u8]) -> Vec<(usize, &[u8])> {
    pieces.retain(|(_, size)| *size > 0);
    pieces.push((bytes.len(), 0));
    pieces.sort_unstable();
    let (mut unclaimed, mut end) = (Vec::new(), 0);
    for (at, size) in pieces {
        let gap = bytes.get(end..at).filter(|gap| !gap.is_empty());
        unclaimed.extend(gap.map(|gap| (end, gap)));
        end = end.max(at.saturating_add(size));
    }
    unclaimed
}

impl PartialEq for Memory {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Memory {}

impl core::hash::Hash for Memory {
    fn hash<H: core::hash::Hasher>(&self, _: &mut H) {}
}

impl core::fmt::Debug for Memory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(if self.0.is_some() { "as read" } else { "usual" })
    }
}

/// Collects the offsets of pieces, without padding, so that its bytes are kept.
#[derive(Default)]
pub struct Pieces(pub Vec<(usize, usize)>);

impl Sink for Pieces {
    fn piece(&mut self, piece: Piece) {
        if !matches!(piece.content, Content::Padding { .. }) {
            self.0.push((piece.at, piece.size));
        }
    }
}
