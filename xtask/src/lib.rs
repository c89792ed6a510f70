//! `cargo xtask` and `dxc-schema`: from the schemas of a binary format to Rust.
//!
//! Read in this order: `model` (the facts, whose structs are the keys of the schema language, which `keys` helps to declare), `load`
//! (TOML to these structs), `expression` (the small language of counts and conditions: a typed tree each), `build` (what follows
//! from several keys together), `check` (what is wrong with the facts), `emit` (facts to Rust), `generate` (the command),
//! `reference` and `readme` (facts for people). `placement` computes offsets; `new_value` what a new value holds, with `evaluate`.
//! `diagnostic` and `span` report mistakes with their lines. `export` describes the format in other languages. The other
//! `commands` are compiled when one of them is used: `docs` (pages for people), `layout`, which proves the facts against LLVM's
//! headers, and `import` and `diff`, for a format that changes.

// `println!` panics on a closed pipe; use `output`.
#![warn(clippy::print_stdout, clippy::print_stderr)]
// The commands use it.
#![cfg_attr(not(feature = "commands"), allow(dead_code, unused_imports))]

#[cfg(feature = "commands")]
mod archive;
mod build;
mod check;
#[cfg(feature = "commands")]
mod commands;
mod datum;
mod diagnostic;
#[cfg(feature = "commands")]
mod diff;
#[cfg(feature = "commands")]
mod docs;
mod drawing;
mod emit;
mod evaluate;
mod examples;
mod export;
mod exports;
mod expression;
mod generate;
#[cfg(feature = "commands")]
mod import;
mod keys;
#[cfg(feature = "commands")]
mod layout;
mod limits;
mod llvm_headers;
mod load;
mod model;
mod new_value;
mod output;
mod picture;
mod placeholders;
mod placement;
mod process;
mod readme;
mod reference;
#[cfg(feature = "commands")]
mod release;
mod root;
mod schema_folder;
#[cfg(feature = "commands")]
mod site;
mod span;
mod stack;
#[cfg(feature = "commands")]
pub mod trial;
mod viewer;
#[cfg(not(feature = "commands"))]
mod whole;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

/// Generates Rust, docs and exports from the schemas of a binary format.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Generates the Rust declarations, the reference of the schema language and its JSON Schema; writes only files that
    /// differ. Exits with 0 on success, 1 if `--check` finds stale files, 2 on mistakes and errors.
    Gen(generate::Options),
    #[cfg(feature = "commands")]
    #[command(flatten)]
    Other(commands::Command),
}

/// Generates Rust from a folder of schemas, for build scripts: writes the files that differ, and tells Cargo what to
/// watch. Mistakes are printed with their places.
///
/// # Errors
/// If there are mistakes, or files cannot be read or written.
pub fn generate(schema: impl Into<PathBuf>, out: impl Into<PathBuf>) -> Result<(), String> {
    let schema = schema.into();
    let watched = format!("cargo::rerun-if-changed={}\n", schema.display());
    output::print(watched)?;
    let options = generate::Options {
        schema: Some(schema),
        out: Some(out.into()),
        ..generate::Options::default()
    };
    match stack::deep(|| generate::run(options))? {
        Some(_) => Ok(()),
        None => Err("the schemas have mistakes".into()),
    }
}

/// Runs the command that the arguments of the process name.
pub fn main() -> ExitCode {
    #[cfg(not(feature = "commands"))]
    if let Some(code) = whole::run() {
        return code;
    }
    let arguments = Arguments::from_arg_matches(&command().get_matches());
    let command = arguments.unwrap_or_else(|error| error.exit()).command;
    match stack::deep(|| run(command)) {
        Ok(Outcome::Content) => ExitCode::SUCCESS,
        Ok(Outcome::Differs) => ExitCode::from(1),
        Ok(Outcome::Mistaken) => ExitCode::from(2),
        Err(problem) => {
            output::say(format_args!("error: {problem}"));
            ExitCode::from(2)
        }
    }
}

/// The commands and their help; those that need the repository are hidden elsewhere.
fn command() -> clap::Command {
    let command = Arguments::command()
        .name(root::tool())
        .bin_name(root::tool());
    #[cfg(feature = "commands")]
    let command = match root::is_ours() {
        true => command,
        false => commands::hide(command),
    };
    command
}

/// The result of a command that could do its work.
enum Outcome {
    /// Nothing that differs, or all is written.
    Content,
    Differs,
    /// Mistakes in the schemas, which are shown.
    Mistaken,
}

impl From<bool> for Outcome {
    fn from(is_content: bool) -> Self {
        match is_content {
            true => Self::Content,
            false => Self::Differs,
        }
    }
}

fn run(command: Command) -> Result<Outcome, String> {
    match command {
        Command::Gen(options) => {
            let found = generate::run(options)?;
            Ok(found.map_or(Outcome::Mistaken, Outcome::from))
        }
        #[cfg(feature = "commands")]
        Command::Other(command) => commands::run(command).map(Outcome::from),
    }
}
