//! The digest in a container's header: a variant of MD5 with another last block.

use core::fmt;
use core::ops::Range;

use md5::block_api::compress;

use super::view::{Container, ENTRY};
use crate::generated::header::Header;
use crate::runtime::shape::field;
use crate::runtime::{Error, ErrorKind, Fixed, Result};

/// MD5 takes its input in blocks of this many bytes.
const BLOCK: usize = 64;

/// The initial state of MD5 (RFC 1321, 3.3).
const INITIAL: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

/// The digest's range in the file. It covers all bytes after it.
pub(crate) const PLACE: Range<usize> = match field(&Header::LAYOUT, "digest") {
    Some(place) => place,
    None => panic!("the header has a digest"), // Evaluated at compile time.
};

/// The digest in a container's header, of the bytes after it.
///
/// It detects damage, not tampering: anyone can compute it. Some values are not digests but state why there is none.
///
/// ```
/// use dxc_format::digest::Digest;
///
/// assert_eq!(Digest::of(b"").to_string(), "140d60f6b775e2ba4e4abed401b2e9a1");
/// assert!(Digest::BYPASS.is_special());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 16]);

impl Digest {
    /// The shader has not been validated.
    pub const UNSIGNED: Self = Self([0; 16]);
    /// The runtime skips validation of the shader.
    pub const BYPASS: Self = Self([1; 16]);
    /// The runtime skips validation of the shader, which may use a preview of the next shader model.
    pub const PREVIEW_BYPASS: Self = Self([2; 16]);

    /// Whether it is a special value rather than a digest of the content.
    pub fn is_special(&self) -> bool {
        [Self::UNSIGNED, Self::BYPASS, Self::PREVIEW_BYPASS].contains(self)
    }

    /// The digest of a container's content: the bytes after the digest, up to the end that the header states.
    pub fn of(content: &[u8]) -> Self {
        Hasher::of(content).digest()
    }

    /// The non-retail variant, which DXC's sources call `ComputeHashDebug`.
    pub fn of_debug(content: &[u8]) -> Self {
        Hasher::of(content).debug_digest()
    }

    /// The digest for the header of `file`, which ends where the header states.
    pub fn of_file(file: &[u8]) -> Self {
        Self::of(content(file))
    }
}

/// Writes the digest of its content into the header of a container, and returns it.
///
/// ```
/// use dxc_format::digest::{self, Digest, Verdict};
/// use dxc_format::{Builder, Container, DigestPolicy};
///
/// let mut unsigned = Builder::new();
/// unsigned.set_digest(DigestPolicy::Exactly(Digest::UNSIGNED));
/// let mut file = unsigned.to_bytes()?;
/// digest::sign_in_place(&mut file)?;
/// assert_eq!(Container::parse(&file)?.verify_digest(), Verdict::Matches);
/// # Ok::<(), dxc_format::Error>(())
/// ```
///
/// # Errors
/// If the bytes are not a container; [`ErrorKind::OverDigest`] if a part overlaps the digest, so that signing would
/// change the part. The file is unchanged then.
pub fn sign_in_place(file: &mut [u8]) -> Result<Digest> {
    let container = Container::parse(file)?;
    check_place(&container)?;
    let digest = Digest::of_file(container.file());
    if let Some(place) = file.get_mut(PLACE) {
        place.copy_from_slice(&digest.0);
    }
    Ok(digest)
}

/// Refuses a container with a part that overlaps the digest.
#[doc(hidden)]
pub fn check_place(container: &Container<'_>) -> Result<()> {
    let mut parts = container.parts();
    match parts.position(|part| part.offset < PLACE.end) {
        None => Ok(()),
        Some(index) => {
            let entry = Header::SIZE + index * ENTRY;
            let error = Error::new(ErrorKind::OverDigest, entry).within("offset");
            Err(error.within_index(index).within("parts"))
        }
    }
}

/// Lower-case hexadecimal, as DXC prints it.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl From<[u8; 16]> for Digest {
    fn from(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

/// The result of checking a container's digest.
///
/// ```
/// use dxc_format::digest::Verdict;
/// use dxc_format::{Builder, Container};
///
/// let bytes = Builder::new().to_bytes()?;
/// assert_eq!(Container::parse(&bytes)?.verify_digest(), Verdict::Matches);
/// # Ok::<(), dxc_format::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// It is the content's digest.
    Matches,
    /// It is the debug variant of the content's digest.
    Debug,
    /// It is [`Digest::UNSIGNED`].
    Unsigned,
    /// It is [`Digest::BYPASS`].
    Bypass,
    /// It is [`Digest::PREVIEW_BYPASS`].
    PreviewBypass,
    /// It is another digest.
    Differs {
        /// The content's digest.
        computed: Digest,
    },
}

impl Verdict {
    /// Compares the digest in the header of `file` with the content, which ends where the header states.
    pub(crate) fn new(found: Digest, file: &[u8]) -> Self {
        // Special values are recognized without the content.
        Self::of_special(found).unwrap_or_else(|| Hasher::of(content(file)).verdict(found))
    }

    /// The verdict on a special value.
    fn of_special(found: Digest) -> Option<Self> {
        match found {
            Digest::UNSIGNED => Some(Self::Unsigned),
            Digest::BYPASS => Some(Self::Bypass),
            Digest::PREVIEW_BYPASS => Some(Self::PreviewBypass),
            _ => None,
        }
    }
}

