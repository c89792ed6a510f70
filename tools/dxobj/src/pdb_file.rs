//! Reads PDB files. Only the blocks of the container are read, since PDBs of other compilers may be large.
//!
//! FXC's have no container. They are read as a part SPDB, in which `fxc /Zi` embeds them.

use std::error::Error;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use dxc_format::pdb::{self, Streams};
use dxc_format::{msf::SuperBlock, types::Fixed};
use dxc_shader::sources::is_fxc_pdb;

type AnyError = Box<dyn Error + Send + Sync>;

/// The content of a PDB file of a shader.
pub(crate) enum Held {
    /// DXC's container.
    Container(Vec<u8>),
    /// FXC's debug information.
    Fxc,
}

/// Reads the content of a PDB file; `None` if the file does not begin like a PDB.
pub(crate) fn open(path: &Path) -> Option<Result<Held, AnyError>> {
    let known = std::fs::metadata(path).ok()?;
    if !known.is_file() {
        return None;
    }
    let mut file = File::open(path).ok()?;
    if !begins_as_pdb(&mut file) {
        return None;
    }
    let read = pdb::read_container(known.len(), read_at(&mut file));
    Some(read.map(Held::Container).or_else(|problem| {
        let streams = Streams::open(known.len(), read_at(&mut file));
        let is_fxc = streams.and_then(|mut streams| is_fxc_pdb(&mut streams));
        let held = is_fxc.unwrap_or_default().then_some(Held::Fxc);
        held.ok_or(problem)
    }))
}

/// Whether a file is a PDB that contains a container.
pub(crate) fn has_container(file: &mut File) -> bool {
    let len = file.metadata().map_or(0, |known| known.len());
    begins_as_pdb(file) && pdb::has_container(len, read_at(file)).unwrap_or_default()
}

fn begins_as_pdb(file: &mut File) -> bool {
    let mut begin = [0; SuperBlock::SIZE];
    read_at(file)(0, &mut begin).is_ok() && pdb::is_pdb(&begin)
}

/// Fills buffers from offsets of a file.
fn read_at(file: &mut File) -> impl FnMut(u64, &mut [u8]) -> Result<(), AnyError> {
    |at, buffer| {
        file.seek(SeekFrom::Start(at))?;
        Ok(file.read_exact(buffer)?)
    }
}
