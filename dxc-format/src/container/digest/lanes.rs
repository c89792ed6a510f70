//! MD5 of several files in parallel, one lane each, in plain arrays that the compiler vectorizes.

use alloc::vec;
use alloc::vec::Vec;
use core::array::from_fn;

use md5::block_api::compress;

use super::{BLOCK, Digest, Ending, Hasher, content};

/// The number of files in parallel.
const LANES: usize = 4;

/// A word of each file.
type Lanes = [u32; LANES];

/// The steps of a round rotate by these in turn.
const ROTATIONS: [[u32; 4]; 4] = [
    [7, 12, 17, 22],
    [5, 9, 14, 20],
    [4, 11, 16, 23],
    [6, 10, 15, 21],
];

/// The word of the block that the first step of a round adds, and the stride to the next step's.
const WORDS: [[usize; 2]; 4] = [[0, 1], [1, 5], [5, 3], [0, 7]];

/// The constants that the steps add: the sines of 1 to 64, as fractions of 2^32.
const SINES: [[u32; 16]; 4] = [
    [
        0xd76a_a478,
        0xe8c7_b756,
        0x2420_70db,
        0xc1bd_ceee,
        0xf57c_0faf,
        0x4787_c62a,
        0xa830_4613,
        0xfd46_9501,
        0x6980_98d8,
        0x8b44_f7af,
        0xffff_5bb1,
        0x895c_d7be,
        0x6b90_1122,
        0xfd98_7193,
        0xa679_438e,
        0x49b4_0821,
    ],
    [
        0xf61e_2562,
        0xc040_b340,
        0x265e_5a51,
        0xe9b6_c7aa,
        0xd62f_105d,
        0x0244_1453,
        0xd8a1_e681,
        0xe7d3_fbc8,
        0x21e1_cde6,
        0xc337_07d6,
        0xf4d5_0d87,
        0x455a_14ed,
        0xa9e3_e905,
        0xfcef_a3f8,
        0x676f_02d9,
        0x8d2a_4c8a,
    ],
    [
        0xfffa_3942,
        0x8771_f681,
        0x6d9d_6122,
        0xfde5_380c,
        0xa4be_ea44,
        0x4bde_cfa9,
        0xf6bb_4b60,
        0xbebf_bc70,
        0x289b_7ec6,
        0xeaa1_27fa,
        0xd4ef_3085,
        0x0488_1d05,
        0xd9d4_d039,
        0xe6db_99e5,
        0x1fa2_7cf8,
        0xc4ac_5665,
    ],
    [
        0xf429_2244,
        0x432a_ff97,
        0xab94_23a7,
        0xfc93_a039,
        0x655b_59c3,
        0x8f0c_cc92,
        0xffef_f47d,
        0x8584_5dd1,
        0x6fa8_7e4f,
        0xfe2c_e6e0,
        0xa301_4314,
        0x4e08_11a1,
        0xf753_7e82,
        0xbd3a_f235,
        0x2ad7_d2bb,
        0xeb86_d391,
    ],
];

/// A file that a lane hashes.
struct Lane<'f> {
    /// The index of the file.
    index: usize,
    hasher: Hasher,
    /// The remaining whole blocks.
    blocks: &'f [[u8; BLOCK]],
}

impl<'f> Lane<'f> {
    fn new(index: usize, file: &'f [u8]) -> Self {
        let (hasher, blocks) = Hasher::begin(content(file));
        Self {
            index,
            hasher,
            blocks,
        }
    }
}

/// The digest for the header of each file. A file ends where its header states.
///
/// Four are computed in parallel, which is faster than calling [`Digest::of_file`] for each.
///
/// ```
/// use dxc_format::Builder;
/// use dxc_format::digest::{Digest, of_files};
///
/// let file = Builder::new().to_bytes()?;
/// assert_eq!(of_files(&[&file, &file]), [Digest::of_file(&file); 2]);
/// # Ok::<(), dxc_format::Error>(())
/// ```
pub fn of_files(files: &[&[u8]]) -> Vec<Digest> {
    let mut digests = vec![Digest::default(); files.len()];
    let mut finish = |lane: Lane<'_>| {
        if let Some(digest) = digests.get_mut(lane.index) {
            *digest = lane.hasher.finish(Ending::Retail);
        }
    };
    let files = files.iter().enumerate();
    let mut waiting = files.map(|(index, file)| Lane::new(index, file));
    let mut lanes: Vec<Lane<'_>> = waiting.by_ref().take(LANES).collect();
    while let Ok(full) = <&mut [Lane<'_>; LANES]>::try_from(lanes.as_mut_slice()) {
        advance(full);
        let is_done = |lane: &mut Lane<'_>| lane.blocks.is_empty();
        lanes.extract_if(.., is_done).for_each(&mut finish);
        lanes.extend(waiting.by_ref().take(LANES - lanes.len()));
    }
    for mut lane in lanes {
        compress(&mut lane.hasher.state, lane.blocks);
        finish(lane);
    }
    digests
}

