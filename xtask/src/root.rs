//! The root of the repository that the command works on.

use std::path::{Path, PathBuf};

/// Where cargo runs the command from, or else where it was built: a binary may be shared by several trees.
pub(crate) fn root() -> PathBuf {
    let run = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let package = run
        .filter(|package| package.ends_with("xtask"))
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    package.parent().unwrap_or(Path::new(".")).to_owned()
}
