//! Implements the command `gen`: all files are generated in memory and compared. Files that differ are written;
//! obsolete ones are removed last.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::diagnostic::{Mistakes, counted};
use crate::limits::grouped;
use crate::model::Schema;
use crate::outcome::Outcome;
use crate::{check, emit, load, output, placeholders};

/// The options of the command.
#[derive(Default, clap::Args)]
pub struct Options {
    /// Write nothing; list stale files with their differences, and exit with 1.
    #[arg(long)]
    pub check: bool,
    /// The folder of the schemas. With this option, the reference of the language is not written.
    #[arg(long, value_name = "DIR", requires = "out")]
    pub schema: Option<PathBuf>,
    /// The folder of the generated Rust. With this option, the reference of the language is not written.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The path of the runtime, if it is not `dxc_runtime`, or `dxc_format::runtime` for schemas with parts.
    #[arg(long, value_name = "PATH", requires = "out")]
    pub runtime: Option<String>,
}

/// The name of the command, unless a repository has its own command.
const TOOL: &str = "dxc-codegen";

/// A function that makes further files from the schemas, by path, in the folder of a repository.
pub type FurtherFiles = fn(&Schema, &Path) -> Result<BTreeMap<PathBuf, String>, String>;

/// A repository with its schemas in `schema` and, possibly, packages of its own.
#[derive(Clone, Debug)]
pub struct Repository {
    /// The command line of the command.
    pub tool: &'static str,
    /// Its folder.
    pub root: PathBuf,
    /// The folder of the generated Rust of schemas without `package`, from the root.
    pub out: &'static str,
    /// Its files that are not the format's Rust code.
    pub further_files: FurtherFiles,
}

/// Runs the command, in a repository if there is one.
///
/// # Errors
/// If files cannot be read or written, or are not generated ones.
pub fn run(options: Options, repository: Option<&Repository>) -> Result<Outcome, String> {
    let Options {
        check: only_check,
        schema,
        out,
        runtime,
    } = options;
    let root = repository.map_or(Path::new(""), |repository| &repository.root);
    let tool = repository.map_or(TOOL, |repository| repository.tool);
    let own_folder = repository.map(|repository| root.join(repository.out));
    // Schemas outside of the repository have no further files.
    let with_further_files = schema.is_none() && out.is_none();
    let schema_folder = schema.unwrap_or_else(|| root.join("schema"));
    let out_folder = out
        .or_else(|| own_folder.clone())
        .ok_or("the folder of the generated Rust is missing: `--out DIR`")?;
    let mistakes = Mistakes::default();
    let mut schema = Schema::new(load::sources(&schema_folder)?, &mistakes);
    check::check(&schema, &mistakes);
    placeholders::check_replaced(&schema.sources, &mistakes);
    if !mistakes.is_empty() {
        let (rendered, count) = mistakes.render(&schema.sources);
        output::say(format_args!(
            "{rendered}\n\n{} in the schemas; nothing was written",
            counted(count, "mistake")
        ));
        return Ok(Outcome::Mistaken);
    }
    let absolute = std::path::absolute(&out_folder).ok();
    let is_own = absolute.is_some() && absolute == own_folder;
    if !is_own {
        // With `--schema` or `--out`, everything goes into one package.
        schema.packages.fill(None);
    }
    let (mut files, mut out_folders) =
        generated(&schema, tool, root, &schema_folder, out_folder, runtime)?;
    if is_own {
        out_folders.extend(abandoned(root, &schema_folder, &out_folders)?);
    }
    let fresh = fresh(&schema, &files);
    if let Some(repository) = repository.filter(|_| with_further_files) {
        files.extend((repository.further_files)(&schema, root)?);
    }
    let mut obsolete = Vec::new();
    for folder in &out_folders {
        if folder.exists() && !folder.is_dir() {
            return Err(format!(
                "cannot generate into {}: it is not a folder",
                folder.display()
            ));
        }
        obsolete.extend(orphans(folder, &files)?);
        check_generated(folder, &files)?;
    }
    let (is_fresh, said) = if only_check {
        stale(&files, &obsolete, root)?
    } else {
        (true, write_differing(&files, &obsolete, root)?)
    };
    output::print(if said.is_empty() { fresh } else { said })?;
    if !is_fresh {
        output::say(format_args!(
            "error: the generated files are stale; run `{tool} gen`"
        ));
    }
    Ok(Outcome::content_if(is_fresh))
}

