//! Implements `cargo xtask site`: writes one static folder with the reference, the cookbook, the viewer and the
//! exports.

use dxc_codegen::outcome::Outcome;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::root::target_folder;
use crate::{docs, export, viewer};

/// The folders of the site in addition to the reference.
const EXPORTS: &str = "exports";
const VIEWER: &str = "viewer";

/// Runs the command. `Differs` means that a link has no target.
pub(crate) fn run(out: Option<PathBuf>, has_viewer: bool) -> Result<Outcome, String> {
    let out = out.unwrap_or_else(|| target_folder().join("site"));
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
        link_reference(&out.join(VIEWER).join("index.html"))?;
    }
    let mut further_files = files(&out, EXPORTS)?;
    further_files.extend(files(&out, VIEWER)?);
    docs::run(docs::Options {
        out: Some(out),
        further_files,
        ..docs::Options::default()
    })
}

/// The links from the viewer to the rest of the site; outside of the site, the viewer has none.
const LINKS: &str = "<nav aria-label=\"Site\"><a href=\"../index.html#parts\">Parts</a> <a href=\"../index.html#enums\">Enums</a></nav>";

/// Links the viewer to the reference.
fn link_reference(page: &Path) -> Result<(), String> {
    let linked = std::fs::read_to_string(page)
        .and_then(|text| std::fs::write(page, text.replacen("<!-- site -->", LINKS, 1)));
    linked.map_err(|problem| format!("cannot link {}: {problem}", page.display()))
}

/// The files of a folder and of its subfolders, by their paths from the site.
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
        if entry.path().is_dir() {
            found.extend(files(site, &name)?)
        } else {
            found.push(name)
        }
    }
    found.sort();
    Ok(found)
}
