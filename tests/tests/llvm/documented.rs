//! Runs the commands of the documents that need LLVM's headers, in copies, and compares their output with the
//! documents.

use tests::markdown::{self, Typed};
use tests::rows;

use crate::xtask::{Run, Tree, git_init, replace_placeholders};

/// Names of flags, texts of their rows, and their replacements; without a text, the row is absent.
type Replaced = &'static [(&'static str, &'static str, &'static str)];

/// Edits that are made before the commands of a block are run: a text of the block, then the rows of the table of
/// feature flags, and their replacements.
const BEFORE: &[(&str, Replaced)] = &[
    (
        "error: `FeatureFlags::WaveOps` is bit 45",
        &[("WaveOps", "bit = 14,", "bit = 45,")],
    ),
    (
        "added: `SampleCmpWithGradientOrBias`, bit 31",
        &[
            (
                "NextUnusedBit",
                "33\nNextUnusedBit.marker = true\nNextUnusedBit.module_bit = 39",
                "31\nNextUnusedBit.marker = true\nNextUnusedBit.module_bit = 36",
            ),
            ("SampleCmpWithGradientOrBias", "", ""),
            ("ExtendedCommandInfo", "", ""),
        ],
    ),
];

/// The tree in the state before the commands of a block.
fn tree(typed: &Typed) -> Tree {
    let tree = Tree::new("documented-llvm");
    for (_, edits) in BEFORE
        .iter()
        .filter(|(mark, _)| typed.block.text.contains(mark))
    {
        let file = "schema/constants.toml";
        let mut text = std::fs::read_to_string(tree.path(file)).unwrap();
        for (name, from, to) in *edits {
            let row = rows::row(&text, "flags.FeatureFlags.values", name).to_owned();
            let new = if from.is_empty() {
                String::new()
            } else {
                row.replace(from, to)
            };
            assert_ne!(row, new, "{name}");
            text = text.replace(&row, &new);
        }
        std::fs::write(tree.path(file), text).unwrap();
        let run = tree.run(&["gen"]);
        run.assert_quiet();
    }
    git_init(&tree.path(""));
    tree
}

/// A text without line numbers of the schemas, which change with every addition.
fn timeless(text: &str) -> String {
    let mut timeless = String::new();
    let mut behind_name = false;
    for word in text.split_inclusive(['\n', ' ', ':']) {
        let digits = word.trim_end_matches([' ', ':', '\n', ']']);
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if is_number && behind_name {
            timeless.push_str(&word.replace(digits, "N"))
        } else {
            timeless.push_str(word)
        }
        behind_name = word.ends_with(".toml:") || is_number && behind_name;
    }
    let gutter = |line: &str| match line.split_once('|') {
        Some((before, rest)) if before.trim().bytes().all(|digit| digit.is_ascii_digit()) => {
            format!("|{rest}\n")
        }
        _ => format!("{}\n", line.trim()),
    };
    timeless.trim_end().lines().map(gutter).collect()
}

#[test]
fn the_documented_output_is_printed() {
    let mut last: Option<(String, Tree)> = None;
    let mut compared = 0;
    for typed in markdown::commands() {
        // Between two commands of a block, the user replaces the placeholders.
        if typed.command.starts_with("$EDITOR ") {
            let edited = last
                .as_ref()
                .filter(|(place, _)| *place == typed.block.place);
            let (_, tree) = edited.expect("a command has run before in this block");
            replace_placeholders(&tree.path("schema"));
            continue;
        }
        let (Some(arguments), Some(shown)) =
            (typed.command.strip_prefix("cargo xtask "), &typed.output)
        else {
            continue;
        };
        // The commands of a block run one after the other in the same tree.
        let tree = match last.take() {
            Some((place, tree)) if place == typed.block.place => tree,
            _ => tree(&typed),
        };
        let Run { stdout, stderr, .. } = tree.run(&markdown::words(arguments));
        let printed = format!("{stderr}{stdout}");
        assert!(
            timeless(&printed) == timeless(shown),
            "{}: {} prints\n{printed}",
            typed.block.place,
            typed.command
        );
        compared += 1;
        last = Some((typed.block.place.clone(), tree));
    }
    assert!(compared > 4, "{compared}");
}