/// The generated Rust files, and their folders: that of the format, and those of packages that use the format.
fn generated(
    schema: &Schema,
    tool: &str,
    root: &Path,
    schema_folder: &Path,
    out_folder: PathBuf,
    runtime: Option<String>,
) -> Result<(BTreeMap<PathBuf, String>, Vec<PathBuf>), String> {
    let mut files = BTreeMap::new();
    let mut folders = Vec::new();
    let mut add = |package, out: PathBuf, runtime: &str| {
        let folder = folder_between(&out, schema_folder)?;
        check_owner(&out, &folder)?;
        let generated = emit::files(schema, tool, package, &folder, runtime).into_iter();
        files.extend(generated.map(|(name, text)| (out.join(name), text)));
        folders.push(out);
        Ok::<_, String>(())
    };
    let runtime = runtime.unwrap_or_else(|| default_runtime(schema, &out_folder));
    add(None, out_folder, &runtime)?;
    let packages: BTreeSet<&str> = schema
        .packages
        .iter()
        .flatten()
        .map(String::as_str)
        .collect();
    for package in packages {
        let sources = root.join(package).join("src");
        if !sources.is_dir() {
            return Err(format!(
                "the package `{package}` that a schema names has no folder {}",
                relative(&sources, root)
            ));
        }
        let out = sources.join("generated");
        add(Some(package), out, emit::FORMAT_RUNTIME)?;
    }
    Ok((files, folders))
}

/// The message that nothing differs.
fn fresh(schema: &Schema, generated: &BTreeMap<PathBuf, String>) -> String {
    let lines = generated.values().map(|text| text.lines().count()).sum();
    let lines = counted(grouped(lines), "line");
    let schemas = counted(schema.sources.len(), "schema");
    format!("{schemas}, {lines} of Rust: fresh\n")
}

/// The path of the runtime for generated code in a folder: within the runtime's own crate, it begins with `crate`.
fn default_runtime(schema: &Schema, folder: &Path) -> String {
    let default = emit::default_runtime(schema);
    let folder = std::path::absolute(folder).unwrap_or_default();
    let package = folder.ancestors().find_map(|folder| {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        let manifest: toml::Table = manifest.parse().ok()?;
        let name = manifest.get("package")?.get("name")?.as_str()?;
        Some(name.replace('-', "_"))
    });
    let path = package.and_then(|package| default.strip_prefix(&package));
    match path.filter(|path| path.is_empty() || path.starts_with("::")) {
        Some(path) => format!("crate{path}"),
        None => default.to_owned(),
    }
}

/// The relative path from the generated files to their schemas, which identifies the owner of the files.
fn folder_between(out: &Path, schema: &Path) -> Result<String, String> {
    let absolute = |path: &Path| {
        let named = |problem| format!("cannot find {}: {problem}", path.display());
        // The folder of the generated files may not exist yet.
        let mut there = std::path::absolute(path).map_err(named)?;
        let mut below = Vec::new();
        while !there.exists() {
            below.extend(there.file_name().map(std::ffi::OsStr::to_owned));
            if !there.pop() {
                break;
            }
        }
        let there = there.canonicalize().map_err(named)?;
        Ok::<_, String>(
            below
                .into_iter()
                .rev()
                .fold(there, |path, name| path.join(name)),
        )
    };
    let (out, schema) = (absolute(out)?, absolute(schema)?);
    let shared = out
        .components()
        .zip(schema.components())
        .take_while(|(a, b)| a == b)
        .count();
    let up = out.components().skip(shared).map(|_| "..".to_owned());
    let down = schema.components().skip(shared);
    let down = down.map(|name| name.as_os_str().to_string_lossy().into_owned());
    Ok(up.chain(down).collect::<Vec<_>>().join("/"))
}

/// Refuses a folder that was generated from other schemas.
fn check_owner(out: &Path, folder: &str) -> Result<(), String> {
    let text = if out.is_dir() {
        read(&out.join("mod.rs"))?.unwrap_or_default()
    } else {
        String::new()
    };
    match emit::owner(&text) {
        Some(owner) if owner != folder => Err(format!(
            "{} is generated from `{owner}`, not from `{folder}`: set another folder with `--out`",
            out.display()
        )),
        _ => Ok(()),
    }
}

/// The folders that were generated from these schemas for packages that no schema names anymore.
fn abandoned(root: &Path, schema: &Path, known: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut abandoned = Vec::new();
    for folder in folders_below(root, 3) {
        let out = folder.join("src/generated");
        let text = read(&out.join("mod.rs"))?.unwrap_or_default();
        if let Some(owner) = emit::owner(&text)
            && !known.contains(&out)
            && owner == folder_between(&out, schema)?
        {
            abandoned.push(out);
        }
    }
    Ok(abandoned)
}

