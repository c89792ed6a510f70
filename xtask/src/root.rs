//! Finds the folder of the repository, and cargo's target folder.

use std::path::{Path, PathBuf};

/// The folder of the repository in which cargo runs the command, or the current one.
pub(crate) fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let root = package.as_deref().and_then(Path::parent);
    root.map(Path::to_owned).unwrap_or_default()
}

/// The folder in which the commands write by default, like cargo: `CARGO_TARGET_DIR`, or `target`.
pub(crate) fn target_folder() -> PathBuf {
    let set = std::env::var_os("CARGO_TARGET_DIR").filter(|set| !set.is_empty());
    root().join(set.unwrap_or_else(|| "target".into()))
}
