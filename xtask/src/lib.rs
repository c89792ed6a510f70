//! Implements `cargo xtask`: the commands of this repository. The generator is `dxc-codegen`, in `codegen/`.
//!
//! `commands` lists the commands. `further_files` generates the files that `cargo xtask gen` writes in addition to the
//! generated code, with `readme`, `picture`, `dictionary` and `stream_rows`. `export` describes the format in other
//! languages, `docs` generates pages, `layout` proves facts against LLVM's headers, and `import` and `diff` help when
//! the format changes.

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

/// The command line of the commands.
const TOOL: &str = "cargo xtask";

/// Runs the command that the process arguments select.
pub fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    outcome::exit_code(stack::deep(|| commands::run(command)))
}
