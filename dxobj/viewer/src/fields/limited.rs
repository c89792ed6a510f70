//! A walk of which so much is listed as fits into memory.

use dxc_format::runtime::shape::{Shape, Shown};
use dxc_format::runtime::walk::{Content, Piece, Sink};
use dxc_format::{Leaf, Leaves};

/// As many fields of a part are listed: memory is not endless, and nobody reads more.
pub(super) const MOST: usize = 200_000;

/// Passes on so many values of a walk; what is behind them is counted.
pub(super) struct Limited<'a> {
    leaves: Leaves<'a>,
    bytes: &'a [u8],
    left: usize,
    pub(super) left_out: usize,
}

impl<'a> Limited<'a> {
    /// Takes a walk over these bytes.
    pub(super) fn new(leaves: Leaves<'a>, bytes: &'a [u8]) -> Self {
        Self {
            leaves,
            bytes,
            left: MOST,
            left_out: 0,
        }
    }

    /// The values.
    pub(super) fn into_vec(self) -> Vec<Leaf> {
        self.leaves.into_vec()
    }

    /// How many of `count` things with so many fields there is room for.
    fn room(&mut self, count: usize, fields: usize) -> usize {
        let room = count.min(self.left / fields.max(1));
        self.left = self.left.saturating_sub(room * fields.max(1));
        self.left_out += (count - room) * fields.max(1);
        room
    }
}

impl Sink for Limited<'_> {
    fn piece(&mut self, mut piece: Piece) {
        match piece.content {
            Content::Run { shape, stride, .. } => {
                let stride = stride.max(1);
                piece.size = self.room(piece.size / stride, width(shape)) * stride;
            }
            Content::Strings => {
                let rest = self.bytes.get(piece.at..).unwrap_or_default();
                let strings = rest.get(..piece.size).unwrap_or(rest);
                let count = strings.split_inclusive(|byte| *byte == 0).count();
                let room = self.room(count, 1);
                let shown = strings.split_inclusive(|byte| *byte == 0).take(room);
                piece.size = shown.map(<[u8]>::len).sum();
            }
            Content::Value(shape) | Content::Sized { shape, .. } => {
                if self.room(1, width(shape)) == 0 {
                    return;
                }
            }
            _ => {
                if self.room(1, 1) == 0 {
                    return;
                }
            }
        }
        self.leaves.piece(piece);
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, shown: &'static Shown) {
        self.leaves.enter(name, index, shown);
    }

    fn leave(&mut self) {
        self.leaves.leave();
    }

    fn pooled(&mut self, pool: &'static str, index: usize, at: u32) {
        self.leaves.pooled(pool, index, at);
    }
}

/// How many single values something of a shape has.
fn width(shape: Shape) -> usize {
    match shape {
        Shape::Record(layout) => layout.fields.iter().map(|field| width(field.shape)).sum(),
        _ => 1,
    }
}
