//! DXC's PDB files, which symbol servers store: a container in a file of streams.
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::{Container, pdb};
//!
//! fn print_parts(file: &[u8]) -> dxc_format::Result<()> {
//!     let inner = pdb::container(file)?;
//!     for part in Container::parse(&inner)?.parts() {
//!         println!("{}: {} bytes", part.fourcc, part.data.len());
//!     }
//!     Ok(())
//! }
//! # assert!(!pdb::is_pdb(b"DXBC"));
//! # assert!(print_parts(b"DXBC").is_err());
//! # Ok(())
//! # }
//! ```
//!
//! DXC's headers state one block too few, without the last one ([issue
//! 3005](https://github.com/microsoft/DirectXShaderCompiler/issues/3005)). This is harmless: blocks are read from the
//! whole file.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::scan::is_container;
use super::view::Container;
use crate::generated::msf::SuperBlock;
use crate::generated::parts;
use crate::runtime::{Error, ErrorKind, Fixed, FourCC, PartInfo, Result, Strip};

/// The index of the stream that holds DXC's container (DXC DxilPDB.cpp, `kDataStreamIndex`).
const STREAM: u64 = 5;

/// The size of an absent stream (LLVM MSFBuilder.cpp).
const NO_STREAM: u32 = u32::MAX;

/// Whether a file begins like a PDB.
pub fn is_pdb(bytes: &[u8]) -> bool {
    // Private data that are a PDB are recognized by the same bytes.
    let info = PartInfo::find(parts::PRIV, bytes);
    info.is_some_and(|info| info.strip.contains(&Strip::Debug))
}

/// The bytes of the container that a PDB holds.
///
/// # Errors
/// [`ErrorKind::Pdb`] if the file is not a PDB, is damaged, or holds no container.
pub fn container(bytes: &[u8]) -> Result<Vec<u8>> {
    read_container(bytes.len() as u64, |at, buffer| copy(bytes, at, buffer))
}

/// Like [`container`], but reads only the blocks of the container, and the numbers that lead to them: a PDB of another
/// compiler may be large. `read_at` fills a buffer from an offset of the file, which has `len` bytes.
///
/// ```
/// use std::fs::File;
/// use std::io::{Read, Seek, SeekFrom};
///
/// type AnyError = Box<dyn std::error::Error>;
///
/// fn open(mut file: File) -> Result<Vec<u8>, AnyError> {
///     let len = file.metadata()?.len();
///     dxc_format::pdb::read_container(len, |at, buffer| -> Result<(), AnyError> {
///         file.seek(SeekFrom::Start(at))?;
///         Ok(file.read_exact(buffer)?)
///     })
/// }
/// ```
///
/// # Errors
/// Those of [`container`], and of `read_at`.
pub fn read_container<E: From<Error>>(
    len: u64,
    read_at: impl FnMut(u64, &mut [u8]) -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let mut blocks = Blocks::open(len, read_at)?;
    let stream = blocks.find_stream(STREAM)?;
    match blocks.begins_container(&stream)? {
        true => blocks.read(&stream.bases, 0, stream.size),
        false => Err(wrong("it contains no container; only DXC's PDBs do").into()),
    }
}

/// Whether a file is a PDB that holds a container, as far as the first bytes of the container tell. Like
/// [`read_container`], it reads little of the file.
///
/// # Errors
/// Those of `read_at`. A damaged PDB holds no container.
pub fn has_container<E: From<Error>>(
    len: u64,
    read_at: impl FnMut(u64, &mut [u8]) -> Result<(), E>,
) -> Result<bool, E> {
    let mut blocks = Blocks::open(len, read_at)?;
    let stream = blocks.find_stream(STREAM)?;
    blocks.begins_container(&stream)
}

/// Fills a buffer from an offset.
fn copy(bytes: &[u8], at: u64, buffer: &mut [u8]) -> Result<()> {
    let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..));
    let from = rest.and_then(|rest| rest.get(..buffer.len()));
    buffer.copy_from_slice(from.ok_or_else(|| wrong("it ends within a block"))?);
    Ok(())
}

#[cold]
fn wrong(problem: &str) -> Error {
    let problem = problem.to_string();
    Error::without_byte(ErrorKind::Pdb { problem })
}

/// The bytes of the container in a PDB that a container holds as private data; `None` if it holds none.
///
/// # Errors
/// If the PDB is damaged or holds no container.
pub fn embedded(outer: &Container<'_>) -> Result<Option<Vec<u8>>> {
    let Some(private) = outer.find(parts::PRIV).filter(|part| is_pdb(part.data)) else {
        return Ok(None);
    };
    let within = |error: Error| error.within_part(private.fourcc, private.data_offset);
    container(private.data).map(Some).map_err(within)
}

/// A multi-stream file, read by need.
struct Blocks<F> {
    len: u64,
    read_at: F,
    header: SuperBlock,
    /// The size of a block.
    size: u64,
}

/// The size of a number of a block, or of the size of a stream.
const NUMBER: u64 = <u32 as Fixed>::SIZE as u64;

