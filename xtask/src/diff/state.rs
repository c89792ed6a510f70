//! Reads a state of the schemas: a folder, or the folder `schema` of a git revision.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::captured;
use dxc_codegen::load;
use dxc_codegen::model::Schema;
use dxc_codegen::schema_folder::checked;
use dxc_codegen::span::Source;

/// The folder of the schemas in a git tree.
const FOLDER: &str = "schema";

/// Reads a state; a folder takes precedence over a revision with the same name.
pub(super) fn read(name: &str) -> Result<Schema, String> {
    let sources = if Path::new(name).is_dir() {
        load::sources(Path::new(name))?
    } else {
        of_revision(name)?
    };
    checked(sources).map_err(|problem| format!("{name}: {problem}"))
}

fn of_revision(revision: &str) -> Result<Vec<Source>, String> {
    let commit = git(&[
        "rev-parse",
        "--verify",
        "--quiet",
        &format!("{revision}^{{commit}}"),
    ])
    .map_err(|_| format!("`{revision}` is neither a folder nor a revision that git knows"))?;
    let commit = commit.trim();
    let listed = git(&[
        "ls-tree",
        "--name-only",
        "--full-tree",
        commit,
        &format!("{FOLDER}/"),
    ])?;
    let paths = listed.lines().map(PathBuf::from);
    let schemas = paths.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    });
    let read = |path: PathBuf| {
        let text = git(&["show", &format!("{commit}:{}", path.display())])?;
        Ok(Source {
            stem: path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            text: text.replace("\r\n", "\n"),
            path,
        })
    };
    let sources: Vec<Source> = schemas.map(read).collect::<Result<_, String>>()?;
    if sources.is_empty() {
        Err(format!(
            "`{revision}` has no schema in its folder `{FOLDER}`"
        ))
    } else {
        Ok(sources)
    }
}

fn git(arguments: &[&str]) -> Result<String, String> {
    captured(Command::new("git").args(arguments))
}
