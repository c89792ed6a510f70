//! Where the pieces of a part are.

use alloc::vec::Vec;

use super::walk::{Content, Piece, Sink};

/// A layout: the place of each piece, and the bytes between them.
#[derive(Clone, Debug, Default)]
pub struct PieceLayout {
    /// Place and size, in the order of the walk.
    pub pieces: Vec<(usize, usize)>,
    /// All bytes; those of pieces are written over.
    pub bytes: Vec<u8>,
}

/// The bytes that none of the pieces claims, with their offsets.
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

/// Collects the offsets of pieces, without padding, so that its bytes are kept.
pub(crate) struct Pieces(pub(crate) Vec<(usize, usize)>);

impl Sink for Pieces {
    fn piece(&mut self, piece: Piece) {
        if !matches!(piece.content, Content::Padding { .. }) {
            self.0.push((piece.at, piece.size));
        }
    }
}
