//! Builds this workspace with cargo, for tests that run programs, or compile against the library.
//!
//! The command is that of `cargo test --workspace`: with the features that all packages need together, and their tests.
//! So the build output of the suite is reused, and nothing is built twice.
#![allow(dead_code, reason = "no test needs all of it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

/// The `xtask` commands of the repository, which do not depend on generated code.
pub(crate) static XTASK: LazyLock<PathBuf> =
    LazyLock::new(|| executable(&built(&["--bin", "xtask"]), "xtask"));

/// The code generator.
pub(crate) static CODEGEN: LazyLock<PathBuf> =
    LazyLock::new(|| executable(&built(&["--bin", "dxc-codegen"]), "dxc-codegen"));

/// The command `dxobj`.
pub(crate) static DXOBJ: LazyLock<PathBuf> =
    LazyLock::new(|| executable(&built(&["--bin", "dxobj"]), "dxobj"));

/// An example of the library.
pub(crate) fn example(name: &str) -> PathBuf {
    static EXAMPLES: LazyLock<Vec<Value>> = LazyLock::new(|| built(&["--examples"]));
    executable(&EXAMPLES, name)
}

/// Builds targets of this tree.
fn built(targets: &[&str]) -> Vec<Value> {
    messages(&tests::root(), target(), targets)
}

/// Builds targets of a tree into a folder; returns cargo's messages about them and their dependencies.
fn messages(tree: &Path, target: &Path, targets: &[&str]) -> Vec<Value> {
    // Examples are built together with tests, because cargo only includes dependencies of tests for these targets.
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--workspace", "--example", "inspect"])
        .args(["--message-format", "json"])
        .arg("--target-dir")
        .arg(target)
        .args(targets)
        .current_dir(tree)
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let messages = String::from_utf8(output.stdout).unwrap();
    let messages = messages
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let messages: Vec<Value> = messages.collect();
    for message in &messages {
        if let Some(rendered) = message["message"]["rendered"].as_str() {
            eprint!("{rendered}");
        }
    }
    assert!(output.status.success(), "{targets:?} do not build");
    messages
}

/// The examples of a copy of this tree; common dependencies are not built again.
pub(crate) struct Examples(Vec<Value>);

impl Examples {
    pub(crate) fn of(copy: &Path, names: &[&str]) -> Self {
        let own = copy.with_extension("target");
        tests::seeded::seed(target(), &own);
        let targets: Vec<&str> = names.iter().flat_map(|name| ["--example", name]).collect();
        Self(messages(copy, &own, &targets))
    }

    pub(crate) fn program(&self, name: &str) -> PathBuf {
        executable(&self.0, name)
    }

    /// The lints that the compiler warned of.
    pub(crate) fn warnings(&self) -> BTreeSet<&str> {
        let messages = self.0.iter().map(|message| &message["message"]);
        messages
            .filter_map(|message| message["code"]["code"].as_str())
            .collect()
    }
}

fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

fn executable(messages: &[Value], name: &str) -> PathBuf {
    let made = messages
        .iter()
        .filter(|message| message["target"]["name"] == name)
        .find_map(|message| message["executable"].as_str());
    PathBuf::from(made.unwrap())
}

/// The libraries that programs of tests use, by the names of their crates.
static LIBRARIES: LazyLock<BTreeMap<String, PathBuf>> = LazyLock::new(|| {
    let mut libraries = BTreeMap::new();
    for message in built(&[]) {
        let files = message["filenames"].as_array().into_iter().flatten();
        let library = files
            .filter_map(Value::as_str)
            .find(|file| file.ends_with(".rlib"));
        let name = message["target"]["name"].as_str();
        if let (Some(library), Some(name)) = (library, name) {
            libraries.insert(name.to_owned(), PathBuf::from(library));
        }
    }
    libraries
});

/// The compiler, with the library and these crates. Only the program is compiled.
pub(crate) fn rustc(crates: &[&str]) -> Command {
    with_library("rustc", crates)
}

/// Runs the examples of a document with the library.
pub(crate) fn rustdoc() -> Command {
    with_library("rustdoc", &[])
}

fn with_library(program: &str, crates: &[&str]) -> Command {
    let named = std::env::var_os(program.to_uppercase());
    let mut command = Command::new(named.unwrap_or_else(|| program.into()));
    command.arg("--edition=2024");
    // The variables of cargo's job server must not be inherited.
    command
        .env_remove("MAKEFLAGS")
        .env_remove("CARGO_MAKEFLAGS");
    for name in [&["dxc_document", "dxc_format", "dxc_runtime"], crates].concat() {
        let library = &LIBRARIES[name];
        let folder = library.parent().unwrap();
        command
            .arg(format!("--extern={name}={}", library.display()))
            .arg(format!("-Ldependency={}", folder.display()));
    }
    // Coverage measurement sets these flags.
    if let Ok(flags) = std::env::var("RUSTFLAGS") {
        command.args(flags.split_whitespace());
    }
    command
}
