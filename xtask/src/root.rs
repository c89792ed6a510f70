//! The repository.

use std::path::{Path, PathBuf};

/// The folder of the repository in which cargo runs the command, or the current one.
pub(crate) fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let root = package.as_deref().and_then(Path::parent);
    root.map(Path::to_owned).unwrap_or_default()
}
