//! `cargo xtask`: the commands of this repository. The generator is `dxc-codegen`, in `codegen/`.
//!
//! `commands` lists them. `further_files` makes the files that `cargo xtask gen` writes beside the generated code, with `readme`,
//! `picture`, `dictionary` and `stream_rows`. `export` describes the format in other languages, `docs` makes pages for people, `layout`
//! proves the facts against LLVM's headers, and `import` and `diff` are for a format that changes.

// `println!` panics on a closed pipe; use `output`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod archive;
mod commands;
mod dictionary;
mod diff;
mod docs;
mod drawing;
mod export;
mod further_files;
mod import;
mod layout;
mod llvm_headers;
mod picture;
mod process;
mod release;
mod root;
mod site;
mod stream_rows;
mod tables;
pub mod trial;
mod viewer;

use std::process::ExitCode;

use clap::Parser as _;
use dxc_codegen::{outcome, stack};

use self::commands::Arguments;

/// The command, as people type it.
const TOOL: &str = "cargo xtask";

/// Runs the command that the arguments of the process name.
pub fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    outcome::exit_code(stack::deep(|| commands::run(command)))
}
