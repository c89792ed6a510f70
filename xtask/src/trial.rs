//! Runs the commands without files, to try them with any text: errors show the mistake in its context, as on a
//! terminal.

use std::collections::BTreeMap;

use crate::TOOL;
use crate::{diff, import};
use dxc_codegen::emit;
use dxc_codegen::model::Schema;
use dxc_codegen::schema_folder::checked;
use dxc_codegen::span::Source;
use dxc_codegen::stack::deep;

/// The files that `gen` generates from a schema, by name.
///
/// # Errors
/// Every mistake in the text.
pub fn generate(text: &str) -> Result<BTreeMap<String, String>, String> {
    let files = |schema: Schema| {
        emit::files(
            &schema,
            TOOL,
            None,
            "schema",
            emit::default_runtime(&schema),
        )
    };
    deep(|| schema(text).map(files))
}

/// The number of differences that `diff` finds between two schemas.
///
/// # Errors
/// The mistakes of either schema.
pub fn diff(old: &str, new: &str) -> Result<usize, String> {
    deep(|| {
        let (old, new) = (schema(old)?, schema(new)?);
        Ok(diff::count(&old, &new))
    })
}

/// The number of tables that `import` finds in a `.def` file.
///
/// # Errors
/// The problem, with its line.
pub fn import(text: &str) -> Result<usize, String> {
    import::count(text)
}

fn schema(text: &str) -> Result<Schema, String> {
    checked(vec![Source {
        stem: "trial".to_owned(),
        path: "schema/trial.toml".into(),
        text: text.to_owned(),
    }])
}
