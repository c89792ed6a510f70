//! Containers of 16 KB and more that are made to multiply: what they hold is small, and referenced many times.

use dxc_format::constants::SigComponentType;
use dxc_format::signature::{Signature, SignatureElement};
use dxc_format::{Builder, Container, FourCC, parts};

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
            2 => self.shared_name(size),
            3 => stairs(size),
            4 => self.long_strings(size),
            _ => self.nested(),
        }
    }

    /// A directory of so many bytes, whose entries lead to one part.
    fn one_part(&mut self, size: usize) -> Vec<u8> {
        let (fourcc, data) = self.part();
        let count = size / 4;
        let mut builder = Builder::new();
        builder.push(fourcc, data);
        (1..count).for_each(|_| builder.push(fourcc, [].as_slice()));
        let mut bytes = builder.to_bytes().unwrap_or_default();
        let part = Container::parse(&bytes).ok().and_then(|file| file.part(0));
        let offset = part.map_or(0, |part| part.offset);
        let offset = u32::try_from(offset).unwrap_or_default().to_le_bytes();
        let directory = bytes.get_mut(32..32 + 4 * count).unwrap_or_default();
        for entry in directory.chunks_exact_mut(4) {
            entry.copy_from_slice(&offset);
        }
        bytes
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

    /// A signature whose elements share a name, or the ends of one.
    fn shared_name(&mut self, size: usize) -> Vec<u8> {
        let letters = self.rng.usize(..size);
        let ends = self.rng.bool();
        let mut signature = Signature::default();
        let name = signature.names.intern(&"N".repeat(letters));
        let count = u32::try_from((size - letters) / 32).unwrap_or_default();
        signature.elements = (0..count)
            .map(|index| {
                let mut element = SignatureElement::default();
                element.name = name + if ends { index } else { 0 };
                element.component_type = SigComponentType::Float32;
                element
            })
            .collect();
        let mut builder = Builder::new();
        let fourccs = [parts::ISG1, parts::OSG1, parts::PSG1];
        for fourcc in fourccs.into_iter().take(self.rng.usize(1..=3)) {
            // What cannot be written is left out.
            let _ = builder.set_part(fourcc, signature.clone());
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
        let mut builder = Builder::new();
        builder.push(fourcc, data);
        builder.to_bytes().unwrap_or_default()
    }

    /// Containers in one another.
    fn nested(&mut self) -> Vec<u8> {
        let mut bytes = self.container();
        for _ in 0..self.rng.usize(1..64) {
            let mut builder = Builder::new();
            builder.push(FourCC(*b"PRIV"), bytes);
            bytes = builder.to_bytes().unwrap_or_default();
        }
        bytes
    }
}

/// Parts that lie in one another: each begins where the data of the one before does.
fn stairs(size: usize) -> Vec<u8> {
    let count = size / 12;
    let first = 32 + 4 * count;
    let end = first + 8 * count;
    let number = |number: usize| u32::try_from(number).unwrap_or_default().to_le_bytes();
    let mut bytes = Builder::new().to_bytes().unwrap_or_default();
    bytes.truncate(32);
    bytes[24..28].copy_from_slice(&number(end));
    bytes[28..32].copy_from_slice(&number(count));
    let offsets = (0..count).map(|index| first + 8 * index);
    bytes.extend(offsets.clone().flat_map(number));
    for offset in offsets {
        bytes.extend(parts::PRIV.0);
        bytes.extend(number(end - offset - 8));
    }
    bytes
}
