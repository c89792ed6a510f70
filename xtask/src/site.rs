//! `cargo xtask site`: one static folder with the reference, the cookbook, the viewer and the exports.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::root::root;
use crate::{docs, export, viewer};

/// The folders of the site further_files the reference.
const EXPORTS: &str = "exports";
const VIEWER: &str = "viewer";

/// Runs the command. `Ok(false)` says that a link leads nowhere.
pub(crate) fn run(out: Option<PathBuf>, has_viewer: bool) -> Result<bool, String> {
    let out = out.unwrap_or_else(|| root().join("target/site"));
    for target in export::Target::value_variants() {
        let folder = out.join(EXPORTS).join(target.name());
        match target {
            export::Target::Npm if !has_viewer => continue,
            export::Target::Npm => viewer::make("npm", &folder)?,
            target => export::write(*target, &folder)?,
        }
    }
    if has_viewer {
        viewer::run(Some(out.join(VIEWER)))?;
    }
    let mut further_files = files(&out, EXPORTS)?;
    further_files.extend(files(&out, VIEWER)?);
    docs::run(docs::Options {
        out: Some(out),
        further_files,
        ..docs::Options::default()
    })
}

/// The files of a folder and the folders in it, by their paths from the site.
fn files(site: &Path, folder: &str) -> Result<Vec<String>, String> {
    let path = site.join(folder);
    if !path.is_dir() {
        return Ok(Vec::new());
    }
    let cannot = |problem| format!("cannot read {}: {problem}", path.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&path).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => found.extend(files(site, &name)?),
            false => found.push(name),
        }
    }
    found.sort();
    Ok(found)
}
