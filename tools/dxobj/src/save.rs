//! Writing files: whole, or not at all.

use std::fs::{self, File, Metadata};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::stamp::{Stamp, resolve};
use crate::system::{self, Access};
use crate::unfinished::{self, Registered};

/// Writes a file and the folders above it; one that is there is replaced at once, keeps its owner and mode, and stays as it is
/// if anything goes wrong. If the bytes that `put` writes are made from it, `read` is how it was then.
pub(crate) fn file(
    path: &Path,
    read: Option<&Stamp>,
    put: impl FnOnce(&mut File) -> Result<()>,
) -> Result<()> {
    let mut writing = Writing::begin(path)?;
    put(writing.file())?;
    writing.finish(read)
}

/// A file that is being written, like [`file`] does.
pub(crate) enum Writing {
    /// A device or a pipe, which nothing can take the place of.
    Device(File),
    /// A new file, which takes its place when it is finished.
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
        // Links stay links.
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

    /// The file that the content is written into.
    pub(crate) fn file(&mut self) -> &mut File {
        match self {
            Self::Device(file) => file,
            Self::New { file, .. } => file.as_file_mut(),
        }
    }

    /// Puts the file into its place. If its content is made from the file there, `read` is how that was then.
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

/// Keeps other processes of this command from replacing a file, if it is still as it was when it was read.
fn lock(path: &Path, read: &Stamp) -> Result<File> {
    let Some(locked) = system::lock(path)? else {
        return Err(Error::other("another process edits it; nothing is written"));
    };
    // That of the path: another process may have put a new file in its place.
    match Stamp::at(path)? == *read {
        true => Ok(locked),
        false => Err(Error::other(
            "it was changed by another process since it was read; nothing is written",
        )),
    }
}

/// Writes a file that is not there yet, and the folders above it. One with the same bytes, which an earlier attempt may have
/// left, is as good.
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

/// The folder that a file is in.
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
