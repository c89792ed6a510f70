//! Writes files atomically: completely, or not at all.

use std::fs::{self, File, Metadata};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::stamp::{Stamp, resolve};
use crate::system::{self, Access};
use crate::unfinished::{self, Registered};

/// Writes a file and creates the folders above it. An existing file is replaced atomically and keeps its owner and
/// mode; on an error it is unchanged. If the content depends on the existing file, `read` is the stamp of that file
/// when it was read.
pub(crate) fn file(
    path: &Path,
    read: Option<&Stamp>,
    put: impl FnOnce(&mut File) -> Result<()>,
) -> Result<()> {
    let mut writing = Writing::begin(path)?;
    put(writing.file())?;
    writing.finish(read)
}

/// A file that is being written by [`file`].
pub(crate) enum Writing {
    /// A device or a pipe, which cannot be replaced.
    Device(File),
    /// A new file, which is renamed to its path when it is finished.
    New {
        path: PathBuf,
        /// The file that it replaces.
        known: Option<Box<Metadata>>,
        file: NamedTempFile,
        _registered: Registered,
    },
}

impl Writing {
    pub(crate) fn begin(path: &Path) -> Result<Self> {
        let device = |path| File::options().write(true).open(path).map(Self::Device);
        if system::is_device(path) {
            return device(path);
        }
        // A link is kept; its target is replaced.
        let path = resolve(path)?;
        let known = fs::metadata(&path).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            return device(&path);
        }
        if known
            .as_ref()
            .is_some_and(|known| known.permissions().readonly())
        {
            return Err(ErrorKind::PermissionDenied.into());
        }
        let folder = folder_of(&path);
        fs::create_dir_all(folder)?;
        let access = match known {
            Some(_) => Access::Own,
            None => Access::Usual,
        };
        let (mut file, _registered) = unfinished::create_in(folder, access)?;
        if known.is_some() {
            file = system::begin_like(file, &path)?;
        }
        Ok(Self::New {
            path,
            known: known.map(Box::new),
            file,
            _registered,
        })
    }

    /// The open file to write the content into.
    pub(crate) fn file(&mut self) -> &mut File {
        match self {
            Self::Device(file) => file,
            Self::New { file, .. } => file.as_file_mut(),
        }
    }

    /// Renames the new file to its path. If its content depends on the file there, `read` is the stamp of that file
    /// when it was read.
    pub(crate) fn finish(self, read: Option<&Stamp>) -> Result<()> {
        let Self::New {
            path,
            known,
            file,
            _registered,
        } = self
        else {
            return Ok(());
        };
        if let Some(known) = &known {
            system::keep_owner(file.as_file(), known, &path)?;
        }
        file.as_file().sync_all()?;
        let mut new = file.into_temp_path();
        let _locked = read.map(|read| lock(&path, read)).transpose()?;
        system::replace(&new, &path)?;
        new.disable_cleanup(true);
        Ok(())
    }
}

/// Locks a file so that no other process of this command replaces it. Fails if it has changed since it was read.
fn lock(path: &Path, read: &Stamp) -> Result<File> {
    let Some(locked) = system::lock(path)? else {
        return Err(Error::other("another process edits it; nothing is written"));
    };
    // The stamp is of the path, not of the locked file: another process may have renamed a new file to the path.
    if Stamp::at(path)? == *read {
        Ok(locked)
    } else {
        Err(Error::other(
            "it was changed by another process since it was read; nothing is written",
        ))
    }
}

/// Writes a file that does not exist yet, and creates the folders above it. An existing file with the same bytes is
/// accepted: an earlier attempt may have written it.
pub(crate) fn new_file(path: &Path, bytes: &[u8]) -> Result<()> {
    if system::is_device(path) {
        return Err(Error::other("the name is that of a device"));
    }
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let (mut file, _registered) = unfinished::create_in(folder, Access::Usual)?;
    file.write_all(bytes)?;
    match file.persist_noclobber(path) {
        Err(there) if there.error.kind() == ErrorKind::AlreadyExists && holds(path, bytes) => {
            Ok(())
        }
        persisted => persisted.map(drop).map_err(Into::into),
    }
}

/// The folder that contains a file.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    let named = folder.filter(|folder| !folder.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

/// Whether a file has these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let is_as_long =
        fs::metadata(path).is_ok_and(|known| known.is_file() && known.len() == bytes.len() as u64);
    is_as_long && fs::read(path).is_ok_and(|there| there == bytes)
}
