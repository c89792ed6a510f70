//! Identifies files, and detects whether they have changed since they were read.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::system::{self, Identity};

/// The name of standard input.
pub(crate) const STANDARD: &str = "-";

/// The state of a file at a time: its identity, its size and its modification time.
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

/// Whether two paths lead to the same regular file, also through links.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let ids = (system::identity(one), system::identity(other));
    matches!(ids, (Some(one), Some(other)) if one == other)
}

/// Resolves links in a path. A link to a missing file is an error, like in `cp`.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(path) => Ok(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if path.is_symlink() {
                Err(io::Error::other("the link leads to no file"))
            } else {
                Ok(path.to_owned())
            }
        }
        Err(_) => Ok(path.to_owned()),
    }
}
