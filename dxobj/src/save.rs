//! Writing files: whole, or not at all.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::Path;

use crate::stamp::{Stamp, resolve};
use crate::unfinished::{self, Access};

/// Writes a file and the folders above it; one that is there is replaced at once, keeps its owner and mode, and stays as it is
/// if anything goes wrong. If the bytes that `put` writes are made from it, `read` is how it was then.
pub(crate) fn file(
    path: &Path,
    read: Option<&Stamp>,
    put: impl FnOnce(&mut File) -> Result<()>,
) -> Result<()> {
    // Links stay links.
    let path = resolve(path)?;
    let known = fs::metadata(&path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        // A device or a pipe, which nothing can take the place of.
        return put(&mut fs::OpenOptions::new().write(true).open(&path)?);
    }
    if known
        .as_ref()
        .is_some_and(|known| known.permissions().readonly())
    {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let folder = folder_of(&path);
    fs::create_dir_all(folder)?;
    let access = match known {
        Some(_) => Access::Own,
        None => Access::Usual,
    };
    let (mut file, _registered) = unfinished::create_in(folder, access)?;
    put(file.as_file_mut())?;
    if let Some(known) = &known {
        keep_owner(file.as_file(), known)?;
    }
    file.as_file().sync_all()?;
    let _locked = read.map(|read| lock(&path, read)).transpose()?;
    file.persist(&path)?;
    Ok(())
}

/// Keeps other processes of this command from replacing a file, if it is still as it was when it was read.
fn lock(path: &Path, read: &Stamp) -> Result<File> {
    let file = File::open(path)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(Error::other("another process edits it; nothing is written"));
    }
    // Not that of the open file: another process may have put a new one in its place.
    match Stamp::new(&fs::metadata(path)?) == *read {
        true => Ok(file),
        false => Err(Error::other(
            "it was changed by another process since it was read; nothing is written",
        )),
    }
}

/// Gives a new file the owner, group and mode of the file that it replaces. Where the system refuses an owner or a group, the
/// rights to run as it are dropped, as `cp` does.
#[cfg(unix)]
fn keep_owner(file: &File, known: &Metadata) -> Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    const SET_USER: u32 = 0o4000;
    const SET_GROUP: u32 = 0o2000;
    let own = file.metadata()?;
    let mut mode = known.mode() & 0o7777;
    // The group first: who is not the owner any more may not change it.
    if own.gid() != known.gid() && fchown(file, None, Some(known.gid())).is_err() {
        mode &= !SET_GROUP;
    }
    if own.uid() != known.uid() && fchown(file, Some(known.uid()), None).is_err() {
        mode &= !SET_USER;
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_owner(file: &File, known: &Metadata) -> Result<()> {
    file.set_permissions(known.permissions())
}

/// Writes a file that is not there yet, and the folders above it. One with the same bytes, which an earlier attempt may have
/// left, is as good.
pub(crate) fn new_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let (mut file, _registered) = unfinished::create_in(folder, Access::Usual)?;
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
