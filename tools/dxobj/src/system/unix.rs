//! File operations on Unix: inodes, owners and modes, and locks on the file itself.

use std::fs::{self, File, Metadata, Permissions, TryLockError};
use std::io::{self, Error, ErrorKind, Result};
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::Path;

use tempfile::{NamedTempFile, TempPath};
use xattr::FileExt;

use super::{Access, Identity};
use crate::stamp::{STANDARD, Stamp};

/// The exit status after Ctrl-C, by the convention of shells.
pub(crate) const INTERRUPTED: i32 = 130;

/// The identity of a regular file.
pub(crate) fn identity(path: &Path) -> Option<Identity> {
    let known = if path.as_os_str() == STANDARD {
        standard_input().and_then(|file| file.metadata()).ok()?
    } else {
        fs::metadata(path).ok()?
    };
    known.is_file().then(|| (known.dev(), known.ino()))
}

/// The stamp of an open file.
pub(crate) fn stamp(file: &File) -> Result<Stamp> {
    file.metadata().map(|known| stamp_of(&known))
}

/// The stamp of the file that a path leads to, which is not opened.
pub(crate) fn stamp_at(path: &Path) -> Result<Stamp> {
    fs::metadata(path).map(|known| stamp_of(&known))
}

fn stamp_of(known: &Metadata) -> Stamp {
    Stamp {
        id: (known.dev(), known.ino()),
        written: (known.mtime(), known.mtime_nsec()),
        len: known.len(),
    }
}

/// Standard input as a file.
pub(crate) fn standard_input() -> Result<File> {
    let input = io::stdin().as_fd().try_clone_to_owned()?;
    Ok(File::from(input))
}

/// Whether a path names a device by its spelling: never on Unix.
pub(crate) fn is_device(_: &Path) -> bool {
    false
}

/// The number of hard links to a file.
pub(crate) fn links(path: &Path) -> u64 {
    fs::metadata(path).map_or(1, |known| known.nlink())
}

/// Whether a path names a file that a process has open, such as `/dev/stdin` and `/proc/self/fd/0`, also by links.
pub(crate) fn is_descriptor(path: &Path) -> bool {
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let Ok(folder) = folder.canonicalize() else {
            return false;
        };
        if folder.starts_with("/proc") || folder.starts_with("/dev/fd") {
            return true;
        }
        match fs::read_link(&path) {
            Ok(target) => path = folder.join(target),
            Err(_) => return false,
        }
    }
    false
}

/// Opens a file for reading.
pub(crate) fn open(path: &Path) -> Result<File> {
    File::open(path)
}

/// Creates a file that must not exist yet.
pub(crate) fn create_new(path: &Path, access: Access) -> Result<File> {
    let mode = match access {
        Access::Usual => 0o666,
        Access::Own => 0o600,
    };
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    options.mode(mode).open(path)
}

/// Prepares a new, empty file to replace an old one: on Unix, there is nothing to do before it is written.
pub(crate) fn begin_like(new: NamedTempFile, _: &Path) -> Result<NamedTempFile> {
    Ok(new)
}

/// Gives a new file the owner, group, mode and extended attributes of the file that it replaces. Where the system refuses an
/// owner or a group, the rights to run as it are dropped, as `cp` does.
pub(crate) fn keep_owner(file: &File, known: &Metadata, old: &Path) -> Result<()> {
    const SET_USER: u32 = 0o4000;
    const SET_GROUP: u32 = 0o2000;
    let own = file.metadata()?;
    let mut mode = known.mode() & 0o7777;
    // The group is set first: after the owner has changed, setting it may be denied.
    if own.gid() != known.gid() && fchown(file, None, Some(known.gid())).is_err() {
        mode &= !SET_GROUP;
    }
    if own.uid() != known.uid() && fchown(file, Some(known.uid()), None).is_err() {
        mode &= !SET_USER;
    }
    file.set_permissions(Permissions::from_mode(mode))?;
    keep_attributes(file, old)
}

/// Copies extended attributes, including access control lists. Attributes that the system does not allow to set are
/// skipped.
fn keep_attributes(file: &File, old: &Path) -> Result<()> {
    let is_refused = |error: &Error| {
        matches!(
            error.kind(),
            ErrorKind::PermissionDenied | ErrorKind::Unsupported
        )
    };
    let names = match xattr::list(old) {
        Err(error) if is_refused(&error) => return Ok(()),
        names => names?,
    };
    for name in names {
        let Some(value) = xattr::get(old, &name)? else {
            continue;
        };
        match file.set_xattr(&name, &value) {
            Err(error) if is_refused(&error) => {}
            kept => kept?,
        }
    }
    Ok(())
}

/// Locks a file against other processes of this command; `None` if one of them has the lock.
pub(crate) fn lock(path: &Path) -> Result<Option<File>> {
    let file = File::open(path)?;
    let locked = file.try_lock();
    Ok((!matches!(locked, Err(TryLockError::WouldBlock))).then_some(file))
}

/// Renames a new file over another one.
pub(crate) fn replace(new: &TempPath, path: &Path) -> Result<()> {
    fs::rename(new, path)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path)
}
