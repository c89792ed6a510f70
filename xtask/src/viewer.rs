//! Builds the WebAssembly programs: `cargo xtask viewer`, the page that shows containers, and `cargo xtask export npm`.

use dxc_codegen::outcome::Outcome;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{captured, cargo, succeeded};
use crate::root::{root, target_folder};

/// The target for browsers, in Rust's spelling.
const TARGET: &str = "wasm32-unknown-unknown";

/// Runs the command `viewer`.
pub(crate) fn run(out: Option<PathBuf>) -> Result<Outcome, String> {
    make(
        "page",
        &out.unwrap_or_else(|| target_folder().join("viewer")),
    )
    .map(|()| Outcome::Content)
}

/// Builds the `page` or the package `npm`. A separate program does it, so that this one compiles fast.
pub(crate) fn make(kind: &str, out: &Path) -> Result<(), String> {
    if !has_target_folder() {
        return Err(format!(
            "Rust's {TARGET} is not installed; `rustup target add {TARGET}` installs it"
        ));
    }
    let out = std::path::absolute(out)
        .map_err(|problem| format!("cannot find {}: {problem}", out.display()))?;
    let run = ["run", "--quiet", "--package", "dxobj-viewer-build"];
    let make = ["--features", "bundle", "--", kind];
    if succeeded(cargo(&root()).args(run).args(make).arg(out))? {
        Ok(())
    } else {
        Err(format!("`{kind}` cannot be made"))
    }
}

/// Whether Rust can compile for browsers.
pub(crate) fn has_target_folder() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let print = ["--print", "target-libdir", "--target", TARGET];
    let folder = captured(Command::new(rustc).args(print));
    folder.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}
