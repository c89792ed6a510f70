//! Packs the code of a record and the span of its operands in 8 bytes.

/// The width of a code in bits: all codes of constants, metadata and kinds of values are smaller.
const CODE_WIDTH: u32 = 6;

/// The code of a record, and the span of its operands in a vector of all operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    /// The number of operands in the upper bits, and the code in the lowest bits.
    head: u32,
    start: u32,
}

impl Packed {
    /// Packs a code and a span; `None` if a number is too large.
    pub(crate) fn new(code: u32, start: usize, len: usize) -> Option<Self> {
        let len = u32::try_from(len).ok()?;
        if code >> CODE_WIDTH != 0 || len.leading_zeros() < CODE_WIDTH {
            return None;
        }
        Some(Self {
            head: len << CODE_WIDTH | code,
            start: u32::try_from(start).ok()?,
        })
    }

    /// Packs a code and a number.
    pub(crate) const fn of_number(code: u32, number: u32) -> Self {
        Self {
            head: code,
            start: number,
        }
    }

    pub(crate) fn code(self) -> u32 {
        self.head & ((1 << CODE_WIDTH) - 1)
    }

    pub(crate) fn start(self) -> u32 {
        self.start
    }

    pub(crate) fn len(self) -> u32 {
        self.head >> CODE_WIDTH
    }
}
