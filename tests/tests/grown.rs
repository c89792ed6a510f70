//! Tests that the suite passes with the next version of the format: in a copy of the tree, the additions of
//! `grown/*.diff` are applied to the schemas, code is generated, and the whole suite runs, except for the tests below.
//!
//! `cargo test -p tests --features grown --test grown -- --nocapture`
#![allow(clippy::unwrap_used, missing_docs)]

mod built;

use std::fs::FileTimes;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Test programs that are not built in the copy, with the reason. Packages that do not depend on the format, unit tests
/// and examples are not built either.
const NOT_BUILT: &[(&str, &str)] = &[
    ("features", "of schemas of their own"),
    ("llvm", "compares with upstream"),
    ("browser", "looks at pages, however many fields they show"),
    ("exports", "needs Node's packages, and compiles WebAssembly"),
    ("grown", "this one"),
];

/// Tests of the generator, the program `schemas`, that do not run in the copy, with the reason.
const SCHEMAS_NOT_RUN: &[(&str, &str)] = &[
    (
        "evolve::",
        "grows a tree by itself, and would build all for a third time",
    ),
    (
        "form::each_version_states_its_size",
        "sizes are comments, which changes leave out",
    ),
    ("random::", "of schemas that are made up"),
    ("diff::", "of schemas of their own"),
    ("import::", "of tables and schemas of their own"),
    ("mistakes::", "of schemas of their own"),
    ("spelt::", "of schemas of their own"),
    ("stranger::", "of other formats"),
    ("words::", "of schemas of their own"),
    (
        "files_are_written_below_the_target_folder_of_cargo",
        "of folders, which no schema changes",
    ),
    ("manifests::", "of manifests, which no schema changes"),
    (
        "compile_fail::",
        "of dxc-derive alone, which no schema changes",
    ),
    (
        "macros::",
        "of dxc-derive and its runtime alone, which no schema changes",
    ),
];

/// Tests of other programs that do not run in the copy, with the reason.
const NOT_RUN: &[(&str, &str)] = &[
    (
        "every_example_that_is_shown_runs",
        "builds the examples, which name no field",
    ),
    (
        "shown::a_document_is_readable",
        "a golden of a whole document, which lists every flag that there is",
    ),
    ("sizes::", "of sizes of files, which no schema changes"),
    (
        "no_more_memory_than",
        "of limits of memory, which no schema changes",
    ),
    (
        "values::every_type_of_parts_has_serde",
        "lists every type of parts that there is",
    ),
];

/// The folder of the copy, inside of the target folder.
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
            let to = to.join(path);
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            std::fs::copy(&from, &to).unwrap();
            // Crates that no schema changes are not compiled again.
            let times = FileTimes::new().set_modified(from.metadata().unwrap().modified().unwrap());
            let copied = std::fs::File::options().write(true).open(to).unwrap();
            copied.set_times(times).unwrap();
        }
    }
}

/// Runs the generator in the copy, like cargo runs it there.
fn generate(tree: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new(&*built::XTASK);
    command.env("CARGO_MANIFEST_DIR", tree.join("xtask"));
    let status = command
        .arg("gen")
        .args(arguments)
        .current_dir(tree)
        .status();
    status.unwrap().success()
}

fn cargo(tree: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(tree).args(arguments);
    command.env("CARGO_TARGET_DIR", tree.with_file_name("target"));
    // Snapshots are not accepted. The larger corpus takes long, and only has known versions.
    command.env("INSTA_UPDATE", "no").env_remove("DXC_CORPUS");
    command.status().unwrap().success()
}

/// The test programs of packages whose tests a change of the format may affect.
fn programs() -> Vec<String> {
    let folders = ["dxc-format/tests", "tools/dxobj/tests", "tests/tests"];
    let paths = folders.map(|folder| tests::entries(&tests::root().join(folder)));
    let paths = paths.into_iter().flatten();
    let programs = paths.filter(|path| path.is_file() || path.join("main.rs").is_file());
    let names = programs.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
    names
        .filter(|name| NOT_BUILT.iter().all(|(left_out, _)| left_out != name))
        .collect()
}

/// Runs test programs, except for some of their tests.
fn test(tree: &Path, programs: &[String], not_run: &[(&str, &str)]) -> bool {
    let packages = ["dxc-format", "dxobj", "tests"].into_iter();
    let mut arguments = vec!["test", "--quiet", "--no-fail-fast"];
    arguments.extend(packages.flat_map(|package| ["--package", package]));
    arguments.extend(programs.iter().flat_map(|program| ["--test", program]));
    arguments.push("--");
    arguments.extend(not_run.iter().flat_map(|(name, _)| ["--skip", name]));
    cargo(tree, &arguments)
}

#[test]
fn the_suite_passes_on_a_tree_that_has_grown() {
    let tree = tree();
    let start = Instant::now();
    copy_tree(&tree);
    let additions = tests::root().join("tests/grown");
    tests::change::apply_all(&tree.join("schema"), &additions);
    let target = tree.with_file_name("target");
    tests::seeded::seed(&target.join("../.."), &target);
    assert!(generate(&tree, &[]), "the grown schemas have mistakes");
    assert!(generate(&tree, &["--check"]));
    let generated = start.elapsed();
    let (schemas, others) = programs()
        .into_iter()
        .partition::<Vec<_>, _>(|name| name == "schemas");
    let passes = [
        test(&tree, &others, NOT_RUN),
        test(&tree, &schemas, SCHEMAS_NOT_RUN),
    ];
    for (name, reason) in [NOT_BUILT, NOT_RUN, SCHEMAS_NOT_RUN].concat() {
        println!("not run on the grown tree: {name} ({reason})");
    }
    println!(
        "the grown tree: generated after {} s, tested after {} s",
        generated.as_secs(),
        start.elapsed().as_secs()
    );
    assert_eq!(
        passes, [true; 2],
        "the suite does not survive the next version"
    );
}
