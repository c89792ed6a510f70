//! Implements `cargo xtask release`: checks that the crates can be published, the problems that are easiest to fix
//! first.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;
use serde_json::Value;

use crate::export::{self, Target};
use crate::process::{captured, cargo, succeeded};
use crate::root::{root, target_folder};
use crate::{archive, viewer};
use dxc_codegen::outcome::Outcome;
use dxc_codegen::output;

/// The placeholder for the repository's address in `Cargo.toml`.
const PLACEHOLDER: &str = "https://example.com/";
/// The files that contain the repository's address.
const ADDRESSED: [&str; 6] = [
    "Cargo.toml",
    "SECURITY.md",
    ".github/ISSUE_TEMPLATE/config.yml",
    "tests/fuzz/oss-fuzz/Dockerfile",
    "tests/fuzz/oss-fuzz/project.yaml",
    "tools/python/Cargo.toml",
];
/// The pages with installation instructions, and the start of the lines that apply while nothing is published.
const PAGES: [&str; 4] = [
    "README.md",
    "tools/dxobj/README.md",
    "tools/python/README.md",
    "xtask/codegen/README.md",
];
const FROM_CHECKOUT: [&str; 3] = [
    "cargo install --path ",
    "cargo add --path ",
    "pip install ./tools/python",
];
const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];
/// The folder of packages, in cargo's target folder.
const PACKAGES: &str = "packages";
/// The folder of the files that are attached to the release, in cargo's target folder.
const ATTACHED: &str = "release-files";
/// The largest package that crates.io accepts, in bytes.
const LARGEST: u64 = 10 << 20;

/// Runs the command. A dry run publishes nothing, and lists placeholders before and after its checks.
pub(crate) fn run(dry_run: bool, repository: Option<&str>) -> Result<Outcome, String> {
    let root = root();
    if let Some(repository) = repository {
        set_repository(&root, repository)?;
    }
    let crates = published(&root)?;
    let placeholders = placeholders(&root, &crates)?;
    if dry_run {
        list(&placeholders)?;
    }
    let mut problems = metadata(&root, &crates)?;
    if !dry_run {
        problems.extend(placeholders.iter().cloned());
        let mut git = Command::new("git");
        let status = git.args(["status", "--porcelain"]).current_dir(&root);
        if !captured(status)?.is_empty() {
            problems.push("the work tree has changes that are not committed".into());
        }
    }
    for problem in &problems {
        output::say(format_args!("error: {problem}"));
    }
    if !problems.is_empty() {
        return Ok(Outcome::Differs);
    }
    let fresh = succeeded(cargo(&root).args(["xtask", "gen", "--check"]))?;
    if !fresh || !package(&root, &crates)? {
        return Ok(Outcome::Differs);
    }
    attach(&crates)?;
    if dry_run && !archive::try_static(&root, &target_folder().join(PACKAGES))? {
        return Ok(Outcome::Differs);
    }
    if !test(&root, &crates)? {
        return Ok(Outcome::Differs);
    }
    if dry_run {
        list(&placeholders)?;
        return Ok(Outcome::Content);
    }
    // Cargo finds the order, and waits until the registry has each crate.
    let published = succeeded(cargo(&root).arg("publish").args(named(&crates)))?;
    Ok(Outcome::content_if(published))
}

/// Packs `dxobj` for a target into the folder of the release's files.
pub(crate) fn pack_program(target: &str) -> Result<Outcome, String> {
    let root = root();
    archive::run(&root, target, &target_folder().join(ATTACHED))
}

/// Prints what is missing before the crates can be published.
fn list(placeholders: &[String]) -> Result<(), String> {
    for placeholder in placeholders {
        output::print(format_args!("before publishing: {placeholder}\n"))?;
    }
    Ok(())
}

