//! What the examples print.

use std::path::Path;
use std::process::Command;

use dxc_format::{Container, TypedParts, parts};

fn example(name: &str, arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO"));
    command
        .args([
            "run",
            "--quiet",
            "--package",
            "dxc-format",
            "--example",
            name,
            "--",
        ])
        .args(arguments);
    command
        .current_dir(tests::root())
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn inspect_shows_fields_and_names() {
    let output = example("inspect", &["tests/data/dxc/vs_basic.psv-v0.dxil"]);
    assert!(output.status.success());
    insta::assert_snapshot!("fields", text(&output.stdout));
}

#[test]
fn inspect_names_what_it_cannot_read() {
    let output = example("inspect", &["tests/data/crafted/sig-name-offset-out.dxil"]);
    assert!(!output.status.success());
    insta::assert_snapshot!("unreadable", text(&output.stderr));
    assert!(
        text(&output.stdout).contains("cannot be read"),
        "the other parts are shown all the same"
    );
}

#[test]
fn sources_are_written_into_a_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources");
    let _ = std::fs::remove_dir_all(&folder);
    let path = "tests/data/dxc/vs_basic.pdb-slim.dxil";
    let arguments = ["--sources", folder.to_str().unwrap(), path];
    let output = example("inspect", &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("-E main\n"));
    let source = std::fs::read_to_string(folder.join("vs_basic.hlsl")).unwrap();
    assert!(source.contains("SV_Position"));
    // What is there already is not written over.
    assert!(!example("inspect", &arguments).status.success());
}

#[test]
fn validation_tells_each_rule_that_is_broken() {
    let path = "tests/data/dxc/rs_full.v1_1.dxil";
    let output = example("inspect", &["--validate", path]);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), format!("{path}\n"));

    // Without its tables, nothing is left of where its resources were, and a sampler is wrong.
    let bytes = std::fs::read(tests::root().join(path)).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let mut signature = container.rts0().unwrap().unwrap().to_value();
    signature.parameters.truncate(4);
    signature.samplers[0].max_anisotropy = 17;
    let mut builder = container.to_builder();
    builder.set_part(parts::RTS0, signature).unwrap();
    let broken = Path::new(env!("CARGO_TARGET_TMPDIR")).join("broken.dxil");
    std::fs::write(&broken, builder.to_bytes().unwrap()).unwrap();
    let output = example("inspect", &["--validate", broken.to_str().unwrap()]);
    assert!(!output.status.success());
    let shown: Vec<_> = text(&output.stdout)
        .lines()
        .skip(1)
        .map(String::from)
        .collect();
    insta::assert_snapshot!("broken", shown.join("\n"));
    assert!(text(&output.stderr).ends_with("rules are broken\n"));
}

#[test]
fn hex_shows_every_byte_once() {
    let path = "tests/data/crafted/gaps.dxil";
    let output = example("inspect", &["--format", "hex", path]);
    assert!(output.status.success());
    let bytes = std::fs::read(tests::root().join(path)).unwrap();
    let mut at = 0;
    for line in text(&output.stdout).lines().skip(1) {
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

#[test]
fn roundtrip_counts_what_it_saw() {
    let output = example("roundtrip", &["tests/data/dxc"]);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "31 ok, 0 differ, 0 refused\n");
    let paths = ["tests/data/dxc", "tests/data/crafted/unknown-part.dxil"];
    let output = example("roundtrip", &[&["--stats"], &paths[..]].concat());
    assert!(output.status.success());
    let shown = text(&output.stdout);
    for line in [
        "part    typed   opaque  refused",
        "ILDN        5        0        0",
        "PRIV        1        0        0",
        "STAT       28        0        0",
        "\\xff\\0Zz       0        1        0",
        "32 ok, 0 differ, 0 refused",
    ] {
        assert!(
            shown.lines().any(|shown| shown == line),
            "{line} in {shown}"
        );
    }
    let output = example(
        "roundtrip",
        &[
            "--quiet",
            "tests/data/crafted/empty.dxil",
            "tests/data/crafted/gaps.dxil",
        ],
    );
    assert!(!output.status.success());
    assert_eq!(text(&output.stdout), "1 ok, 0 differ, 1 refused\n");
    assert_eq!(text(&output.stderr), "");
}
