//! Implements `cargo xtask diff`: lists the changes between two states of the schemas by named rules, and the release
//! that follows.

mod changes;
mod compare;
mod extended;
mod facts;
mod fields;
mod functions;
mod reach;
mod release;
mod renames;
mod report;
mod rules;
mod state;
mod versions;

use crate::root::root;
use dxc_codegen::model::Schema;
use dxc_codegen::outcome::Outcome;
use dxc_codegen::output;
use dxc_codegen::schema_folder::SchemaFolder;

/// How the differences are printed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// The options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A folder of schemas, or a git revision.
    #[arg(required_unless_present = "rules")]
    old: Option<String>,
    /// The new revision; by default the folder `schema`.
    new: Option<String>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// List the rules, and compare nothing.
    #[arg(long)]
    rules: bool,
}

/// Runs the command.
pub(crate) fn run(options: Options) -> Result<Outcome, String> {
    let Some(old) = options.old.filter(|_| !options.rules) else {
        return output::print(report::rules()).map(|()| Outcome::Content);
    };
    let old = state::read(&old)?;
    let new = match options.new {
        Some(new) => state::read(&new)?,
        None => SchemaFolder::new(None, &root()).schema()?,
    };
    let changes = compare::compare(&old, &new);
    let release = release::Release::new(changes::worst(&changes))?;
    output::print(match options.format {
        Format::Text => report::text(&changes, &release),
        Format::Json => report::json(&changes, &release),
    })?;
    Ok(Outcome::content_if(changes.is_empty()))
}

/// The number of differences.
pub(crate) fn count(old: &Schema, new: &Schema) -> usize {
    compare::compare(old, new).len()
}
