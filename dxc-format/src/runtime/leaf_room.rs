//! How many leaves a walk may make, and how much text.

use core::cell::Cell;

use super::limits::Limits;
use super::reader::MOST_CLAIMS;
use super::shape::Shape;

/// The most bytes of a name that are shown, which others may share, and of the text of a list behind its first element.
const MOST_TEXT: usize = 1024;

/// The same once the texts of all leaves have reached their limit.
const LEAST_TEXT: usize = 64;

/// The memory that a leaf is expected to take, with what is made of it: its place in an outline, a row of a table.
const LEAF_SIZE: u64 = 512;

/// The share of the memory that texts may take which several leaves reference.
const TEXT_SHARE: u64 = 16;

/// What is left of the limits of a walk.
#[derive(Clone, Debug)]
pub(super) struct LeafRoom {
    leaves: usize,
    left_out: usize,
    /// Bytes of text that leaves reference.
    text: u64,
    /// Bytes of long names and lists beyond [`MOST_TEXT`], of all leaves together.
    more: Cell<usize>,
}

impl LeafRoom {
    /// No limits, but for long names and lists.
    pub(super) fn unlimited() -> Self {
        Self {
            leaves: usize::MAX,
            left_out: 0,
            text: u64::MAX,
            more: Cell::new(0),
        }
    }

    /// The room that these limits leave.
    pub(super) fn within(limits: &Limits) -> Self {
        Self {
            leaves: usize::try_from(limits.memory / LEAF_SIZE).unwrap_or(usize::MAX),
            text: limits.memory / TEXT_SHARE,
            ..Self::unlimited()
        }
    }

    /// Room for all of long names and lists of a part with so many bytes.
    pub(super) fn in_full(len: usize) -> Self {
        Self {
            more: Cell::new(len.saturating_mul(MOST_CLAIMS)),
            ..Self::unlimited()
        }
    }

    /// How many leaves were left out.
    pub(super) fn left_out(&self) -> usize {
        self.left_out
    }

    /// Whether no further leaf fits.
    pub(super) fn is_full(&self) -> bool {
        self.leaves == 0
    }

    /// Takes the room of a leaf, or counts it as left out.
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

    /// Takes the room of a text that a leaf references.
    pub(super) fn take_text(&mut self, len: usize) {
        self.text = self.text.saturating_sub(len as u64);
    }

    /// Whether so many bytes beyond [`most_text`](Self::most_text) may be shown.
    pub(super) fn may_show_more(&self, len: usize) -> bool {
        let left = self.more.get().checked_sub(len);
        left.inspect(|left| self.more.set(*left)).is_some()
    }
}

/// How many single values something of a shape has.
fn width(shape: Shape) -> usize {
    match shape {
        Shape::Record(layout) => layout.fields.iter().map(|field| width(field.shape)).sum(),
        _ => 1,
    }
}
