//! Computes numbers that depend on every field, in the same way for all contenders.

use std::hint::black_box;

/// Whether a part is one that both this crate and `dxbc` read as records.
pub(crate) fn is_compared(fourcc: [u8; 4]) -> bool {
    let others = [
        b"STAT", b"ILDN", b"VERS", b"PRIV", b"RDEF", b"ILDB", b"ISGN", b"OSGN", b"OSG5", b"PCSG",
    ];
    is_one_of(others, fourcc) || is_typed_by_llvm(fourcc)
}

/// Whether a part is one that LLVM 22 reads as records, too.
pub(crate) fn is_typed_by_llvm(fourcc: [u8; 4]) -> bool {
    let typed = [
        b"PSV0", b"RTS0", b"DXIL", b"HASH", b"SFI0", b"ISG1", b"OSG1", b"PSG1",
    ];
    is_one_of(typed, fourcc)
}

/// Compares FourCCs as numbers, which takes negligible time.
fn is_one_of<const N: usize>(known: [&[u8; 4]; N], fourcc: [u8; 4]) -> bool {
    let known = known.map(|known| u32::from_le_bytes(*known));
    known.contains(&u32::from_le_bytes(fourcc))
}

pub(crate) fn all(sums: impl Iterator<Item = u64>) -> u64 {
    sums.fold(0, u64::wrapping_add)
}

pub(crate) fn digest(digest: &[u8; 16]) -> u64 {
    let (halves, _) = digest.as_chunks();
    all(halves.iter().map(|half| u64::from_le_bytes(*half)))
}

pub(crate) fn program(version: u32, dxil_version: u32, bitcode: &[u8]) -> u64 {
    u64::from(version) + u64::from(dxil_version) + bitcode.len() as u64
}

/// A name, or private data.
pub(crate) fn bytes(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

/// The number of VERS, which is 0: this crate reads the part, but `dxbc` does not.
pub(crate) fn compiler(version: [u16; 2], flags: u32, commits: u32, strings: &[u8]) -> u64 {
    black_box((version, flags, commits, strings.len()));
    0
}

/// PSV0: the info's main numbers, and every resource, index, element and mask.
pub(crate) fn pipeline(
    wave_lanes: [u32; 2],
    resources: impl Iterator<Item = [u32; 4]>,
    indices: impl Iterator<Item = u32>,
    elements: impl Iterator<Item = [u32; 2]>,
    masks: impl Iterator<Item = u32>,
) -> u64 {
    let words = wave_lanes.into_iter().chain(indices).chain(masks);
    let pairs = elements.map(|[one, other]| one.wrapping_add(other));
    let fours = resources.map(|words| words.into_iter().fold(0, u32::wrapping_add));
    words
        .fold(0, u32::wrapping_add)
        .wrapping_add(pairs.chain(fours).fold(0, u32::wrapping_add))
        .into()
}

/// RTS0: the header, every parameter and every static sampler.
pub(crate) fn root_signature(
    version: u32,
    flags: u32,
    parameters: impl Iterator<Item = u32>,
    samplers: impl Iterator<Item = [u32; 12]>,
) -> u64 {
    let samplers = samplers.map(|words| words.into_iter().fold(0, u32::wrapping_add));
    let words = [version, flags].into_iter().chain(parameters);
    words.chain(samplers).fold(0, u32::wrapping_add).into()
}

/// A table: the number of its ranges. Their fields are read as well, but not compared, since `dxbc` reads ranges of
/// version 1.1 as if they were of version 1.0.
pub(crate) fn table(ranges: impl Iterator<Item = [u32; 5]>) -> u32 {
    let mut count = 0;
    let words = ranges.inspect(|_| count += 1).flatten();
    black_box(words.fold(0, u32::wrapping_add));
    count
}

/// Root constants or a root descriptor.
pub(crate) fn words<const N: usize>(words: [u32; N]) -> u32 {
    words.into_iter().fold(0, u32::wrapping_add)
}

/// Anything with a name, and its numbers.
pub(crate) fn named<const N: usize>(name: &[u8], numbers: [u32; N]) -> u64 {
    (black_box(name).len() as u64).wrapping_add(words(numbers).into())
}

/// The bindings of RDEF. Those of shader model 5.1 are read but not compared, since `dxbc` reads them as if they were
/// of 5.0.
pub(crate) fn bindings(is_5_1: bool, bindings: impl Iterator<Item = u64>) -> u64 {
    let sum = black_box(all(bindings));
    if is_5_1 { 0 } else { sum }
}
