//! Reads the bits of a bitstream: the lowest bit of each byte comes first.

use crate::bitcode_error;
use dxc_format::Result;

/// For each width of chunks, a mask with the highest bit of every chunk in a word.
const HIGHEST_BITS: [u64; 65] = {
    let mut all = [0; 65];
    let mut width = 1;
    while width < all.len() {
        let mut bit = width - 1;
        while bit < 64 {
            all[width] |= 1 << bit;
            bit += width;
        }
        width += 1;
    }
    all
};

/// A bit position in bytes.
#[derive(Clone, Debug)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    position: usize,
    end: usize,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            position: 0,
            end: bytes.len().saturating_mul(8),
        }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// The byte that contains the next bit.
    pub(super) fn byte(&self) -> usize {
        self.position / 8
    }

    /// The number of bits left.
    pub(super) fn left(&self) -> usize {
        self.end.saturating_sub(self.position)
    }

    /// Sets the end, which must not be before the position.
    pub(super) fn set_end(&mut self, end: usize) {
        self.end = end;
    }

    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Moves to a position and sets the end, which must not exceed the bytes.
    pub(super) fn seek(&mut self, position: usize, end: usize) {
        self.end = end.min(self.bytes.len().saturating_mul(8));
        self.position = position.min(self.end);
    }

    /// Moves to the end.
    pub(super) fn skip_to_end(&mut self) {
        self.position = self.end;
    }

    /// Reads an integer of up to 64 bits.
    pub(super) fn read(&mut self, width: u32) -> Result<u64> {
        let bits = width as usize;
        if bits > self.left() {
            return Err(bitcode_error(
                "a block or record exceeds its end",
                self.position(),
            ));
        }
        if bits == 0 {
            return Ok(0);
        }
        let shift = self.position % 8;
        let rest = self.bytes.get(self.byte()..).unwrap_or_default();
        let low = match rest.first_chunk() {
            Some(word) => u64::from_le_bytes(*word),
            None => little_endian(rest),
        };
        let mut value = low >> shift;
        if shift + bits > 64 {
            // The shift is not 0 in this case, and there may be a ninth byte.
            value |= u64::from(rest.get(8).copied().unwrap_or_default()) << (64 - shift);
        }
        self.position += bits;
        Ok(value & (u64::MAX >> (64 - bits)))
    }

    /// Reads an integer of up to 32 bits.
    #[inline]
    pub(super) fn read_u32(&mut self, width: u32) -> Result<u32> {
        let at = self.position();
        narrow(self.read(width)?, at)
    }

    /// Reads an integer in chunks of `width` bits; the highest bit of each states whether another follows.
    #[inline]
    pub(super) fn read_vbr(&mut self, width: u32) -> Result<u64> {
        match self.read_short_vbr(width) {
            Some(value) => Ok(value),
            None => self.read_long_vbr(width),
        }
    }

    /// [`read_vbr`](Self::read_vbr) for integers of any length. It is a separate function so that the common case needs
    /// fewer registers.
    #[cold]
    #[inline(never)]
    fn read_long_vbr(&mut self, width: u32) -> Result<u64> {
        let at = self.position();
        let (mut value, mut shift) = (0u64, 0);
        let more = 1u64 << (width - 1);
        loop {
            let piece = self.read(width)?;
            let data = piece & (more - 1);
            let shifted = data.checked_shl(shift).unwrap_or_default();
            if shifted.checked_shr(shift).unwrap_or_default() != data {
                return Err(bitcode_error("an integer exceeds 64 bits", at));
            }
            value |= shifted;
            if piece & more == 0 {
                return Ok(value);
            }
            shift += width - 1;
        }
    }

    /// [`read_vbr`](Self::read_vbr) for an integer whose chunks are all in the next 8 bytes, which is the common case.
    #[inline]
    fn read_short_vbr(&mut self, width: u32) -> Option<u64> {
        let shift = self.position % 8;
        let word = self.bytes.get(self.byte()..)?.first_chunk()?;
        let window = u64::from_le_bytes(*word) >> shift;
        let available = self.left().min(64 - shift);
        // The last chunk is the first one whose highest bit is clear.
        let ends = !window & HIGHEST_BITS.get(width as usize)?;
        let used = ends.trailing_zeros() + 1;
        if used as usize > available {
            return None;
        }
        self.position += used as usize;
        let data = (1 << (width - 1)) - 1;
        let mut value = window & data;
        if used == width {
            return Some(value);
        }
        let mut chunks = (window & (u64::MAX >> (64 - used))) >> width;
        let mut data_shift = width - 1;
        while chunks != 0 {
            // The data has fewer bits than the chunks, so no bits are lost.
            value |= (chunks & data) << data_shift;
            chunks >>= width;
            data_shift += width - 1;
        }
        Some(value)
    }

    /// [`read_vbr`](Self::read_vbr) of an integer of up to 32 bits.
    pub(super) fn read_vbr_u32(&mut self, width: u32) -> Result<u32> {
        let at = self.position();
        narrow(self.read_vbr(width)?, at)
    }

    /// Moves to the next multiple of 32 bits.
    pub(super) fn align(&mut self) -> Result<()> {
        let end = self.position.next_multiple_of(32);
        if end > self.end {
            return Err(bitcode_error(
                "a block or record exceeds its end",
                self.position(),
            ));
        }
        self.position = end;
        Ok(())
    }

    /// Reads bytes; the position must be at the beginning of a byte.
    pub(super) fn read_bytes(&mut self, len: u32) -> Result<&'a [u8]> {
        let at = self.position();
        let too_long = || bitcode_error("a blob exceeds its block", at);
        let bits = (len as usize).checked_mul(8).ok_or_else(too_long)?;
        if bits > self.left() {
            return Err(too_long());
        }
        self.position += bits;
        let bytes = self
            .bytes
            .get(at / 8..)
            .and_then(|bytes| bytes.get(..len as usize));
        bytes.ok_or_else(too_long)
    }
}

