//! Tests the documentation: every change of the schemas in it is applied, and every command of xtask is run, each in a
//! copy. Commands that need LLVM are in `llvm/documented.rs`, and the examples in `commands/documented.rs`.

use tests::markdown::{self, Block};

use crate::xtask::{Tree, assert_contains, empty_folder, git_init};

/// Beginnings of commands that no test runs, with the reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("cargo test ", "the suite itself, or a part of it"),
    ("DXC_CORPUS=/path/to/corpus cargo test ", "the suite itself"),
    (".ci/run", "runs the suite"),
    (
        "cargo install --path tools/dxobj",
        "the tests of dxobj build it",
    ),
    ("cargo doc ", "`.ci/portable` runs it"),
    (
        "cargo add --path ",
        "`the_library_is_added_from_a_checkout` runs it",
    ),
    (
        "dxobj ",
        "run on files of their own by `tools/dxobj/tests/commands.rs`",
    ),
    ("RANDOM_COUNT=200 ", "a longer run of a test of the suite"),
    ("npm ci --prefix tests/exports", "`.ci/run` runs it"),
    ("pip install ", "`.ci/run` runs it"),
    ("npm login", "publishes"),
    (
        "npm publish ",
        "publishes; `exports` of `tests` packs and installs the package",
    ),
    ("cargo bench ", "measures, and takes long"),
    ("cargo +nightly ", "needs nightly Rust"),
    (
        "cargo run --manifest-path tests/mutants/Cargo.toml ",
        "changes the code many times, and runs tests each time",
    ),
    ("export CARGO_TARGET_DIR=", "measures the suite"),
    ("source <(cargo llvm-cov ", "measures the suite"),
    ("cargo llvm-cov report ", "the suite itself, measured"),
    (
        "$EDITOR ",
        "a person; `documented` of `llvm` replaces placeholders",
    ),
];

/// The packages whose examples `commands/documented.rs` runs.
const WITH_EXAMPLES: [&str; 3] = ["dxc-format", "dxil", "dxc-root-signature"];

/// Blocks that cannot be run: their first lines, and their kind.
const NOT_CODE: &[(&str, &str)] = &[
    ("schema/*.toml ──►", "a drawing"),
    ("schema/*.toml  ", "a drawing"),
    ("the format  ", "a drawing"),
    (
        "error: rs.hlsl:1:9: ",
        "a diagnostic, which `commands/documented.rs` compares",
    ),
];

#[test]
fn every_block_has_its_judge() {
    for block in markdown::blocks() {
        let is_known = match block.language.as_str() {
            // Blocks of these languages are doc tests, or are applied, compared or run here.
            "rust" | "diff" | "toml" | "sh" | "console" => true,
            "text" => {
                let mut known = NOT_CODE.iter();
                is_generated(&block) || known.any(|(begin, _)| block.text.starts_with(begin))
            }
            _ => false,
        };
        assert!(is_known, "{}: this block has no check", block.place);
    }
    let commands = markdown::commands();
    for typed in &commands {
        let command = typed.command.as_str();
        let is_example = |package| {
            let example = command.strip_prefix("cargo run -p ");
            example.is_some_and(|example| example.starts_with(&format!("{package} --example ")))
        };
        let is_run = command.starts_with("cargo xtask ") || WITH_EXAMPLES.iter().any(is_example);
        let is_known = is_run || NOT_RUN.iter().any(|(begin, _)| command.starts_with(begin));
        assert!(is_known, "{}: `{command}` has no test", typed.block.place);
    }
    for (known, _) in NOT_RUN {
        let is_there = commands
            .iter()
            .any(|typed| typed.command.starts_with(known));
        assert!(is_there, "no document has `{known}`");
    }
}

/// The blocks of a language.
fn in_language(language: &str) -> Vec<Block> {
    let mut blocks = markdown::blocks();
    blocks.retain(|block| block.language == language);
    blocks
}

#[test]
fn every_change_that_is_shown_can_be_made() {
    let changes = in_language("diff");
    assert!(!changes.is_empty());
    let tree = Tree::new("documented-change");
    for change in changes {
        println!("{}", change.place);
        tests::change::apply(&tree.path("schema"), &change);
    }
    let run = tree.run(&["gen"]);
    run.assert_quiet();
    assert_contains(&run.stdout, "wrote dxc-format/src/generated/");
}

#[test]
fn quotes_of_the_schemas_are_up_to_date() {
    let texts = tests::change::schemas(&tests::root().join("schema"));
    for quote in in_language("toml") {
        let pieces = quote.text.split("# ...\n");
        let has_all = |text: &str| pieces.clone().all(|piece| text.contains(piece));
        let is_said = texts.iter().any(|(_, text)| has_all(text));
        assert!(is_said, "{}: no schema says so", quote.place);
    }
}

