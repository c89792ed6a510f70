//! File operations on Windows, where some file systems cannot replace an open file, and other programs may lock files.

use std::fs::{self, File, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Error, ErrorKind, Result};
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsHandle;
use std::path::{Component, Path, Prefix};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::{NamedTempFile, TempPath};
use winapi_util::file::{Information, information};

use super::{Access, Identity};
use crate::file_name;
use crate::stamp::{STANDARD, Stamp};
use crate::unfinished::PREFIX;

/// `STATUS_CONTROL_C_EXIT`, the exit status of programs that Ctrl-C ends: shells stop a script after it.
pub(crate) const INTERRUPTED: i32 = 0xC000_013A_u32.cast_signed();

const FILE_ATTRIBUTE_DIRECTORY: u64 = 0x10;
const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
/// The right to delete or rename a file.
const DELETE: u32 = 0x0001_0000;

const ERROR_ACCESS_DENIED: i32 = 5;
const ERROR_SHARING_VIOLATION: i32 = 32;
const ERROR_LOCK_VIOLATION: i32 = 33;

/// The time to wait for other programs to close a file: virus scanners keep files open for a moment.
const PATIENCE: Duration = Duration::from_secs(1);

/// Gets the metadata of a file. The file is opened without access rights, so that this never conflicts with other
/// programs.
fn ask(path: &Path) -> Result<Information> {
    information(File::options().access_mode(0).open(path)?)
}

fn identity_of(known: &Information) -> Identity {
    (known.volume_serial_number(), known.file_index())
}

/// The identity of a regular file.
pub(crate) fn identity(path: &Path) -> Option<Identity> {
    let known = if path.as_os_str() == STANDARD {
        standard_input().and_then(information).ok()?
    } else {
        ask(path).ok()?
    };
    let is_file = known.file_attributes() & FILE_ATTRIBUTE_DIRECTORY == 0;
    is_file.then(|| identity_of(&known))
}

/// The stamp of an open file.
pub(crate) fn stamp(file: &File) -> Result<Stamp> {
    information(file).map(|known| stamp_of(&known))
}

/// The stamp of the file that a path leads to.
pub(crate) fn stamp_at(path: &Path) -> Result<Stamp> {
    ask(path).map(|known| stamp_of(&known))
}

fn stamp_of(known: &Information) -> Stamp {
    Stamp {
        id: identity_of(known),
        written: (known.last_write_time().unwrap_or_default().cast_signed(), 0),
        len: known.file_size(),
    }
}

/// Standard input as a file.
pub(crate) fn standard_input() -> Result<File> {
    let input = io::stdin().as_handle().try_clone_to_owned()?;
    Ok(File::from(input))
}

/// Whether a path names a device: `nul` in any folder, or any path that begins with `\\.\`.
pub(crate) fn is_device(path: &Path) -> bool {
    let prefix = match path.components().next() {
        Some(Component::Prefix(prefix)) => Some(prefix.kind()),
        _ => None,
    };
    match prefix {
        Some(Prefix::DeviceNS(_)) => true,
        // Such paths are used without normalization, so they are names of files.
        Some(prefix) if prefix.is_verbatim() => false,
        _ => path
            .file_name()
            .is_some_and(|name| file_name::is_device(&name.to_string_lossy())),
    }
}

/// Whether an error says that another program has the file open.
fn is_held(error: &Error) -> bool {
    let code = error.raw_os_error();
    matches!(code, Some(ERROR_SHARING_VIOLATION | ERROR_LOCK_VIOLATION))
}

/// Repeats an operation for a moment while another program has the file open.
fn patiently<T>(
    is_held: impl Fn(&Error) -> bool,
    mut attempt: impl FnMut() -> Result<T>,
) -> Result<T> {
    let begun = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match attempt() {
            Err(error) if is_held(&error) => {
                if begun.elapsed() > PATIENCE {
                    let what = format!("another program has it open ({error})");
                    return Err(Error::new(ErrorKind::ResourceBusy, what));
                }
            }
            done => return done,
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// The number of hard links to a file.
pub(crate) fn links(path: &Path) -> u64 {
    ask(path).map_or(1, |known| known.number_of_links())
}

/// Whether a path names a file that a process has open: never on Windows.
pub(crate) fn is_descriptor(_: &Path) -> bool {
    false
}

/// Opens a file for reading.
pub(crate) fn open(path: &Path) -> Result<File> {
    patiently(is_held, || File::open(path))
}

/// Creates a file that must not exist yet. It gets the permissions of its folder.
pub(crate) fn create_new(path: &Path, _: Access) -> Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true).open(path)
}

/// Prepares a new, empty file to replace an old one: copies the attributes and alternate data streams, which the system
/// copies with the content.
pub(crate) fn begin_like(new: NamedTempFile, old: &Path) -> Result<NamedTempFile> {
    let new = new.into_temp_path();
    // Only a file that the copy itself creates reliably gets the attributes.
    fs::remove_file(&new)?;
    patiently(is_held, || fs::copy(old, &new))?;
    let file = File::options().read(true).write(true).open(&new)?;
    file.set_len(0)?;
    Ok(NamedTempFile::from_parts(file, new))
}

/// Copies properties of the old file after the new one was written: on Windows, there is nothing to do.
#[expect(clippy::unnecessary_wraps, reason = "other systems may refuse it")]
pub(crate) fn keep_owner(_: &File, _: &Metadata, _: &Path) -> Result<()> {
    Ok(())
}

/// Locks a file against other processes of this command; `None` if one of them has the lock.
///
/// An open file cannot be replaced everywhere, so the lock is a file beside it that only one process can open. The system
/// removes it when it is closed, also if the process is killed.
pub(crate) fn lock(path: &Path) -> Result<Option<File>> {
    let name = path.file_name().unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    name.to_string_lossy().to_lowercase().hash(&mut hasher);
    let beside = path.with_file_name(format!("{PREFIX}lock-{:016x}", hasher.finish()));
    let mut options = File::options();
    options.write(true).create(true).share_mode(0);
    options.custom_flags(FILE_FLAG_DELETE_ON_CLOSE);
    // A file that is being deleted cannot be opened.
    let is_held =
        |error: &Error| is_held(error) || error.raw_os_error() == Some(ERROR_ACCESS_DENIED);
    match patiently(is_held, || options.open(&beside)) {
        Err(error) if error.kind() == ErrorKind::ResourceBusy => Ok(None),
        locked => locked.map(Some),
    }
}

/// Renames a new file over another one.
pub(crate) fn replace(new: &TempPath, path: &Path) -> Result<()> {
    // The system denies access for two reasons: another program has the file open for a moment, or a permission is
    // missing.
    let is_held = |error: &Error| match error.raw_os_error() {
        Some(ERROR_ACCESS_DENIED) => {
            let opened = File::options().access_mode(DELETE).open(path);
            opened.map_or_else(|error| is_held(&error), |_| true)
        }
        _ => is_held(error),
    };
    patiently(is_held, || fs::rename(new, path))
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> Result<()> {
    patiently(is_held, || fs::remove_file(path))
}
