//! DXC's PDB files: a container inside of Microsoft's multi-stream file, which symbol servers store.
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::{Container, pdb};
//!
//! fn print_sources(file: &[u8]) -> dxc_format::Result<()> {
//!     let inner = pdb::container(file)?;
//!     if let Some(sources) = Container::parse(&inner)?.sources()? {
//!         sources.files.iter().for_each(|file| println!("{}", file.name));
//!     }
//!     Ok(())
//! }
//! # assert!(!pdb::is_pdb(b"DXBC"));
//! # assert!(print_sources(b"DXBC").is_err());
//! # Ok(())
//! # }
//! ```
//!
//! DXC's headers state one block too few, without the last one ([issue
//! 3005](https://github.com/microsoft/DirectXShaderCompiler/issues/3005)). This is harmless: blocks are read from the
//! whole file.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::view::Container;
use crate::generated::msf::SuperBlock;
use crate::generated::parts;
use crate::runtime::{Error, ErrorKind, Fixed, PartInfo, Result, Strip};

/// The index of the stream that holds DXC's container (DXC DxilPDB.cpp, `kDataStreamIndex`).
const STREAM: usize = 5;

/// The size of an absent stream (LLVM MSFBuilder.cpp).
const NO_STREAM: u32 = u32::MAX;

/// Whether a file begins like a PDB.
pub fn is_pdb(bytes: &[u8]) -> bool {
    // Private data that are a PDB are recognized by the same bytes.
    let info = PartInfo::find(parts::PRIV, bytes);
    info.is_some_and(|info| info.strip == Some(Strip::Debug))
}

/// The bytes of the container that a PDB holds.
///
/// # Errors
/// [`ErrorKind::Pdb`] if the file is not a PDB, is damaged, or holds no container.
pub fn container(bytes: &[u8]) -> Result<Vec<u8>> {
    if !is_pdb(bytes) {
        return Err(wrong("it does not begin as one"));
    }
    let stream = Blocks::of(bytes)?.stream(STREAM)?;
    match Container::is_container(&stream) {
        true => Ok(stream),
        false => Err(wrong("it contains no container; only DXC's PDBs do")),
    }
}

#[cold]
fn wrong(problem: &str) -> Error {
    let problem = problem.to_string();
    Error::without_byte(ErrorKind::Pdb { problem })
}

impl Container<'_> {
    /// The bytes of the container in a PDB that this container holds as private data; `None` if it holds none.
    ///
    /// # Errors
    /// If the PDB is damaged or holds no container.
    pub fn embedded_pdb(&self) -> Result<Option<Vec<u8>>> {
        let Some(private) = self.find(parts::PRIV).filter(|part| is_pdb(part.data)) else {
            return Ok(None);
        };
        let within = |error: Error| error.within_part(private.fourcc, private.data_offset());
        container(private.data).map(Some).map_err(within)
    }
}

/// A multi-stream file.
struct Blocks<'a> {
    file: &'a [u8],
    header: SuperBlock,
    size: usize,
}

/// The numbers of blocks, or sizes of streams.
type Numbers = [[u8; 4]];

impl<'a> Blocks<'a> {
    fn of(file: &'a [u8]) -> Result<Self> {
        let header = SuperBlock::decode(file).ok_or_else(|| wrong("it ends within its header"))?;
        let size = usize::try_from(header.block_size).unwrap_or_default();
        match size.is_power_of_two() {
            true => Ok(Self { file, header, size }),
            false => Err(wrong("its block size is not a power of 2")),
        }
    }

    /// The bytes of a stream. The directory stores the number of streams, their sizes and their blocks.
    fn stream(&self, index: usize) -> Result<Vec<u8>> {
        let directory = self.directory()?;
        let (words, _) = directory.as_chunks();
        let missing = || wrong("its directory has no stream for a container");
        let (count, rest) = words.split_first().ok_or_else(missing)?;
        let count = u32::decode(count).and_then(|count| usize::try_from(count).ok());
        let streams = count.and_then(|count| rest.split_at_checked(count));
        let (sizes, blocks) = streams.ok_or_else(missing)?;
        let before = sizes.get(..index).ok_or_else(missing)?.iter();
        let before = before.map(|size| self.count(size_of_stream(size)));
        // The sum of fewer than 2^32 sizes does not overflow 64 bits.
        let before = usize::try_from(before.sum::<u64>()).ok();
        let blocks = before.and_then(|before| blocks.get(before..));
        let size = size_of_stream(sizes.get(index).ok_or_else(missing)?);
        self.read(blocks.ok_or_else(missing)?, size)
    }

    fn directory(&self) -> Result<Vec<u8>> {
        let size = self.header.directory_size;
        let (behind_header, _) = self
            .file
            .get(SuperBlock::SIZE..)
            .unwrap_or_default()
            .as_chunks();
        let numbers = u32::try_from(4 * self.count(size));
        let numbers = numbers.map_err(|_| wrong("its directory is longer than the file"))?;
        let numbers = self.read(behind_header, numbers)?;
        self.read(numbers.as_chunks().0, size)
    }

    /// The number of blocks for this many bytes.
    fn count(&self, size: u32) -> u64 {
        u64::from(size).div_ceil(self.size as u64)
    }

    /// Reads this many bytes from blocks in sequence. Blocks may repeat; the result is at most as large as the file.
    fn read(&self, numbers: &Numbers, size: u32) -> Result<Vec<u8>> {
        let size = usize::try_from(size)
            .ok()
            .filter(|size| *size <= self.file.len());
        let size = size.ok_or_else(|| wrong("a stream is longer than the file"))?;
        let numbers = numbers.get(..size.div_ceil(self.size));
        let mut bytes = Vec::with_capacity(size);
        let numbers =
            numbers.ok_or_else(|| wrong("the directory ends before the blocks of a stream"))?;
        for number in numbers.iter().filter_map(|number| u32::decode(number)) {
            let at = u64::from(number) * self.size as u64;
            let rest = usize::try_from(at).ok().and_then(|at| self.file.get(at..));
            let block = rest.and_then(|rest| rest.get(..self.size.min(size - bytes.len())));
            bytes.extend_from_slice(
                block.ok_or_else(|| wrong("a block is past the end of the file"))?,
            );
        }
        Ok(bytes)
    }
}

fn size_of_stream(word: &[u8]) -> u32 {
    match u32::decode(word) {
        None | Some(NO_STREAM) => 0,
        Some(size) => size,
    }
}
