//! Reads PDB files, which symbol servers store. A PDB file consists of streams; DXC's PDB files have a container in one
//! of them.
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
//! DXC's headers state one block too few: they omit the last one ([issue
//! 3005](https://github.com/microsoft/DirectXShaderCompiler/issues/3005)). This is harmless: blocks are read from the
//! whole file.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::scan::is_container;
use super::view::Container;
use crate::generated::msf::{PdbStream, SuperBlock};
use crate::generated::parts;
use crate::runtime::{Error, ErrorKind, Fixed, FourCC, PartInfo, Result, Strip};

/// The size of an absent stream (LLVM MSFBuilder.cpp).
const NO_STREAM: u32 = u32::MAX;

/// Whether a file begins like a PDB file.
pub fn is_pdb(bytes: &[u8]) -> bool {
    // Private data that is a PDB file begins with the same bytes.
    let info = PartInfo::find(parts::PRIV, bytes);
    info.is_some_and(|info| info.strip.contains(&Strip::Debug))
}

/// The bytes of the container in a PDB file.
///
/// # Errors
/// [`ErrorKind::Pdb`] if the file is not a PDB file, is damaged, or contains no container.
pub fn container(bytes: &[u8]) -> Result<Vec<u8>> {
    read_container(bytes.len() as u64, |at, buffer| copy(bytes, at, buffer))
}

/// Like [`container`], but reads only the blocks of the container, and the block numbers that locate them: a PDB file
/// of another compiler may be large. `read_at` fills a buffer from an offset of the file, which has `len` bytes.
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
/// Returns the errors of [`container`], and those of `read_at`.
pub fn read_container<E: From<Error>>(
    len: u64,
    read_at: impl FnMut(u64, &mut [u8]) -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let mut streams = Streams::open(len, read_at)?;
    let stream = streams.of_container()?;
    if streams.begins_container(stream)? {
        streams.read_stream(stream, u64::MAX)
    } else {
        Err(wrong("it contains no container; only DXC's PDBs do").into())
    }
}

/// Whether a file is a PDB file that contains a container, judged by the container's first bytes. Like
/// [`read_container`], it reads little of the file.
///
/// # Errors
/// Returns the errors of `read_at`. A damaged PDB file contains no container.
pub fn has_container<E: From<Error>>(
    len: u64,
    read_at: impl FnMut(u64, &mut [u8]) -> Result<(), E>,
) -> Result<bool, E> {
    let mut streams = Streams::open(len, read_at)?;
    let stream = streams.of_container()?;
    streams.begins_container(stream)
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

/// The bytes of the container in a PDB file that is a container's private data; `None` if there is no such file.
///
/// # Errors
/// If the PDB file is damaged or contains no container.
pub fn embedded(outer: &Container<'_>) -> Result<Option<Vec<u8>>> {
    let Some(private) = outer.find(parts::PRIV).filter(|part| is_pdb(part.data)) else {
        return Ok(None);
    };
    let within = |error: Error| error.within_part(private.fourcc, private.data_offset);
    container(private.data).map(Some).map_err(within)
}

/// The streams of a PDB file. Only the blocks of requested streams are read.
///
/// ```
/// use dxc_format::msf::PdbStream;
/// use dxc_format::pdb::Streams;
///
/// fn print_size_of_types(file: &[u8]) -> dxc_format::Result<()> {
///     let mut streams = Streams::of_bytes(file)?;
///     if let Some(types) = streams.read(PdbStream::Types.0)? {
///         println!("{} streams, {} bytes of types", streams.len(), types.len());
///     }
///     Ok(())
/// }
/// # assert!(print_size_of_types(b"").is_err());
/// ```
pub struct Streams<F> {
    len: u64,
    read_at: F,
    header: SuperBlock,
    /// The size of a block.
    size: u64,
    table: Vec<Stream>,
}

/// The size of a block number, or of a stream's size.
const NUMBER: u64 = <u32 as Fixed>::SIZE as u64;

/// The offsets at which a stream's block numbers begin. The first offset is in the file. Each further one is in the
/// stream that the offsets before it locate.
type Bases = [u64];

/// The directory: its header is followed by the numbers of the blocks that contain the directory's block numbers.
const DIRECTORY: [u64; 2] = [SuperBlock::SIZE as u64, 0];

/// A stream of the directory.
#[derive(Clone, Copy)]
struct Stream {
    size: u32,
    /// The total number of blocks of all streams before it.
    before: u32,
}

impl<'a> Streams<()> {
    /// Opens a file in memory.
    ///
    /// # Errors
    /// Returns the errors of [`open`](Streams::open).
    #[allow(clippy::type_complexity)]
    pub fn of_bytes(
        bytes: &'a [u8],
    ) -> Result<Streams<impl FnMut(u64, &mut [u8]) -> Result<()> + use<'a>>> {
        Streams::open(bytes.len() as u64, |at, buffer: &mut [u8]| {
            copy(bytes, at, buffer)
        })
    }
}