/// The folders in a folder, up to a number of levels, without build folders.
fn folders_below(folder: &Path, levels: usize) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_source = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name != "target" && !name.starts_with('.') && path.is_dir() && !path.is_symlink()
    };
    let mut folders: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(is_source)
        .collect();
    folders.sort();
    let inner = folders.iter().filter(|_| levels > 1);
    let inner = inner.flat_map(|folder| folders_below(folder, levels - 1));
    let inner: Vec<_> = inner.collect();
    folders.into_iter().chain(inner).collect()
}

/// Obsolete generated files that are known to come from these schemas.
fn orphans(folder: &Path, files: &BTreeMap<PathBuf, String>) -> Result<Vec<PathBuf>, String> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let text = read(&folder.join("mod.rs"))?.unwrap_or_default();
    if emit::owner(&text).is_none() {
        return Ok(Vec::new());
    }
    let mut orphans = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        if is_rust
            && !files.contains_key(&path)
            && read(&path)?.is_some_and(|text| emit::is_generated(&text))
        {
            orphans.push(path);
        }
    }
    orphans.sort();
    Ok(orphans)
}

/// Refuses to overwrite a file of the output folder that was not generated.
fn check_generated(folder: &Path, files: &BTreeMap<PathBuf, String>) -> Result<(), String> {
    for path in files.keys().filter(|path| path.starts_with(folder)) {
        if read(path)?.is_some_and(|text| !emit::is_generated(&text)) {
            return Err(format!(
                "{} would be overwritten, but is not a generated file: move it, or set another folder with `--out`",
                path.display()
            ));
        }
    }
    Ok(())
}

/// The text of a file, if there is one.
///
/// # Errors
/// If it cannot be read.
pub fn read(path: &Path) -> Result<Option<String>, String> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(problem) if problem.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(problem) => Err(format!("cannot read {}: {problem}", path.display())),
    }
}

/// A path in messages and pages: relative to the root, if it is in the root's folder.
#[must_use]
pub fn relative(path: &Path, root: &Path) -> String {
    path.strip_prefix(root)
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Returns whether nothing is stale, and a list of the stale files with their differences.
fn stale(
    files: &BTreeMap<PathBuf, String>,
    orphans: &[PathBuf],
    root: &Path,
) -> Result<(bool, String), String> {
    let mut stale = String::new();
    for (path, text) in files {
        let old = read(path)?;
        if old.as_ref() == Some(text) {
            continue;
        }
        let name = relative(path, root);
        stale.push_str(&format!("stale: {name}\n"));
        let old = old.unwrap_or_default();
        let diff = similar::TextDiff::from_lines(&old, text);
        let mut diff = diff.unified_diff();
        let diff = diff.context_radius(3).header(&name, "as generated");
        stale.push_str(&diff.to_string());
    }
    for path in orphans {
        let name = relative(path, root);
        stale.push_str(&format!("stale: {name} is no longer generated\n"));
    }
    Ok((stale.is_empty(), stale))
}

/// Writes the files that differ, removes obsolete ones, and lists both.
fn write_differing(
    files: &BTreeMap<PathBuf, String>,
    orphans: &[PathBuf],
    root: &Path,
) -> Result<String, String> {
    let mut differing = Vec::new();
    for (path, text) in files {
        if read(path)?.as_ref() != Some(text) {
            differing.push((path, path.with_extension("new"), text));
        }
    }
    // New files are written next to the old ones first, so that readers never see incomplete files, or only some of the
    // new ones.
    let unwritable = |path: &Path, problem: std::io::Error| {
        format!("cannot write {}: {problem}", path.display())
    };
    let put = |(path, beside, text): &(&PathBuf, PathBuf, &String)| {
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        std::fs::write(beside, text)
    };
    if let Some((file, problem)) = differing
        .iter()
        .find_map(|file| Some((file, put(file).err()?)))
    {
        differing
            .iter()
            .for_each(|(_, beside, _)| drop(std::fs::remove_file(beside)));
        return Err(unwritable(file.0, problem));
    }
    let mut done = String::new();
    for (path, beside, _) in &differing {
        std::fs::rename(beside, path).map_err(|problem| unwritable(path, problem))?;
        done.push_str(&format!("wrote {}\n", relative(path, root)));
    }
    for path in orphans {
        std::fs::remove_file(path)
            .map_err(|problem| format!("cannot remove {}: {problem}", path.display()))?;
        done.push_str(&format!("removed {}\n", relative(path, root)));
        // An empty package folder is removed together with its last file.
        path.parent().map(std::fs::remove_dir);
    }
    Ok(done)
}