/// Whether a block has fields of generated code.
fn is_generated(block: &Block) -> bool {
    block.text.trim_start().starts_with("/// ")
}

#[test]
fn quotes_of_generated_code_are_up_to_date() {
    let generated = tests::root().join("dxc-format/src/generated");
    let files = tests::entries(&generated).into_iter();
    let texts: Vec<String> = files
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    let mut quotes = in_language("text");
    quotes.retain(is_generated);
    assert!(!quotes.is_empty());
    for quote in quotes {
        let is_said = texts.iter().any(|text| text.contains(&quote.text));
        assert!(is_said, "{}: no file has this", quote.place);
    }
}

/// Paths of files and folders in backticks exist, relative to the root or to the folder that was named before.
#[test]
fn every_path_exists() {
    let root = tests::root();
    let is_there = |path: &str| {
        let path = path.trim_end_matches('/');
        root.join(path).exists()
    };
    let folders = ["dxc-", "schema/", "tests/", "tools/", "xtask/", ".ci/"];
    let text = std::fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let spans = text.split('`').skip(1).step_by(2);
    let is_path = |span: &&str| {
        let starts = folders.iter().any(|folder| span.starts_with(folder));
        starts && span.contains('/') && !span.contains([' ', '*', '<', ':'])
    };
    for span in spans.filter(is_path) {
        for path in alternatives(span) {
            let file = format!("{path}.rs");
            assert!(
                is_there(&path) || is_there(&file),
                "CONTRIBUTING.md: there is no `{path}`"
            );
        }
    }
}

/// Expands alternatives: `a/{b,c}.rs` is `a/b.rs` and `a/c.rs`.
fn alternatives(path: &str) -> Vec<String> {
    match (path.split_once('{'), path.rsplit_once('}')) {
        (Some((before, _)), Some((_, behind))) => {
            let inner = &path[before.len() + 1..path.len() - behind.len() - 1];
            let names = inner
                .split(',')
                .map(|name| format!("{before}{name}{behind}"));
            names.collect()
        }
        _ => vec![path.to_owned()],
    }
}

#[test]
fn every_command_works() {
    for typed in markdown::commands() {
        let Some(arguments) = typed.command.strip_prefix("cargo xtask ") else {
            continue;
        };
        if typed.output.is_some()
            || arguments.starts_with("verify-layout")
            || arguments.starts_with("import")
            // It tries inputs for minutes, with programs that a copy does not have.
            || arguments.starts_with("soak")
            // It shows bytes of containers that a copy does not have; `docs` tests it.
            || arguments == "docs"
            // It also compiles the viewer; `.ci/run` runs it.
            || arguments == "site"
        {
            continue;
        }
        let tree = Tree::new("documented-command");
        git_init(&tree.path(""));
        let run = tree.run(&markdown::words(arguments));
        println!("{}: {}", typed.block.place, typed.command);
        run.assert_quiet();
    }
}

/// In this test, the project and the checkout are in the same folder.
#[cfg(unix)]
#[test]
fn the_library_is_added_from_a_checkout() {
    let folder = empty_folder("documented-add");
    let root = tests::root().canonicalize().unwrap();
    std::os::unix::fs::symlink(root, folder.join("dxc-format")).unwrap();
    let project = folder.join("project");
    std::fs::create_dir_all(project.join("src")).unwrap();
    std::fs::write(project.join("src/main.rs"), "fn main() {}").unwrap();
    let manifest = project.join("Cargo.toml");
    std::fs::write(
        &manifest,
        "[package]\nname = \"project\"\nedition = \"2024\"\n\n[workspace]\n",
    )
    .unwrap();
    let mut commands = markdown::commands();
    commands.retain(|typed| typed.command.starts_with("cargo add --path "));
    assert!(!commands.is_empty());
    for typed in commands {
        let words = markdown::words(&typed.command);
        let mut cargo = std::process::Command::new(env!("CARGO"));
        let cargo = cargo
            .args(&words[1..])
            .arg("--offline")
            .current_dir(&project);
        assert!(cargo.status().unwrap().success(), "{}", typed.block.place);
    }
    let manifest = std::fs::read_to_string(manifest).unwrap();
    assert_contains(&manifest, r#"features = ["binrw", "serde"]"#);
}

/// Commands within a line of text are not run, but their words must be valid.
#[test]
fn every_command_within_a_line_is_one() {
    for document in markdown::DOCUMENTS {
        let text = std::fs::read_to_string(tests::root().join(document)).unwrap();
        let text = text.replace('\n', " ");
        for command in text.split("`cargo xtask ").skip(1) {
            let command = command.split('`').next().unwrap();
            println!("{document}: {command}");
            Tree::help(&markdown::words(command)).assert_quiet();
        }
    }
}
