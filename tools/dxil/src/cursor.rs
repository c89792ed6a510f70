//! Reads the operands of a record in sequence.

use alloc::vec::Vec;

use crate::bitcode_error;
use crate::bitstream::Record;
use dxc_format::{Error, Result};

/// The operands of a record.
pub(crate) struct Cursor<'r> {
    operands: &'r [u64],
    next: usize,
    /// The offset of the record in bits, for errors.
    offset: usize,
}

impl<'r> Cursor<'r> {
    pub(crate) fn new(record: &Record<'r>) -> Self {
        Self {
            operands: record.operands,
            next: 0,
            offset: record.offset,
        }
    }

    pub(crate) fn error(&self, problem: &'static str) -> Error {
        bitcode_error(problem, self.offset)
    }

    /// The number of operands that are left.
    pub(crate) fn left(&self) -> usize {
        self.operands.len().saturating_sub(self.next)
    }

    /// The operands that are left.
    pub(crate) fn rest(&mut self) -> &'r [u64] {
        let rest = self.operands.get(self.next..).unwrap_or_default();
        self.next = self.operands.len();
        rest
    }

    pub(crate) fn next(&mut self) -> Result<u64> {
        let operand = self.operands.get(self.next).copied();
        self.next += 1;
        operand.ok_or_else(|| self.error("a record is too short"))
    }

    /// The next operand, or 0 if there is none.
    pub(crate) fn next_or_0(&mut self) -> u64 {
        let operand = self.operands.get(self.next).copied().unwrap_or_default();
        self.next += 1;
        operand
    }

    pub(crate) fn next_u32(&mut self) -> Result<u32> {
        let operand = self.next()?;
        u32::try_from(operand).map_err(|_| self.error("an operand exceeds 32 bits"))
    }

    /// The low half of the next operand; LLVM ignores the other half.
    pub(crate) fn next_low(&mut self) -> Result<u32> {
        let [a, b, c, d, ..] = self.next()?.to_le_bytes();
        Ok(u32::from_le_bytes([a, b, c, d]))
    }

    /// The next operand as `u32`, or 0 if there is none.
    pub(crate) fn next_u32_or_0(&mut self) -> Result<u32> {
        match self.left() {
            0 => Ok(0),
            _ => self.next_u32(),
        }
    }

    /// The operands that are left, each of at most 32 bits.
    pub(crate) fn rest_as_u32(&mut self) -> Result<Vec<u32>> {
        let mut operands = Vec::with_capacity(self.left());
        while self.left() > 0 {
            operands.push(self.next_u32()?);
        }
        Ok(operands)
    }

    pub(crate) fn next_bool(&mut self) -> Result<bool> {
        Ok(self.next()? != 0)
    }

    /// Decodes an alignment: 0 means none, and otherwise it is the exponent plus 1 of a power of 2.
    pub(crate) fn alignment(&self, exponent: u64) -> Result<u32> {
        match exponent {
            0 => Ok(0),
            1..=30 => Ok(1 << (exponent - 1)),
            _ => Err(self.error("an alignment is too large")),
        }
    }
}

/// The bytes of a string, one for each operand.
pub(crate) fn bytes_of(operands: &[u64]) -> impl Iterator<Item = u8> {
    operands.iter().map(|letter| low_byte(*letter))
}

/// The character that an operand of a string represents.
pub(crate) fn low_byte(operand: u64) -> u8 {
    let [low, ..] = operand.to_le_bytes();
    low
}

/// Converts a count to a 32-bit number of the bitcode.
pub(crate) fn number(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
