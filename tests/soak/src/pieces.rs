//! The fields of a part, as far as it can be read.

use dxc_format::runtime::walk::{Content, Piece, Sink};
use dxc_format::{FourCC, PartView};

/// Notes all pieces of a walk.
#[derive(Default)]
pub(crate) struct Pieces(pub(crate) Vec<Piece>);

impl Sink for Pieces {
    fn piece(&mut self, piece: Piece) {
        self.0.push(piece);
    }
}

impl Pieces {
    /// The pieces of a part, up to where it is refused.
    pub(crate) fn of(fourcc: FourCC, bytes: &[u8]) -> Self {
        let mut pieces = Self::default();
        // The fields before an error are useful, too.
        let _ = PartView::walk(fourcc, bytes, &mut pieces);
        pieces
    }

    /// How many bytes the field at an offset takes.
    pub(crate) fn width(&self, at: usize) -> usize {
        let found = self.0.iter().rev().find(|piece| piece.at == at);
        found.map_or(4, |piece| piece.size.min(8))
    }
}

/// Whether overlaps and gaps of pieces can be checked: all but padding claim their bytes.
pub(crate) fn claims(piece: &Piece) -> bool {
    !matches!(piece.content, Content::Padding { .. }) && piece.size > 0
}
