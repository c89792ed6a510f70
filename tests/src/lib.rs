//! Shared code of the tests, such as paths. The examples of the README run here, too.

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../dxc-format/BINRW.md")]
struct Binrw;

pub mod bits;
pub mod change;
pub mod edit;
pub mod files;
pub mod hlsl;
pub mod later;
pub mod markdown;
pub mod root_signatures;
pub mod rows;
pub mod seeded;

use std::path::{Path, PathBuf};

pub use files::*;

use dxc_format::{Container, parts};
use dxc_shader::Finding;

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Diagnostics without the empty lines around and in an excerpt, for golden files with many of them.
pub fn without_frames(diagnostics: &str) -> String {
    let lines = diagnostics.lines();
    let lines = lines.filter(|line| line.contains(|letter| !matches!(letter, ' ' | '|')));
    lines.collect::<Vec<_>>().join("\n")
}

/// The containers of the repository: `dxc` and `crafted`.
pub fn data() -> PathBuf {
    root().join("dxc-format/tests/data")
}

/// A folder of the larger corpus, which `DXC_CORPUS` names; if it does not exist, prints so and returns `None`.
pub fn corpus(folder: &str) -> Option<PathBuf> {
    let found = std::env::var_os("DXC_CORPUS").map(|corpus| PathBuf::from(corpus).join(folder));
    let found = found.filter(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("skipped: DXC_CORPUS names no folder with `{folder}`");
    }
    found
}

/// Every available container: those of the repository, and those of the larger corpus.
pub fn every_container() -> Vec<PathBuf> {
    let folders = [
        Some(data().join("dxc")),
        corpus("dxc"),
        corpus("real"),
        corpus("mesa"),
    ];
    folders
        .into_iter()
        .flatten()
        .flat_map(|folder| containers(&folder))
        .collect()
}

/// Whether Mesa's compiler made a container: it lays out some parts differently than DXC.
pub fn is_of_mesa(path: &str) -> bool {
    Path::new(path)
        .parent()
        .is_some_and(|folder| folder.ends_with("mesa"))
}

/// The containers in a folder, in the order of their names.
pub fn containers(folder: &Path) -> Vec<PathBuf> {
    let mut paths = entries(folder);
    paths.retain(|path| has_ending(path, "dxil") || has_ending(path, "dxbc"));
    paths
}

/// Whether the name of a file ends in `.` and this.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

/// The entries of a folder, sorted by name.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .unwrap_or_else(|problem| panic!("{}: {problem}", folder.display()));
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

/// The files below a folder, in the order of their paths.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = entries(folder).into_iter();
    let files = entries.flat_map(|path| {
        if path.is_dir() {
            files_below(&path)
        } else {
            vec![path]
        }
    });
    files.collect()
}

/// The rules that a container breaks, except for programs without bitcode.
#[allow(clippy::unwrap_used, reason = "tests fail by it")]
pub fn without_bitcode(container: &Container<'_>) -> Vec<Finding> {
    let mut builder = container.to_builder();
    let programs = [
        (parts::DXIL, container.dxil()),
        (parts::ILDB, container.ildb()),
    ];
    for (part, program) in programs {
        if let Ok(Some(program)) = program {
            let mut program = program.to_value();
            program.bitcode.clear();
            builder.set_part(part, program).unwrap();
        }
    }
    let bytes = builder.to_bytes().unwrap();
    let report = dxc_shader::validate(&Container::parse(&bytes).unwrap());
    let findings = report.into_iter();
    findings
        .filter(|finding| finding.rule.name != "program")
        .collect()
}

/// The containers that compilers made: those of the repository, and those of the larger corpus.
pub fn compiled() -> Vec<PathBuf> {
    let folders = [Some(data().join("dxc")), corpus("real")];
    let folders = folders.into_iter().flatten();
    folders.flat_map(|folder| containers(&folder)).collect()
}