/// Replaces the repository's address in all files that contain it.
fn set_repository(root: &Path, address: &str) -> Result<(), String> {
    let address = address.trim_end_matches('/');
    if !address.starts_with("https://") || address.contains(['"', ' ', '\n']) {
        return Err(format!(
            "`{address}` is not an address: it must begin with `https://`"
        ));
    }
    let manifest = read(&root.join("Cargo.toml"))?;
    let line = manifest
        .lines()
        .find_map(|line| line.strip_prefix("repository = "));
    let old = line.unwrap_or_default().trim_matches('"');
    if old.is_empty() {
        return Err("Cargo.toml has no line `repository = \"..\"`".into());
    }
    for file in ADDRESSED {
        let path = root.join(file);
        let text = read(&path)?.replace(old, address);
        fs::write(&path, text).map_err(|problem| format!("{}: {problem}", path.display()))?;
    }
    Ok(())
}

/// Problems of the files that must contain the repository's address.
fn addresses(root: &Path, address: &str) -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    for file in ADDRESSED {
        if !read(&root.join(file))?.contains(address) {
            problems.push(format!("{file} does not have the address `{address}`"));
        }
    }
    Ok(problems)
}

/// A crate that is published.
struct Crate {
    name: String,
    version: String,
    folder: PathBuf,
    repository: String,
}

impl Crate {
    /// The folder of the unpacked package.
    fn unpacked(&self) -> PathBuf {
        target_folder()
            .join(PACKAGES)
            .join(format!("package/{}-{}", self.name, self.version))
    }
}

/// The members of the workspace that are published.
fn published(root: &Path) -> Result<Vec<Crate>, String> {
    let mut command = cargo(root);
    let text = captured(command.args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&text).map_err(|problem| problem.to_string())?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let published = packages.filter(|package| package["publish"].is_null());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let read = |package: &Value| {
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        Crate {
            name: text(&package["name"]),
            version: text(&package["version"]),
            folder: manifest.parent().unwrap_or(root).to_owned(),
            repository: text(&package["repository"]),
        }
    };
    Ok(published.map(read).collect())
}

/// Placeholders that a person has to replace before the first release.
fn placeholders(root: &Path, crates: &[Crate]) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let Some(first) = crates.first() else {
        return Err("no crate of the workspace is published".into());
    };
    if first.repository.starts_with(PLACEHOLDER) {
        found.push(format!(
            "the address of the repository is a placeholder: `--repository URL` sets it in {}",
            ADDRESSED.join(", ")
        ));
    }
    if !read(&root.join("CHANGELOG.md"))?.contains(&format!("## {}", first.version)) {
        let version = &first.version;
        found.push(format!("CHANGELOG.md has no heading `## {version}`"));
    }
    for page in PAGES {
        for (index, line) in read(&root.join(page))?.lines().enumerate() {
            let command = line.split(" #").next().unwrap_or_default().trim_end();
            if FROM_CHECKOUT.iter().any(|begin| line.starts_with(begin)) {
                let number = index + 1;
                found.push(format!("{page}:{number} needs a checkout: `{command}`"));
            }
        }
    }
    Ok(found)
}

/// Crates without the repository's licenses or address.
fn metadata(root: &Path, crates: &[Crate]) -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    for license in LICENSES {
        let expected = read(&root.join(license))?;
        for each in crates {
            let path = each.folder.join(license);
            if fs::read_to_string(&path).ok().as_ref() != Some(&expected) {
                problems.push(format!("{} is not the repository's", path.display()));
            }
        }
    }
    let repository = crates.first().map_or("", |first| &first.repository);
    for each in crates {
        if each.repository.is_empty() || each.repository != repository {
            problems.push(format!(
                "{} has no `repository.workspace = true`",
                each.name
            ));
        }
    }
    problems.extend(addresses(root, repository)?);
    Ok(problems)
}

/// Makes the packages, unpacks them, and prints their sizes.
///
/// Cargo does not verify them: it would build a crate against a package that it unpacked in an earlier run.
fn package(root: &Path, crates: &[Crate]) -> Result<bool, String> {
    let packages = target_folder().join(PACKAGES);
    let _ = fs::remove_dir_all(packages.join("package"));
    let mut command = cargo(root);
    command.args(["package", "--quiet", "--allow-dirty", "--no-verify"]);
    command.arg("--target-dir").arg(packages);
    if !succeeded(command.args(named(crates)))? {
        return Ok(false);
    }
    let mut fits = true;
    for each in crates {
        let path = PathBuf::from(format!("{}.crate", each.unpacked().display()));
        let size =
            fs::metadata(&path).map_err(|problem| format!("{}: {problem}", path.display()))?;
        let mut unpack = Command::new("tar");
        // All files of a package have the same date; with it, cargo would consider an earlier build fresh.
        unpack.arg("-xzmf").arg(&path).arg("-C");
        captured(unpack.arg(target_folder().join(PACKAGES).join("package")))?;
        fits &= size.len() <= LARGEST;
        output::print(format_args!(
            "{}: {} KiB\n",
            each.name,
            size.len().div_ceil(1024)
        ))?;
    }
    Ok(fits)
}

