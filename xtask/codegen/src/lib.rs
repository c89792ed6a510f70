//! Generates Rust from the schemas of a binary format: readers, views, writers and docs.
//!
//! A build script calls [`generate()`]; the command `dxc-codegen gen` does the same. The README has a tour.
//!
//! # Modules
//!
//! Read in this order: [`model`] (the model, whose structs are the keys of the schema language, declared with helpers
//! of [`keys`]), [`load`] (TOML to these structs), [`expression`] (the small language of counts and conditions: a typed
//! tree each), `build` (what follows from several keys together), [`check`] (what is wrong with the facts), [`emit`]
//! (facts to Rust), [`mod@generate`] (the command) and [`mod@reference`] (the language for people). [`placement`]
//! computes offsets, and [`evaluate`] numbers. [`diagnostic`] and [`span`] report mistakes with their lines.
//!
//! # Other programs
//!
//! A program that reads schemas, such as an exporter or `cargo xtask` of dxc-format, calls
//! [`schema_folder::SchemaFolder::schema`]. It returns a [`model::Schema`] without mistakes. [`generate::run`] accepts
//! a [`generate::Repository`], whose function makes further files from the model; they are compared and written with
//! the generated code. The modules are made for dxc-format's own commands and change with them: depend on an exact
//! version.

// `println!` panics on a closed pipe; use `output`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod build;
pub mod check;
pub mod datum;
pub mod diagnostic;
pub mod emit;
pub mod evaluate;
mod examples;
mod exports;
pub mod expression;
pub mod generate;
pub mod keys;
pub mod limits;
pub mod load;
pub mod model;
pub mod outcome;
pub mod output;
pub mod placeholders;
pub mod placement;
pub mod reference;
pub mod schema_folder;
pub mod span;
pub mod stack;

use std::path::PathBuf;

use self::outcome::Outcome;

/// Generates Rust from a folder of schemas, for build scripts: writes the files that differ, and tells Cargo which
/// files to watch. Mistakes are printed with their locations.
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
    match stack::deep(|| generate::run(options, None))? {
        Outcome::Mistaken => Err("the schemas have mistakes".into()),
        Outcome::Content | Outcome::Differs => Ok(()),
    }
}