fn narrow(value: u64, at: usize) -> Result<u32> {
    u32::try_from(value).map_err(|_| bitcode_error("an integer exceeds 32 bits", at))
}

/// Reads a little-endian integer of fewer than 8 bytes.
fn little_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |value, byte| value << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn integers_of_all_widths_are_read_at_all_positions() {
        let bytes: [u8; 20] =
            core::array::from_fn(|index| [0x5a, 0xc7, 0x60, 0x8d, 0x2e, 0x4b, 0xf1][index % 7]);
        let bit = |at: usize| u64::from(bytes[at / 8] >> (at % 8) & 1);
        for start in 0..90 {
            for width in 0..=64 {
                let mut bits = Bits::new(&bytes);
                while bits.position() < start {
                    assert!(bits.read(1).is_ok());
                }
                let expected =
                    (0..width as usize).fold(0, |value, index| value | bit(start + index) << index);
                assert_eq!(bits.read(width), Ok(expected), "{width} bits at {start}");
                assert_eq!(bits.position(), start + width as usize);
            }
        }
    }

    #[test]
    fn an_integer_in_pieces_may_have_64_bits_and_no_more() {
        // Twelve chunks of 6 bits each: 5 bits of data, and a bit that states whether another chunk follows.
        let pieces = |last: u64| {
            let pieces = [63; 12].into_iter().chain([last]);
            let mut bytes = [0u8; 16];
            for (index, piece) in pieces.enumerate() {
                for bit in 0..6 {
                    let at = index * 6 + bit;
                    bytes[at / 8] |= u8::from(piece >> bit & 1 == 1) << (at % 8);
                }
            }
            bytes
        };
        assert_eq!(Bits::new(&pieces(0b01111)).read_vbr(6), Ok(u64::MAX));
        assert!(Bits::new(&pieces(0b10000)).read_vbr(6).is_err());
    }

    #[test]
    fn reads_past_the_end_fail() {
        let mut bits = Bits::new(&[0xff; 3]);
        assert_eq!(bits.read(20), Ok(0xfffff));
        assert!(bits.read(5).is_err());
        assert!(bits.read_vbr(2).is_err());
        assert!(bits.align().is_err());
    }
}
