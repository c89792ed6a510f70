//! Makes containers with parts of any kind whose content is referenced repeatedly.

use dxc_format::Builder;

use super::container;
use crate::Maker;
use crate::seeds::LARGEST;

/// The range of sizes, in bytes, of content that is copied or shared.
const SIZES: std::ops::Range<usize> = 4 * LARGEST..16 * LARGEST;

impl Maker<'_> {
    /// A container whose content is referenced repeatedly.
    pub(crate) fn multiplied(&mut self) -> Vec<u8> {
        let size = self.rng.usize(SIZES);
        match self.rng.u8(..6) {
            0 => self.one_part(size),
            1 => self.many_parts(size),
            2 => self.long_strings(size),
            _ => container(&mut self.rng),
        }
    }

    /// A container with a directory of this size whose entries all reference one part.
    fn one_part(&mut self, size: usize) -> Vec<u8> {
        let (fourcc, data) = self.part();
        let entries = u32::try_from(size / 4).unwrap_or_default();
        tests::aliased(entries, fourcc, &data)
    }

    /// A container that has one part this many times.
    fn many_parts(&mut self, size: usize) -> Vec<u8> {
        let (fourcc, data) = self.part();
        let mut builder = Builder::new();
        for _ in 0..size / (data.len() + 12) {
            builder.push(fourcc, data.clone());
        }
        builder.to_bytes().unwrap_or_default()
    }

    /// A real part followed by this many bytes of text, with numbers that reference the text.
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
