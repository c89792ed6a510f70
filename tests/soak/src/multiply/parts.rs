//! Containers of parts of any kind that are made to multiply.

use dxc_format::Builder;

use super::container;
use crate::Maker;
use crate::seeds::LARGEST;

/// The least and the most bytes that one thing is copied to, or that others share.
const SIZES: std::ops::Range<usize> = 4 * LARGEST..16 * LARGEST;

impl Maker<'_> {
    /// A container that is made to multiply.
    pub(crate) fn multiplied(&mut self) -> Vec<u8> {
        let size = self.rng.usize(SIZES);
        match self.rng.u8(..6) {
            0 => self.one_part(size),
            1 => self.many_parts(size),
            2 => self.long_strings(size),
            _ => container(&mut self.rng),
        }
    }

    /// A directory of so many bytes, whose entries lead to one part.
    fn one_part(&mut self, size: usize) -> Vec<u8> {
        let (fourcc, data) = self.part();
        let entries = u32::try_from(size / 4).unwrap_or_default();
        tests::aliased(entries, fourcc, &data)
    }

    /// One part so many times.
    fn many_parts(&mut self, size: usize) -> Vec<u8> {
        let (fourcc, data) = self.part();
        let mut builder = Builder::new();
        for _ in 0..size / (data.len() + 12) {
            builder.push(fourcc, data.clone());
        }
        builder.to_bytes().unwrap_or_default()
    }

    /// A real part with so many bytes of text behind it, and numbers that lead there.
    fn long_strings(&mut self, size: usize) -> Vec<u8> {
        let (fourcc, mut data) = self.part();
        let fields = data.len();
        data.extend(std::iter::repeat_n(b'S', size));
        data.push(0);
        for _ in 0..self.rng.usize(..200) {
            let at = self.rng.usize(..fields.max(4)) / 4 * 4;
            let number = u32::try_from(self.rng.usize(..data.len())).unwrap_or_default();
            if let Some(field) = data.get_mut(at..at + 4) {
                field.copy_from_slice(&number.to_le_bytes());
            }
        }
        tests::one_part(fourcc, data)
    }
}