/// Makes the files that are attached to the release: an archive of each export, and the npm package.
fn attach(crates: &[Crate]) -> Result<(), String> {
    let out = target_folder().join(ATTACHED);
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).map_err(|problem| format!("{}: {problem}", out.display()))?;
    let version = crates.first().map_or("", |first| &first.version);
    for &target in Target::value_variants() {
        match target {
            Target::Npm => pack(&out)?,
            target => {
                let name = format!("dxcontainer-{version}-{}", target.name());
                archive_export(target, &out, &name)?;
            }
        }
    }
    output::print(format_args!("files of the release: {}\n", out.display()))
}

/// Packs an export into an archive of this name.
fn archive_export(target: Target, out: &Path, name: &str) -> Result<(), String> {
    let folder = out.join(name);
    export::write(target, &folder)?;
    let mut command = Command::new("tar");
    command.arg("-czf").arg(out.join(format!("{name}.tar.gz")));
    command.arg("-C").arg(out).arg(name);
    captured(&mut command)?;
    fs::remove_dir_all(&folder).map_err(|problem| format!("{}: {problem}", folder.display()))
}

/// Packs the npm package, or reports that it was skipped.
fn pack(out: &Path) -> Result<(), String> {
    // On Windows, npm is a script that only a shell finds.
    let npm = || Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    if npm().arg("--version").output().is_err() || !viewer::has_target_folder() {
        return output::print(
            "skipped: the npm package needs npm and Rust's target wasm32-unknown-unknown\n",
        );
    }
    let folder = target_folder().join("export/npm");
    viewer::make("npm", &folder)?;
    let mut command = npm();
    command.args(["pack", "--silent", "--pack-destination"]);
    captured(command.arg(out).arg(folder)).map(drop)
}

/// Builds each unpacked package with all of its features, next to the other packages, then tests them together.
fn test(root: &Path, crates: &[Crate]) -> Result<bool, String> {
    let folder = target_folder().join(PACKAGES).join("package");
    let copied = write_workspace(root, &folder, crates);
    copied.map_err(|problem| format!("{}: {problem}", folder.display()))?;
    let cargo = |words: &[&str]| {
        let mut command = cargo(&folder);
        command.args(words).args(["--quiet", "--all-features"]);
        command.arg("--target-dir").arg(target_folder());
        succeeded(&mut command)
    };
    for each in crates {
        if !cargo(&["check", "-p", &each.name])? {
            return Ok(false);
        }
        output::print(format_args!("{} builds\n", each.name))?;
    }
    cargo(&["test", "--workspace"])
}

/// Creates a workspace of the unpacked packages. It uses the repository's profiles, lock file and target folder, so
/// that its dependencies are already compiled.
fn write_workspace(root: &Path, folder: &Path, crates: &[Crate]) -> std::io::Result<()> {
    let mut manifest = String::from("[workspace]\nresolver = \"3\"\nmembers = [\n");
    let mut patches = String::from("]\n\n[patch.crates-io]\n");
    for each in crates {
        let path = each.unpacked();
        manifest.push_str(&format!("    {path:?},\n"));
        patches.push_str(&format!("{} = {{ path = {path:?} }}\n", each.name));
    }
    let ours = fs::read_to_string(root.join("Cargo.toml"))?;
    let profiles = ours.find("\n[profile.").map_or("", |at| &ours[at..]);
    fs::write(folder.join("Cargo.toml"), manifest + &patches + profiles)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).map(drop)
}

/// The arguments `-p NAME` for each crate.
fn named(crates: &[Crate]) -> impl Iterator<Item = &str> {
    crates.iter().flat_map(|each| ["-p", &each.name])
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|problem| format!("{}: {problem}", path.display()))
}
