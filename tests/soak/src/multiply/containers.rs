//! Makes containers of 16 KiB and more whose content is referenced repeatedly, so that it may grow.

use dxc_format::rdat::RuntimeData;
use dxc_format::signature::SignatureLayout;
use dxc_format::srci::{Compression, PdbInfoPart};
use dxc_format::{FourCC, parts, types::Compressed};
use dxc_shader::sources::{SourceFile, Sources};
use fastrand::Rng;

/// A container with repeated references.
pub fn container(rng: &mut Rng) -> Vec<u8> {
    let (fourcc, data) = match rng.u8(..6) {
        0 => return repeated(rng),
        1 => return stairs(rng),
        2 => shared_name(rng),
        3 => bomb(rng),
        4 => long_source(rng),
        _ => repeated_table(rng),
    };
    let mut file = tests::one_part(fourcc, data);
    // It may be nested as the private data of others.
    for _ in 0..rng.usize(..3) {
        file = tests::one_part(parts::PRIV, file);
    }
    file
}

/// A part of any kind that all directory entries reference.
fn repeated(rng: &mut Rng) -> Vec<u8> {
    let (fourcc, data) = match rng.u8(..3) {
        0 => shared_name(rng),
        1 => (parts::PRIV, vec![7; rng.usize(..1 << 12)]),
        _ => (parts::SFI0, vec![0; 8]),
    };
    tests::aliased(rng.u32(4096..8192), fourcc, &data)
}

/// Parts each of which contains all parts after it.
fn stairs(rng: &mut Rng) -> Vec<u8> {
    let count = rng.u32(2048..4096);
    let fourcc = rng.choice([parts::PRIV, parts::DXBC]);
    tests::stairs(count, fourcc.unwrap_or(parts::PRIV))
}

/// Elements that share a long name.
fn shared_name(rng: &mut Rng) -> (FourCC, Vec<u8>) {
    let letters = rng.usize(1 << 12..1 << 14);
    let signature = tests::named_alike(rng.usize(128..512), letters);
    let bytes = signature.to_bytes(SignatureLayout::MinPrecision);
    (parts::ISG1, bytes.unwrap_or_default())
}

/// A source that decompresses to almost as much as the limits allow.
fn long_source(rng: &mut Rng) -> (FourCC, Vec<u8>) {
    let letters = std::iter::repeat_with(|| rng.alphanumeric()).take(1 << 14);
    let text = letters.chain(std::iter::repeat_n(' ', 40 << 14)).collect();
    let name = String::new();
    let mut sources = Sources::default();
    sources.files.push(SourceFile { name, text });
    let part = sources
        .to_source_info(Compression::Zlib)
        .unwrap_or_default();
    (parts::SRCI, part.to_bytes().unwrap_or_default())
}

/// Tables whose decompressed size is far larger.
fn bomb(rng: &mut Rng) -> (FourCC, Vec<u8>) {
    let mut part = PdbInfoPart::default();
    if let Ok(packed) = Compressed::new(vec![0; rng.usize(1 << 20..1 << 24)], Compression::Zlib) {
        part.pack(packed);
    }
    (parts::PDBI, part.to_bytes().unwrap_or_default())
}

/// A table of runtime data that many offsets reference.
fn repeated_table(rng: &mut Rng) -> (FourCC, Vec<u8>) {
    let count = rng.u32(1..6);
    let at = 8 + 4 * count;
    let words = [RuntimeData::default().version, count].into_iter();
    let words = words.chain((0..count).map(|_| at));
    let rows = rng.u32(4096..8192);
    let words = words
        .chain([5, 4 * rows])
        .chain((0..rows).map(|row| row % 7));
    (parts::RDAT, words.flat_map(u32::to_le_bytes).collect())
}
