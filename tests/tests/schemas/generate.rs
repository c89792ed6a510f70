//! Tests `xtask gen` with valid schemas: the files that it writes and keeps, and the output of `--check`.
//!
//! Judge: properties of files: which are written, kept and removed. No tool judges the messages.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::xtask::{Run, Tree, assert_contains, empty_folder, generate, replace, run_unread};

/// A folder with code in `generated`, from the schemas of the repository.
fn generated(name: &str) -> (PathBuf, PathBuf) {
    let folder = empty_folder(name);
    // The schemas of the repository are valid.
    in_folder(&folder, &[]).assert_quiet();
    let out = folder.join("generated");
    (folder, out)
}

fn in_folder(folder: &Path, further: &[&str]) -> Run {
    let schema = tests::root().join("schema");
    let arguments = ["--schema", schema.to_str().unwrap(), "--out", "generated"];
    generate(folder, &[&arguments, further].concat())
}

/// The output of `gen` if nothing differs, for the schemas of the repository.
fn fresh(folders: &[PathBuf]) -> String {
    let count = |path: PathBuf| std::fs::read_to_string(path).unwrap().lines().count();
    let files = folders.iter().flat_map(|folder| tests::entries(folder));
    let lines: usize = files.map(count).sum();
    let schemas = tests::change::schemas(&tests::root().join("schema")).len();
    let (thousands, rest) = (lines / 1000, lines % 1000);
    format!("{schemas} schemas, {thousands},{rest:03} lines of Rust: fresh\n")
}

/// The message of `--check` about stale files.
const STALE: &str = "error: the generated files are stale; run `cargo xtask gen`\n";

/// The line that marks a file as generated.
fn first_line(out: &Path, file: &str) -> String {
    let text = std::fs::read_to_string(out.join(file)).unwrap();
    format!("{}\n", text.lines().next().unwrap())
}

fn written(out: &Path) -> Vec<(PathBuf, SystemTime, String)> {
    let file = |path: PathBuf| {
        let time = path.metadata().unwrap().modified().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        (path, time, text)
    };
    tests::entries(out).into_iter().map(file).collect()
}

#[test]
fn the_repository_is_fresh() {
    let run = generate(&tests::root(), &["--check"]);
    run.assert_quiet();
    let packages = ["dxc-format", "tools/dxil", "tools/shader"];
    let folders = packages.map(|package| tests::root().join(package).join("src/generated"));
    assert_eq!(run.stdout, fresh(&folders));
}

/// This is like `cargo xtask gen --check | head -1`.
#[test]
fn a_closed_pipe_is_no_error() {
    let (folder, out) = generated("unread");
    let header = std::fs::read_to_string(out.join("header.rs")).unwrap();
    std::fs::write(out.join("header.rs"), first_line(&out, "header.rs")).unwrap();
    let schema = tests::root().join("schema");
    let schema = schema.to_str().unwrap();
    let gen_words = ["gen", "--schema", schema, "--out", "generated"];
    for (words, code, said) in [
        (&[&gen_words[..], &["--check"]].concat()[..], 1, STALE),
        (&gen_words, 0, ""),
        (&["verify-layout", "--emit"], 0, ""),
        (&["diff", "--rules"], 0, ""),
    ] {
        println!("{words:?}");
        run_unread(&folder, words).assert_told(code, said);
    }
    let again = std::fs::read_to_string(out.join("header.rs")).unwrap();
    assert_eq!(again, header);
}

#[test]
fn a_second_run_writes_nothing() {
    let (folder, out) = generated("generate-twice");
    let before = written(&out);
    let mut paths = before.iter().map(|(path, ..)| path);
    assert!(!before.is_empty());
    assert!(paths.all(|path| path.extension().is_some_and(|rust| rust == "rs")));
    let again = in_folder(&folder, &[]);
    again.assert_quiet();
    assert_eq!(again.stdout, fresh(std::slice::from_ref(&out)));
    assert_eq!(written(&out), before);
}

