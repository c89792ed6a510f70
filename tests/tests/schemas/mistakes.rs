//! Tests errors in schemas: each file or folder of `mistakes` has those about one subject, and a snapshot of the
//! generator's messages. A line `# expects: ..` is above each error; above a field or a value, it is also the doc.
//! Nothing is ever written.
//!
//! No tool judges the messages. New ones are read by hand.

use std::path::{Path, PathBuf};

use crate::xtask::{assert_contains, empty_folder, generate};

fn folder() -> PathBuf {
    tests::root().join("tests/mistakes")
}

fn name(case: &Path) -> String {
    case.file_stem().unwrap().to_string_lossy().into_owned()
}

/// The folder to generate from: a single file is copied to a separate one.
fn schema(case: &Path, beside: &Path) -> PathBuf {
    if case.is_dir() {
        return case.to_owned();
    }
    let schema = beside.join("mistakes");
    std::fs::create_dir(&schema).unwrap();
    std::fs::copy(case, schema.join(case.file_name().unwrap())).unwrap();
    schema
}

/// The numbers of the lines `# expects: ..` in the files of a folder.
fn expected(schema: &Path) -> Vec<usize> {
    let mut expected = Vec::new();
    for file in tests::entries(schema) {
        let text = std::fs::read_to_string(file).unwrap();
        let lines = text.lines().enumerate();
        let lines = lines.filter(|(_, line)| line.starts_with("# expects: "));
        expected.extend(lines.map(|(at, _)| at + 1));
    }
    expected
}

/// Whether each error of a file is below its line `# expects: ..`, and above the next one. For adjacent lines, as many
/// errors are expected at the same location.
fn are_in_place(expected: &[usize], output: &str) -> bool {
    let shown = output.lines().filter_map(|line| {
        let place = line.trim_start().strip_prefix("--> ")?;
        place.rsplit(':').nth(1)?.parse().ok()
    });
    let shown: Vec<usize> = shown.collect();
    let above = |lines: &[usize], end: usize| lines.iter().filter(|line| **line < end).count();
    let mut begins = expected
        .iter()
        .filter(|line| !expected.contains(&(*line - 1)));
    begins.all(|line| above(&shown, *line) == above(expected, *line))
}

fn check(case: &Path) {
    println!("{}", name(case));
    let beside = empty_folder(&format!("mistakes-{}", name(case)));
    let schema = schema(case, &beside);
    let arguments = ["--schema", schema.to_str().unwrap(), "--out", "out"];
    let run = generate(&beside, &arguments);
    let expected = expected(&schema);
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(name(case), tests::without_frames(&run.stderr));
    });
    let plural = if expected.len() == 1 { "" } else { "s" };
    let count = format!("{} mistake{plural} in", expected.len());
    let last = run.stderr.lines().last().unwrap_or_default();
    assert!(last.starts_with(&count), "expected {count}, found {last}");
    let are_in_place = case.is_dir() || are_in_place(&expected, &run.stderr);
    assert!(are_in_place, "one is not below its line `# expects: ..`");
    run.assert_said(2, "");
    assert!(!beside.join("out").exists(), "something was written");
    let has_path = run.stderr.contains(env!("CARGO_MANIFEST_DIR"));
    assert!(!has_path, "a path of this machine");
}

#[test]
fn every_mistake_is_shown_with_its_line() {
    let failed = tests::entries(&folder())
        .into_iter()
        .filter(|case| std::panic::catch_unwind(|| check(case)).is_err());
    let failed: Vec<String> = failed.map(|case| name(&case)).collect();
    assert!(failed.is_empty(), "failed: {}", failed.join(", "));
}

/// The messages for an invalid schema with these items.
fn refused(name: &str, items: &str) -> String {
    let beside = empty_folder(&format!("mistakes-{name}"));
    std::fs::create_dir(beside.join("schema")).unwrap();
    let text = format!("doc = \"A schema.\"\n{items}");
    std::fs::write(beside.join("schema/made.toml"), text).unwrap();
    let run = generate(&beside, &["--schema", "schema", "--out", "out"]);
    assert_eq!(run.code, Some(2), "{name}");
    run.stderr
}

/// A struct, by its fields and their types.
fn structure(name: &str, fields: impl IntoIterator<Item = (String, String)>) -> String {
    let fields = fields.into_iter();
    let fields: String = fields
        .map(|(name, ty)| format!("# A.\n{name} = \"{ty}\"\n"))
        .collect();
    format!("[struct.{name}]\ndoc = \"A.\"\nsource = \"A.\"\n[struct.{name}.fields]\n{fields}")
}

#[test]
fn many_mistakes_are_counted() {
    let fields = (0..3000).map(|index| (format!("f{index}"), "u33".to_owned()));
    let told = refused("by-the-thousand", &structure("Wide", fields));
    assert!(told.len() < 30_000, "{} bytes", told.len());
    let end = "and 2950 mistakes that are not shown\n\n3000 mistakes in the schemas; nothing was written\n";
    assert!(told.ends_with(end), "{told}");
}

