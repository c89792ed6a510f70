//! Root signatures of files that other files belong to, and of files that multiply.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn dxobj(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dxobj"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// 2000 functions of 12 KB share a root signature of 2000 clauses.
#[test]
fn functions_that_share_a_root_signature_are_shown_once() {
    let folder = tempfile::tempdir().unwrap();
    let list = |node: &str| vec![node; 2000].join(",");
    let metadata = format!(
        "!dx.rootsignatures = !{{{},!3}}\n!0 = !{{null, !1, i32 2}}\n!3 = !{{ptr @f, !1, i32 2}}\n!1 = !{{{}}}\n\
         !2 = !{{!\"RootCBV\", i32 0, i32 1, i32 0, i32 4}}\n",
        list("!0"),
        list("!2")
    );
    fs::write(folder.path().join("many.ll"), metadata).unwrap();
    let shown = dxobj(&["rootsig", "show", "many.ll"], folder.path());
    let shown = text(&shown.stdout);
    assert_eq!(shown.lines().count(), 2001);
    assert_eq!(shown.lines().next(), Some("many.ll f  function, 1.1"));
    let json = dxobj(&["rootsig", "show", "--json", "many.ll"], folder.path());
    assert_eq!(text(&json.stdout).matches("\"hlsl\"").count(), 1);
}

#[test]
fn a_text_that_multiplies_is_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let table = |node: &str, count: usize| vec![node; count].join(",");
    let metadata = format!(
        "!dx.rootsignatures = !{{!0}}\n!0 = !{{null, !1, i32 2}}\n!1 = !{{{}}}\n\
         !2 = !{{!\"DescriptorTable\", i32 0, {}}}\n!3 = !{{!\"SRV\", i32 1, i32 0, i32 0, i32 -1, i32 4}}\n",
        table("!2", 100),
        table("!3", 300)
    );
    fs::write(folder.path().join("many.ll"), metadata).unwrap();
    let shown = dxobj(&["rootsig", "show", "--complete", "many.ll"], folder.path());
    assert_eq!((shown.status.code(), shown.stdout.len()), (Some(2), 0));
    assert_eq!(
        text(&shown.stderr),
        "error: many.ll: the text exceeds the limit of 524288 bytes\n"
    );
}

#[test]
fn twenty_findings_of_a_rule_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let findings = |count: usize| {
        let clauses = vec!["\"CBV(b0)\""; count + 1].join(" \",\"\n");
        let hlsl = format!("[RootSignature({clauses})] void f() {{}}\n");
        fs::write(folder.path().join("many.hlsl"), hlsl).unwrap();
        let command = ["rootsig", "convert", "--to", "rts0", "many.hlsl"];
        let error = text(&dxobj(&command, folder.path()).stderr);
        let shown = error.matches("registers twice").count();
        let rest = error.lines().find(|line| line.contains(" more finding"));
        (shown, rest.map(str::to_owned))
    };
    assert_eq!(findings(20), (20, None));
    let rest = |omitted| format!("error: many.hlsl: {omitted} of [register-overlap]");
    assert_eq!(findings(21), (20, Some(rest("1 more finding"))));
    assert_eq!(findings(5000), (20, Some(rest("4980 more findings"))));
}

/// A folder is no file, and neither is a device: it would be read without an end.
#[cfg(unix)]
#[test]
fn devices_are_not_included() {
    let folder = tempfile::tempdir().unwrap();
    let hlsl = "#include \"/dev/zero\"\n#include \".\"\n[RootSignature(\"CBV(b0)\")] void f() {}\n";
    fs::write(folder.path().join("f.hlsl"), hlsl).unwrap();
    let shown = dxobj(&["rootsig", "show", "f.hlsl"], folder.path());
    assert!(shown.status.success());
    assert!(text(&shown.stderr).contains("`/dev/zero` is not found"));
}

/// Included files of the first file's folder, of the folders of `-I` in their order, and of backslashes.
#[test]
fn all_commands_search_the_folders() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("src/own.hlsli", "#define OWN \"CBV(b0)\"\n");
    write("one/own.hlsli", "#define OWN \"CBV(b9)\"\n");
    write("one/sub/rs.hlsli", "#define RS OWN \", SRV(t1)\"\n");
    write("two/sub/rs.hlsli", "#define RS OWN \", SRV(t2)\"\n");
    let hlsl =
        "#include \"own.hlsli\"\n#include \"sub\\rs.hlsli\"\n[RootSignature(RS)] void f() {}\n";
    write("src/f.hlsl", hlsl);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dxc-format/tests/data/dxc");
    let shader = folder.path().join("vs.dxil");
    fs::copy(data.join("vs_basic.sm60.dxil"), shader).unwrap();
    let both = ["-I", "one", "-I", "two"];
    for command in [
        ["show", "src/f.hlsl"].as_slice(),
        &["convert", "--to", "hlsl", "src/f.hlsl"],
        &["extract", "--bare", "src/f.hlsl"],
        &["check", "--with", "src/f.hlsl", "vs.dxil"],
        &["set", "--force", "src/f.hlsl", "vs.dxil", "-o", "with.dxil"],
    ] {
        let arguments = [&["rootsig"], command, &both].concat();
        let output = dxobj(&arguments, folder.path());
        assert_ne!(output.status.code(), Some(2), "{command:?}");
        let without = dxobj(&[&["rootsig"], command].concat(), folder.path());
        assert_eq!(without.status.code(), Some(2), "{command:?}");
        assert!(text(&without.stderr).contains("is not found"));
    }
    let convert = |folders: [&str; 4]| {
        let command = ["rootsig", "convert", "--to", "hlsl", "src/f.hlsl"];
        let converted = dxobj(&[command.as_slice(), &folders].concat(), folder.path());
        text(&converted.stdout)
    };
    assert_eq!(convert(both), "CBV(b0),\nSRV(t1)\n");
    assert_eq!(convert(["-I", "two", "-I", "one"]), "CBV(b0),\nSRV(t2)\n");
}
