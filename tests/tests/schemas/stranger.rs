//! The generator's page, from nothing to reading and writing another format.

use std::fs;
use std::process::Command;

use crate::built::rustc;
use crate::xtask::{empty_folder, generate};

/// The first block of a language.
fn block<'p>(page: &'p str, language: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("\n```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_page_of_the_generator_works_as_it_stands() {
    let page = fs::read_to_string(tests::root().join("xtask/README.md")).unwrap();
    let folder = empty_folder("stranger");
    for (path, language) in [("schema/glb.toml", "toml"), ("src/main.rs", "rust")] {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, block(&page, language)).unwrap();
    }
    let run = generate(&folder, &["--schema", "schema", "--out", "src/format"]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (Some(0), ""),
        "{}",
        run.stdout
    );
    let compiled = rustc(&[]).arg("src/main.rs").current_dir(&folder).status();
    assert!(compiled.unwrap().success());
    let printed = Command::new(folder.join("main")).output().unwrap().stdout;
    assert_eq!(String::from_utf8(printed).unwrap(), block(&page, "text"));

    // A crate may have the runtime by another path.
    let renamed = fs::read_to_string(folder.join("src/main.rs")).unwrap();
    let renamed = format!("mod binary {{ pub use dxc_runtime::*; }}\n{renamed}");
    fs::write(folder.join("src/main.rs"), renamed).unwrap();
    let path = [
        "--schema",
        "schema",
        "--out",
        "src/format",
        "--runtime",
        "crate::binary",
    ];
    assert_eq!(generate(&folder, &path).code, Some(0));
    let text = fs::read_to_string(folder.join("src/format/glb.rs")).unwrap();
    assert!(text.contains("use crate::binary as dxc_runtime;"));
    let compiled = rustc(&[]).arg("src/main.rs").current_dir(&folder).status();
    assert!(compiled.unwrap().success());
}