#[test]
fn long_names_are_shown_in_part() {
    let long = "A".repeat(1 << 20);
    let fields = [("a".to_owned(), long.clone()), (long, "u8".to_owned())];
    let told = refused("of-length", &structure("Long", fields));
    assert!(told.len() < 10_000, "{} bytes", told.len());
    for part in ["string", "name"] {
        let message = format!("the {part} has 1,048,576 letters");
        assert_contains(&told, &message);
    }
}

#[test]
fn schemas_that_nest_too_deeply_are_refused() {
    let field = |ty: String| structure("Deep", [("field".to_owned(), ty)]);
    let records = |count: usize, fields: &[&str]| -> String {
        let record = |number: usize| {
            let ty = if number + 1 < count {
                format!("R{}", number + 1)
            } else {
                "u8".to_owned()
            };
            let fields = fields.iter();
            let fields = fields.map(|name| ((*name).to_owned(), ty.clone()));
            structure(&format!("R{number}"), fields)
        };
        (0..count).map(record).collect()
    };
    let count = |text: String| {
        field(format!("bytes\"\nfield.count = \"{text}"))
            .replace("field = \"bytes", "field.type = \"bytes")
    };
    let nested = |count: usize| format!("{}u8{}", "[".repeat(count), "; 1]".repeat(count));
    for (items, error) in [
        (field(nested(20_000)), "the brackets are 20,000 levels deep"),
        (
            count(format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000))),
            "the brackets are 10,000 levels deep",
        ),
        (
            count(vec!["count"; 10_000].join("+")),
            "the string has 59,999 letters",
        ),
        (
            records(200, &["b"]),
            "the items in `R65` are nested too deeply",
        ),
        (records(31, &["b", "c"]), "`R14` has 131072 bytes"),
    ] {
        let told = refused("of-depth", &items);
        assert!(told.starts_with(&format!("error: {error}\n")), "{told}");
        let end = "1 mistake in the schemas; nothing was written\n";
        assert!(told.ends_with(end), "{told}");
    }
}

/// Each case of `help.txt` is an error, its help, and an item or the fields of a struct.
#[test]
fn help_fits_the_mistake() {
    let cases = include_str!("help.txt").split("\n\n");
    for case in cases {
        let [error, help, wrong] = *case.splitn(3, '\n').collect::<Vec<_>>() else {
            panic!("{case}");
        };
        let items = if wrong.starts_with('[') {
            wrong.to_owned()
        } else {
            let fields = wrong.lines().map(|line| format!("# A.\n{line}\n"));
            structure("T", []) + &fields.collect::<String>()
        };
        let told = refused("of-help", &items);
        assert!(told.starts_with(&format!("{error}\n")), "{told}");
        assert_contains(&told, &format!("= {help}"));
        assert!(
            told.ends_with("\n1 mistake in the schemas; nothing was written\n"),
            "{told}"
        );
    }
}

#[test]
fn every_snapshot_has_its_case() {
    let cases: Vec<String> = tests::entries(&folder())
        .iter()
        .map(|case| name(case))
        .collect();
    for snapshot in tests::entries(&tests::root().join("tests/tests/schemas/snapshots")) {
        if let Some(case) = name(&snapshot).strip_prefix("schemas__mistakes__") {
            let is_there = cases.iter().any(|known| known == case);
            assert!(is_there, "there is no case {case}");
        }
    }
}

#[test]
fn folders_that_cannot_be_used_are_named() {
    let beside = empty_folder("mistakes-of-folders");
    std::fs::create_dir(beside.join("empty")).unwrap();
    std::fs::write(beside.join("file"), "by hand").unwrap();
    std::fs::create_dir_all(beside.join("blocked/mod.rs")).unwrap();
    let real = tests::root().join("schema");
    let real = real.to_str().unwrap();
    for (schema, out, message) in [
        ("missing", "out", "cannot read the schema folder missing: "),
        ("file", "out", "cannot read the schema folder file: "),
        (
            "empty",
            "out",
            "there is no .toml file in the schema folder empty",
        ),
        (
            real,
            "file",
            "cannot generate into file: it is not a folder",
        ),
        (real, "blocked", "cannot read blocked/mod.rs: "),
    ] {
        let run = generate(&beside, &["--schema", schema, "--out", out]);
        let is_begun = run.stderr.starts_with(&format!("error: {message}"));
        assert!(is_begun, "{}", run.stderr);
        run.assert_said(2, "");
        assert_eq!(run.stderr.lines().count(), 1, "{message}");
    }
    assert!(!beside.join("out").exists());
    let by_hand = std::fs::read_to_string(beside.join("file")).unwrap();
    assert_eq!(by_hand, "by hand");
    // Either all files are written or none.
    assert_eq!(tests::entries(&beside.join("blocked")).len(), 1);
}
