//! Where the headers of an LLVM are.

use std::path::{Path, PathBuf};

/// The include folder that has a file: the one that is given, or the one in it.
pub(crate) fn with(file: &str, given: &Path) -> Result<PathBuf, String> {
    let mut folders = [given.to_owned(), given.join("include")].into_iter();
    let found = folders.find(|folder| folder.join(file).is_file());
    found.ok_or_else(|| format!("there is no {file} in {}", given.display()))
}
