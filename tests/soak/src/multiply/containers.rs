//! Containers of 16 KiB and more that are designed to grow: their content is referenced repeatedly.

use dxc_format::header::{Header, PartHeader};
use dxc_format::rdat::RuntimeData;
use dxc_format::signature::{Signature, SignatureElement};
use dxc_format::sources::{SourceFile, Sources};
use dxc_format::srci::{Compression, PdbInfoPart};
use dxc_format::{Builder, Fixed, FourCC, Packed, parts};
use fastrand::Rng;

/// A container in which references multiply.
pub fn container(rng: &mut Rng) -> Vec<u8> {
    let data = match rng.u8(..6) {
        0 => return repeated(rng),
        1 => return stairs(rng),
        2 => shared_name(rng),
        3 => bomb(rng),
        4 => long_source(rng),
        _ => repeated_table(rng),
    };
    let mut file = of_part(data);
    // Nested, it is private data of others.
    for _ in 0..rng.usize(..3) {
        file = of_part((parts::PRIV, file));
    }
    file
}

fn of_part((fourcc, data): (FourCC, Vec<u8>)) -> Vec<u8> {
    let mut builder = Builder::new();
    builder.push(fourcc, data);
    builder.to_bytes().unwrap_or_default()
}

/// A part of any kind, to which all entries of the directory lead.
fn repeated(rng: &mut Rng) -> Vec<u8> {
    let (fourcc, data) = match rng.u8(..3) {
        0 => shared_name(rng),
        1 => (parts::PRIV, vec![7; rng.usize(..1 << 12)]),
        _ => (parts::SFI0, vec![0; 8]),
    };
    let count = rng.u32(4096..8192);
    let at = directory_end(count);
    with_parts(&vec![at; count as usize], |file| {
        put_part(file, fourcc, data.len(), &data)
    })
}

/// Parts each of which holds all those behind it.
fn stairs(rng: &mut Rng) -> Vec<u8> {
    let count = rng.u32(2048..4096);
    let fourcc = rng
        .choice([parts::PRIV, parts::DXBC])
        .unwrap_or(parts::PRIV);
    let (at, size) = (directory_end(count), number(PartHeader::SIZE));
    let offsets: Vec<u32> = (0..count).map(|index| at + size * index).collect();
    with_parts(&offsets, |file| {
        for left in (0..count as usize).rev() {
            put_part(file, fourcc, left * PartHeader::SIZE, &[]);
        }
    })
}

fn number(size: usize) -> u32 {
    u32::try_from(size).unwrap_or_default()
}

/// Where the directory of so many parts ends.
fn directory_end(count: u32) -> u32 {
    number(Header::SIZE) + number(u32::SIZE) * count
}

/// A container with a directory and the bytes behind it.
fn with_parts(offsets: &[u32], put: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut file = vec![0; Header::SIZE];
    for offset in offsets {
        file.extend(offset.to_le_bytes());
    }
    put(&mut file);
    let mut header = Header::default();
    header.version.major = 1;
    header.file_size = number(file.len());
    header.part_count = number(offsets.len());
    header.encode(&mut file).unwrap_or_default();
    file
}

fn put_part(file: &mut Vec<u8>, fourcc: FourCC, size: usize, data: &[u8]) {
    file.extend(fourcc.0);
    file.extend(number(size).to_le_bytes());
    file.extend(data);
}

/// Elements that share a long name.
fn shared_name(rng: &mut Rng) -> (FourCC, Vec<u8>) {
    let mut signature = Signature::default();
    let mut element = SignatureElement::default();
    element.name = signature
        .names
        .intern(&"x".repeat(rng.usize(1 << 12..1 << 14)));
    signature.elements = vec![element; rng.usize(128..512)];
    let layout = dxc_format::signature::SignatureLayout::MinPrecision;
    (parts::ISG1, signature.to_bytes(layout).unwrap_or_default())
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

/// Tables that decompress to far more than they are.
fn bomb(rng: &mut Rng) -> (FourCC, Vec<u8>) {
    let mut part = PdbInfoPart::default();
    if let Ok(packed) = Packed::new(vec![0; rng.usize(1 << 20..1 << 24)], Compression::Zlib) {
        part.pack(packed);
    }
    (parts::PDBI, part.to_bytes().unwrap_or_default())
}

/// Tables of runtime data to which many offsets lead.
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
