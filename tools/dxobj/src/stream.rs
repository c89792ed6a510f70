//! Reads files and streams, up to the size that their headers state.

use std::fs::{File, Metadata};
use std::io::{self, Read};

use dxc_format::header::Header;
use dxc_format::msf::SuperBlock;
use dxc_format::{pdb, scan, types::Fixed};

use crate::{bare, system};

/// The number of bytes that are read at once.
pub(crate) const BLOCK: usize = 64 << 10;

/// The maximum number of bytes to read from a stream whose header states no size, and after a container. A regular file
/// needs no limit.
const MOST: u64 = 64 << 20;

/// The kind of content that is requested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// A container, a PDB file, or a part or a program without a container. For other content, only the beginning is
    /// read, which is enough to identify it.
    Container,
    /// Any content.
    Any,
}

/// Reads an open file; `known` is its metadata from the system.
pub(crate) fn read(
    mut from: impl Read,
    known: Option<&Metadata>,
    content: Content,
) -> io::Result<Vec<u8>> {
    let is_file = known.is_some_and(Metadata::is_file);
    let mut bytes = Vec::new();
    from.by_ref().take(BLOCK as u64).read_to_end(&mut bytes)?;
    if bytes.len() < BLOCK {
        return Ok(bytes);
    }
    let content = if bare::may_begin(&bytes) {
        Content::Any
    } else {
        content
    };
    let is_container = scan::is_container(&bytes);
    let size = stated_size(&bytes);
    let most = match (is_file, size, content) {
        (_, None, Content::Container) => return Ok(bytes),
        (true, ..) => u64::MAX,
        (false, Some(size), _) if is_container => size.saturating_add(MOST),
        // Bytes after a PDB file do not belong to it.
        (false, Some(size), _) => size.max(BLOCK as u64),
        (false, None, Content::Any) => MOST,
    };
    let rest = most - BLOCK as u64;
    from.by_ref().take(rest).read_to_end(&mut bytes)?;
    let is_cut = bytes.len() as u64 == most && (is_container || size.is_none());
    if is_cut && from.take(1).read(&mut [0])? > 0 {
        let what = match size {
            Some(size) => {
                format!("more than {MOST} bytes follow the {size} bytes of the container")
            }
            None => format!(
                "a stream that does not say its size may have {MOST} bytes, and this one has more"
            ),
        };
        return Err(io::Error::other(what));
    }
    Ok(bytes)
}

/// Opens a file, and gets its metadata.
pub(crate) fn open(path: &std::path::Path) -> io::Result<(File, Metadata)> {
    let file = system::open(path)?;
    let known = file.metadata()?;
    Ok((file, known))
}

/// The size that the header of a container or of a PDB file states.
fn stated_size(bytes: &[u8]) -> Option<u64> {
    if scan::is_container(bytes) {
        return Some(Header::decode(bytes)?.file_size.into());
    }
    let header = SuperBlock::decode(bytes).filter(|_| pdb::is_pdb(bytes))?;
    // The header of DXC's PDB files counts one block too few.
    Some(u64::from(header.block_size) * (u64::from(header.block_count) + 1))
}
