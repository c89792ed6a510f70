//! DXC's PDB files: a container inside of Microsoft's multi-stream file, which symbol servers keep.
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
//! DXC's headers count one page too few, the last one ([issue 3005](https://github.com/microsoft/DirectXShaderCompiler/issues/3005)).
//! The crate `pdb` reads them all the same.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use std::io;

use ::pdb::{Source, SourceSlice, SourceView, StreamIndex};

use crate::{Container, Error, ErrorKind, PartInfo, Result, Strip, parts};

/// The stream that DXC puts the container into (DXC DxilPDB.cpp, `kDataStreamIndex`).
const STREAM: StreamIndex = StreamIndex(5);

/// Whether a file begins as a PDB does.
pub fn is_pdb(bytes: &[u8]) -> bool {
    // The same bytes tell private data that are a PDB.
    let info = PartInfo::of(parts::PRIV, bytes);
    info.is_some_and(|info| info.strip == Some(Strip::Debug))
}

/// The bytes of the container that a PDB holds.
///
/// # Errors
/// [`ErrorKind::Pdb`] if the file is no PDB, is damaged, or holds no container.
pub fn container(bytes: &[u8]) -> Result<Vec<u8>> {
    if !is_pdb(bytes) {
        return Err(wrong("it does not begin as one"));
    }
    let wrong = |problem: ::pdb::Error| wrong(&problem.to_string());
    let mut pdb = ::pdb::PDB::open(Bytes(bytes)).map_err(wrong)?;
    let stream = pdb.raw_stream(STREAM).map_err(wrong)?;
    let stream = stream.map(|stream| stream.as_slice().to_vec());
    match stream.filter(|stream| Container::is_container(stream)) {
        Some(container) => Ok(container),
        None => Err(self::wrong("it holds no container; only DXC's do")),
    }
}

#[cold]
fn wrong(problem: &str) -> Error {
    let problem = problem.into();
    Error::new(ErrorKind::Pdb { problem }, 0)
}

impl Container<'_> {
    /// The bytes of the container inside of a PDB that this container holds as private data; `None` if it holds none.
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

/// A file in memory, whose pages are copied no more often than there are bytes.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8]);

impl core::fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

/// Pages one behind the other.
#[derive(Debug)]
struct Pages(Vec<u8>);

impl SourceView<'_> for Pages {
    fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

impl<'s> Source<'s> for Bytes<'s> {
    fn view(&mut self, slices: &[SourceSlice]) -> io::Result<Box<dyn SourceView<'s>>> {
        let mut pages = Vec::new();
        for slice in slices {
            let start = usize::try_from(slice.offset).ok();
            let page = start.and_then(|start| self.0.get(start..)?.get(..slice.size));
            let page = page.ok_or(io::ErrorKind::UnexpectedEof)?;
            // Pages may be named over and over.
            if page.len() > self.0.len() - pages.len() {
                return Err(io::ErrorKind::InvalidData.into());
            }
            pages.extend_from_slice(page);
        }
        Ok(Box::new(Pages(pages)))
    }
}
