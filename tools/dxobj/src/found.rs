//! Files that were found, with their names.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use crate::problem::Problem;

/// A file that was found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The path; `-` for standard input.
    pub(crate) path: PathBuf,
    /// The folder of the file, relative to the folder that users named, if they named one.
    pub(crate) below: PathBuf,
    /// Whether it was found in a folder rather than named by users.
    pub(crate) in_folder: bool,
}

/// A path as text.
pub(crate) fn name(path: &Path) -> String {
    path.display().to_string()
}

impl Found {
    /// A file that users name directly.
    pub(crate) fn named(path: &Path) -> Self {
        Self {
            path: path.into(),
            below: PathBuf::new(),
            in_folder: false,
        }
    }

    pub(crate) fn name(&self) -> String {
        name(&self.path)
    }

    /// A problem with this file.
    pub(crate) fn problem(&self, what: impl Display) -> Problem {
        Problem::new(self.name(), what).in_file(&self.path)
    }
}
