//! Finds the files that users name, directly or in folders, and describes files that are not containers.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use dxc_format::{FourCC, pdb, scan};
use dxobj_report::guess;
use walkdir::WalkDir;

use crate::arguments::Common;
use crate::filter::Filter;
pub(crate) use crate::found::{Found, name};
use crate::input;
use crate::input::ByNeed;
pub(crate) use crate::input::{Input, Need};
use crate::pdb_file::{self, Held};
pub(crate) use crate::problem::Problem;
use crate::stamp::{STANDARD, Stamp};
use crate::stream::{self, Content};
use crate::system;
use crate::unfinished::is_unfinished;

/// The extensions of files with containers: such a file is an error if it cannot be opened.
const ENDINGS: [&str; 4] = ["dxil", "dxbc", "cso", "dxo"];

/// The extension of PDB files.
const PDB: &str = "pdb";

impl Found {
    /// Reads the bytes of the file, without any interpretation.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Problem> {
        self.content(Content::Any).map(|(bytes, _)| bytes)
    }

    /// Reads the bytes of the file, and records its stamp.
    fn content(&self, content: Content) -> Result<(Vec<u8>, Option<Stamp>), Problem> {
        let read = || {
            if self.path.as_os_str() == STANDARD {
                Ok((standard_input(content)?, None))
            } else {
                let (file, known) = stream::open(&self.path)?;
                // The stamp is made first, so that a change during reading is noticed.
                let stamp = Stamp::new(&file)?;
                let bytes = stream::read(&file, Some(&known), content)?;
                Ok((bytes, Some(stamp)))
            }
        };
        read().map_err(|problem: io::Error| self.problem(problem))
    }

    /// The size of the file, if the system knows it.
    pub(crate) fn len(&self) -> u64 {
        let known = std::fs::metadata(&self.path);
        known.map_or(u64::MAX, |known| known.len())
    }

    /// Like [`read`](Self::read), but does not read bytes of a large container that the command does not need.
    pub(crate) fn read_by_need(&self, need: Need) -> Result<Input, Problem> {
        // A pipe can be opened only once.
        let is_file = self.path.as_os_str() != STANDARD && self.path.is_file();
        let file = is_file.then(|| std::fs::File::open(&self.path).ok());
        let Some(file) = file.flatten().filter(input::is_large) else {
            return self.read();
        };
        let read = || {
            let stamp = Stamp::new(&file)?;
            Ok((stamp, input::read_by_need(&file, need)?))
        };
        let (stamp, bytes) = read().map_err(|problem: io::Error| self.problem(problem))?;
        Ok(Input {
            file: Some(ByNeed::new(file, need)),
            stamp: Some(stamp),
            ..Input::new(self, bytes)
        })
    }

    /// Like [`read`](Self::read), but a file without a container is the data of this part.
    pub(crate) fn read_part(
        &self,
        fourcc: FourCC,
        read: impl FnOnce(&Self) -> Result<Input, Problem>,
    ) -> Result<Input, Problem> {
        // To check for a container, only the beginning of the file is read; a pipe is read only once.
        if self.path.is_file() {
            let input = read(self)?;
            if input.bare.is_none() && scan::is_container(&input.bytes) {
                return Ok(input);
            }
        }
        Ok(self.read_any()?.of_part(fourcc))
    }

    /// Like [`read_by_need`](Self::read_by_need), for edits: a container whose parts overlap is read as a whole.
    pub(crate) fn read_to_edit(&self) -> Result<Input, Problem> {
        let input = self.read_by_need(Need::Fields)?;
        if input.file.is_none() || input::is_in_sequence(&input.container()?) {
            Ok(input)
        } else {
            self.read()
        }
    }

    /// Reads the container: the file itself, or the container in a PDB.
    pub(crate) fn read(&self) -> Result<Input, Problem> {
        self.read_as(Content::Container)
    }

    /// Like [`read`](Self::read), but returns the file itself if it is neither a container nor a PDB.
    pub(crate) fn read_any(&self) -> Result<Input, Problem> {
        self.read_as(Content::Any)
    }

    fn read_as(&self, content: Content) -> Result<Input, Problem> {
        let in_pdb = |bytes, stamp| Input {
            is_in_pdb: true,
            stamp,
            ..Input::new(self, bytes)
        };
        let is_standard = self.path.as_os_str() == STANDARD;
        // The stamp is made first, so that a change during reading is noticed.
        let stamp = Stamp::at(&self.path).ok();
        let by_need = (!is_standard).then(|| pdb_file::open(&self.path)).flatten();
        let content = match by_need.transpose().map_err(|wrong| self.problem(wrong))? {
            Some(Held::Container(container)) => return Ok(in_pdb(container, stamp)),
            Some(Held::Fxc) => Content::Any,
            None => content,
        };
        let (bytes, stamp) = self.content(content)?;
        let container = pdb::is_pdb(&bytes).then(|| pdb::container(&bytes));
        if let Some(Ok(container)) = container {
            return Ok(in_pdb(container, stamp));
        }
        let input = Input::of_any(self, bytes);
        match container {
            Some(Err(wrong)) if input.bare.is_none() => Err(self.problem(wrong)),
            _ => Ok(Input { stamp, ..input }),
        }
    }
}

