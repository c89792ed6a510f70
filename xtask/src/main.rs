//! `cargo xtask`: from the schemas of the DXContainer format to Rust.
//!
//! Read in this order: `keys` (the words of the schema language), `load` (TOML to items), `model` (the facts), `build`
//! (items to facts), `expression` (the small language of counts and conditions), `check` (what is wrong with the facts),
//! `emit` (facts to Rust), `generate` (the command).

mod build;
mod check;
mod diagnostic;
mod emit;
mod expression;
mod generate;
mod keys;
mod load;
mod model;
mod reference;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Maintains the bindings of the DXContainer format.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Generates the Rust declarations, the schema language's reference and its JSON Schema; writes what differs.
    Gen {
        /// Write nothing; name what is stale, show how it differs, and exit with 1.
        #[arg(long)]
        check: bool,
        /// The folder of the schemas. Given, the language's reference is left alone.
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
        /// The folder of the generated Rust. Given, the language's reference is left alone.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let Command::Gen { check, schema, out } = Arguments::parse().command;
    match generate::run(check, schema, out) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}
