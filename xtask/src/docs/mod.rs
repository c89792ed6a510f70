//! Implements `cargo xtask docs`: generates the reference of the format as a static site, from the schemas.

mod enums;
mod example;
mod guides;
mod item;
mod links;
mod names;
mod page;
mod part;
mod site;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use self::page::{Page, SCRIPT, STYLE};
use self::site::Site;
use crate::root::{root, target_folder};
use dxc_codegen::diagnostic::counted;
use dxc_codegen::model::Schema;
use dxc_codegen::outcome::Outcome;
use dxc_codegen::output;
use dxc_codegen::schema_folder::SchemaFolder;

/// The options of the command.
#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// Write nothing; tell links that lead nowhere and, with `--out`, files that are stale.
    #[arg(long)]
    pub(crate) check: bool,
    /// The folder of the site; by default `reference` in the target folder of cargo.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// The folder of the schemas. Given, no bytes of the repository's files are shown.
    #[arg(long, value_name = "DIR")]
    pub(crate) schema: Option<PathBuf>,
    /// The files of the site that other commands made, by their paths in it.
    #[arg(skip)]
    pub(crate) further_files: Vec<String>,
}

/// Runs the command. `Differs` means that a link has no target, or that `--check` found stale files.
pub(crate) fn run(options: Options) -> Result<Outcome, String> {
    let root = root();
    let ours = options.schema.is_none();
    let schema = SchemaFolder::new(options.schema, &root).schema()?;
    let examples = if ours {
        example::examples(&root)?
    } else {
        BTreeMap::new()
    };
    let mut guides = Vec::new();
    if ours {
        guides.push(guides::cookbook(&root)?);
    }
    if !options.further_files.is_empty() {
        guides.push(guides::exports(&options.further_files));
    }
    let files = files(&schema, &examples, guides, &options.further_files);
    let broken = links::broken(&files, &options.further_files);
    for problem in &broken {
        output::say(format_args!("error: {problem}"));
    }
    let folder = options
        .out
        .clone()
        .unwrap_or_else(|| target_folder().join("reference"));
    if !options.check {
        write(&folder, &files)?;
        let (count, folder) = (counted(files.len(), "file"), folder.display());
        output::print(format_args!("wrote {count} into {folder}\n"))?;
        return Ok(Outcome::content_if(broken.is_empty()));
    }
    let stale = options.out.map(|folder| stale(&folder, &files));
    let stale = stale.unwrap_or_default();
    let made = counted(files.len(), "file");
    let whole = counted(links::count(&files), "link");
    output::print(format_args!("{stale}{made} made, {whole} whole\n"))?;
    Ok(Outcome::content_if(broken.is_empty() && stale.is_empty()))
}

/// All files of the site, by their path in it.
fn files(
    schema: &Schema,
    examples: &BTreeMap<String, example::Example>,
    guides: Vec<Page>,
    beside: &[String],
) -> BTreeMap<String, String> {
    let site = Site::new(schema);
    let enums: Vec<Page> = schema
        .items
        .iter()
        .filter_map(|item| enums::page(&site, item))
        .collect();
    let others = part::others(&site);
    let mut pages = vec![part::index(&site, &others, &enums), part::history(&site)];
    pages.extend(schema.parts.iter().enumerate().map(|(index, part)| {
        let example = part.codes.iter().find_map(|code| examples.get(&code.value));
        // A shared FourCC does not identify the part.
        let is_shared = part.codes.iter().any(|code| {
            let codes = schema.parts.iter().flat_map(|part| &part.codes);
            codes.filter(|other| other.value == code.value).count() > 1
        });
        part::page(&site, index, part, example.filter(|_| !is_shared))
    }));
    pages.extend(others);
    let mut nav: Vec<(String, String)> = guides
        .iter()
        .map(|page| (page.path.clone(), page.title.clone()))
        .collect();
    let viewer = beside.iter().find(|path| *path == "viewer/index.html");
    nav.extend(viewer.map(|path| (path.clone(), "Viewer".to_owned())));
    pages.extend(guides);
    pages.extend(enums);
    let mut files: BTreeMap<String, String> = pages
        .iter()
        .map(|page| (page.path.clone(), page.html(&nav)))
        .collect();
    files.insert("style.css".to_owned(), STYLE.to_owned());
    files.insert("search.js".to_owned(), SCRIPT.to_owned());
    files.insert("names.js".to_owned(), names::script(&site));
    files
}

fn write(folder: &Path, files: &BTreeMap<String, String>) -> Result<(), String> {
    for (name, text) in files {
        let path = folder.join(name);
        let written = std::fs::create_dir_all(path.parent().unwrap_or(folder))
            .and_then(|()| std::fs::write(&path, text));
        written.map_err(|problem| format!("cannot write {}: {problem}", path.display()))?;
    }
    Ok(())
}

/// Lists the files of a folder that differ from those that would be generated, one on each line.
fn stale(folder: &Path, files: &BTreeMap<String, String>) -> String {
    let differs = |(name, text): &(&String, &String)| {
        std::fs::read_to_string(folder.join(name)).ok().as_ref() != Some(text)
    };
    let stale = files.iter().filter(differs);
    stale
        .map(|(name, _)| format!("stale: {}\n", folder.join(name).display()))
        .collect()
}
