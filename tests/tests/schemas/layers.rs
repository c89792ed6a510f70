//! The layers of `dxc-format/src`, each built on the ones before: the imports are read from the sources.

use std::fs;
use std::path::PathBuf;

use tests::{files_below, root};

/// In order. Generated code uses the runtime, and all other layers use generated code.
const LAYERS: [&str; 5] = ["runtime", "generated", "container", "meaning", "text"];

#[test]
fn no_layer_imports_a_later_one() {
    let src = root().join("dxc-format/src");
    let mut wrong = Vec::new();
    for (index, layer) in LAYERS.iter().enumerate() {
        // Code from macros finds all that it names in one module, which re-exports it.
        let facade = src.join("runtime/mod.rs");
        let files = files_below(&src.join(layer)).into_iter();
        assert!(files.len() > 0, "{layer}");
        let is_rust = |file: &PathBuf| file.extension().is_some_and(|rust| rust == "rs");
        for file in files.filter(|file| is_rust(file) && *file != facade) {
            let text = fs::read_to_string(&file).unwrap();
            for (line, imported) in imported(&text) {
                let place = file.strip_prefix(&src).unwrap().display();
                match LAYERS.iter().position(|layer| *layer == imported) {
                    Some(found) if found <= index => {}
                    Some(_) => wrong.push(format!(
                        "{place}:{line}: `{imported}` is in a later layer than `{layer}`"
                    )),
                    None => wrong.push(format!(
                        "{place}:{line}: `{imported}` comes through the root of the crate"
                    )),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn all_files_are_in_a_layer() {
    let src = root().join("dxc-format/src");
    let mut found: Vec<_> = fs::read_dir(src)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let mut expected = [&LAYERS[..], &["lib.rs"]].concat();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn an_import_from_above_is_seen() {
    let text = "use crate::text::document;\n// crate::above\nlet x = crate::parts::PSV0;\n$crate::__binrw!(x);\n";
    let expected = [(1, "text".to_owned()), (3, "parts".to_owned())];
    assert_eq!(imported(text), expected);
}

/// The modules that a file imports through the root of the crate, each with its line; macros are at the root.
fn imported(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices("crate::") {
            let name =
                code[at + "crate::".len()..].split(|c: char| !c.is_alphanumeric() && c != '_');
            let name = name.take(1).collect::<String>();
            if !name.starts_with("__") {
                found.push((index + 1, name));
            }
        }
    }
    found
}
