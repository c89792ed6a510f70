//! `-o FILE` of commands that print: writes to a file instead of standard output. Some shells change redirected output:
//! PowerShell 5.1 writes UTF-16.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::{Arg, ArgMatches, Command, value_parser};
use dxc_format::{pdb, scan};

use crate::destination::refuse_source;
use crate::files;
use crate::outcome::Outcome;
use crate::output;
use crate::problem::Problem;
use crate::save::Writing;
use crate::stamp::STANDARD;

/// The identifier of the argument; commands that write results have an `-o` of their own instead.
const ID: &str = "print_to";

/// The file that replaces standard output.
static FILE: Mutex<Option<File>> = Mutex::new(None);

/// Adds the option to a command, unless it has subcommands or an `-o` of its own.
pub(crate) fn add_option(command: Command) -> Command {
    let has_own = command
        .get_arguments()
        .any(|arg| arg.get_short() == Some('o'));
    if has_own || command.has_subcommands() {
        return command;
    }
    let help = "Print to this file, completely or not at all, instead of standard output";
    let option = Arg::new(ID)
        .short('o')
        .long("output")
        .value_name("OUT")
        .help_heading(None)
        .help(help);
    command.arg(option.value_parser(value_parser!(PathBuf)))
}

/// The file that replaces standard output.
pub(crate) struct PrintTo {
    path: PathBuf,
    /// The other words of the command line, which may name files that are read.
    others: Vec<OsString>,
}

impl PrintTo {
    /// The file that `-o` names in a command line.
    pub(crate) fn of(mut matches: &ArgMatches) -> Option<Self> {
        while let Some((_, inner)) = matches.subcommand() {
            matches = inner;
        }
        let path = matches.try_get_one::<PathBuf>(ID).ok()??.clone();
        let others = matches.ids().filter(|id| id.as_str() != ID);
        let others = others.filter_map(|id| matches.try_get_raw(id.as_str()).ok()?);
        let others = others.flatten().map(Into::into).collect();
        (path.as_os_str() != STANDARD).then_some(Self { path, others })
    }

    /// Runs a command whose output goes into the file.
    pub(crate) fn run(self, work: impl FnOnce() -> Outcome) -> Outcome {
        let unwritten = |problem| Problem::unwritten(&self.path, &problem);
        let begin = || {
            self.refuse_sources()?;
            let mut writing = Writing::begin(&self.path).map_err(unwritten)?;
            let file = writing.file().try_clone().map_err(unwritten)?;
            Ok((writing, file))
        };
        let (writing, file) = match begin() {
            Ok(begun) => begun,
            Err(problem) => return output::problem(&problem),
        };
        *lock() = Some(file);
        let outcome = work();
        match lock().take() {
            // The file is closed before it is replaced.
            Some(file) => drop(file),
            None => return outcome,
        }
        match writing.finish(None) {
            Ok(()) => outcome,
            Err(problem) => output::problem(&unwritten(problem)),
        }
    }

    /// Refuses to overwrite a file that is read, or any container: it may be in a folder that is read.
    fn refuse_sources(&self) -> Result<(), Problem> {
        for other in &self.others {
            refuse_source(Path::new(other), Some(&self.path))?;
        }
        let mut begin = Vec::new();
        let is_file = self.path.is_file();
        if let Some(file) = is_file.then(|| File::open(&self.path).ok()).flatten() {
            let _ = file.take(64).read_to_end(&mut begin);
        }
        if scan::is_container(&begin) || pdb::is_pdb(&begin) {
            Err(Problem::new(
                files::name(&self.path),
                "it is a container, and text is not written over it",
            ))
        } else {
            Ok(())
        }
    }
}

/// The file that replaces standard output, if there is one.
pub(crate) fn file() -> Option<File> {
    lock().as_ref().and_then(|file| file.try_clone().ok())
}

/// Discards the new file, because printing failed; the old one stays.
pub(crate) fn abandon() {
    lock().take();
}

fn lock() -> MutexGuard<'static, Option<File>> {
    FILE.lock().unwrap_or_else(PoisonError::into_inner)
}
