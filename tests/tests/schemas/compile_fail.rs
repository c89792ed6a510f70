//! Tests declarations that dxc-derive refuses, with the compiler's messages.
//!
//! `INSTA_UPDATE=always cargo test -p tests --test schemas compile_fail` writes the messages; review them like a user.
//!
//! Judge: rustc, which refuses them. No tool judges the words of our messages.

use std::path::Path;

use crate::built::rustc;
use crate::xtask::empty_folder;

/// The messages of the compiler for a file, without the counts at the end.
fn said(file: &Path, made: &Path) -> String {
    let case = Path::new("compile_fail").join(file.file_name().unwrap());
    let output = rustc(&[])
        .arg(case)
        .args(["--emit=metadata", "--diagnostic-width=140"])
        .arg("--out-dir")
        .arg(made)
        .current_dir(tests::root().join("tests"))
        .output()
        .unwrap();
    assert!(!output.status.success(), "{} compiles", file.display());
    let said = String::from_utf8(output.stderr).unwrap();
    let (said, _) = said.split_once("\nerror: aborting due to ").unwrap();
    let lines: Vec<String> = said.split('\n').map(without_registry).collect();
    lines.join("\n")
}

/// A line of a message, without the folder in which cargo stores the sources of dependencies.
fn without_registry(line: &str) -> String {
    let found = line.split_once("--> ").and_then(|(indent, place)| {
        let (_, package) = place.split_once("/registry/src/")?;
        let (_, package) = package.split_once('/')?;
        Some(format!("{indent}--> $CARGO/{package}"))
    });
    found.unwrap_or_else(|| line.to_owned())
}

#[test]
fn declarations_are_refused_where_they_are_wrong() {
    let made = empty_folder("compile-fail");
    let is_accepted = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    let mut others = Vec::new();
    for case in tests::entries(&tests::root().join("tests/compile_fail")) {
        if case.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let (said, expected) = (said(&case, &made), case.with_extension("stderr"));
        if is_accepted {
            std::fs::write(&expected, &said).unwrap();
        }
        if std::fs::read_to_string(&expected).unwrap_or_default() != said {
            others.push(format!("{}:\n{said}", case.display()));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}