impl<F, E: From<Error>> Streams<F>
where
    F: FnMut(u64, &mut [u8]) -> Result<(), E>,
{
    /// Reads the directory of a file with `len` bytes. `read_at` fills a buffer from an offset.
    ///
    /// # Errors
    /// [`ErrorKind::Pdb`] if the file is not a PDB or its directory is damaged, and those of `read_at`.
    pub fn open(len: u64, mut read_at: F) -> Result<Self, E> {
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
        if !header.block_size.is_power_of_two() {
            return Err(wrong("its block size is not a power of 2").into());
        }
        let mut streams = Self {
            len,
            read_at,
            header,
            size: header.block_size.into(),
            table: Vec::new(),
        };
        streams.read_directory()?;
        Ok(streams)
    }

    /// The number of streams.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether it has no streams.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The bytes of a stream; `None` if the file has no stream of this number. Blocks may repeat, so all streams together
    /// may be larger than the file, but none is.
    ///
    /// # Errors
    /// [`ErrorKind::Pdb`] if the stream is longer than the file or not within it, and those of `read_at`.
    pub fn read(&mut self, index: u32) -> Result<Option<Vec<u8>>, E> {
        self.read_start(index, u64::MAX)
    }

    /// Like [`read`](Self::read), but only the first bytes, at most this many.
    ///
    /// # Errors
    /// Returns the errors of [`read`](Self::read).
    pub fn read_start(&mut self, index: u32, most: u64) -> Result<Option<Vec<u8>>, E> {
        let stream = self.table.get(index as usize).copied();
        let bytes = stream.map(|stream| self.read_stream(stream, most));
        bytes.transpose()
    }

    /// The size of a stream in bytes.
    pub fn size(&self, index: u32) -> Option<u32> {
        self.table.get(index as usize).map(|stream| stream.size)
    }

    /// The stream with DXC's container.
    fn of_container(&self) -> Result<Stream> {
        let stream = self.table.get(PdbStream::Container.0 as usize).copied();
        stream.ok_or_else(|| wrong("its directory has no stream for a container"))
    }

    /// Reads the number of streams and their sizes. The numbers of their blocks follow.
    fn read_directory(&mut self) -> Result<(), E> {
        let end = u64::from(self.header.directory_size);
        if end > self.len {
            return Err(wrong("its directory is longer than the file").into());
        }
        let cut = || wrong("its directory ends before the sizes of the streams");
        if end < NUMBER {
            return Err(cut().into());
        }
        let count = self.read_blocks(&DIRECTORY, 0, NUMBER)?;
        let count = u64::from(u32::decode(&count).unwrap_or_default());
        if NUMBER * (1 + count) > end {
            return Err(cut().into());
        }
        let sizes = self.read_blocks(&DIRECTORY, NUMBER, NUMBER * count)?;
        let mut before = 0_u64;
        for size in sizes.as_chunks::<4>().0 {
            let size = u32::decode(size).filter(|size| *size != NO_STREAM);
            let size = size.unwrap_or_default();
            // Beyond 4 GiB of block numbers, a stream's numbers are outside of the directory.
            let first = u32::try_from(before).unwrap_or(u32::MAX);
            self.table.push(Stream {
                size,
                before: first,
            });
            before += self.count(size.into());
        }
        Ok(())
    }

    /// The first bytes of a stream, at most this many.
    fn read_stream(&mut self, stream: Stream, most: u64) -> Result<Vec<u8>, E> {
        let size = u64::from(stream.size);
        let first = NUMBER * (1 + self.table.len() as u64 + u64::from(stream.before));
        if first + NUMBER * self.count(size) <= u64::from(self.header.directory_size) {
            self.read_blocks(&[DIRECTORY[0], DIRECTORY[1], first], 0, size.min(most))
        } else {
            Err(wrong("the directory ends before the blocks of a stream").into())
        }
    }

    /// The number of blocks for this many bytes.
    fn count(&self, size: u64) -> u64 {
        size.div_ceil(self.size)
    }

    /// Whether a stream begins like a container.
    fn begins_container(&mut self, stream: Stream) -> Result<bool, E> {
        let magic = self.read_stream(stream, FourCC::SIZE as u64)?;
        Ok(is_container(&magic))
    }

    /// Reads bytes of a stream from an offset. Blocks may repeat; the result is at most as large as the file.
    fn read_blocks(&mut self, bases: &Bases, at: u64, size: u64) -> Result<Vec<u8>, E> {
        let size = usize::try_from(size).ok().filter(|_| size <= self.len);
        let size = size.ok_or_else(|| wrong("a stream is longer than the file"))?;
        let mut bytes = vec![0; size];
        let Some((base, bases)) = bases.split_last() else {
            self.fill(at, &mut bytes)?;
            return Ok(bytes);
        };
        let first = at / self.size;
        let count = self.count(at % self.size + size as u64);
        let numbers = self.read_blocks(bases, base + NUMBER * first, NUMBER * count)?;
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
        if at + buffer.len() as u64 <= self.len {
            (self.read_at)(at, buffer)
        } else {
            Err(wrong("a block is past the end of the file").into())
        }
    }
}
