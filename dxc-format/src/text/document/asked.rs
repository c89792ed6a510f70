//! The bytes that a document asks for without giving them.

use alloc::format;

use super::problem::Problem;

/// The most that a document may ask for: gaps, zeros, and records that are longer than what is in them.
const MOST: usize = 64 << 20;

/// The most that the records and the layout of a part may ask for.
const MOST_OF_PART: usize = 16 << 20;

/// Longer gaps are shown whatever is in them, so that documents need not ask for much.
pub(super) const LONGEST_GAP: usize = 1 << 16;

/// How many bytes more may be asked for: by the document, and by the part that is being built.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    left: usize,
    left_of_part: usize,
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            left: MOST,
            left_of_part: MOST_OF_PART,
        }
    }
}

impl Asked {
    /// The same, for the next part.
    pub(super) fn next_part(self) -> Self {
        Self {
            left_of_part: MOST_OF_PART,
            ..self
        }
    }

    /// Takes so many bytes, if the document may ask for them.
    pub(super) fn take(&mut self, bytes: usize) -> bool {
        let left = self.left.checked_sub(bytes);
        left.inspect(|left| self.left = *left).is_some()
    }

    /// The same, within the part.
    pub(super) fn take_in_part(&mut self, bytes: usize) -> bool {
        let left = self.left_of_part.checked_sub(bytes);
        let taken = left.filter(|_| self.take(bytes));
        taken.inspect(|left| self.left_of_part = *left).is_some()
    }

    /// Takes so many bytes of gaps and zeros.
    pub(super) fn zeros(&mut self, bytes: usize) -> Result<(), Problem> {
        let too_many = || Problem::new(format!("more than {MOST} bytes of gaps and zeros"));
        self.take(bytes).then_some(()).ok_or_else(too_many)
    }
}
