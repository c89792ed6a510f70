//! `cargo xtask diff`: what changed between two states of the schemas, by named rules, and the release that follows.

mod changes;
mod compare;
mod enums;
mod reach;
mod records;
mod release;
mod renamed;
mod report;
mod rules;
mod sequences;
mod state;
mod steps;
mod versions;
mod words;

use crate::model::Schema;
use crate::output;
use crate::schema_folder::SchemaFolder;

/// How the differences are printed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// Prints all rules. `Ok(true)`, as `run` says that nothing differs.
pub(crate) fn list_rules() -> Result<bool, String> {
    output::print(report::rules())?;
    Ok(true)
}

/// Runs the command. `Ok(true)` says that nothing differs.
pub(crate) fn run(old: &str, new: Option<&str>, format: Format) -> Result<bool, String> {
    let old = state::read(old)?;
    let new = match new {
        Some(new) => state::read(new)?,
        None => SchemaFolder::new(None).schema()?,
    };
    let changes = compare::compare(&old, &new);
    let release = release::Release::new(changes::worst(&changes))?;
    output::print(match format {
        Format::Text => report::text(&changes, &release),
        Format::Json => report::json(&changes, &release),
    })?;
    Ok(changes.is_empty())
}

/// How many differences there are.
pub(crate) fn count(old: &Schema, new: &Schema) -> usize {
    compare::compare(old, new).len()
}
