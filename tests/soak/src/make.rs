//! Makes inputs: valid ones first, then damaged ones.

use dxc_format::parts::PARTS;
use dxc_format::{Builder, FourCC};
use fastrand::Rng;

use crate::mend::mend;
use crate::seeds::Seeds;
use crate::{damage, multiply};

/// Generates inputs; its seed determines them.
pub struct Maker<'s> {
    /// The sources of inputs.
    pub seeds: &'s Seeds,
    /// The source of random decisions.
    pub rng: Rng,
}

impl<'s> Maker<'s> {
    /// A maker of its own for each thread.
    pub fn new(seeds: &'s Seeds, seed: u64) -> Self {
        let rng = Rng::with_seed(seed);
        Self { seeds, rng }
    }

    /// A part of a file, if one has it.
    pub(crate) fn real(&mut self, fourcc: FourCC) -> Option<&'s [u8]> {
        let parts = self.seeds.parts.get(&fourcc)?;
        self.rng.choice(parts).map(Vec::as_slice)
    }

    /// A part: a real one, or one generated from the format.
    pub(crate) fn part(&mut self) -> (FourCC, Vec<u8>) {
        let part = self.rng.choice(PARTS);
        let fourcc = part.map_or(FourCC::default(), |part| part.fourcc);
        let real = self.real(fourcc);
        let rng = &mut self.rng;
        let real = real.filter(|_| rng.u8(..4) > 0);
        let grown = real.is_none();
        let mut bytes = real.map_or_else(|| vec![0; rng.usize(..128)], <[u8]>::to_vec);
        let changes = if grown { 12 } else { rng.usize(..4) };
        damage::fields(fourcc, &mut bytes, changes, rng);
        if rng.u8(..3) == 0 {
            for _ in 0..rng.usize(1..4) {
                damage::bytes(&mut bytes, rng);
            }
        }
        if rng.bool() {
            mend(fourcc, &mut bytes, rng);
        }
        bytes.truncate(1 << 14);
        (fourcc, bytes)
    }

    /// A container of such parts, or a real one; its bytes may be damaged.
    pub(crate) fn container(&mut self) -> Vec<u8> {
        let mut bytes = match self.rng.u8(..4) {
            0 => self
                .rng
                .choice(&self.seeds.containers)
                .cloned()
                .unwrap_or_default(),
            _ => {
                let mut builder = Builder::new();
                for _ in 0..self.rng.usize(..5) {
                    let (fourcc, data) = self.part();
                    builder.push(fourcc, data);
                }
                builder.to_bytes().unwrap_or_default()
            }
        };
        if self.rng.bool() {
            for _ in 0..self.rng.usize(1..4) {
                self.header(&mut bytes);
            }
        }
        bytes
    }

    /// Such a container; rarely one with repeated references.
    pub(crate) fn any_container(&mut self) -> Vec<u8> {
        match self.rng.u8(..64) {
            0 => multiply::container(&mut self.rng),
            _ => self.container(),
        }
    }

    /// Damages bytes, usually those before the parts.
    fn header(&mut self, bytes: &mut Vec<u8>) {
        let rng = &mut self.rng;
        if rng.bool() || bytes.len() < 64 {
            return damage::bytes(bytes, rng);
        }
        let at = 16 + 4 * rng.usize(..12);
        let number = rng
            .choice([0, 1, 31, 32, 36, 40, bytes.len() as u64])
            .unwrap_or_default();
        let number = if rng.bool() {
            number
        } else {
            rng.u64(..bytes.len() as u64)
        };
        if let Some(field) = bytes.get_mut(at..at + 4) {
            crate::kinds::put(field, number);
        }
    }
}
