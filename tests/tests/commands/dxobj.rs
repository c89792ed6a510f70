//! Tests the command `dxobj` with every available container; its own tests check its output.
//!
//! Judge: a round trip to the same bytes, and `crafted/EXPECT.tsv`, which was written by hand.

use std::path::Path;

use dxc_format::{Container, parts};

use crate::program::{dxobj, printed};

fn file(name: &str, bytes: &[u8]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Extracts the root signature of each shader and sets it again in each format; the file must not change.
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

/// Builds the document of every container; the result must be equal.
#[test]
fn documents_become_the_containers_that_they_show() {
    for path in tests::containers(&tests::data().join("dxc")) {
        let name = path.to_str().unwrap();
        for format in ["yaml", "json"] {
            let document = file("built.txt", &printed(&["show", "--format", format, name]));
            let built = file("built.dxil", b"");
            printed(&["build", &document, "-o", &built]);
            let same = std::fs::read(&path).unwrap() == std::fs::read(&built).unwrap();
            assert!(same, "{name} {format}");
        }
    }
}

/// Checks that no command panics or hangs for any file.
#[test]
fn files_that_break_guarantees_are_reported() {
    let mut folders = vec![tests::data().join("crafted")];
    folders.extend(tests::corpus("crafted"));
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

fn data(name: &str) -> String {
    tests::data().join(name).to_str().unwrap().to_owned()
}

/// Checks that every invalid value is an error with its location, also in parts without rules.
#[test]
fn validation_reads_every_part() {
    let expected = std::fs::read_to_string(data("crafted/EXPECT.tsv")).unwrap();
    let mut seen = 0;
    for line in expected.lines() {
        let Some((name, "refuse")) = line
            .rsplit_once('\t')
            .and_then(|(line, _)| line.split_once('\t'))
        else {
            continue;
        };
        let output = dxobj(&["validate", &data(&format!("crafted/{name}"))]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(
            said.contains(name) && said.contains(" at byte 0x"),
            "{said}"
        );
        seen += 1;
    }
    assert!(seen > 15, "{seen}");
}

#[test]
fn hex_shows_every_byte_once() {
    let path = data("crafted/gaps.dxil");
    let shown = String::from_utf8(printed(&["show", "--format", "hex", &path])).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let mut at = 0;
    for line in shown.lines().skip(1) {
        assert_eq!(
            usize::from_str_radix(&line[2..10], 16).unwrap(),
            at,
            "{line}"
        );
        for byte in line[12..line.len().min(59)].split_whitespace() {
            assert_eq!(u8::from_str_radix(byte, 16).unwrap(), bytes[at], "{line}");
            at += 1;
        }
    }
    assert_eq!(at, bytes.len());
}
