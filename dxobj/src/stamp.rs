//! Which file a path leads to, and whether it changed since it was read.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The name of standard input.
pub(crate) const STANDARD: &str = "-";

/// A file at a time: which one it is, its size, and when it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    #[cfg(unix)]
    id: (u64, u64),
    #[cfg(unix)]
    written: (i64, i64),
    #[cfg(not(unix))]
    written: Option<std::time::SystemTime>,
    len: u64,
}

impl Stamp {
    pub(crate) fn new(known: &Metadata) -> Self {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            Self {
                id: (known.dev(), known.ino()),
                written: (known.mtime(), known.mtime_nsec()),
                len: known.len(),
            }
        }
        #[cfg(not(unix))]
        Self {
            written: known.modified().ok(),
            len: known.len(),
        }
    }
}

/// Whether two paths lead to one regular file, also by links.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((id(one), id(other)), (Some(one), Some(other)) if one == other)
}

/// What tells a regular file from all others.
#[cfg(unix)]
fn id(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let known = match path.as_os_str() == STANDARD {
        true => of_standard_input().ok()?,
        false => fs::metadata(path).ok()?,
    };
    known.is_file().then(|| (known.dev(), known.ino()))
}

/// What the system knows of standard input.
#[cfg(unix)]
pub(crate) fn of_standard_input() -> io::Result<Metadata> {
    use std::os::fd::AsFd;
    let input = io::stdin().as_fd().try_clone_to_owned()?;
    fs::File::from(input).metadata()
}

/// What the system knows of standard input.
#[cfg(not(unix))]
pub(crate) fn of_standard_input() -> io::Result<Metadata> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
fn id(path: &Path) -> Option<PathBuf> {
    let path = fs::canonicalize(path).ok()?;
    path.is_file().then_some(path)
}

/// The file that a path leads to, by its own name; a link that leads nowhere is a problem, as `cp` has it.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(path) => Ok(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match path.is_symlink() {
            true => Err(io::Error::other("the link leads to no file")),
            false => Ok(path.to_owned()),
        },
        Err(_) => Ok(path.to_owned()),
    }
}
