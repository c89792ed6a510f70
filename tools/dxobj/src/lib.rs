//! Everything that people do to compiled Direct3D shaders: the command `dxobj`.
//!
//! This is a program, not a library: use [`dxc_format`]. Tests call [`print()`], which prints a file without a process.

mod arguments;
mod bare;
mod changed;
mod commands;
mod destination;
mod edit;
mod exit_status;
mod file_name;
mod files;
mod filter;
mod found;
mod hints;
mod hlsl;
mod input;
mod json;
mod limit;
mod outcome;
mod output;
mod parallel;
mod part_name;
mod pdb_file;
mod print_to;
mod problem;
mod progress;
mod query;
mod report;
mod run;
mod save;
mod schema;
mod sink;
mod spelling;
mod stamp;
mod stream;
mod style;
mod system;
mod table;
mod terminal;
mod text;
mod tokens;
mod total;
mod typed_edit;
mod unfinished;
mod verdict;
mod version;
#[cfg(windows)]
mod wildcards;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;

use crate::arguments::Arguments;
use crate::print_to::PrintTo;

pub use crate::commands::{Printed, print, printed, printed_pipeline};

/// The words of the command line. On Windows, programs expand wildcards themselves.
fn words() -> Vec<OsString> {
    #[cfg(windows)]
    {
        let mut command = exit_status::command();
        // Each command gets the options of all.
        command.build();
        wildcards::expand(std::env::args_os(), &command)
    }
    #[cfg(not(windows))]
    std::env::args_os().collect()
}

/// Reads the words of a command line, which may name a file to print into.
fn parse(words: &[OsString]) -> Result<(Arguments, Option<PrintTo>), clap::Error> {
    let matches = exit_status::command().try_get_matches_from(words);
    let read = matches.and_then(|matches| {
        let arguments = Arguments::from_arg_matches(&matches)?;
        Ok((arguments, PrintTo::of(&matches)))
    });
    read.map_err(|error| hints::add_hint(error, words))
}

/// Runs the command line of the process.
pub fn main() -> ExitCode {
    ExitCode::from(run_line(&words()))
}

/// Runs a command line, whose first word is the name of the program, and returns its exit status.
pub fn run_line(words: &[OsString]) -> u8 {
    let (arguments, print_to) = match parse(words) {
        Ok(read) => read,
        Err(error) => return output::refusal(words, &error),
    };
    terminal::choose(arguments.common.color, print_to.is_some());
    let outcome = match print_to {
        Some(print_to) => print_to.run(|| commands::run(arguments)),
        None => commands::run(arguments),
    };
    outcome as u8
}

/// Runs a command that prints lines of JSON, and passes blocks of its output to `receive` until that returns false. Problems
/// with files are lines, too. Nothing is printed.
///
/// # Errors
/// Returns the message about a command line that cannot be run.
pub fn run_lines(
    words: &[OsString],
    receive: impl FnMut(&[u8]) -> bool + 'static,
) -> Result<u8, String> {
    let (arguments, print_to) = parse(words).map_err(|error| error.render().to_string())?;
    if print_to.is_some() || !arguments.command.is_json() {
        return Err("only commands with `--json` are run so, without `-o`".into());
    }
    Ok(sink::run(receive, || commands::run(arguments)) as u8)
}