/// Reads standard input, which can be read only once.
fn standard_input(content: Content) -> io::Result<Vec<u8>> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if IS_READ.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("standard input is read only once"));
    }
    let known = system::standard_input().and_then(|file| file.metadata());
    stream::read(io::stdin().lock(), known.ok().as_ref(), content)
}

/// The files of a folder to select.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Files that are a container: PDB files are not edited, and have no digest.
    Shaders,
    /// Files that contain a container, including PDB files.
    Containers,
    /// All files.
    All,
}

/// Lists all files that the paths name; folders are walked in the order of names. A folder without any matching file is
/// reported: it is probably the wrong one.
pub(crate) fn walk<'a>(
    paths: &'a [PathBuf],
    wanted: Wanted,
    filter: &'a Filter,
) -> impl Iterator<Item = Result<Found, Problem>> + use<'a> {
    paths.iter().flat_map(move |path| {
        let is_folder = path.is_dir();
        let one = (!is_folder).then(|| Ok(Found::named(path)));
        let mut many = is_folder.then(|| below(path, wanted, filter).peekable());
        let is_empty = many.as_mut().is_some_and(|many| many.peek().is_none());
        let none = is_empty.then(|| Err(nothing_in(path, wanted)));
        one.into_iter()
            .chain(many.into_iter().flatten())
            .chain(none)
    })
}

fn nothing_in(folder: &Path, wanted: Wanted) -> Problem {
    let problem = |what| Problem::new(name(folder), what).in_file(folder);
    let hint = match wanted {
        Wanted::All => return problem("no file in the folder"),
        Wanted::Containers => {
            "a folder stands for its containers and the PDB files that have one; `dxobj scan` searches all files"
        }
        Wanted::Shaders => {
            "a folder stands for its containers; PDB files are neither edited nor checked"
        }
    };
    let hint = other_content(folder).unwrap_or_else(|| hint.into());
    problem("no container in the folder").hint(hint)
}

/// The hint for a folder whose files have the extensions of containers, but other contents.
fn other_content(folder: &Path) -> Option<String> {
    let files = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    let mut files = files
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file());
    let path = files
        .find(|entry| has_ending(entry.path(), &ENDINGS))?
        .into_path();
    let mut begin = Vec::new();
    let file = std::fs::File::open(&path).ok()?;
    file.take(stream::BLOCK as u64)
        .read_to_end(&mut begin)
        .ok()?;
    Some(format!("{}: {}", name(&path), guess::guess(&begin)?))
}

/// The files in a folder and below.
fn below<'a>(
    folder: &'a Path,
    wanted: Wanted,
    filter: &'a Filter,
) -> impl Iterator<Item = Result<Found, Problem>> + use<'a> {
    let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    let inner = move |path: &'_ Path| path.strip_prefix(folder).unwrap_or(path).to_owned();
    let entries = entries.into_iter();
    let entries = entries
        .filter_entry(move |entry| entry.depth() == 0 || !filter.excludes(&inner(entry.path())));
    entries.filter_map(move |entry| match entry {
        Ok(entry)
            if entry.file_type().is_file()
                && !is_unfinished(entry.path())
                && filter.includes(&inner(entry.path()))
                && is_wanted(entry.path(), wanted) =>
        {
            let below = inner(entry.path()).parent().map(Path::to_owned);
            Some(Ok(Found {
                path: entry.into_path(),
                below: below.unwrap_or_default(),
                in_folder: true,
            }))
        }
        Ok(_) => None,
        Err(problem) => Some(Err(unwalked(folder, &problem))),
    })
}

/// The problem with a folder that cannot be read, with the name of that folder.
fn unwalked(folder: &Path, problem: &walkdir::Error) -> Problem {
    let path = problem.path().unwrap_or(folder);
    let what = match (problem.loop_ancestor(), problem.io_error()) {
        (Some(ancestor), _) => format!("the link leads back to {}", name(ancestor)),
        (None, Some(error)) => error.to_string(),
        (None, None) => problem.to_string(),
    };
    Problem::new(name(path), what).in_file(path)
}

/// Whether a file contains a container, or cannot be opened and has the extension of one.
fn is_wanted(path: &Path, wanted: Wanted) -> bool {
    if wanted == Wanted::All {
        return true;
    }
    let may_be_pdb = wanted == Wanted::Containers;
    let Ok(mut file) = std::fs::File::open(path) else {
        return has_ending(path, &ENDINGS) || (may_be_pdb && has_ending(path, &[PDB]));
    };
    let mut magic = [0; 4];
    let is_read = file.read_exact(&mut magic).is_ok();
    is_read && (scan::is_container(&magic) || (may_be_pdb && pdb_file::has_container(&mut file)))
}

/// Whether the name of a file has one of these extensions.
fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| {
        endings
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// Whether paths name more than one file.
pub(crate) fn are_many(paths: &[PathBuf], wanted: Wanted, common: &Common) -> bool {
    let mut found = walk(paths, wanted, &common.filter);
    found.nth(1).is_some()
}
