//! `dxc-codegen`: generates Rust from the schemas of a binary format.

use std::process::ExitCode;

use clap::Parser;
use dxc_codegen::generate::{self, Options};
use dxc_codegen::{outcome, stack};

/// Generates Rust from the schemas of a binary format.
#[derive(Parser)]
#[command(name = "dxc-codegen")]
enum Arguments {
    /// Generates the Rust declarations; writes only files that differ. Exits with 0 on success, 1 if `--check` finds stale
    /// files, 2 on mistakes and errors.
    Gen(Options),
}

fn main() -> ExitCode {
    let Arguments::Gen(options) = Arguments::parse();
    outcome::exit_code(stack::deep(|| generate::run(options, None)))
}
