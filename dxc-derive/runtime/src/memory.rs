//! The layout from which an owned value was read.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::walk::{Content, Piece, Sink};

/// The layout that a value was read from, where it is not the one that its writer would choose.
///
/// It does not affect equality, and `Debug` prints no content.
#[derive(Clone, Default)]
pub struct Memory(Option<Box<Remembered>>);

/// Where each piece was, and the bytes that no piece claimed.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    /// Place and size, in the order of the walk.
    pub pieces: Vec<(usize, usize)>,
    pub unclaimed: Vec<(usize, Box<[u8]>)>,
    pub size: usize,
}

impl Memory {
    /// The layout of `bytes`, with the pieces from a walk over them.
    pub fn new(bytes: &[u8], Pieces(pieces): Pieces) -> Self {
        let mut claimed = pieces.clone();
        claimed.sort_unstable();
        let mut unclaimed = Vec::new();
        let mut at = 0;
        for (start, size) in claimed.into_iter().filter(|piece| piece.1 > 0) {
            unclaimed.extend(
                bytes
                    .get(at..start)
                    .filter(|gap| !gap.is_empty())
                    .map(|gap| (at, gap.into())),
            );
            at = at.max(start + size);
        }
        unclaimed.extend(
            bytes
                .get(at..)
                .filter(|gap| !gap.is_empty())
                .map(|gap| (at, gap.into())),
        );
        Self(Some(Box::new(Remembered {
            pieces,
            unclaimed,
            size: bytes.len(),
        })))
    }

    /// A layout from another source; every piece must be within it.
    #[doc(hidden)]
    pub fn from_pieces(remembered: Remembered) -> Self {
        Self(Some(Box::new(remembered)))
    }

    pub fn get(&self) -> Option<&Remembered> {
        self.0.as_deref()
    }

    /// The first unclaimed bytes that are not padding, which is one repeated byte.
    pub fn gap(&self) -> Option<&[u8]> {
        let gaps = self.get().into_iter().flat_map(|layout| &layout.unclaimed);
        let mut gaps = gaps.map(|(_, gap)| &**gap);
        gaps.find(|gap| gap.windows(2).any(|pair| pair[0] != pair[1]))
    }

    /// Drops the layout: the value is written like a new one.
    pub fn forget(&mut self) {
        self.0 = None;
    }
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
pub struct Pieces(Vec<(usize, usize)>);

impl Sink for Pieces {
    fn piece(&mut self, piece: Piece) {
        if !matches!(piece.content, Content::Padding { .. }) {
            self.0.push((piece.at, piece.size));
        }
    }
}
