//! The commands and their arguments.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use dxc_codegen::generate::{self, Repository};
use dxc_codegen::outcome::Outcome;

use crate::further_files::further_files;
use crate::process::{cargo, succeeded};
use crate::root::root;
use crate::{TOOL, diff, docs, export, import, layout, release, site, viewer};

/// Generates Rust, docs and exports from the schemas of the format.
#[derive(Parser)]
#[command(name = TOOL, bin_name = TOOL)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Generates the Rust declarations, the reference of the schema language and its JSON Schema; writes only files that
    /// differ. Exits with 0 on success, 1 if `--check` finds stale files, 2 on mistakes and errors.
    Gen(generate::Options),
    /// Compares the schemas with the C++ types of LLVM's headers; exits with 1 if something differs, 2 if nothing could be
    /// compared.
    VerifyLayout(layout::Options),
    /// Compares the enum tables with LLVM's `DXContainerConstants.def`; exits with 0 if nothing differs or `--write` wrote the
    /// differences, 1 if something differs, 2 on errors.
    Import(import::Options),
    /// Lists the changes between two states of the schemas, the next version, and the lines for the changelog; exits with 0
    /// if nothing changed, 1 if something changed, 2 on errors.
    Diff(diff::Options),
    /// Writes the reference of the format, a static site; exits with 1 if a link is broken or files are stale.
    Docs(docs::Options),
    /// Writes one static folder for a web server: the reference, the cookbook, the viewer and the exports; exits with 1 if a
    /// link is broken.
    Site {
        /// The folder; by default `site` in the target folder of cargo.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Leave out the viewer, which needs Rust's target wasm32-unknown-unknown.
        #[arg(long)]
        no_viewer: bool,
    },
    /// Exports the format to another language, and lists the fields that the language cannot express.
    Export(export::Options),
    /// Fuzzes with generated inputs: runs an optimized build of the program `soak` with the arguments that follow; exits with
    /// 1 if a guarantee is broken.
    Soak {
        /// Its arguments, such as `--minutes 2 --seed 1`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Builds the viewer, a page for any browser. It needs Rust's target wasm32-unknown-unknown.
    Viewer {
        /// The folder of the page; by default `viewer` in the target folder of cargo.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Publishes the crates, after checks of licenses, addresses, sizes, and the tests of each package without the
    /// repository. Packs the exports and the npm package. Exits with 1 if something is missing.
    Release {
        /// Publish nothing, and list what is missing.
        #[arg(long)]
        dry_run: bool,
        /// Write the address of the repository into all files that have it first.
        #[arg(long, value_name = "URL")]
        repository: Option<String>,
        /// Only pack `dxobj` for a target that this system runs, with its manual pages and completions.
        #[arg(long, value_name = "TARGET", conflicts_with_all = ["dry_run", "repository"])]
        archive: Option<String>,
    },
}

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<Outcome, String> {
    match command {
        Command::Gen(options) => generate::run(options, Some(&repository())),
        Command::VerifyLayout(options) => layout::run(options),
        Command::Import(options) => import::run(options),
        Command::Diff(options) => diff::run(options),
        Command::Docs(options) => docs::run(options),
        Command::Site { out, no_viewer } => site::run(out, !no_viewer),
        Command::Export(options) => export::run(options),
        Command::Viewer { out } => viewer::run(out),
        Command::Soak { arguments } => soak(&arguments),
        Command::Release {
            archive: Some(target),
            ..
        } => release::pack_program(&target),
        Command::Release {
            dry_run,
            repository,
            ..
        } => release::run(dry_run, repository.as_deref()),
    }
}

/// This repository, for the generator.
fn repository() -> Repository {
    Repository {
        tool: TOOL,
        root: root(),
        out: "dxc-format/src/generated",
        further_files,
    }
}

/// Runs the program `soak`. The program needs generated code, so it is not a dependency of this one.
fn soak(arguments: &[String]) -> Result<Outcome, String> {
    let mut command = cargo(Path::new("."));
    command.args(["run", "--quiet", "--profile", "bench"]);
    command.args(["--package", "soak", "--"]).args(arguments);
    // The program catches panics. The profile `bench` inherits this setting, and cargo ignores it there.
    command.env("CARGO_PROFILE_RELEASE_PANIC", "unwind");
    succeeded(&mut command).map(Outcome::content_if)
}