#[test]
fn check_lists_stale_files_and_writes_nothing() {
    let (folder, out) = generated("generate-stale");
    let altered = out.join("hash.rs");
    replace(&altered, "pub struct ShaderHash ", "pub struct ShaderHush ");
    std::fs::write(out.join("orphan.rs"), first_line(&out, "hash.rs")).unwrap();
    std::fs::remove_file(out.join("features.rs")).unwrap();
    let before = written(&out);

    let run = in_folder(&folder, &["--check"]);
    run.assert_told(1, STALE);
    for line in [
        "stale: generated/hash.rs",
        "-pub struct ShaderHush {",
        "+pub struct ShaderHash {",
        "stale: generated/features.rs",
        "stale: generated/orphan.rs is no longer generated",
    ] {
        let mut lines = run.stdout.lines();
        assert!(lines.any(|found| found == line), "{line}\n{}", run.stdout);
    }
    assert!(!run.stdout.contains("stale: generated/mod.rs"));
    assert_eq!(written(&out), before);
}

#[test]
fn stale_files_are_removed_and_other_files_stay() {
    let (folder, out) = generated("generate-orphans");
    let mark = first_line(&out, "mod.rs");
    std::fs::write(out.join("orphan.rs"), &mark).unwrap();
    // These files were written by hand, quote our first line, or are of another kind.
    let kept = [
        ("by_hand.rs", "//! By hand.\n".to_owned()),
        ("quote.rs", format!("//! {mark}")),
        ("notes.md", mark),
    ];
    for (name, text) in &kept {
        std::fs::write(out.join(name), text).unwrap();
    }
    let run = in_folder(&folder, &[]);
    run.assert_said(0, "removed generated/orphan.rs\n");
    assert!(!out.join("orphan.rs").exists());
    for (name, text) in &kept {
        let left = std::fs::read_to_string(out.join(name)).unwrap();
        assert_eq!(&left, text, "{name}");
    }
}

#[test]
fn other_schemas_keep_foreign_files() {
    let (folder, out) = generated("generate-other");
    let tiny = tests::root().join("tests/features/schema");
    let tiny = tiny.to_str().unwrap();
    // Without an `--out` folder, nothing is generated.
    let run = generate(&folder, &["--schema", tiny]);
    run.assert_said(2, "");
    assert_contains(&run.stderr, "--out <DIR>");
    // A folder that belongs to other schemas is refused, both for `--check` and for writing.
    for further in [&[][..], &["--check"]] {
        let arguments = [&["--schema", tiny, "--out", "generated"][..], further].concat();
        let run = generate(&folder, &arguments);
        run.assert_said(2, "");
        let said = &run.stderr;
        let begin = "error: generated is generated from `../";
        let end = "features/schema`: set another folder with `--out`\n";
        assert!(said.starts_with(begin) && said.ends_with(end), "{said}");
        assert_contains(said, "/schema`, not from `../");
    }
    // Without `mod.rs`, the owner is unknown: the file is written again, and no other file in the folder is removed.
    std::fs::remove_file(out.join("mod.rs")).unwrap();
    std::fs::write(out.join("orphan.rs"), first_line(&out, "hash.rs")).unwrap();
    let run = in_folder(&folder, &[]);
    run.assert_said(0, "wrote generated/mod.rs\n");
    assert!(out.join("orphan.rs").exists());
}

#[test]
fn files_written_by_hand_are_not_overwritten() {
    let (folder, out) = generated("generate-by-hand");
    // One of the files is also stale, so that a partial run would be noticed.
    std::fs::remove_file(out.join("features.rs")).unwrap();
    for by_hand in ["", "//! Reads WAV files.\n"] {
        std::fs::write(out.join("hash.rs"), by_hand).unwrap();
        let before = written(&out);
        for further in [&[][..], &["--check"]] {
            let run = in_folder(&folder, further);
            run.assert_said(2, "");
            run.assert_told(2, "error: generated/hash.rs would be overwritten, but is not a generated file: move it, or set another folder with `--out`\n");
            assert_eq!(written(&out), before);
        }
    }
}

