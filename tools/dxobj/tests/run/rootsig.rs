//! Root signatures of files that other files belong to, and of files that multiply.
//!
//! No tool judges the output: numbers of lines and findings were counted from the files, which are made here.

use crate::{Folder, error, failed, text};

/// 2000 functions of 12 KB share a root signature of 2000 clauses.
#[test]
fn functions_that_share_a_root_signature_are_shown_once() {
    let folder = Folder::new();
    let list = |node: &str| vec![node; 2000].join(",");
    let metadata = format!(
        "!dx.rootsignatures = !{{{},!3}}\n!0 = !{{null, !1, i32 2}}\n!3 = !{{ptr @f, !1, i32 2}}\n!1 = !{{{}}}\n\
         !2 = !{{!\"RootCBV\", i32 0, i32 1, i32 0, i32 4}}\n",
        list("!0"),
        list("!2")
    );
    folder.write("many.ll", metadata);
    let shown = text(&folder.dxobj("rootsig show many.ll"));
    assert_eq!(shown.lines().count(), 2001);
    assert_eq!(shown.lines().next(), Some("many.ll f  function, 1.1"));
    let json = text(&folder.dxobj("rootsig show --json many.ll"));
    assert_eq!(json.matches("\"hlsl\"").count(), 1);
}

#[test]
fn names_that_share_a_root_signature_are_listed() {
    let folder = Folder::new();
    let node = |name: &str| format!("!{{ptr @{name}, !1, i32 2}}");
    let metadata = format!(
        "!dx.rootsignatures = !{{!0,!3}}\n!0 = {}\n!3 = {}\n!1 = !{{!2}}\n\
         !2 = !{{!\"RootCBV\", i32 0, i32 1, i32 0, i32 4}}\n",
        node("f"),
        node("g")
    );
    folder.write("two.ll", metadata);
    let line = text(&folder.dxobj("rootsig show --json two.ll"));
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    let listed = &line["root_signatures"][0];
    assert_eq!(listed["name"], "f");
    assert_eq!(listed["shared_with"], serde_json::json!(["g"]));
}

#[test]
fn a_text_that_multiplies_is_not_printed() {
    let folder = Folder::new();
    let table = |node: &str, count: usize| vec![node; count].join(",");
    let metadata = format!(
        "!dx.rootsignatures = !{{!0}}\n!0 = !{{null, !1, i32 2}}\n!1 = !{{{}}}\n\
         !2 = !{{!\"DescriptorTable\", i32 0, {}}}\n!3 = !{{!\"SRV\", i32 1, i32 0, i32 0, i32 -1, i32 4}}\n",
        table("!2", 100),
        table("!3", 300)
    );
    folder.write("many.ll", metadata);
    let shown = folder.dxobj("rootsig show --complete many.ll");
    assert_eq!((shown.status.code(), shown.stdout.len()), (Some(2), 0));
    assert_eq!(
        error(&shown),
        "error: many.ll: the text exceeds the limit of 524288 bytes\n"
    );
}

#[test]
fn twenty_findings_of_a_rule_are_shown() {
    let folder = Folder::new();
    let findings = |count: usize| {
        let clauses = vec!["\"CBV(b0)\""; count + 1].join(" \",\"\n");
        folder.write(
            "many.hlsl",
            format!("[RootSignature({clauses})] void f() {{}}\n"),
        );
        let error = error(&folder.dxobj("rootsig convert --to rts0 many.hlsl"));
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
    let folder = Folder::new();
    let hlsl = "#include \"/dev/zero\"\n#include \".\"\n[RootSignature(\"CBV(b0)\")] void f() {}\n";
    folder.write("f.hlsl", hlsl);
    let shown = folder.dxobj("rootsig show f.hlsl");
    assert!(shown.status.success());
    assert!(error(&shown).contains("`/dev/zero` is not found"));
}

/// Included files of the first file's folder, of the folders of `-I` in their order, and of backslashes.
#[test]
fn all_commands_search_the_folders() {
    let folder = Folder::new();
    folder.write("src/own.hlsli", "#define OWN \"CBV(b0)\"\n");
    folder.write("one/own.hlsli", "#define OWN \"CBV(b9)\"\n");
    folder.write("one/sub/rs.hlsli", "#define RS OWN \", SRV(t1)\"\n");
    folder.write("two/sub/rs.hlsli", "#define RS OWN \", SRV(t2)\"\n");
    let hlsl =
        "#include \"own.hlsli\"\n#include \"sub\\rs.hlsli\"\n[RootSignature(RS)] void f() {}\n";
    folder.write("src/f.hlsl", hlsl);
    folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    for command in [
        "rootsig show src/f.hlsl",
        "rootsig convert --to hlsl src/f.hlsl",
        "rootsig extract --bare src/f.hlsl",
        "rootsig check --with src/f.hlsl vs.dxil",
        "rootsig set --force src/f.hlsl vs.dxil -o with.dxil",
    ] {
        let output = folder.dxobj(&format!("{command} -I one -I two"));
        assert_ne!(output.status.code(), Some(2), "{command}");
        failed(&folder.dxobj(command), "is not found");
    }
    let convert = |folders| {
        let converted = folder.dxobj(&format!("rootsig convert --to hlsl src/f.hlsl {folders}"));
        text(&converted)
    };
    assert_eq!(convert("-I one -I two"), "CBV(b0),\nSRV(t1)\n");
    assert_eq!(convert("-I two -I one"), "CBV(b0),\nSRV(t2)\n");
}

/// Clang keeps the order of the clauses of a text, which the judge of the same name in the tests with LLVM compares.
#[test]
fn metadata_has_the_order_of_the_text() {
    let folder = Folder::new();
    let clauses = "StaticSampler(s0), DescriptorTable(SRV(t0)), RootFlags(0), CBV(b0)";
    folder.write("root.hlsl", format!("#define RS \"{clauses}\"\n"));
    let printed = folder.printed("rootsig convert --to metadata root.hlsl");
    let words = ["StaticSampler", "DescriptorTable", "RootFlags", "RootCBV"];
    let places = words.map(|word| printed.find(&format!("!{{!\"{word}\"")).unwrap());
    assert!(places.is_sorted(), "{printed}");
}
