//! Everything that people do to compiled Direct3D shaders: the command `dxobj`.
//!
//! This is a program, not a library: use [`dxc_format`]. Tests call [`print()`], which prints a file without a process.

// `println!` panics on a closed pipe; use `output`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod bare;
mod commands;
mod edit;
mod exclude;
mod exit_status;
mod files;
mod found;
mod guess;
mod hints;
mod hlsl;
mod input;
mod limit;
mod outcome;
mod output;
mod pdb_file;
mod problem;
mod report;
mod run;
mod save;
mod spelling;
mod style;
mod table;
mod total;
mod unfinished;
mod version;

use std::process::ExitCode;

use clap::FromArgMatches;

use crate::arguments::Arguments;

pub use crate::commands::print;

/// Runs the command line.
pub fn main() -> ExitCode {
    let matches = exit_status::command().try_get_matches();
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = arguments.unwrap_or_else(|error| hints::add_hint(error).exit());
    style::choose(arguments.common.color);
    ExitCode::from(commands::run(arguments) as u8)
}
