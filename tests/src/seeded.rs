//! Prepares target folders for copies of this tree: they start with the compiled dependencies, so that only the
//! workspace's crates are built again.
#![allow(clippy::unwrap_used, reason = "tests fail by it")]

use std::fs::FileTimes;
use std::path::Path;

/// Our packages that differ in another tree. The macros, the runtime and the generator rarely do: cargo builds them
/// again if a file of theirs is newer.
const OURS: &[&str] = &[
    "dxc-format",
    "dxc_format",
    "libdxc_format",
    "dxobj",
    "libdxobj",
    "soak",
    "libsoak",
    "tests",
    "dxil",
    "libdxil",
];

/// The minimum size of files that are linked instead of copied: libraries, which cargo replaces as a whole.
const LARGE: u64 = 0x10000;

/// Copies the build output of `from` to `to`, unless `to` exists.
pub fn seed(from: &Path, to: &Path) {
    if to.join("debug").exists() {
        return;
    }
    for folder in [".fingerprint", "build", "deps"] {
        let (from, to) = (
            from.join("debug").join(folder),
            to.join("debug").join(folder),
        );
        let is_theirs = |name: &str| {
            let is_ours = OURS.iter().any(|ours| name.starts_with(ours));
            // Programs are our own, too.
            !is_ours && (folder != "deps" || name.starts_with("lib"))
        };
        copy(&from, &to, &is_theirs);
    }
}

/// Copies a folder with its times, by which cargo detects fresh files. Files that another process removes meanwhile are
/// not needed.
fn copy(from: &Path, to: &Path, is_wanted: &dyn Fn(&str) -> bool) {
    std::fs::create_dir_all(to).unwrap();
    let Ok(entries) = std::fs::read_dir(from) else {
        return;
    };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let Ok(data) = entry.metadata() else { continue };
        if !is_wanted(&name.to_string_lossy()) {
            continue;
        }
        let to = to.join(&name);
        if data.is_dir() {
            copy(&path, &to, &|_| true);
        } else if data.len() < LARGE || std::fs::hard_link(&path, &to).is_err() {
            let times = data
                .modified()
                .map(|time| FileTimes::new().set_modified(time));
            let copied = std::fs::copy(&path, &to)
                .and_then(|_| std::fs::File::options().write(true).open(&to));
            if let (Ok(file), Ok(times)) = (copied, times) {
                let _ = file.set_times(times);
            }
        }
    }
}
