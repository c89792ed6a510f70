//! The limits on the field values of a walk, and on their text.

use core::cell::Cell;

use crate::limits::Limits;
use crate::read::reader::MOST_CLAIMS;
use crate::shape::Shape;

/// The maximum number of bytes to show of a name, which field values may share, and of the text of a list after its first
/// element.
const MOST_TEXT: usize = 1024;

/// The limit for each text once the total for all field values is exhausted.
const LEAST_TEXT: usize = 64;

/// The estimated memory per field value, including its entry in an outline or table.
const LEAF_SIZE: u64 = 512;

/// The divisor for the memory of texts that several field values share.
const TEXT_SHARE: u64 = 16;

/// The remaining limits of a walk.
#[derive(Clone, Debug)]
pub(crate) struct FieldRoom {
    field_values: usize,
    left_out: usize,
    /// Bytes of shared text.
    text: u64,
    /// Bytes of long names and lists beyond [`MOST_TEXT`], for all field values together.
    more: Cell<usize>,
}

impl FieldRoom {
    /// Sets no limits, except on long names and lists.
    pub(crate) fn unlimited() -> Self {
        Self {
            field_values: usize::MAX,
            left_out: 0,
            text: u64::MAX,
            more: Cell::new(0),
        }
    }

    /// The limits of an operation.
    pub(crate) fn within(limits: &Limits) -> Self {
        Self {
            field_values: usize::try_from(limits.memory / LEAF_SIZE).unwrap_or(usize::MAX),
            text: limits.memory / TEXT_SHARE,
            ..Self::unlimited()
        }
    }

    /// Allows `field_values` field values, and sets the limits for full names and lists in a part of `len` bytes.
    pub(crate) fn in_full(field_values: usize, len: usize) -> Self {
        Self {
            field_values,
            more: Cell::new(len.saturating_mul(MOST_CLAIMS)),
            ..Self::unlimited()
        }
    }

    /// The number of omitted field values.
    pub(crate) fn left_out(&self) -> usize {
        self.left_out
    }

    /// Whether no further field value fits.
    pub(crate) fn is_full(&self) -> bool {
        self.field_values == 0
    }

    /// Counts a field value, or counts it as omitted.
    pub(crate) fn take_field(&mut self) -> bool {
        let has_room = self.field_values > 0;
        self.field_values = self.field_values.saturating_sub(1);
        self.left_out += usize::from(!has_room);
        has_room
    }

    /// Counts the numbers of a run that is one field value; returns how many of them are within the limit.
    pub(crate) fn take_numbers(&mut self, count: usize) -> usize {
        let taken = self.left_of(count);
        // The first number is counted with the field value.
        self.field_values -= taken.saturating_sub(1);
        self.left_out += count - taken.max(1);
        taken
    }

    /// The number of field values out of `count` that are within the limit.
    pub(crate) fn left_of(&self, count: usize) -> usize {
        count.min(self.field_values)
    }

    /// Counts `count` values of a shape as omitted.
    pub(crate) fn leave_out(&mut self, count: usize, shape: Shape) {
        self.left_out += count * width(shape);
    }

    /// The maximum number of bytes that are shown of a text.
    pub(crate) fn most_text(&self) -> usize {
        match self.text {
            0 => LEAST_TEXT,
            _ => MOST_TEXT,
        }
    }

    /// Counts a shared text.
    pub(crate) fn take_text(&mut self, len: usize) {
        self.text = self.text.saturating_sub(len as u64);
    }

    /// Whether this many bytes beyond [`most_text`](Self::most_text) may be shown.
    pub(crate) fn may_show_more(&self, len: usize) -> bool {
        let left = self.more.get().checked_sub(len);
        left.inspect(|left| self.more.set(*left)).is_some()
    }
}

/// The number of single values in a shape.
pub(crate) fn width(shape: Shape) -> usize {
    match shape {
        Shape::Record(layout) => layout.fields.iter().map(|field| width(field.shape)).sum(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{FieldRoom, LEAF_SIZE, LEAST_TEXT, MOST_TEXT, TEXT_SHARE};
    use crate::limits::Limits;
    use crate::shape::Shape;

    fn room(memory: u64) -> FieldRoom {
        let mut limits = Limits::NONE;
        limits.memory = memory;
        FieldRoom::within(&limits)
    }

    /// Each value takes its part of the memory; one more is counted as omitted.
    #[test]
    fn values_are_taken_up_to_the_memory() {
        let mut room = room(3 * LEAF_SIZE);
        assert!((0..3).all(|_| !room.is_full() && room.take_field()));
        assert!(room.is_full() && !room.take_field());
        room.leave_out(2, Shape::Unsigned);
        assert_eq!(room.left_out(), 3);
    }

    /// Of a run of numbers, those within the limit are taken; the first one was counted with its field.
    #[test]
    fn numbers_are_taken_up_to_the_memory() {
        for (count, taken, left_out) in [(2, 2, 0), (3, 3, 0), (4, 3, 1), (9, 3, 6)] {
            let mut room = room(3 * LEAF_SIZE);
            assert_eq!(room.take_numbers(count), taken, "{count}");
            assert_eq!(room.left_out(), left_out, "{count}");
        }
    }

    /// Once the shared texts have taken their share, texts are short.
    #[test]
    fn texts_are_short_once_their_share_is_taken() {
        let mut room = room(100 * TEXT_SHARE);
        room.take_text(99);
        assert_eq!(room.most_text(), MOST_TEXT);
        room.take_text(1);
        assert_eq!(room.most_text(), LEAST_TEXT);
    }

    /// Full texts together have four times the part.
    #[test]
    fn full_texts_have_four_times_the_part() {
        let room = FieldRoom::in_full(1, 10);
        assert!(room.may_show_more(30) && !room.may_show_more(11));
        assert!(room.may_show_more(10) && !room.may_show_more(1));
    }
}