#[test]
fn a_mistake_is_no_stale_file() {
    let folder = empty_folder("generate-mistake");
    let mistaken = tests::root().join("tests/mistakes/lost");
    let mistaken = mistaken.to_str().unwrap();
    let arguments = ["--schema", mistaken, "--out", "out", "--check"];
    let run = generate(&folder, &arguments);
    run.assert_said(2, "");
    assert_contains(&run.stderr, "in the schemas; nothing was written\n");
}

/// `--out` is the folder of one package: files of others are generated there, too.
#[test]
fn one_folder_has_the_modules_of_all_packages() {
    let folder = empty_folder("package");
    let schema = folder.join("schema");
    std::fs::create_dir(&schema).unwrap();
    let item = "[enum.Small]\ndoc = \"Small.\"\nsource = \"a test\"\ntype = \"u8\"\n\
                \n[enum.Small.values]\n# One.\nONE = 1\n";
    let text = format!("doc = \"A test.\"\npackage = \"other\"\n\n{item}");
    std::fs::write(schema.join("small.toml"), text).unwrap();
    let run = generate(&folder, &["--schema", "schema", "--out", "generated"]);
    run.assert_quiet();
    let module = std::fs::read_to_string(folder.join("generated/mod.rs")).unwrap();
    assert_contains(&module, "pub mod small;\n");
}

/// A misspelt package gets no folder.
#[test]
fn the_package_of_a_schema_must_be_there() {
    let tree = Tree::new("package-misspelt");
    let dxil = "package = \"tools/dxil\"";
    replace(
        &tree.path("schema/bitcode.toml"),
        dxil,
        "package = \"tools/dxill\"",
    );
    tree.run(&["gen"]).assert_told(
        2,
        "error: the package `tools/dxill` that a schema names has no folder tools/dxill/src\n",
    );
    assert!(!tree.path("tools/dxill").exists());
}

/// Generated files of a package that no schema uses are found and removed.
#[test]
fn files_of_a_package_without_schemas_go() {
    let tree = Tree::new("package-left");
    let package = "package = \"tools/dxil\"\n";
    for schema in tests::entries(&tree.path("schema")) {
        let text = std::fs::read_to_string(&schema).unwrap();
        std::fs::write(&schema, text.replace(package, "")).unwrap();
    }
    let left = "tools/dxil/src/generated";
    assert!(tree.path(left).join("mod.rs").exists());
    let checked = tree.run(&["gen", "--check"]);
    assert_eq!(checked.code, Some(1));
    let stale = "stale: tools/dxil/src/generated/mod.rs is no longer generated\n";
    assert_contains(&checked.stdout, stale);
    let removed = tree.run(&["gen"]);
    assert_contains(&removed.stdout, "removed tools/dxil/src/generated/mod.rs\n");
    assert!(!tree.path(left).exists());
    assert!(tree.path("tools/shader/src/generated/mod.rs").exists());
    tree.run(&["gen", "--check"]).assert_quiet();
}

/// rustfmt breaks neither words of macros nor comments, so the generator does.
#[test]
fn generated_lines_have_at_most_100_columns() {
    let folders = ["dxc-format", "tools/dxil", "tools/shader"];
    let mut lines = 0;
    for folder in folders {
        for path in tests::entries(&tests::root().join(folder).join("src/generated")) {
            let text = std::fs::read_to_string(&path).unwrap();
            for line in text.lines() {
                assert!(line.chars().count() <= 100, "{}: {line}", path.display());
                lines += 1;
            }
        }
    }
    assert!(lines > 15_000, "{lines}");
}
