//! The limits on the leaves of a walk, and on their text.

use core::cell::Cell;

use super::limits::Limits;
use super::reader::MOST_CLAIMS;
use super::shape::Shape;

/// The maximum number of bytes to show of a name, which leaves may share, and of the text of a list after its first
/// element.
const MOST_TEXT: usize = 1024;

/// The limit per text after all leaves together have reached theirs.
const LEAST_TEXT: usize = 64;

/// The estimated memory per leaf, including its entry in an outline or table.
const LEAF_SIZE: u64 = 512;

/// The divisor for the memory of texts that several leaves share.
const TEXT_SHARE: u64 = 16;

/// The remaining limits of a walk.
#[derive(Clone, Debug)]
pub(super) struct LeafRoom {
    leaves: usize,
    left_out: usize,
    /// Bytes of shared text.
    text: u64,
    /// Bytes of long names and lists beyond [`MOST_TEXT`], for all leaves together.
    more: Cell<usize>,
}

impl LeafRoom {
    /// No limits, except on long names and lists.
    pub(super) fn unlimited() -> Self {
        Self {
            leaves: usize::MAX,
            left_out: 0,
            text: u64::MAX,
            more: Cell::new(0),
        }
    }

    /// The limits of an operation.
    pub(super) fn within(limits: &Limits) -> Self {
        Self {
            leaves: usize::try_from(limits.memory / LEAF_SIZE).unwrap_or(usize::MAX),
            text: limits.memory / TEXT_SHARE,
            ..Self::unlimited()
        }
    }

    /// So many leaves, and the limits for long names and lists in full, for a part of this many bytes.
    pub(super) fn in_full(leaves: usize, len: usize) -> Self {
        Self {
            leaves,
            more: Cell::new(len.saturating_mul(MOST_CLAIMS)),
            ..Self::unlimited()
        }
    }

    /// The number of omitted leaves.
    pub(super) fn left_out(&self) -> usize {
        self.left_out
    }

    /// Whether no further leaf fits.
    pub(super) fn is_full(&self) -> bool {
        self.leaves == 0
    }

    /// Counts a leaf, or counts it as omitted.
    pub(super) fn take_leaf(&mut self) -> bool {
        let has_room = self.leaves > 0;
        self.leaves = self.leaves.saturating_sub(1);
        self.left_out += usize::from(!has_room);
        has_room
    }

    /// Counts `count` values of a shape as left out.
    pub(super) fn leave_out(&mut self, count: usize, shape: Shape) {
        self.left_out += count * width(shape);
    }

    /// The most bytes of a text that are shown.
    pub(super) fn most_text(&self) -> usize {
        match self.text {
            0 => LEAST_TEXT,
            _ => MOST_TEXT,
        }
    }

    /// Counts a shared text.
    pub(super) fn take_text(&mut self, len: usize) {
        self.text = self.text.saturating_sub(len as u64);
    }

    /// Whether this many bytes beyond [`most_text`](Self::most_text) may be shown.
    pub(super) fn may_show_more(&self, len: usize) -> bool {
        let left = self.more.get().checked_sub(len);
        left.inspect(|left| self.more.set(*left)).is_some()
    }
}

/// The number of single values in a shape.
fn width(shape: Shape) -> usize {
    match shape {
        Shape::Record(layout) => layout.fields.iter().map(|field| width(field.shape)).sum(),
        _ => 1,
    }
}
