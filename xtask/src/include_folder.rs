//! Where the headers of an LLVM are.

use std::path::{Path, PathBuf};

/// The include folder that has a file: the one that is given, or the one in it.
pub(crate) fn with(file: &str, given: &Path) -> Result<PathBuf, String> {
    let mut folders = [given.to_owned(), given.join("include")].into_iter();
    let found = folders.find(|folder| folder.join(file).is_file());
    found.ok_or_else(|| format!("there is no {file} in {}", given.display()))
}

/// The version of the LLVM whose include folder it is, if that says so.
pub(crate) fn version(include: &Path) -> Option<u32> {
    let text = std::fs::read_to_string(include.join("llvm/Config/llvm-config.h")).ok()?;
    let mut lines = text.lines();
    let version = lines.find_map(|line| line.strip_prefix("#define LLVM_VERSION_MAJOR "))?;
    version.trim().parse().ok()
}
