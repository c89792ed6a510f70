//! The suite passes with the next version: a copy of the tree whose schemas have the additions of `grown/*.diff`, and
//! no other change, is generated, and its whole suite runs there, except for the tests below.
//!
//! `cargo test -p tests --features grown --test grown -- --nocapture`
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Test programs that are not built there, and why. Neither are packages that know nothing of the format, unit tests and
/// examples.
const NOT_BUILT: &[(&str, &str)] = &[
    ("features", "of schemas of their own"),
    ("llvm", "compares with upstream"),
    ("browser", "looks at pages, however many fields they show"),
    ("exports", "needs Node's packages, and compiles WebAssembly"),
    ("grown", "this one"),
];

/// Tests that do not run there, and why.
const NOT_RUN: &[(&str, &str)] = &[
    (
        "evolve::",
        "grows a tree by itself, and would build all for a third time",
    ),
    (
        "form::each_version_states_its_size",
        "sizes are comments, which changes leave out",
    ),
    ("random::", "of schemas that are made up"),
    ("mistakes::", "of schemas of their own"),
    (
        "compile_fail::",
        "of dxc-derive alone, which no schema changes",
    ),
    (
        "every_example_that_is_shown_runs",
        "builds the examples, which name no field",
    ),
    (
        "shown::a_document_is_readable",
        "a golden of a whole document, which lists every flag that there is",
    ),
    (
        "values::every_type_of_parts_has_serde",
        "lists every type of parts that there is",
    ),
];

/// Files that are not those of the tree: the copy has its own.
fn tree() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    target.join("grown/tree")
}

/// Copies the files that git tracks, and new files.
fn copy_tree(to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    let arguments = [
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "-z",
    ];
    let listed = Command::new("git")
        .args(arguments)
        .current_dir(tests::root())
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    for path in listed.split('\0').filter(|path| !path.is_empty()) {
        let from = tests::root().join(path);
        // Skips files that were removed, but not committed yet.
        if from.is_file() {
            std::fs::create_dir_all(to.join(path).parent().unwrap()).unwrap();
            std::fs::copy(from, to.join(path)).unwrap();
        }
    }
}

fn cargo(tree: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(tree).args(arguments);
    command.env("CARGO_TARGET_DIR", tree.with_file_name("target"));
    // Nothing is accepted on the way. The larger corpus takes its time, and is of versions that are known.
    command.env("INSTA_UPDATE", "no").env_remove("DXC_CORPUS");
    command.status().unwrap().success()
}

/// No debug information for the workspace's crates, so that they compile faster. Shared dependencies are unchanged.
fn without_debug_information(tree: &Path) {
    let path = tree.join("Cargo.toml");
    let mut manifest = std::fs::read_to_string(&path).unwrap();
    for package in [
        "dxc-derive",
        "dxc-runtime",
        "dxc-format",
        "dxobj",
        "dxobj-viewer",
        "tests",
    ] {
        manifest += &format!("\n[profile.dev.package.{package}]\ndebug = false\n");
    }
    std::fs::write(path, manifest).unwrap();
}

/// The test programs of packages whose tests a change of the format can touch.
fn programs() -> Vec<String> {
    let folders = ["dxc-format/tests", "dxobj/tests", "tests/tests"];
    let paths = folders.map(|folder| tests::entries(&tests::root().join(folder)));
    let paths = paths.into_iter().flatten();
    let programs = paths.filter(|path| path.is_file() || path.join("main.rs").is_file());
    let names = programs.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
    names
        .filter(|name| NOT_BUILT.iter().all(|(left_out, _)| left_out != name))
        .collect()
}

#[test]
fn the_suite_passes_on_a_tree_that_has_grown() {
    let tree = tree();
    let start = Instant::now();
    copy_tree(&tree);
    let additions = tests::root().join("tests/grown");
    tests::change::apply_all(&tree.join("schema"), &additions);
    without_debug_information(&tree);
    let target = tree.with_file_name("target");
    tests::seeded::seed(&target.join("../.."), &target);
    assert!(
        cargo(&tree, &["xtask", "gen"]),
        "the grown schemas have mistakes"
    );
    assert!(cargo(&tree, &["xtask", "gen", "--check"]));
    let generated = start.elapsed();
    let programs = programs();
    let packages = ["dxc-format", "dxobj", "tests"].into_iter();
    let mut arguments = vec!["test", "--quiet", "--no-fail-fast"];
    arguments.extend(packages.flat_map(|package| ["--package", package]));
    arguments.extend(programs.iter().flat_map(|program| ["--test", program]));
    arguments.push("--");
    arguments.extend(NOT_RUN.iter().flat_map(|(name, _)| ["--skip", name]));
    let passes = cargo(&tree, &arguments);
    for (name, reason) in NOT_BUILT.iter().chain(NOT_RUN) {
        println!("not run on the grown tree: {name} ({reason})");
    }
    println!(
        "the grown tree: generated after {} s, tested after {} s",
        generated.as_secs(),
        start.elapsed().as_secs()
    );
    assert!(passes, "the suite does not survive the next version");
}
