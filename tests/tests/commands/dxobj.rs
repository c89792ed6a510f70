//! The command `dxobj` over every container at hand; what it prints is shown in its own tests.

use std::path::Path;

use dxc_format::{Container, parts};

use crate::program::{dxobj, printed};

fn file(name: &str, bytes: &[u8]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The root signature of each shader, taken out and put in again in other spellings, gives the same file.
#[test]
fn root_signatures_set_again_change_nothing() {
    let mut seen = 0;
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        if container.find(parts::RTS0).is_none() {
            continue;
        }
        let shader = file("set-again.dxil", &bytes);
        let spelled = file("set-again.txt", b"");
        printed(&["rootsig", "extract", &shader, "-o", &spelled]);
        printed(&["rootsig", "set", "--force", "-i", &spelled, &shader]);
        assert_eq!(std::fs::read(&shader).unwrap(), bytes, "{}", path.display());
        printed(&["rootsig", "extract", "--bare", &shader, "-o", &spelled]);
        printed(&["rootsig", "set", "--force", "-i", &spelled, &shader]);
        assert_eq!(std::fs::read(&shader).unwrap(), bytes, "{}", path.display());
        seen += 1;
    }
    assert!(seen > 3, "{seen}");
}

/// A container, its bare part, its HLSL, its metadata and its document all give the same bytes.
#[test]
fn every_spelling_becomes_the_same_bytes() {
    for version in ["1.0", "1.1"] {
        let name = format!("tests/data/dxc/rs_full.v{}.dxil", version.replace('.', "_"));
        let bare = printed(&["rootsig", "extract", "--bare", &name]);
        for to in ["hlsl", "metadata", "yaml", "rts0"] {
            let text = printed(&["rootsig", "convert", "--to", to, &name]);
            let spelled = file("every-spelling.txt", &text);
            let words = [
                "rootsig",
                "convert",
                "--to",
                "rts0",
                "--version",
                version,
                &spelled,
            ];
            assert_eq!(printed(&words), bare, "{to}");
        }
    }
}

/// What is shown as a document is built again.
#[test]
fn documents_become_the_containers_that_they_show() {
    for path in tests::containers(&tests::data().join("dxc")) {
        let name = path.to_str().unwrap();
        for format in ["yaml", "json"] {
            let document = file("built.txt", &printed(&["show", "--format", format, name]));
            let built = file("built.dxil", b"");
            printed(&["build", &document, "-o", &built]);
            let output = dxobj(&["diff", name, &built]);
            let differs = String::from_utf8(output.stdout).unwrap();
            assert_eq!(differs, "", "{name} {format}");
        }
    }
}

#[test]
fn everything_is_written_as_it_was_read() {
    let mut folders = vec!["tests/data/dxc".to_owned()];
    let corpora = ["dxc", "real"].into_iter().filter_map(tests::corpus);
    folders.extend(corpora.map(|folder| folder.to_str().unwrap().to_owned()));
    let words = ["roundtrip"]
        .into_iter()
        .chain(folders.iter().map(String::as_str));
    let shown = String::from_utf8(printed(&words.collect::<Vec<_>>())).unwrap();
    assert!(shown.ends_with(" ok, 0 differ, 0 refused\n"), "{shown}");
}

/// Whatever a file holds, no command panics or hangs.
#[test]
fn files_that_break_promises_are_told() {
    let mut folders = vec![tests::data().join("crafted")];
    folders.extend(["crafted", "hostile"].into_iter().filter_map(tests::corpus));
    for folder in folders {
        let folder = folder.to_str().unwrap();
        for command in [
            "ls",
            "show",
            "bindings",
            "signatures",
            "verify",
            "validate",
            "scan",
            "roundtrip",
        ] {
            let output = dxobj(&[command, folder]);
            let code = output.status.code();
            assert!(matches!(code, Some(0..=2)), "{command} {folder}: {code:?}");
        }
    }
}
