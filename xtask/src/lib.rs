//! `cargo xtask` and `dxc-schema`: from the schemas of a binary format to Rust.
//!
//! Read in this order: `model` (the facts, whose structs are the keys of the schema language, which `keys` helps to declare), `load` (TOML to these
//! structs), `expression` (the small language of counts and conditions), `build` (what follows from several keys
//! together), `check` (what is wrong with the facts), `emit` (facts to Rust), `generate` (the command), `reference` and
//! `readme` (facts for people), `docs` and `viewer` (pages for them). `layout` proves the facts against LLVM's headers.
//! `export` describes the format in other languages. The other commands are for a format that changes: `import` and
//! `diff`.

// `println!` panics on a closed pipe; use `output`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod build;
mod check;
mod datum;
mod diagnostic;
mod diff;
mod docs;
mod emit;
mod evaluate;
mod examples;
mod export;
mod exports;
mod expression;
mod generate;
mod import;
mod include_folder;
mod keys;
mod layout;
mod limits;
mod load;
mod model;
mod new_value;
mod output;
mod placeholders;
mod placement;
mod readme;
mod reference;
mod release;
mod root;
mod schema_folder;
mod schema_text;
mod site;
pub mod trial;
mod viewer;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

/// Makes Rust, docs and exports of the schemas of a binary format.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Generates the Rust declarations, the schema language's reference and its JSON Schema; writes what differs. Exits
    /// with 0 if all is fresh then, 1 if `--check` finds something stale, 2 on mistakes and errors.
    Gen(generate::Options),
    /// Proves what the schemas say of LLVM's C++ types against its headers; exits with 1 if something differs, with 2
    /// if nothing could be proved.
    VerifyLayout(layout::Options),
    /// Compares the enum tables with LLVM's `DXContainerConstants.def`; exits with 0 if nothing differs or what differed
    /// is written, 1 if something differs, 2 on errors.
    Import(import::Options),
    /// Says what changed between two states of the schemas, which release follows, and what to write into the
    /// changelog; exits with 0 if nothing changed, 1 if something did, 2 on errors.
    Diff(diff::Options),
    /// Makes the reference of the format, a static site; exits with 1 if a link leads nowhere or files are stale.
    Docs(docs::Options),
    /// Makes one static folder for a web server: the reference, the cookbook, the viewer and the exports; exits with 1 if a
    /// link leads nowhere.
    Site {
        /// The folder; `target/site`, if left out.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Make no viewer, which takes Rust's target wasm32-unknown-unknown.
        #[arg(long)]
        no_viewer: bool,
    },
    /// Exports the format to another language. Reports the fields that the language cannot describe.
    Export(export::Options),
    /// Tries generated inputs: runs the program `soak` of the workspace, optimised, with all that follows;
    /// exits with 1 if something does not hold.
    Soak {
        /// Its arguments, such as `--minutes 2 --seed 1`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Makes the viewer, one page that runs in any browser. It takes Rust's target wasm32-unknown-unknown.
    Viewer {
        /// The folder of the page; `target/viewer`, if left out.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Checks that the crates can be published, and publishes them: licences, addresses, sizes, and the tests of each
    /// package without the repository. Packs the exports and the npm package. Exits with 1 if something is missing.
    Release {
        /// Publish nothing, and list what remains to be filled in.
        #[arg(long)]
        dry_run: bool,
    },
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
    match generate::run(options)? {
        Some(_) => Ok(()),
        None => Err("the schemas have mistakes".into()),
    }
}

/// Runs the command that the arguments of the process name.
pub fn main() -> ExitCode {
    let arguments = Arguments::from_arg_matches(&command().get_matches());
    match run(arguments.unwrap_or_else(|error| error.exit()).command) {
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
    match root::is_ours() {
        true => command,
        false => ["verify-layout", "site", "soak", "viewer", "release"]
            .into_iter()
            .fold(command, |command, name| {
                command.mut_subcommand(name, |hidden| hidden.hide(true))
            }),
    }
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
            return Ok(found.map_or(Outcome::Mistaken, Outcome::from));
        }
        Command::VerifyLayout(options) => layout::run(options),
        Command::Import(options) => import::run(options),
        Command::Diff(options) => diff::run(options),
        Command::Docs(options) => docs::run(options),
        Command::Site { out, no_viewer } => site::run(out, !no_viewer),
        Command::Export(options) => export::run(options),
        Command::Viewer { out } => viewer::run(out),
        Command::Soak { arguments } => soak(&arguments),
        Command::Release { dry_run } => release::run(dry_run),
    }
    .map(Outcome::from)
}

/// Runs the program `soak`. It needs what is generated, so that it is none of this one's dependencies.
fn soak(arguments: &[String]) -> Result<bool, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = std::process::Command::new(cargo)
        .args(["run", "--quiet", "--release", "--package", "soak", "--"])
        .args(arguments)
        .status();
    let status = status.map_err(|problem| format!("cannot run cargo: {problem}"))?;
    Ok(status.success())
}
