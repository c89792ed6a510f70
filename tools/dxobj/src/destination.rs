//! Determines where the results of edits are written.

use std::collections::HashSet;
use std::path::{Path, PathBuf, is_separator};
use std::sync::{Mutex, PoisonError};

use crate::arguments::{Common, To};
use crate::files::{self, Found, Problem, Wanted};
use crate::stamp::STANDARD;
use crate::stamp::is_same_file;
use crate::system;

/// Determines where the results of edits are written.
pub(crate) struct Destination<'a> {
    place: OutputKind<'a>,
    /// The files that were already edited in place, or written.
    taken: Mutex<HashSet<PathBuf>>,
}

enum OutputKind<'a> {
    Itself,
    /// A file, or standard output.
    File(&'a Path),
    /// A folder; results keep the relative paths of their files.
    Folder {
        output: &'a Path,
        /// Whether several files or folders are named, so that each named folder becomes a folder in it.
        is_shared: bool,
    },
}

/// The destination of the result for one file.
pub(crate) enum Goal {
    /// Replace the file itself.
    Itself,
    /// Write into a file, or to standard output.
    File(PathBuf),
    /// Write nothing: the same file was already edited.
    Nowhere,
}

impl<'a> Destination<'a> {
    /// Reads the destination that users name for the results of these files.
    pub(crate) fn new(paths: &[PathBuf], to: &'a To, common: &Common) -> Result<Self, Problem> {
        let place = match to.output.as_deref() {
            None => in_place(paths)?,
            Some(output) => beside(paths, output, common)?,
        };
        let taken = Mutex::default();
        Ok(Self { place, taken })
    }

    /// The destination of the result for a file.
    pub(crate) fn goal(&self, found: &Found) -> Result<Goal, Problem> {
        match &self.place {
            OutputKind::File(output) => Ok(Goal::File(output.to_path_buf())),
            OutputKind::Itself => {
                if !found.path.is_file() && found.path.exists() {
                    let problem =
                        Problem::new(found.name(), "it is not a regular file, and stays as it is");
                    return Err(problem.hint("`-o OUT` writes elsewhere"));
                }
                if system::is_descriptor(&found.path) {
                    let what = "it is an open file and not the path of one, and stays as it is";
                    let problem = Problem::new(found.name(), what);
                    return Err(problem.hint("`-o OUT` writes elsewhere"));
                }
                // A file that is named twice is edited once, also if one name is a link.
                let path = found.path.canonicalize();
                if self.take(path.unwrap_or_else(|_| found.path.clone())) {
                    Ok(Goal::Itself)
                } else {
                    Ok(Goal::Nowhere)
                }
            }
            OutputKind::Folder { output, is_shared } => {
                let path = output.join(within(found, *is_shared));
                if !self.take(path.clone()) {
                    let problem = "another file has its result in this one";
                    return Err(Problem::new(files::name(&path), problem));
                }
                Ok(Goal::File(path))
            }
        }
    }

    /// Records a file; returns whether it is the first time.
    fn take(&self, path: PathBuf) -> bool {
        let taken = self.taken.lock();
        taken.unwrap_or_else(PoisonError::into_inner).insert(path)
    }
}

/// Results replace their files; this is refused for standard input.
fn in_place(paths: &[PathBuf]) -> Result<OutputKind<'static>, Problem> {
    if paths.iter().any(|path| path.as_os_str() == STANDARD) {
        Err(Problem::new("", "standard input cannot be edited in place")
            .hint("`-o OUT` writes elsewhere"))
    } else {
        Ok(OutputKind::Itself)
    }
}

/// Results are written to the named output: one result into a file, results for a folder into a folder.
fn beside<'a>(
    paths: &[PathBuf],
    output: &'a Path,
    common: &Common,
) -> Result<OutputKind<'a>, Problem> {
    let is_standard = output.as_os_str() == STANDARD;
    let folder = paths.iter().find(|path| path.is_dir());
    let last = output.as_os_str().as_encoded_bytes().last();
    let ends_as_folder = last.is_some_and(|last| is_separator(char::from(*last)));
    let is_folder = output.is_dir() || ends_as_folder || (folder.is_some() && !output.exists());
    if !is_standard && is_folder {
        for path in paths.iter().filter(|path| path.is_dir()) {
            refuse_inside(path, output)?;
        }
        // Like `cp -r`: if a single folder is copied, the output becomes the copy.
        let is_shared = paths.len() > 1;
        return Ok(OutputKind::Folder { output, is_shared });
    }
    if folder.is_some() && !is_standard {
        let what = "it is a file, and results for a folder need a folder";
        return Err(Problem::new(files::name(output), what));
    }
    if files::are_many(paths, Wanted::Shaders, common) {
        Err(
            Problem::new("", "`--output` names one file for several results")
                .hint("name a folder, such as `-o OUT/`, or use `--in-place`"),
        )
    } else {
        Ok(OutputKind::File(output))
    }
}

/// Refuses an output inside of the edited folder: results would be edited again.
fn refuse_inside(folder: &Path, output: &Path) -> Result<(), Problem> {
    let there = output.ancestors().find_map(|path| {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        path.canonicalize().ok()
    });
    let folder = folder.canonicalize().ok();
    match (there, folder) {
        (Some(there), Some(folder)) if there.starts_with(&folder) => {
            let what = "it is in the folder whose files are edited";
            Err(Problem::new(files::name(output), what).hint("`--in-place` edits them"))
        }
        _ => Ok(()),
    }
}

/// The path of a result in a folder.
fn within(found: &Found, is_shared: bool) -> PathBuf {
    let name = if found.path.as_os_str() == STANDARD {
        Some("stdin".as_ref())
    } else {
        found.path.file_name()
    };
    let below = found.below.join(name.unwrap_or_default());
    let root = found.path.ancestors().nth(below.components().count());
    match root
        .and_then(Path::file_name)
        .filter(|_| is_shared && found.in_folder)
    {
        Some(root) => Path::new(root).join(below),
        None => below,
    }
}

/// Refuses to overwrite the source with a result that is not an edit of it, like `cp`.
pub(crate) fn refuse_source(source: &Path, output: Option<&Path>) -> Result<(), Problem> {
    let output = output.filter(|output| output.as_os_str() != STANDARD);
    match output.filter(|output| is_same_file(source, output)) {
        None => Ok(()),
        Some(output) => {
            let what = format!("it is the file that is read ({})", files::name(source));
            Err(Problem::new(files::name(output), what).hint("`-o OUT` writes into another one"))
        }
    }
}
