//! The options of `dxobj ls` that select files: DXC's disassembly of the same files says which they are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{Folder, error, failed, text};

/// The containers of the repository, and the names of those whose text by DXC has a property.
fn expected(is_wanted: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let texts = data()
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let texts = texts.filter(|path| path.to_str().unwrap().ends_with(".dumpbin.txt"));
    // Its instructions are in a file of their own.
    let wanted = texts.filter(|path| {
        let instructions = path.to_str().unwrap().replace(".dumpbin.", ".ir.");
        let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        is_wanted(&(read(path) + &read(Path::new(&instructions))))
    });
    let name = |path: PathBuf| {
        path.file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .replace(".dumpbin.txt", "")
    };
    wanted.map(name).collect()
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dxc-format/tests/data/dxc")
}

/// The names of the containers that `dxobj ls` lists, of those that have a text by DXC.
fn listed(options: &str) -> BTreeSet<String> {
    let folder = Folder::new();
    let mut count = 0;
    for name in expected(|_| true) {
        folder.copy(&format!("{name}.dxil"), &format!("all/{name}.dxil"));
        count += 1;
    }
    assert!(count > 20, "{count}");
    let output = folder.dxobj(&format!("ls -l all {options}"));
    let said = error(&output);
    let text = text(&output);
    let paths = text.lines().map(Path::new);
    let names = paths.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    let names: BTreeSet<String> = names.collect();
    let (status, note) = if names.is_empty() {
        (1, "no file matches\n")
    } else {
        (0, "")
    };
    assert_eq!(
        (output.status.code(), said.as_str()),
        (Some(status), note),
        "{options}"
    );
    names
}

#[test]
fn files_that_match_are_those_of_dxc() {
    let calls = |text: &str, name: &str| {
        let mut lines = text.lines().filter(|line| !line.starts_with(';'));
        lines.any(|line| line.contains("call ") && line.contains(&format!("@dx.op.{name}")))
    };
    // The row of a resource ends with its register and its count.
    let binds = |text: &str, register: &str| {
        let mut lines = text.lines().filter(|line| line.starts_with(';'));
        lines.any(|line| line.split_whitespace().rev().nth(1) == Some(register))
    };
    let waves = expected(|text| text.contains("Wave level operations"));
    assert!(!waves.is_empty());
    assert_eq!(listed("--requires WaveOps"), waves);
    let calling = expected(|text| calls(text, "wave"));
    assert!(!calling.is_empty());
    assert_eq!(listed("--calls dx.op.wave*"), calling);
    let loading = expected(|text| calls(text, "loadInput.f32("));
    assert_eq!(listed("--calls dx.op.loadInput.f32"), loading);
    for register in ["t3,space1", "s1", "u0"] {
        let binding = expected(|text| binds(text, register));
        assert!(!binding.is_empty(), "{register}");
        assert_eq!(
            listed(&format!("--binds {register}")),
            binding,
            "{register}"
        );
    }
    // Options are combined.
    let both = expected(|text| {
        binds(text, "s1") && text.contains("; Pixel Shader") && calls(text, "sample")
    });
    assert_eq!(listed("--binds s1 --stage ps --calls dx.op.sample*"), both);
    assert_eq!(listed("--stage vs --binds t77").len(), 0);
}

#[test]
fn names_are_checked_and_paths_are_separated() {
    let folder = Folder::new();
    folder.copy("vs_basic.sm60.dxil", "all/a.dxil");
    folder.copy("ps_textured.sm60.dxil", "all/b c.dxil");
    let separated = folder.printed("ls -0 all --part STAT");
    let names: Vec<&str> = separated.split_terminator('\0').collect();
    assert_eq!(names.len(), 2);
    assert!(names[1].ends_with("b c.dxil"), "{separated:?}");
    failed(
        &folder.dxobj("ls all --requires WaveOp"),
        "a similar value exists: 'WaveOps'",
    );
    failed(
        &folder.dxobj("ls all --calls dx.op.waveActiveOps"),
        "'dx.op.waveActiveOp'",
    );
    failed(&folder.dxobj("ls all --calls dx.op.waev*"), "'dx.op.wave*'");
    failed(
        &folder.dxobj("ls all --calls dx.op.xyzzy"),
        "named as in `dxobj dump`",
    );
    failed(&folder.dxobj("ls all --stage pixel"), "ps");
    failed(&folder.dxobj("ls all --binds x4"), "`t4,space1`");
}