/// Continues until a file has no whole block left.
fn advance(lanes: &mut [Lane<'_>; LANES]) {
    let mut state: [Lanes; 4] = from_fn(|word| from_fn(|lane| lanes[lane].hasher.state[word]));
    let count = lanes.iter().map(|lane| lane.blocks.len()).min();
    for index in 0..count.unwrap_or_default() {
        step(&mut state, from_fn(|lane| &lanes[lane].blocks[index]));
    }
    for (index, lane) in lanes.iter_mut().enumerate() {
        lane.hasher.state = from_fn(|word| state[word][index]);
        lane.blocks = lane
            .blocks
            .get(count.unwrap_or_default()..)
            .unwrap_or_default();
    }
}

/// Hashes a block of each file.
fn step(state: &mut [Lanes; 4], blocks: [&[u8; BLOCK]; LANES]) {
    let words: [Lanes; 16] = from_fn(|word| {
        from_fn(|lane| {
            let (words, _) = blocks[lane].as_chunks::<4>();
            u32::from_le_bytes(words[word])
        })
    });
    let before = *state;
    round::<0>(state, &words, |b, c, d| d ^ (b & (c ^ d)));
    round::<1>(state, &words, |b, c, d| (d & b) | (!d & c));
    round::<2>(state, &words, |b, c, d| b ^ c ^ d);
    round::<3>(state, &words, |b, c, d| c ^ (b | !d));
    for (word, before) in state.iter_mut().zip(before) {
        *word = from_fn(|lane| word[lane].wrapping_add(before[lane]));
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn round<const ROUND: usize>(
    state: &mut [Lanes; 4],
    words: &[Lanes; 16],
    mix: impl Fn(u32, u32, u32) -> u32 + Copy,
) {
    let [mut a, mut b, mut c, mut d] = *state;
    // The constants differ by step. A loop would look them up and rotate by variable amounts.
    macro_rules! steps {
        ($($step:literal)*) => {$(
            let word = &words[const { (WORDS[ROUND][0] + $step * WORDS[ROUND][1]) % 16 }];
            let (sine, rotation) = const { (SINES[ROUND][$step], ROTATIONS[ROUND][$step % 4]) };
            let next = next_word([a, b, c, d], word, sine, rotation, mix);
            (a, b, c, d) = (d, next, b, c);
        )*};
    }
    steps!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    *state = [a, b, c, d];
}

/// The state after a step.
#[cfg_attr(not(debug_assertions), inline(always))]
fn next_word(
    [a, b, c, d]: [Lanes; 4],
    word: &Lanes,
    sine: u32,
    rotation: u32,
    mix: impl Fn(u32, u32, u32) -> u32,
) -> Lanes {
    from_fn(|lane| {
        let mixed = mix(b[lane], c[lane], d[lane]);
        let sum = a[lane].wrapping_add(word[lane]).wrapping_add(sine);
        let sum = sum.wrapping_add(mixed).rotate_left(rotation);
        sum.wrapping_add(b[lane])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_agree_with_single_files() {
        let bytes: Vec<u8> = (0..1000u32).flat_map(u32::to_le_bytes).collect();
        let lengths = [0, 19, 20, 83, 84, 85, 140, 147, 148, 4000, 600, 2000, 21];
        for count in 0..lengths.len() {
            let files: Vec<&[u8]> = lengths[..count].iter().map(|len| &bytes[..*len]).collect();
            let single: Vec<Digest> = files.iter().map(|file| Digest::of_file(file)).collect();
            assert_eq!(of_files(&files), single);
        }
    }
}
