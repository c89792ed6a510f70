//! Tests the examples in the way in which the documents call them.
//!
//! Judge: the documents: each command in them runs, and each diagnostic in them is printed.

use std::path::Path;
use std::process::{Command, Output};

use tests::markdown;

use crate::program::dxobj_in;

/// Runs an example in a folder; paths to files of the repository are resolved.
fn run(folder: &Path, example: &str, arguments: &[String]) -> Output {
    let mut command = Command::new(crate::built::example(example));
    for argument in arguments {
        if argument.starts_with("dxc-format/tests/") {
            command.arg(tests::root().join(argument).canonicalize().unwrap())
        } else {
            command.arg(argument.trim_start_matches("/tmp/"))
        };
    }
    command.current_dir(folder).output().unwrap()
}

fn empty_folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn every_example_that_is_shown_runs() {
    // All run in one folder, since examples read files that others write.
    let folder = empty_folder("documented-examples");
    let mut names = std::collections::BTreeSet::new();
    for typed in markdown::commands() {
        let rest = typed.command.strip_prefix("cargo run -p ");
        let rest = rest.and_then(|rest| rest.split_once(" --example "));
        let Some((_, rest)) =
            rest.filter(|(package, _)| FOLDERS.iter().any(|(known, _)| known == package))
        else {
            continue;
        };
        let (typed_at, command) = (&typed.block.place, &typed.command);
        let (rest, file) = rest
            .split_once(" > ")
            .map_or((rest, None), |(rest, file)| (rest, Some(file)));
        let (name, arguments) = rest.split_once(" -- ").unwrap();
        let arguments = markdown::words(arguments);
        let output = run(&folder, name, &arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{typed_at}: {command}: {said}");
        if let Some(file) = file {
            std::fs::write(folder.join(file), &output.stdout).unwrap();
        }
        let has_made = || {
            arguments
                .iter()
                .any(|argument| folder.join(argument.trim_start_matches("/tmp/")).exists())
        };
        assert!(
            !output.stdout.is_empty() || has_made(),
            "{typed_at}: {command}: nothing comes of it"
        );
        names.insert(name.to_owned());
    }
    // Every example is documented.
    let examples = examples();
    assert_eq!(names, examples);
}

/// The packages with examples, and the folders of these.
const FOLDERS: [(&str, &str); 3] = [
    ("dxc-format", "dxc-format/examples"),
    ("dxil", "tools/dxil/examples"),
    ("dxc-root-signature", "tools/root-signature/examples"),
];

fn examples() -> std::collections::BTreeSet<String> {
    let entries = |(_, folder)| std::fs::read_dir(tests::root().join(folder)).unwrap();
    let entries = FOLDERS.into_iter().flat_map(entries);
    let names = entries.map(|entry| entry.unwrap().path());
    names
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect()
}

/// The example lists the UAVs of stores, through their handles.
#[test]
fn the_example_of_stores_lists_them() {
    let file = "dxc-format/tests/data/dxc/cs_reduce.sm68.dxil".to_owned();
    let output = run(&empty_folder("example-stores"), "stores", &[file]);
    let listed = String::from_utf8(output.stdout).unwrap();
    let of_buffer = "RawBufferStore to u0, space 0\n";
    assert_eq!(
        listed,
        of_buffer.repeat(2) + "TextureStore to u2, space 0\n"
    );
}

/// A documented diagnostic must equal the one for the documented text.
#[test]
fn a_diagnostic_that_is_shown_is_printed() {
    let blocks = markdown::blocks();
    let mut compared = 0;
    for block in blocks
        .iter()
        .filter(|block| block.text.starts_with("error: "))
    {
        let folder = empty_folder("documented-diagnostic");
        let name = block
            .text
            .split([' ', ':'])
            .find(|word| word.contains('.'))
            .unwrap();
        let source = block
            .text
            .lines()
            .find_map(|line| line.strip_prefix("1 | "))
            .unwrap();
        std::fs::write(folder.join(name), format!("{source}\n")).unwrap();
        let output = dxobj_in(&folder, &["rootsig", "convert", "--to", "hlsl", name]);
        assert!(!output.status.success(), "{}", block.place);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.trim_end(), block.text.trim_end(), "{}", block.place);
        compared += 1;
    }
    assert!(compared > 0);
}
