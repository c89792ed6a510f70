//! The files that users name: themselves, or what folders hold; and what is said of those that are no containers.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use dxc_format::{Container, pdb};
use walkdir::WalkDir;

pub(crate) use crate::found::{Found, name};
use crate::input;
pub(crate) use crate::input::Input;
pub(crate) use crate::problem::Problem;
use crate::stamp::{self, Stamp};
use crate::stream::{self, Content};
use crate::unfinished::is_unfinished;

/// The name of standard input.
pub(crate) const STANDARD: &str = "-";

/// The endings of files that hold containers.
const ENDINGS: [&str; 5] = ["dxil", "dxbc", "cso", "dxo", "pdb"];

impl Found {
    /// The bytes of the file itself, whatever they are.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Problem> {
        self.content(Content::Any).map(|(bytes, _)| bytes)
    }

    /// The bytes of the file itself, and which file it is now.
    fn content(&self, content: Content) -> Result<(Vec<u8>, Option<Stamp>), Problem> {
        let read = || match self.path.as_os_str() == STANDARD {
            true => Ok((standard_input(content)?, None)),
            false => {
                let (file, known) = stream::open(&self.path)?;
                let bytes = stream::read(&file, Some(&known), content)?;
                Ok((bytes, Some(Stamp::new(&known))))
            }
        };
        read().map_err(|problem: io::Error| Problem::new(self.name(), problem))
    }

    /// How many bytes the file has, as far as the system knows.
    pub(crate) fn len(&self) -> u64 {
        let known = std::fs::metadata(&self.path);
        known.map_or(u64::MAX, |known| known.len())
    }

    /// Like [`read`](Self::read), but of a large container without the bytes that hold no fields.
    pub(crate) fn read_by_need(&self) -> Result<Input, Problem> {
        // A pipe is opened once.
        let is_file = self.path.as_os_str() != STANDARD && self.path.is_file();
        let file = is_file.then(|| std::fs::File::open(&self.path).ok());
        let Some(file) = file.flatten().filter(input::is_large) else {
            return self.read();
        };
        let bytes = input::read_by_need(&file);
        let bytes = bytes.map_err(|problem| Problem::new(self.name(), problem))?;
        Ok(Input {
            file: Some(file),
            ..Input::new(self, bytes)
        })
    }

    /// The container: the file, or what is inside if it is a PDB.
    pub(crate) fn read(&self) -> Result<Input, Problem> {
        self.read_as(Content::Container)
    }

    /// Like [`read`](Self::read), or the file if it is anything else.
    pub(crate) fn read_any(&self) -> Result<Input, Problem> {
        self.read_as(Content::Any)
    }

    fn read_as(&self, content: Content) -> Result<Input, Problem> {
        let (bytes, stamp) = self.content(content)?;
        let is_in_pdb = pdb::is_pdb(&bytes);
        let bytes = match is_in_pdb {
            true => pdb::container(&bytes).map_err(|problem| Problem::new(self.name(), problem))?,
            false => bytes,
        };
        Ok(Input {
            is_in_pdb,
            stamp,
            ..Input::new(self, bytes)
        })
    }
}

/// Standard input, which is there once.
fn standard_input(content: Content) -> io::Result<Vec<u8>> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if IS_READ.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("standard input is read only once"));
    }
    let known = stamp::of_standard_input().ok();
    stream::read(io::stdin().lock(), known.as_ref(), content)
}

/// Which files of a folder are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Those that hold a container, by their ending or their beginning.
    Containers,
    /// All.
    All,
}

/// All files that paths name: folders are walked, in the order of names. A folder with nothing to take is a problem: its
/// name is hardly meant.
pub(crate) fn walk(
    paths: &[PathBuf],
    wanted: Wanted,
) -> impl Iterator<Item = Result<Found, Problem>> + use<'_> {
    paths.iter().flat_map(move |path| {
        let is_folder = path.is_dir();
        let one = (!is_folder).then(|| Ok(Found::named(path)));
        let mut many = is_folder.then(|| below(path, wanted).peekable());
        let is_empty = many.as_mut().is_some_and(|many| many.peek().is_none());
        let none = is_empty.then(|| Err(nothing_in(path, wanted)));
        one.into_iter()
            .chain(many.into_iter().flatten())
            .chain(none)
    })
}

fn nothing_in(folder: &Path, wanted: Wanted) -> Problem {
    let name = name(folder);
    match wanted {
        Wanted::All => Problem::new(name, "no file in the folder"),
        Wanted::Containers => {
            let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
            let hint =
                format!("files that begin as one are taken, and those that end in {endings}");
            Problem::new(name, "no container in the folder").hint(hint)
        }
    }
}

/// The files in a folder and below.
fn below(folder: &Path, wanted: Wanted) -> impl Iterator<Item = Result<Found, Problem>> + use<> {
    let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    let folder = folder.to_owned();
    entries.into_iter().filter_map(move |entry| match entry {
        Ok(entry)
            if entry.file_type().is_file()
                && !is_unfinished(entry.path())
                && (wanted == Wanted::All || is_wanted(entry.path())) =>
        {
            let inner = entry.path().strip_prefix(&folder).ok();
            let below = inner.and_then(Path::parent).map(Path::to_owned);
            Some(Ok(Found {
                path: entry.into_path(),
                below: below.unwrap_or_default(),
                is_in_folder: true,
            }))
        }
        Ok(_) => None,
        Err(problem) => Some(Err(unwalked(&folder, &problem))),
    })
}

/// A folder that cannot be read, by its own name.
fn unwalked(folder: &Path, problem: &walkdir::Error) -> Problem {
    let path = name(problem.path().unwrap_or(folder));
    match (problem.loop_ancestor(), problem.io_error()) {
        (Some(ancestor), _) => {
            let ancestor = name(ancestor);
            Problem::new(path, format!("the link leads back to {ancestor}"))
        }
        (None, Some(error)) => Problem::new(path, error),
        (None, None) => Problem::new(path, problem),
    }
}

/// Whether a file has the ending or the beginning of what holds a container.
fn is_wanted(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    if ending.is_some_and(|ending| ENDINGS.contains(&ending.to_ascii_lowercase().as_str())) {
        return true;
    }
    let mut magic = [0; 4];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    read.is_ok() && Container::is_container(&magic)
}
