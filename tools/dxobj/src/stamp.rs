//! Which file a path leads to, and whether it changed since it was read.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::system::{self, Identity};

/// The name of standard input.
pub(crate) const STANDARD: &str = "-";

/// A file at a time: which one it is, its size, and when it was written, as the system counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) id: Identity,
    pub(crate) written: (i64, i64),
    pub(crate) len: u64,
}

impl Stamp {
    /// The stamp of an open file.
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        system::stamp(file)
    }

    /// The stamp of the file that a path leads to.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        system::stamp_at(path)
    }
}

/// Whether two paths lead to one regular file, also by links.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let ids = (system::identity(one), system::identity(other));
    matches!(ids, (Some(one), Some(other)) if one == other)
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
