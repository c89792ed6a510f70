//! Everything that people do to compiled Direct3D shaders: the command `dxobj`.
//!
//! This is a program, not a library: use [`dxc_format`]. Tests call [`print()`], which prints a file without a process.

mod arguments;
mod bare;
mod changed;
mod commands;
mod destination;
mod edit;
mod exclude;
mod exit_status;
mod file_name;
mod files;
mod found;
mod guess;
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
mod problem;
mod report;
mod run;
mod save;
mod schema;
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
mod unfinished;
mod verdict;
mod version;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;

use crate::arguments::Arguments;

pub use crate::commands::print;

/// The words of the command line. On Windows, programs expand wildcards themselves.
fn words() -> Vec<OsString> {
    #[cfg(windows)]
    return wild::args_os().collect();
    #[cfg(not(windows))]
    std::env::args_os().collect()
}

/// Reads the words of a command line.
fn parse(words: &[OsString]) -> Result<Arguments, clap::Error> {
    let matches = exit_status::command().try_get_matches_from(words);
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    arguments.map_err(|error| hints::add_hint(error, words))
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = words();
    let arguments = match parse(&words) {
        Ok(arguments) => arguments,
        Err(error) => return output::refusal(&words, &error),
    };
    terminal::choose(arguments.common.color);
    ExitCode::from(commands::run(arguments) as u8)
}
