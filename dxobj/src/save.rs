//! Writing files: whole, or not at all.

use std::fs;
use std::io::{ErrorKind, Result, Write};
use std::path::Path;

use crate::unfinished;

/// Writes a file; one that is there is replaced at once, keeps its mode, and stays as it is if anything goes wrong.
pub(crate) fn file(path: &Path, bytes: &[u8]) -> Result<()> {
    // Links stay links.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let known = fs::metadata(&path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        // A device or a pipe, which nothing can take the place of.
        return fs::OpenOptions::new()
            .write(true)
            .open(&path)?
            .write_all(bytes);
    }
    if known
        .as_ref()
        .is_some_and(|known| known.permissions().readonly())
    {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let (mut file, _registered) = unfinished::create_in(folder_of(&path))?;
    file.write_all(bytes)?;
    if let Some(known) = known {
        file.as_file().set_permissions(known.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}

/// Writes a file that is not there yet, and the folders above it. One with the same bytes, which an earlier attempt may have
/// left, is as good.
pub(crate) fn new_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let (mut file, _registered) = unfinished::create_in(folder)?;
    file.write_all(bytes)?;
    match file.persist_noclobber(path) {
        Err(there) if there.error.kind() == ErrorKind::AlreadyExists && holds(path, bytes) => {
            Ok(())
        }
        persisted => persisted.map(drop).map_err(Into::into),
    }
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    let named = folder.filter(|folder| !folder.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

/// Whether a file has these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let is_as_long =
        fs::metadata(path).is_ok_and(|known| known.is_file() && known.len() == bytes.len() as u64);
    is_as_long && fs::read(path).is_ok_and(|there| there == bytes)
}
