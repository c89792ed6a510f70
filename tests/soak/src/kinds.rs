//! Generates values by kind, from the tables of a declaration.

use dxc_format::parts::PARTS;
use dxc_format::runtime::shape::{EnumTable, Shape};
use fastrand::Rng;

/// Fills bytes with a value of their kind, usually one with a name.
pub(crate) fn fill(shape: &Shape, bytes: &mut [u8], rng: &mut Rng) {
    match shape {
        Shape::Enum(table) => put(bytes, named(table, rng)),
        Shape::Flags(table) => put(bytes, flags(table, rng)),
        Shape::Bits(table) => {
            let whole = table.fields.iter().fold(0, |whole, field| {
                let mut part = [0; 8];
                fill(&field.shape, &mut part, rng);
                let mask = u64::MAX >> (64 - field.bits);
                whole | (u64::from_le_bytes(part) & mask) << field.at
            });
            put(bytes, whole);
        }
        Shape::Record(layout) => {
            for field in layout.fields {
                if rng.u8(..4) > 0
                    && let Some(own) = bytes.get_mut(field.at..field.at + field.size)
                {
                    fill(&field.shape, own, rng);
                }
            }
        }
        Shape::Array(shape, size) => {
            let elements = bytes.chunks_mut((*size).max(1));
            elements.for_each(|element| fill(shape, element, rng));
        }
        Shape::Union(table) => match rng.choice(table.arms) {
            Some(arm) if arm.size <= bytes.len() => fill(&arm.shape, &mut bytes[..arm.size], rng),
            _ => rng.fill(bytes),
        },
        Shape::Truth => put(bytes, rng.choice([0, 1, 1, 2, 255]).unwrap_or_default()),
        Shape::Float if bytes.len() == 8 => {
            put(bytes, f64::from(f32::from_bits(float(rng))).to_bits())
        }
        Shape::Float => put(bytes, float(rng).into()),
        Shape::FourCC => match rng.choice(PARTS) {
            Some(part) => put(bytes, part.fourcc.to_u32().into()),
            None => rng.fill(bytes),
        },
        Shape::Unsigned
        | Shape::Signed
        | Shape::Name { .. }
        | Shape::Indices { .. }
        | Shape::Row { .. }
        | Shape::List { .. } => put(bytes, number(rng)),
        _ => rng.fill(bytes),
    }
}

/// A number that is likely to be interesting as a count or offset.
pub(crate) fn number(rng: &mut Rng) -> u64 {
    match rng.u8(..16) {
        0..8 => rng.u64(..8),
        8..10 => rng.u64(..256),
        10 => 4 * rng.u64(..64),
        11 => 1 << rng.u32(..64),
        12 => (1u64 << rng.u32(..64)).wrapping_sub(1),
        13 => u64::MAX - rng.u64(..4),
        14 => 0x7fff_ffff + rng.u64(..3),
        _ => rng.u64(..),
    }
}

fn named(table: &EnumTable, rng: &mut Rng) -> u64 {
    match rng.choice(table.values) {
        Some(value) if rng.u8(..16) > 0 => value.value,
        _ => number(rng),
    }
}

fn flags(table: &EnumTable, rng: &mut Rng) -> u64 {
    let known = (0..rng.usize(..4)).filter_map(|_| rng.choice(table.values));
    let known = known.fold(0, |flags, flag| flags | flag.value);
    match rng.u8(..16) {
        0 => known | number(rng),
        _ => known,
    }
}

fn float(rng: &mut Rng) -> u32 {
    let known = [
        0.0,
        -0.0,
        1.0,
        0.1,
        16.0,
        f32::MAX,
        f32::MIN_POSITIVE,
        f32::INFINITY,
    ];
    match rng.u8(..8) {
        0 => rng.u32(..),
        // A signaling NaN.
        1 => 0x7f80_0001,
        _ => rng.choice(known).unwrap_or_default().to_bits(),
    }
}

/// Stores the lower bytes of a number.
pub(crate) fn put(bytes: &mut [u8], number: u64) {
    let number = number.to_le_bytes();
    let digits = number.iter().chain(core::iter::repeat(&0));
    bytes
        .iter_mut()
        .zip(digits)
        .for_each(|(byte, digit)| *byte = *digit);
}
