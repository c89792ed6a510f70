//! The commands beside `gen`. `cargo xtask gen` does not compile them.

use std::path::PathBuf;

use clap::Subcommand;

use crate::{diff, docs, export, import, layout, release, site, viewer};

#[derive(Subcommand)]
pub(crate) enum Command {
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
    /// Tries generated inputs: runs the program `soak` of the workspace, optimised like benchmarks, with all that follows;
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

/// Hides the commands that need the repository.
pub(crate) fn hide(command: clap::Command) -> clap::Command {
    let ours = ["verify-layout", "site", "soak", "viewer", "release"];
    ours.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |hidden| hidden.hide(true))
    })
}

/// Runs a command. `Ok(false)` says that something differs.
pub(crate) fn run(command: Command) -> Result<bool, String> {
    match command {
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
}

/// Runs the program `soak`. It needs what is generated, so that it is none of this one's dependencies.
fn soak(arguments: &[String]) -> Result<bool, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = std::process::Command::new(cargo)
        .args([
            "run",
            "--quiet",
            "--profile",
            "bench",
            "--package",
            "soak",
            "--",
        ])
        .args(arguments)
        .status();
    let status = status.map_err(|problem| format!("cannot run cargo: {problem}"))?;
    Ok(status.success())
}
