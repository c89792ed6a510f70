//! `-o FILE` of commands that print: a file takes the place of standard output. Some shells change what they redirect, such as
//! PowerShell 5.1, which writes UTF-16.

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

/// The name of the argument, which commands that write results do not have.
const ID: &str = "print_to";

/// The file that is printed into.
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

/// The file that users name.
pub(crate) struct PrintTo {
    path: PathBuf,
    /// The other words, which may name the files that are read.
    others: Vec<OsString>,
}

impl PrintTo {
    /// The file that users name in a command line.
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

    /// Does what prints.
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
            // It is closed before.
            Some(file) => drop(file),
            None => return outcome,
        }
        match writing.finish(None) {
            Ok(()) => outcome,
            Err(problem) => output::problem(&unwritten(problem)),
        }
    }

    /// Refuses the file that is read, and any container, which may be in a folder that is read.
    fn refuse_sources(&self) -> Result<(), Problem> {
        for other in &self.others {
            refuse_source(Path::new(other), Some(&self.path))?;
        }
        let mut begin = Vec::new();
        let is_file = self.path.is_file();
        if let Some(file) = is_file.then(|| File::open(&self.path).ok()).flatten() {
            let _ = file.take(64).read_to_end(&mut begin);
        }
        match scan::is_container(&begin) || pdb::is_pdb(&begin) {
            true => Err(Problem::new(
                files::name(&self.path),
                "it is a container, and text is not written over it",
            )),
            false => Ok(()),
        }
    }
}

/// The file that is printed into instead of standard output.
pub(crate) fn file() -> Option<File> {
    lock().as_ref().and_then(|file| file.try_clone().ok())
}

/// Leaves the file as it was, since printing failed.
pub(crate) fn abandon() {
    lock().take();
}

fn lock() -> MutexGuard<'static, Option<File>> {
    FILE.lock().unwrap_or_else(PoisonError::into_inner)
}
