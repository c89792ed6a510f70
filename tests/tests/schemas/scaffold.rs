//! `xtask new`: its output can be generated once its placeholders are replaced, and nothing else changes.

use std::path::{Path, PathBuf};

use crate::xtask::{Run, empty_folder, entries, generate, replace_placeholders, run as xtask};

fn tiny() -> PathBuf {
    tests::root().join("tests/features/schema")
}

fn folder(name: &str) -> PathBuf {
    let folder = empty_folder(&format!("scaffold-{name}"));
    std::fs::create_dir(folder.join("schema")).unwrap();
    for entry in entries(&tiny()) {
        std::fs::copy(
            &entry,
            folder.join("schema").join(entry.file_name().unwrap()),
        )
        .unwrap();
    }
    folder
}

fn new(folder: &Path, arguments: &[&str]) -> Run {
    xtask(
        folder,
        "new",
        &[&["--schema", "schema"], arguments].concat(),
    )
}

/// The additions of a command to the schemas, by the output of `diff`.
fn added(name: &str, arguments: &[&str]) -> String {
    let folder = folder(name);
    let run = new(&folder, arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let arguments = ["--schema", "schema", "--out", "out"];
    let refused = generate(&folder, &arguments);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    replace_placeholders(&folder.join("schema"));
    let generated = generate(&folder, &arguments);
    assert_eq!((generated.code, generated.stderr.as_str()), (Some(0), ""));
    let ours = tiny();
    let diff = xtask(&folder, "diff", &[ours.to_str().unwrap(), "schema"]).stdout;
    let (changes, _) = diff.split_once("\n\n").unwrap();
    run.stdout + changes
}

#[test]
fn a_part() {
    insta::assert_snapshot!(added("part", &["part", "XHSH", "ShortHash"]));
}

#[test]
fn an_enum() {
    insta::assert_snapshot!(added(
        "enum",
        &["enum", "Launch", "--type", "u8", "--file", "record"]
    ));
}

#[test]
fn flags() {
    insta::assert_snapshot!(added("flags", &["flags", "Marks", "--file", "record"]));
}

#[test]
fn a_struct() {
    insta::assert_snapshot!(added("struct", &["struct", "Window", "--file", "record"]));
}

#[test]
fn an_arm_of_a_union_and_its_record() {
    insta::assert_snapshot!(added("arm", &["arm", "Nature", "Stone", "StoneInfo"]));
}

#[test]
fn an_arm_of_a_choice_with_existing_content() {
    insta::assert_snapshot!(added(
        "choice",
        &["arm", "Content", "Ring", "Round(version)"]
    ));
}

#[test]
fn a_table_of_records() {
    insta::assert_snapshot!(added(
        "table",
        &["table", "TableContent", "Wheel", "--value", "9"]
    ));
}

#[test]
fn a_part_that_begins_with_a_digit() {
    insta::assert_snapshot!(added("digit", &["part", "3DLT", "Lookup"]));
}

#[test]
fn a_version_that_the_size_selects() {
    insta::assert_snapshot!(added("by-size", &["version", "Info"]));
}

/// Files that are as they were have no mistakes.
const WOULD_BE_MISTAKEN: &str =
    "nothing was written: the files would have mistakes then, in these lines\n";

#[test]
fn an_impossible_request_is_refused_and_nothing_is_written() {
    let folder = folder("refused");
    let schema = folder.join("schema");
    let texts = || {
        entries(&schema)
            .into_iter()
            .map(|file| std::fs::read_to_string(file).unwrap())
            .collect::<Vec<_>>()
    };
    let before = texts();
    for (arguments, message) in [
        (
            &["part", "BITS", "Other"][..],
            "there is a file schema/bits.toml",
        ),
        (&["part", "CARD", "Other"], "there is a part `CARD`"),
        (&["part", "TOOLONG", "Other"], WOULD_BE_MISTAKEN),
        (
            &["arm", "Door", "Bird", "u32"],
            "there is no switch `Door`; there are `",
        ),
        (&["arm", "Nature", "Cat", "u32"], WOULD_BE_MISTAKEN),
        (
            &["table", "Nature", "Wheel", "--value", "9"],
            "there is no switch of tables `Nature`; there are `",
        ),
        (
            &["struct", "Window", "--file", "nowhere"],
            "there is no schema file nowhere.toml",
        ),
        (&["part", "XHSH", "Info"], WOULD_BE_MISTAKEN),
        (
            &["enum", "Launch", "--type", "u9", "--file", "record"],
            WOULD_BE_MISTAKEN,
        ),
        (
            &["enum", "Launch", "--file", "nowhere"],
            "there is no schema file nowhere.toml",
        ),
        (
            &["version", "Door"],
            "there is no struct with versions `Door`; there are `",
        ),
        (
            &["version", "Person"],
            "there is no struct with versions `Person`; there are `",
        ),
    ] {
        let run = new(&folder, arguments);
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(
            run.stderr.starts_with(&format!("error: {message}")),
            "{}",
            run.stderr
        );
        assert!(texts() == before, "{arguments:?}: something was written");
    }
}