impl Container<'_> {
    /// The digest in the header.
    #[inline]
    pub fn digest(&self) -> Digest {
        Digest(self.header().digest)
    }

    /// Computes the content's digest and compares it with the header's. Special values are reported without computing
    /// it.
    ///
    /// It takes far longer than reading every field of the container.
    pub fn verify_digest(&self) -> Verdict {
        Verdict::new(self.digest(), self.file())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Matches => f.write_str("matches"),
            Self::Debug => f.write_str("matches in its debug variant"),
            Self::Unsigned => f.write_str("unsigned"),
            Self::Bypass => f.write_str("bypasses validation"),
            Self::PreviewBypass => f.write_str("bypasses validation, as a preview"),
            Self::Differs { computed } => write!(f, "differs: the content gives {computed}"),
        }
    }
}

/// The bytes of a container's file that its digest covers: those after the digest.
pub fn content(file: &[u8]) -> &[u8] {
    file.get(PLACE.end..).unwrap_or_default()
}

/// Computes the digest of content in chunks, such as that of a file larger than memory.
///
/// ```
/// use dxc_format::digest::{Digest, Hasher};
///
/// let mut hasher = Hasher::new();
/// [b"one piece, ".as_slice(), b"and another"].iter().for_each(|piece| hasher.update(piece));
/// assert_eq!(hasher.digest(), Digest::of(b"one piece, and another"));
/// ```
#[derive(Clone, Debug)]
pub struct Hasher {
    state: [u32; 4],
    /// The bytes after the last complete block.
    tail: [u8; BLOCK],
    /// The number of these bytes.
    filled: usize,
    /// The content's length; the algorithm counts modulo 2^32.
    length: u32,
}

/// How the last block is built; the two variants of the digest differ in it.
#[derive(Clone, Copy)]
enum Ending {
    Retail,
    Debug,
}

impl Ending {
    /// The first and last word of the last block, which encode the length.
    fn words(self, length: u32) -> [[u8; 4]; 2] {
        let words = match self {
            Self::Retail => [length << 3, length << 1 | 1],
            Self::Debug => [length << 4 | 0xf, length << 2 | 0x1000_0000],
        };
        words.map(u32::to_le_bytes)
    }
}

impl Default for Hasher {
    fn default() -> Self {
        Self::new()
    }
}

impl Hasher {
    /// A hasher without content.
    pub const fn new() -> Self {
        Self {
            state: INITIAL,
            tail: [0; BLOCK],
            filled: 0,
            length: 0,
        }
    }

    /// Adds content in chunks: the bytes after the digest, up to the end that the header states.
    pub fn update(&mut self, content: &[u8]) {
        self.count(content);
        let room = self.tail.get_mut(self.filled..).unwrap_or_default();
        let (first, rest) = content.split_at(room.len().min(content.len()));
        if self.filled > 0 {
            put(room, first);
            self.filled += first.len();
            if self.filled < BLOCK {
                return;
            }
            compress(&mut self.state, &[self.tail]);
        }
        let content = if self.filled > 0 { rest } else { content };
        let (blocks, tail) = content.as_chunks::<BLOCK>();
        compress(&mut self.state, blocks);
        self.keep(tail);
    }

    /// The digest of the content so far.
    pub fn digest(&self) -> Digest {
        self.finish(Ending::Retail)
    }

    /// The non-retail variant, like [`Digest::of_debug`].
    pub fn debug_digest(&self) -> Digest {
        self.finish(Ending::Debug)
    }

    /// The digest of content that replaces other content: the debug variant, if the old digest was of that variant.
    pub fn digest_after(&self, replaced: Verdict) -> Digest {
        match replaced {
            Verdict::Debug => self.debug_digest(),
            _ => self.digest(),
        }
    }

    /// Compares the digest in the content's header with the content so far.
    pub fn verdict(&self, found: Digest) -> Verdict {
        if let Some(verdict) = Verdict::of_special(found) {
            return verdict;
        }
        let computed = self.digest();
        if found == computed {
            Verdict::Matches
        } else if found == self.debug_digest() {
            Verdict::Debug
        } else {
            Verdict::Differs { computed }
        }
    }

    pub(crate) fn of(content: &[u8]) -> Self {
        let mut hasher = Self::new();
        hasher.update(content);
        hasher
    }

    fn count(&mut self, content: &[u8]) {
        #[expect(clippy::cast_possible_truncation)] // The length counts modulo 2^32.
        let length = content.len() as u32;
        self.length = self.length.wrapping_add(length);
    }

    fn keep(&mut self, tail: &[u8]) {
        put(&mut self.tail, tail);
        self.filled = tail.len();
    }

    fn finish(&self, ending: Ending) -> Digest {
        let [first, last] = ending.words(self.length);
        let mark: &[u8] = &[0x80];
        let tail = self.tail.get(..self.filled).unwrap_or_default();
        let mut state = self.state;
        // The tail and its mark are between the two words, or in a separate block if they do not fit.
        if first.len() + tail.len() + mark.len() + last.len() <= BLOCK {
            compress(&mut state, &[block([&first, tail, mark], last)]);
        } else {
            let tail = block([tail, mark, &[]], [0; 4]);
            compress(&mut state, &[tail, block([&first, &[], &[]], last)]);
        }
        let mut digest = Digest::default();
        for (bytes, word) in digest.0.as_chunks_mut().0.iter_mut().zip(state) {
            *bytes = word.to_le_bytes();
        }
        digest
    }
}

/// Copies bytes to the start of a block.
fn put(to: &mut [u8], from: &[u8]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
}

/// A block that begins with `pieces`, is padded with 0, and ends with `last`.
fn block(pieces: [&[u8]; 3], last: [u8; 4]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    if let Some(end) = block.last_chunk_mut() {
        *end = last;
    }
    for (to, from) in block.iter_mut().zip(pieces.into_iter().flatten()) {
        *to = *from;
    }
    block
}
