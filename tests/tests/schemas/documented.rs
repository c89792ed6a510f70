//! The documents for people: every change of the schemas that they show is applied, every command of xtask is run, each
//! in a copy. What needs LLVM is in `llvm/documented.rs`, and the examples in `commands/documented.rs`.

use std::path::{Path, PathBuf};

use tests::markdown::{self, Block};

use crate::xtask::{Tree, words_of};

/// Commands that no test runs, and why.
const NOT_RUN: &[(&str, &str)] = &[
    ("cargo test --workspace", "the suite itself"),
    (
        "cargo test -p tests --features llvm --test 'llvm*'",
        "a part of the suite",
    ),
    (
        "DXC_CORPUS=/path/to/corpus cargo test --workspace",
        "the suite itself",
    ),
    (
        "cargo test --workspace && cargo test -p tests --features llvm --test 'llvm*'",
        "the suite itself",
    ),
    (".ci/run", "runs the suite"),
];

/// Blocks that nobody could run: their beginnings, and what they are.
const NOT_CODE: &[(&str, &str)] = &[
    ("schema/*.toml ──►", "a drawing"),
    (
        "error: rs.hlsl:1:9: ",
        "a diagnostic, which `commands/documented.rs` compares",
    ),
];

#[test]
fn every_block_has_its_judge() {
    for block in markdown::blocks() {
        let is_known = match block.language.as_str() {
            // Doc tests, applied here, compared here, run.
            "rust" | "diff" | "toml" | "sh" | "console" => true,
            "text" => NOT_CODE
                .iter()
                .any(|(begin, _)| block.text.starts_with(begin)),
            _ => false,
        };
        assert!(is_known, "{}: nobody judges this block", block.place);
    }
    let commands = markdown::commands();
    for typed in &commands {
        let command = typed.command.as_str();
        let is_run = command.starts_with("cargo xtask ")
            || command.starts_with("cargo run -p dxc-format --example ");
        let is_known = is_run || NOT_RUN.iter().any(|(known, _)| *known == command);
        assert!(is_known, "{}: nobody runs `{command}`", typed.block.place);
    }
    for (known, _) in NOT_RUN {
        let is_there = commands.iter().any(|typed| typed.command == *known);
        assert!(is_there, "no document has `{known}` any more");
    }
}

#[test]
fn every_change_that_is_shown_can_be_made() {
    let changes: Vec<Block> = markdown::blocks()
        .into_iter()
        .filter(|block| block.language == "diff")
        .collect();
    assert!(!changes.is_empty());
    for change in changes {
        let tree = Tree::new("documented-change");
        Applied::new(&tree.path("schema"), &change).write();
        let run = tree.run(&["gen"]);
        assert_eq!(
            (run.code, run.stderr.as_str()),
            (Some(0), ""),
            "{}",
            change.place
        );
        assert!(
            run.stdout.contains("wrote dxc-format/src/generated/"),
            "{}: nothing new",
            change.place
        );
    }
}

#[test]
fn what_is_quoted_of_the_schemas_stands_there() {
    let texts = schemas(&tests::root().join("schema"));
    let quotes: Vec<Block> = markdown::blocks()
        .into_iter()
        .filter(|block| block.language == "toml")
        .collect();
    for quote in quotes {
        let pieces: Vec<&str> = quote.text.split("# ...\n").collect();
        let has_all =
            |(_, text): &&(PathBuf, String)| pieces.iter().all(|piece| text.contains(piece));
        assert!(
            texts.iter().any(|text| has_all(&text)),
            "{}: no schema says so",
            quote.place
        );
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
        {
            continue;
        }
        let tree = Tree::new("documented-command");
        let run = tree.run(&words_of(arguments));
        let said = format!("{}: {}", typed.block.place, typed.command);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{said}");
        // What was started can be generated from.
        let run = tree.run(&["gen"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{said}");
    }
}

/// What stands within a line has no place to be run from; its words are those of the command.
#[test]
fn every_command_within_a_line_is_one() {
    for document in markdown::DOCUMENTS {
        let text = std::fs::read_to_string(tests::root().join(document)).unwrap();
        let text = text.replace('\n', " ");
        for command in text.split("`cargo xtask ").skip(1) {
            let command = command.split('`').next().unwrap();
            let run = Tree::help(&words_of(command));
            assert_eq!(
                (run.code, run.stderr.as_str()),
                (Some(0), ""),
                "{document}: {command}"
            );
        }
    }
}

fn schemas(folder: &Path) -> Vec<(PathBuf, String)> {
    let files = crate::xtask::entries(folder).into_iter();
    let files = files.filter(|path| path.extension().is_some_and(|toml| toml == "toml"));
    files
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect()
}

/// A schema file that a block changes.
struct Applied<'b> {
    block: &'b Block,
    path: PathBuf,
    lines: Vec<String>,
    /// Where the next line of the block is looked for.
    at: usize,
    /// The item that is changed.
    item: String,
    /// The block leaves lines out here.
    is_gap: bool,
}

impl<'b> Applied<'b> {
    /// Applies a block: its lines stand in one file in this order, perhaps with others between them; `# ...` leaves out
    /// the rest of the item.
    fn new(folder: &Path, block: &'b Block) -> Self {
        let first = block.text.lines().next().unwrap();
        let mut applied = Self {
            block,
            path: folder.join("new.toml"),
            lines: Vec::new(),
            at: 0,
            item: String::new(),
            is_gap: false,
        };
        if let Some(heading) = first.strip_prefix(' ') {
            let has = |(_, text): &(PathBuf, String)| text.lines().any(|line| line == heading);
            let mut files = schemas(folder).into_iter().filter(has);
            let (path, text) = files
                .next()
                .unwrap_or_else(|| panic!("{}: no schema has {heading}", block.place));
            applied.path = path;
            applied.lines = text.lines().map(str::to_owned).collect();
            applied.item = heading.trim_matches(['[', ']']).to_owned();
        }
        block.text.lines().for_each(|line| applied.line(line));
        applied
    }

    fn line(&mut self, line: &str) {
        if let Some(new) = line.strip_prefix('+') {
            if std::mem::take(&mut self.is_gap) {
                self.to_end_of_item();
            }
            self.lines.insert(self.at, new.to_owned());
            self.at += 1;
            return;
        }
        let kept = line.strip_prefix(' ').unwrap_or(line);
        self.is_gap = kept.trim() == "# ...";
        if self.is_gap || kept.is_empty() {
            return;
        }
        let rest = self.lines[self.at..].iter().position(|line| line == kept);
        let place = &self.block.place;
        self.at +=
            1 + rest.unwrap_or_else(|| panic!("{place}: the schema does not go on with {kept}"));
    }

    /// Behind the last line of the item and of its versions.
    fn to_end_of_item(&mut self) {
        let version = format!("[[{}.", self.item);
        let mut end = self.lines.len();
        for (index, line) in self.lines.iter().enumerate().skip(self.at) {
            if line.starts_with('[') && !line.starts_with(&version) {
                end = index;
                break;
            }
        }
        while self.lines[end - 1].is_empty() || self.lines[end - 1].starts_with('#') {
            end -= 1;
        }
        self.lines.insert(end, String::new());
        self.at = end + 1;
    }

    fn write(&self) {
        std::fs::write(&self.path, self.lines.join("\n") + "\n").unwrap();
    }
}
