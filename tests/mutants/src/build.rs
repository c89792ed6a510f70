//! Makes a copy of the tree with all changes, and builds its test programs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Change;
use crate::rewrite::{SWITCH, rewrite};
use crate::suites::tests_of;

/// The build folder of the copy.
const BUILD: &str = "target/mutants/build";

/// A test program.
pub(crate) struct Program {
    /// The name, as `package:target`.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// The folder that it runs in.
    pub(crate) folder: PathBuf,
}

/// The copy of the tree.
pub(crate) struct Tree {
    root: PathBuf,
    /// The roots of the changed crates.
    roots: BTreeSet<PathBuf>,
    /// The files that differ: changed ones, and the roots.
    differing: BTreeSet<PathBuf>,
}

impl Tree {
    /// Copies the files that git knows, in their current state.
    pub(crate) fn copied(changes: &BTreeMap<u32, Change>) -> Self {
        let files = changes.values().map(|change| change.file.clone());
        let mut differing: BTreeSet<PathBuf> = files.collect();
        let roots = differing.iter().filter_map(|file| {
            let roots = file.ancestors().map(|folder| folder.join("lib.rs"));
            roots.into_iter().find(|root| root.is_file())
        });
        let roots: BTreeSet<PathBuf> = roots.collect();
        differing.extend(roots.clone());
        let root = std::path::absolute("target/mutants/tree").expect("a folder");
        let listed = Command::new("git")
            .args(["ls-files", "-z"])
            .output()
            .expect("git");
        let listed = String::from_utf8(listed.stdout).expect("names");
        // Files that were removed since are skipped.
        let listed: BTreeSet<&Path> = listed
            .split('\0')
            .map(Path::new)
            .filter(|name| name.is_file())
            .collect();
        remove_others(&root, &root, &listed);
        // Unchanged files are not written, so that they are not compiled again.
        for name in listed {
            if !differing.contains(name) {
                write(&root.join(name), &std::fs::read(name).expect("a file"));
            }
        }
        Self {
            root,
            roots,
            differing,
        }
    }

    /// Builds the test programs with the changes; changes that do not compile are removed.
    pub(crate) fn built(&self, changes: &mut BTreeMap<u32, Change>) -> Option<Vec<Program>> {
        let files = changes.values().map(|change| &*change.file);
        let tests: BTreeSet<&str> = files.flat_map(tests_of).copied().collect();
        seed();
        for round in 0..20 {
            let lines = self.write(changes);
            let mut refused = BTreeSet::new();
            let messages = self.cargo(&tests);
            if messages.iter().any(|message| message["success"] == true) {
                return Some(programs(&messages));
            }
            for message in &messages {
                if message["message"]["level"] != "error" {
                    continue;
                }
                let spans = message["message"]["spans"].as_array().into_iter().flatten();
                for span in spans {
                    let (Some(file), Some(line)) =
                        (span["file_name"].as_str(), span["line_start"].as_u64())
                    else {
                        continue;
                    };
                    let around = lines.get(Path::new(file)).into_iter().flatten();
                    let around = around.filter(|(_, lines)| lines.contains(&(line as usize)));
                    refused.extend(around.map(|(number, _)| *number));
                }
            }
            eprintln!("round {round}: {} do not compile", refused.len());
            if refused.is_empty() {
                for message in &messages {
                    if message["message"]["level"] == "error" {
                        eprintln!("{}", message["message"]["rendered"].as_str().unwrap_or(""));
                    }
                }
                return None;
            }
            changes.retain(|number, _| !refused.contains(number));
        }
        None
    }

    /// Writes the changed files; returns the lines of each change.
    fn write(
        &self,
        changes: &BTreeMap<u32, Change>,
    ) -> BTreeMap<PathBuf, Vec<(u32, std::ops::Range<usize>)>> {
        let none = self.differing.iter().map(|file| (&**file, Vec::new()));
        let mut by_file: BTreeMap<&Path, Vec<_>> = none.collect();
        for (number, change) in changes {
            let of_file = by_file.entry(&change.file).or_default();
            of_file.push((*number, &change.site));
        }
        let mut lines = BTreeMap::new();
        for (file, sites) in by_file {
            let old = std::fs::read_to_string(file).expect("a file of text");
            let (mut new, places) = rewrite(&old, &sites);
            if self.roots.contains(file) {
                new += SWITCH;
            }
            write(&self.root.join(file), new.as_bytes());
            lines.insert(file.to_owned(), places);
        }
        lines
    }

