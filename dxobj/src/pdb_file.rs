//! PDB files, of which only the blocks of the container are read: those of other compilers may be large.

use std::error::Error;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use dxc_format::{msf::SuperBlock, pdb, types::Fixed};

type AnyError = Box<dyn Error + Send + Sync>;

/// The container of a PDB file; `None` if it is not a file that begins as one.
pub(crate) fn container(path: &Path) -> Option<Result<Vec<u8>, AnyError>> {
    let known = std::fs::metadata(path).ok()?;
    if !known.is_file() {
        return None;
    }
    let mut file = File::open(path).ok()?;
    begins_as_pdb(&mut file).then(|| pdb::read_container(known.len(), read_at(&mut file)))
}

/// Whether a file is a PDB that holds a container.
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
