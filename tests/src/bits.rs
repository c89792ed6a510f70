//! Writes bitstreams bit by bit.
#![allow(clippy::unwrap_used, reason = "tests fail by it")]

use dxil::bitcode::{
    AbbreviationEncoding, AbbreviationId, BITCODE_MAGIC, BLOCK_ID_WIDTH, BLOCK_SIZE_WIDTH, BlockId,
    CODE_LEN_WIDTH, ENCODING_DATA_WIDTH, ENCODING_WIDTH, LITERAL_WIDTH, OPERAND_COUNT_WIDTH,
    RECORD_WIDTH, TOP_LEVEL_WIDTH,
};

/// The width of abbreviation IDs in blocks.
const WIDTH: u32 = 3;

/// Writes bits, the lowest bit of each byte first.
#[derive(Clone)]
pub struct Bits {
    /// The bytes so far.
    pub bytes: Vec<u8>,
    /// The number of used bits in the last byte; 0 if all are used.
    used: u32,
    /// The offsets of the sizes of the open blocks.
    sizes: Vec<usize>,
}

impl Bits {
    /// The magic of bitcode.
    pub fn bitcode() -> Self {
        let bits = Self {
            bytes: Vec::new(),
            used: 0,
            sizes: Vec::new(),
        };
        bits.put(BITCODE_MAGIC.into(), 32)
    }

    /// Writes an integer of this width.
    pub fn put(mut self, value: u64, width: u32) -> Self {
        for bit in 0..width {
            if self.used == 0 {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= u8::from(value >> bit & 1 == 1) << self.used;
            self.used = (self.used + 1) % 8;
        }
        self
    }

    /// Writes an integer of variable width.
    pub fn vbr(mut self, mut value: u64, width: u32) -> Self {
        let more = 1 << (width - 1);
        while value >= more {
            self = self.put(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.put(value, width)
    }

    fn id(self, id: AbbreviationId) -> Self {
        let is_outside = self.sizes.is_empty();
        let width = if is_outside { TOP_LEVEL_WIDTH } else { WIDTH };
        self.put(id.0.into(), width)
    }

    /// Writes zeros up to a multiple of 32 bits.
    pub fn align(mut self) -> Self {
        self.used = 0;
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self
    }

    /// Begins a block.
    pub fn enter(self, block: BlockId) -> Self {
        let mut bits = self
            .id(AbbreviationId::EnterSubBlock)
            .vbr(block.0.into(), BLOCK_ID_WIDTH)
            .vbr(WIDTH.into(), CODE_LEN_WIDTH)
            .align();
        bits.sizes.push(bits.bytes.len());
        bits.put(0, BLOCK_SIZE_WIDTH)
    }

    /// Ends the innermost block, if there is one.
    pub fn exit(self) -> Self {
        let mut bits = self.id(AbbreviationId::EndBlock).align();
        bits.state_size();
        bits
    }

    /// Stores the size of the innermost block, which ends here; returns whether there is one.
    fn state_size(&mut self) -> bool {
        let Some(at) = self.sizes.pop() else {
            return false;
        };
        let words = u32::try_from((self.bytes.len() - at) / 4 - 1).unwrap();
        self.bytes[at..at + 4].copy_from_slice(&words.to_le_bytes());
        true
    }

    /// Adds zeros after the bits; blocks that have not ended get the size of the remaining bits.
    pub fn cut_off(self) -> Self {
        let mut bits = self.put(0, 64).align();
        while bits.state_size() {}
        bits
    }

    /// Writes a record without an abbreviation.
    pub fn record(self, code: u32, operands: &[u64]) -> Self {
        let bits = self
            .id(AbbreviationId::UnabbrevRecord)
            .vbr(code.into(), RECORD_WIDTH)
            .vbr(operands.len() as u64, RECORD_WIDTH);
        operands
            .iter()
            .fold(bits, |bits, operand| bits.vbr(*operand, RECORD_WIDTH))
    }

    /// Begins the definition of an abbreviation.
    pub fn define(self, operands: u64) -> Self {
        self.id(AbbreviationId::DefineAbbrev)
            .vbr(operands, OPERAND_COUNT_WIDTH)
    }

    /// Adds a literal operand to an abbreviation.
    pub fn literal(self, value: u64) -> Self {
        self.put(1, 1).vbr(value, LITERAL_WIDTH)
    }

    /// Adds the encoding of an operand to an abbreviation.
    pub fn encoding(self, encoding: AbbreviationEncoding) -> Self {
        self.put(0, 1).put(encoding.0.into(), ENCODING_WIDTH)
    }

    /// Adds the width of an operand to an abbreviation.
    pub fn width(self, width: u64) -> Self {
        self.vbr(width, ENCODING_DATA_WIDTH)
    }

    /// Writes a record with the first abbreviation of its block.
    pub fn abbreviated(self) -> Self {
        self.id(AbbreviationId::FirstApplicationAbbrev)
    }
}