    /// Builds the programs that tests run, and these test programs.
    fn cargo(&self, tests: &BTreeSet<&str>) -> Vec<Value> {
        // Programs are built as the tests build them, which would otherwise be done again by a test.
        let mut build = vec!["build", "--lib", "--bins"];
        let mut test = vec!["test", "--no-run", "--lib"];
        for name in tests {
            let (_, target) = name.split_once(':').expect("a package and a target");
            // Other names are those of libraries.
            if self.is_test(name) {
                test.extend(["--test", target]);
            }
        }
        let mut messages = self.messages(&mut build);
        if messages.iter().any(|message| message["success"] == true) {
            messages.retain(|message| message["success"].is_null());
            messages.extend(self.messages(&mut test));
        }
        messages
    }

    /// Whether a test program is one of a folder `tests`.
    fn is_test(&self, name: &str) -> bool {
        let (package, target) = name.split_once(':').expect("a package and a target");
        let folders = ["", "tools", "dxc-derive", "xtask"].map(|folder| self.root.join(folder));
        folders.iter().any(|folder| {
            let tests = folder.join(package).join("tests");
            tests.join(target).is_dir() || tests.join(target).with_extension("rs").is_file()
        })
    }

    fn messages(&self, arguments: &mut Vec<&str>) -> Vec<Value> {
        arguments.extend(["--workspace", "--example", "inspect", "--keep-going"]);
        if arguments[0] == "test" {
            arguments.retain(|argument| *argument != "--keep-going");
        }
        let output = Command::new("cargo")
            .args(arguments)
            .args(["--message-format", "json", "--target-dir"])
            // The copy has a build folder of its own, since packages of both trees have the same names.
            .arg(std::path::absolute(BUILD).expect("a folder"))
            .current_dir(&self.root)
            .stderr(Stdio::null())
            .output()
            .expect("cargo");
        let text = String::from_utf8(output.stdout).expect("messages");
        text.lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    }
}

/// Starts the build folder with the dependencies that the tree has compiled; links take no space.
fn seed() {
    if Path::new(BUILD).join("debug").exists() || !Path::new("target/debug/deps").exists() {
        return;
    }
    let to = Path::new(BUILD).join("debug");
    std::fs::create_dir_all(&to).expect("a folder");
    for folder in [".fingerprint", "build", "deps"] {
        let from = Path::new("target/debug").join(folder);
        let status = Command::new("cp").arg("-rlp").args([&from, &to]).status();
        assert!(status.is_ok_and(|status| status.success()), "cp");
    }
}

/// Removes the files of a folder that are not listed.
fn remove_others(root: &Path, folder: &Path, listed: &BTreeSet<&Path>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.is_symlink() {
            remove_others(root, &path, listed);
        } else if !path
            .strip_prefix(root)
            .is_ok_and(|name| listed.contains(name))
        {
            std::fs::remove_file(&path).expect("a file");
        }
    }
}

/// Writes a file if its content differs: otherwise it would be compiled again.
fn write(path: &Path, bytes: &[u8]) {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return;
    }
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, bytes).expect("a file");
}

fn programs(messages: &[Value]) -> Vec<Program> {
    let tests = messages
        .iter()
        .filter(|message| message["profile"]["test"] == true);
    let programs = tests.filter_map(|message| {
        let manifest = Path::new(message["manifest_path"].as_str()?);
        let folder = manifest.parent()?;
        Some(Program {
            name: format!(
                "{}:{}",
                folder.file_name()?.to_str()?,
                message["target"]["name"].as_str()?
            ),
            path: message["executable"].as_str()?.into(),
            folder: folder.to_owned(),
        })
    });
    programs.collect()
}
