//! The folder that the command works on, and the name that it has there.

use std::path::{Path, PathBuf};

/// The command's names: in the repository of dxc-format, and elsewhere.
pub(crate) const TOOLS: [&str; 2] = ["cargo xtask", "dxc-schema"];

/// The repository of dxc-format, if cargo runs the command there.
fn repository() -> Option<PathBuf> {
    let package = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR")?);
    let is_ours = package.ends_with("xtask");
    is_ours.then(|| package.parent().unwrap_or(Path::new(".")).to_owned())
}

/// The repository, or the current folder.
pub(crate) fn root() -> PathBuf {
    repository().unwrap_or_default()
}

/// A path as messages and pages show it: from the root, if it is below.
pub(crate) fn relative(path: &Path, root: &Path) -> String {
    path.strip_prefix(root)
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Whether cargo runs the command in the repository of dxc-format.
pub(crate) fn is_ours() -> bool {
    repository().is_some()
}

/// The name of the command.
pub(crate) fn tool() -> &'static str {
    TOOLS[usize::from(!is_ours())]
}