/// Where the numbers of a stream's blocks begin: the last of these offsets is one in the stream of those before it, and
/// the first one in the file.
type Bases = [u64];

/// The directory: its header is followed by the numbers of the blocks that hold the numbers of its blocks.
const DIRECTORY: [u64; 2] = [SuperBlock::SIZE as u64, 0];

/// A stream of the directory.
struct Stream {
    bases: [u64; 3],
    size: u64,
}

impl<F, E: From<Error>> Blocks<F>
where
    F: FnMut(u64, &mut [u8]) -> Result<(), E>,
{
    fn open(len: u64, mut read_at: F) -> Result<Self, E> {
        let mut begin = [0; SuperBlock::SIZE];
        let there = usize::try_from(len).unwrap_or(usize::MAX);
        if let Some(begin) = begin.get_mut(..there.min(SuperBlock::SIZE)) {
            read_at(0, begin)?;
        }
        if !is_pdb(&begin) {
            return Err(wrong("it does not begin as one").into());
        }
        let header = SuperBlock::decode(&begin).filter(|_| there >= SuperBlock::SIZE);
        let header = header.ok_or_else(|| wrong("it ends within its header"))?;
        match header.block_size.is_power_of_two() {
            true => Ok(Self {
                len,
                read_at,
                header,
                size: header.block_size.into(),
            }),
            false => Err(wrong("its block size is not a power of 2").into()),
        }
    }

    /// Finds a stream in the directory, which stores the number of streams, their sizes and their blocks.
    fn find_stream(&mut self, index: u64) -> Result<Stream, E> {
        let end = u64::from(self.header.directory_size);
        if end > self.len {
            return Err(wrong("its directory is longer than the file").into());
        }
        let missing = || wrong("its directory has no stream for a container");
        let read = NUMBER * (1 + index + 1);
        if read > end {
            return Err(missing().into());
        }
        let numbers = self.read(&DIRECTORY, 0, read)?;
        let (count, sizes) = numbers.as_chunks().0.split_first().ok_or_else(missing)?;
        let count = u64::from(u32::decode(count).unwrap_or_default());
        let (size, before) = sizes.split_last().ok_or_else(missing)?;
        if count <= index || NUMBER * (1 + count) > end {
            return Err(missing().into());
        }
        // The sum of so few counts of 32 bits does not overflow 64 bits.
        let before = before.iter().map(|size| self.count(size_of_stream(size)));
        let first = NUMBER * (1 + count + before.sum::<u64>());
        let size = size_of_stream(size);
        match first + NUMBER * self.count(size) <= end {
            true => Ok(Stream {
                bases: [DIRECTORY[0], DIRECTORY[1], first],
                size,
            }),
            false => Err(wrong("the directory ends before the blocks of a stream").into()),
        }
    }

    /// The number of blocks for this many bytes.
    fn count(&self, size: u64) -> u64 {
        size.div_ceil(self.size)
    }

    /// Whether a stream begins like a container.
    fn begins_container(&mut self, stream: &Stream) -> Result<bool, E> {
        let magic = stream.size.min(FourCC::SIZE as u64);
        Ok(is_container(&self.read(&stream.bases, 0, magic)?))
    }

    /// Reads bytes of a stream from an offset. Blocks may repeat; the result is at most as large as the file.
    fn read(&mut self, bases: &Bases, at: u64, size: u64) -> Result<Vec<u8>, E> {
        let size = usize::try_from(size).ok().filter(|_| size <= self.len);
        let size = size.ok_or_else(|| wrong("a stream is longer than the file"))?;
        let mut bytes = vec![0; size];
        let Some((base, bases)) = bases.split_last() else {
            self.fill(at, &mut bytes)?;
            return Ok(bytes);
        };
        let first = at / self.size;
        let count = self.count(at % self.size + size as u64);
        let numbers = self.read(bases, base + NUMBER * first, NUMBER * count)?;
        let (mut skipped, mut unread) = (at % self.size, bytes.as_mut_slice());
        let numbers = numbers.as_chunks::<4>().0.iter();
        for number in numbers.filter_map(|number| u32::decode(number)) {
            let room = usize::try_from(self.size - skipped).unwrap_or(usize::MAX);
            let (block, behind) = unread.split_at_mut(room.min(unread.len()));
            self.fill(u64::from(number) * self.size + skipped, block)?;
            (skipped, unread) = (0, behind);
        }
        Ok(bytes)
    }

    /// Fills a buffer from an offset of the file.
    fn fill(&mut self, at: u64, buffer: &mut [u8]) -> Result<(), E> {
        match at + buffer.len() as u64 <= self.len {
            true => (self.read_at)(at, buffer),
            false => Err(wrong("a block is past the end of the file").into()),
        }
    }
}

fn size_of_stream(size: &[u8; 4]) -> u64 {
    match u32::decode(size) {
        None | Some(NO_STREAM) => 0,
        Some(size) => size.into(),
    }
}
