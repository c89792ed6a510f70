//! Tracks files that are being written, so that a signal such as Ctrl-C removes them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::{Builder, NamedTempFile};

use crate::system::{self, Access};

/// The prefix of their names. If a process is killed, such files remain; commands ignore them.
pub(crate) const PREFIX: &str = ".dxobj-";

/// The files that are being written.
static PATHS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Whether a path is a file that was not finished.
pub(crate) fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.as_encoded_bytes());
    name.is_some_and(|name| name.starts_with(PREFIX.as_bytes()))
}

/// A path that is removed if a signal ends the process.
pub(crate) struct Registered(PathBuf);

/// Creates a file in a folder. The registration must live until the file is renamed.
pub(crate) fn create_in(folder: &Path, access: Access) -> Result<(NamedTempFile, Registered)> {
    remove_on_signals();
    // A missing folder is reported by its own name.
    fs::metadata(folder)?;
    // With the lock, no signal is handled between the creation of the file and its registration.
    let mut paths = lock();
    let file = Builder::new()
        .prefix(PREFIX)
        .make_in(folder, |path| system::create_new(path, access))
        .map_err(|problem| std::io::Error::from(problem.kind()))?;
    paths.insert(file.path().to_owned());
    let path = Registered(file.path().to_owned());
    Ok((file, path))
}

impl Drop for Registered {
    fn drop(&mut self) {
        lock().remove(&self.0);
    }
}

fn lock() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs the handler that removes the files when a signal ends the process.
fn remove_on_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // If no handler can be installed, signals have their default effect.
        let _ = ctrlc::set_handler(|| {
            // The lock is never released: no more files are created.
            let paths = lock();
            for path in paths.iter() {
                let _ = system::remove(path);
            }
            std::process::exit(system::INTERRUPTED);
        });
    });
}
