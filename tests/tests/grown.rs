//! The suite survives the next version: a copy of the tree whose schemas have grown by what `grown/*.diff` shows, and by
//! nothing else, is generated, and its whole suite runs there, but for the tests below.
//!
//! `cargo test -p tests --features grown --test grown -- --nocapture`, as `.ci/run` does.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use tests::markdown::Block;

/// Tests that do not run on the grown tree, and why.
const NOT_RUN: &[(&str, &str)] = &[
    (
        "evolve::",
        "grows a tree by itself, and would build all for a third time",
    ),
    (
        "compile_fail::",
        "of dxc-derive alone, which no schema changes",
    ),
    (
        "shown::a_document_is_what_people_read",
        "a golden of a whole document, which lists every flag that there is",
    ),
];

/// Files that are not those of the tree: the copy has its own.
fn tree() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    target.join("grown/tree")
}

/// Copies what git knows, and what is new beside it.
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
        // What was removed and not committed yet.
        if from.is_file() {
            std::fs::create_dir_all(to.join(path).parent().unwrap()).unwrap();
            std::fs::copy(from, to.join(path)).unwrap();
        }
    }
}

/// Grows the schemas of a tree.
fn grow(tree: &Path) {
    let folder = tests::root().join("tests/grown");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let change = Block {
            place: path.display().to_string(),
            language: "diff".to_owned(),
            text: std::fs::read_to_string(&path).unwrap(),
        };
        tests::change::apply(&tree.join("schema"), &change);
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

#[test]
fn the_suite_passes_on_a_tree_that_has_grown() {
    let tree = tree();
    let start = Instant::now();
    copy_tree(&tree);
    grow(&tree);
    let target = tree.with_file_name("target");
    tests::seeded::seed(&target.join("../.."), &target);
    assert!(
        cargo(&tree, &["xtask", "gen"]),
        "the grown schemas have mistakes"
    );
    assert!(cargo(&tree, &["xtask", "gen", "--check"]));
    let generated = start.elapsed();
    let skip = NOT_RUN.iter().flat_map(|(name, _)| ["--skip", name]);
    let arguments = ["test", "--quiet", "--workspace", "--no-fail-fast", "--"].into_iter();
    let arguments: Vec<&str> = arguments.chain(skip).collect();
    let passes = cargo(&tree, &arguments);
    for (name, reason) in NOT_RUN {
        println!("not run on the grown tree: {name} ({reason})");
    }
    println!(
        "the grown tree: generated after {} s, tested after {} s",
        generated.as_secs(),
        start.elapsed().as_secs()
    );
    assert!(passes, "the suite does not survive the next version");
}
