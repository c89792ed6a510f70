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
    Gen {
        /// Write nothing; name what is stale, show how it differs, and exit with 1.
        #[arg(long)]
        check: bool,
        /// The folder of the schemas. Given, the language's reference is left alone.
        #[arg(long, value_name = "DIR", requires = "out")]
        schema: Option<PathBuf>,
        /// The folder of the generated Rust. Given, the language's reference is left alone.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// The path of the crate or module that generated code is built on, if it is not `dxc_runtime`, or
        /// `dxc_format::runtime` for schemas with parts.
        #[arg(long, value_name = "PATH", requires = "out")]
        runtime: Option<String>,
    },
    /// Proves what the schemas say of LLVM's C++ types against its headers; exits with 1 if something differs, with 2
    /// if nothing could be proved.
    VerifyLayout {
        /// LLVM's include folder, or the folder that holds it; the newest LLVM that is installed, if left out.
        #[arg(long, value_name = "DIR")]
        llvm: Option<PathBuf>,
        /// The compiler; the newest clang++ that is installed, if left out.
        #[arg(long, value_name = "PATH")]
        clang: Option<PathBuf>,
        /// The folder of the schemas.
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
        /// Print the C++ file and compile nothing.
        #[arg(long)]
        emit: bool,
    },
    /// Compares the enum tables with LLVM's `DXContainerConstants.def`; exits with 0 if nothing differs or what differed
    /// is written, 1 if something differs, 2 on errors.
    Import {
        /// The file, LLVM's include folder, or the folder that holds it.
        path: PathBuf,
        /// Bring what differs into the schema.
        #[arg(long)]
        write: bool,
        /// How the schema spells a macro: `MACRO(value, name)`, or `Table = MACRO(value, name)` for a new table.
        #[arg(long = "as", value_name = "MACRO")]
        spellings: Vec<model::Spelling>,
        /// The folder of the schemas.
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
    },
    /// Says what changed between two states of the schemas, which release follows, and what to write into the
    /// changelog; exits with 0 if nothing changed, 1 if something did, 2 on errors.
    Diff {
        /// A folder of schemas, or a git revision.
        #[arg(required_unless_present = "rules")]
        old: Option<String>,
        /// The new revision; the folder `schema`, if left out.
        new: Option<String>,
        /// How to print it.
        #[arg(long, value_enum, default_value_t = diff::Format::Text)]
        format: diff::Format,
        /// List the rules instead.
        #[arg(long)]
        rules: bool,
    },
    /// Makes the reference of the format, a static site; exits with 1 if a link leads nowhere or files are stale.
    Docs {
        /// Write nothing; tell links that lead nowhere and, with `--out`, files that are stale.
        #[arg(long)]
        check: bool,
        /// The folder of the site; `target/reference`, if left out.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// The folder of the schemas. Given, no bytes of the repository's files are shown.
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
    },
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
    Export {
        /// The language.
        #[arg(value_enum)]
        target: export::Target,
        /// Of `def`: export the values and enums that LLVM does not have, too.
        #[arg(long)]
        all: bool,
        /// The folder of the files; `target/export/TARGET` by default.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// The folder of the schemas.
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
    },
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
    match generate::run(false, Some(schema), Some(out.into()), None)? {
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
        Command::Gen {
            check,
            schema,
            out,
            runtime,
        } => {
            let found = generate::run(check, schema, out, runtime)?;
            return Ok(found.map_or(Outcome::Mistaken, Outcome::from));
        }
        Command::VerifyLayout {
            llvm,
            clang,
            schema,
            emit,
        } => layout::run(layout::Options {
            llvm,
            clang,
            schema,
            emit,
        }),
        Command::Import {
            path,
            write,
            spellings,
            schema,
        } => import::run(&path, schema, &spellings, write),
        Command::Diff {
            old: Some(old),
            new,
            format,
            rules: false,
        } => diff::run(&old, new.as_deref(), format),
        Command::Diff { .. } => diff::list_rules(),
        Command::Docs { check, out, schema } => docs::run(docs::Options {
            check,
            out,
            schema,
            beside: Vec::new(),
        }),
        Command::Site { out, no_viewer } => site::run(out, !no_viewer),
        Command::Export {
            target,
            all,
            out,
            schema,
        } => export::run(export::Options {
            target,
            all,
            out,
            schema,
        }),
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
