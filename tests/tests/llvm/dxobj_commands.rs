//! Compares the output and the files of `dxobj` with LLVM's tools.
//!
//! Judge: LLVM 22's obj2yaml, llvm-objcopy and llvm-objdump.

use std::path::{Path, PathBuf};

use dxc_format::Container;
use dxc_format::constants::D3DSystemValue;
use serde_json::Value;

use crate::dxobj::printed;
use crate::tools::{filter, tool as llvm};
use crate::xtask::empty_folder;

/// The containers that LLVM reads; it refuses some older ones.
fn readable() -> Vec<PathBuf> {
    let all = shaders();
    let is_read = |path: &PathBuf| filter("obj2yaml-22", &[path], &[]).is_ok();
    let read: Vec<PathBuf> = all.iter().filter(|path| is_read(path)).cloned().collect();
    assert!(
        read.len() + 4 > all.len(),
        "{} of {}",
        read.len(),
        all.len()
    );
    read
}

fn shaders() -> Vec<PathBuf> {
    tests::containers(&tests::data().join("dxc"))
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn extract_equals_objcopy() {
    let folder = empty_folder("dxobj-extract");
    for path in readable() {
        let bytes = std::fs::read(&path).unwrap();
        for part in Container::parse(&bytes).unwrap().parts() {
            let name = part.fourcc.to_string();
            let (theirs, ours) = (folder.join("theirs"), folder.join("ours"));
            let dump = format!("--dump-section={name}={}", text(&theirs));
            llvm(
                "llvm-objcopy-22",
                &[&dump, text(&path), text(&folder.join("copy"))],
            );
            // For these parts, LLVM does not treat the header as content.
            let bitcode = ["DXIL", "STAT"].contains(&name.as_str());
            let option = bitcode.then_some("--bitcode");
            let words = ["extract", &name, text(&path), "-o", text(&ours)];
            printed(&words.into_iter().chain(option).collect::<Vec<_>>());
            let [theirs, ours] = [theirs, ours].map(|file| std::fs::read(file).unwrap());
            assert_eq!(theirs, ours, "{} {name}", path.display());
        }
    }
}

/// The names of the parts that LLVM reads.
fn parts(path: &Path) -> Vec<String> {
    let document = llvm("obj2yaml-22", &[text(path)]);
    let names = document
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- Name:"));
    // Parameters of signatures also have names.
    let names = names.map(|name| name.trim().to_owned());
    names
        .filter(|name| name.len() == 4 && name.is_ascii())
        .collect()
}

#[test]
fn llvm_reads_the_output_of_edits() {
    let folder = empty_folder("dxobj-edits");
    let data = folder.join("data");
    std::fs::write(&data, "mine").unwrap();
    for path in readable() {
        let out = folder.join("out.dxil");
        let [path, to, data] = [&path, &out, &data].map(|path| text(path));
        let has = |name: &str| parts(&out).contains(&name.to_owned());
        printed(&["set", "PRIV", data, path, "-o", to]);
        assert!(has("PRIV"), "{path}");
        printed(&["strip", "--debug", "--reflection", path, "-o", to]);
        assert!(!has("STAT") && !has("ILDB"), "{path}");
        let left = Container::parse(&std::fs::read(&out).unwrap())
            .unwrap()
            .len();
        if left > 0 {
            printed(&["remove", "0", to, "-o", to]);
            let after = Container::parse(&std::fs::read(&out).unwrap())
                .unwrap()
                .len();
            assert_eq!(after, left - 1, "{path}");
            llvm("obj2yaml-22", &[to]);
        }
        let verdict = printed(&["ls", "--json", to]);
        let verdict: Value = serde_json::from_slice(&verdict).unwrap();
        assert!(
            ["ok", "unsigned"].contains(&verdict["verdict"].as_str().unwrap()),
            "{path}"
        );
    }
}

/// The rows of a table of `llvm-objdump -p`, by the widths of its columns.
fn rows(dump: &str, title: &str) -> Vec<Vec<String>> {
    let mut lines = dump
        .lines()
        .skip_while(|line| !line.contains(&format!("{title} signature:")));
    lines.next();
    let rule = lines.by_ref().find(|line| line.starts_with("; ---"));
    let Some(rule) = rule else { return Vec::new() };
    let mut columns = Vec::new();
    let mut at = 2;
    for dashes in rule[2..].split(' ') {
        columns.push(at..at + dashes.len());
        at += dashes.len() + 1;
    }
    let rows = lines.take_while(|line| line.trim() != ";" && !line.is_empty());
    let cells = |row: &str| {
        let cell = |column: &std::ops::Range<usize>| {
            let end = column.end.min(row.len());
            row.get(column.start..end)
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        columns.iter().map(cell).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn signatures_are_those_that_objdump_prints() {
    let mut seen = 0;
    for path in readable() {
        let dump = llvm("llvm-objdump-22", &["-p", text(&path)]);
        let shown = printed(&["signatures", "--json", text(&path)]);
        let shown: Value = serde_json::from_slice(&shown).unwrap();
        // `null` means that no part has the signature of the shader.
        for signature in shown["signatures"].as_array().into_iter().flatten() {
            let is_input = signature["input"].as_bool().unwrap();
            let title = signature["of"].as_str().unwrap();
            if !["Input", "Output"].contains(&title) {
                continue;
            }
            let rows = rows(&dump, title);
            let elements = signature["elements"].as_array().unwrap();
            assert_eq!(rows.len(), elements.len(), "{} {title}", path.display());
            for (row, element) in rows.iter().zip(elements) {
                let word = |key: &str| element[key].as_str().unwrap_or_default().to_owned();
                let number =
                    |key: &str, none: u64| element[key].as_u64().unwrap_or(none).to_string();
                assert_eq!(row[0], word("name"));
                assert_eq!(row[1], number("index", 0));
                assert_eq!(row[2], word("mask"));
                assert_eq!(row[3], number("register", u32::MAX.into()));
                assert_eq!(row[4], word("system_value"));
                assert!(D3DSystemValue::TABLE.by_name(&row[4]).is_some());
                // LLVM prints the mask as it is stored; for outputs, it has the components that are never written.
                let letters = row[5 + 1].replace(' ', "");
                let (mask, used) = (word("mask"), word("used"));
                let expected: String = if is_input {
                    letters
                } else {
                    mask.chars()
                        .filter(|letter| !letters.contains(*letter))
                        .collect()
                };
                assert_eq!(used, expected, "{} {title} {row:?}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 80, "{seen}");
}
