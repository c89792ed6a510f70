//! Implements `cargo xtask verify-layout`: a C++ compiler checks the schemas' facts on LLVM's C++ types against the
//! headers.
//!
//! Read in this order: `facts`, `records`, `enums` (the facts in the schemas), `emit` (a C++ file with an assertion for
//! each fact), `clang` (the compiler's answer for each assertion), `declarations` (declarations of the headers that no
//! schema mentions), `names` (swapped names), `shifts` (differences that follow from others), `report`.

mod clang;
mod declarations;
mod emit;
mod enums;
mod facts;
mod names;
mod records;
mod report;
mod shifts;

use std::path::PathBuf;

use crate::llvm_headers;
use crate::root::root;
use dxc_codegen::model::Schema;
use dxc_codegen::outcome::Outcome;
use dxc_codegen::output;
use dxc_codegen::schema_folder::SchemaFolder;

/// The options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// LLVM's include folder, or its parent; by default the newest installed LLVM.
    #[arg(long, value_name = "DIR")]
    llvm: Option<PathBuf>,
    /// The compiler; by default the newest installed clang++.
    #[arg(long, value_name = "PATH")]
    clang: Option<PathBuf>,
    /// The folder of the schemas.
    #[arg(long, value_name = "DIR")]
    schema: Option<PathBuf>,
    /// Print the C++ file, and do not compile it.
    #[arg(long)]
    emit: bool,
}

/// The properties of LLVM's types that the exported header has as well: in its notation, and in LLVM's.
pub(crate) fn shared(schema: &Schema) -> Vec<(String, String)> {
    // Without facts that only later LLVMs have.
    let facts = facts::Facts::new(schema, Some(0)).all.into_iter();
    let both = facts.filter_map(|fact| {
        let theirs = fact.expression();
        Some((fact.own?, theirs))
    });
    both.collect()
}

/// Runs the command.
pub(crate) fn run(options: Options) -> Result<Outcome, String> {
    let schema = SchemaFolder::new(options.schema, &root()).schema()?;
    let include = if options.emit {
        None
    } else {
        Some(clang::include_folder(options.llvm)?)
    };
    let version = include.as_deref().and_then(llvm_headers::version);
    let facts = facts::Facts::new(&schema, version);
    if facts.all.is_empty() {
        return Err("no item of the schemas mirrors a C++ type".to_owned());
    }
    let file = emit::file(&facts);
    let Some(include) = include else {
        return output::print(&file.text).map(|()| Outcome::Content);
    };
    let answers = clang::compile(options.clang, &include, &file, &facts)?;
    let unmentioned = declarations::unmentioned(&answers.declarations, &facts)?;
    report::report(&schema, &facts, &answers.facts, &unmentioned, &include)
}
