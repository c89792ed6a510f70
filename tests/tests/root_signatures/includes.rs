//! Files of HLSL that include others, which a map holds.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use dxc_format::constants::RootSignatureVersion;
use dxc_format::root_signature::Diagnostics;
use dxc_format::root_signature::hlsl::file::{self, File, Include, IncludedFile, Options};
use dxc_format::root_signature::hlsl::{self, Dialect, Form};

const VERSION: RootSignatureVersion = RootSignatureVersion::V1_1;

/// Files by their paths; included ones are searched next to the file that includes them, then in `include`.
struct Tree(BTreeMap<&'static str, &'static str>);

impl Tree {
    fn of(files: &[(&'static str, &'static str)]) -> Self {
        Self(files.iter().copied().collect())
    }

    fn open(&self, include: &Include<'_>) -> Option<IncludedFile> {
        let from = Path::new(include.from.unwrap_or("main.hlsl"));
        let own = (!include.is_angled).then(|| from.parent().unwrap());
        let folders = own.into_iter().chain([Path::new("include")]);
        let mut paths = folders.map(|folder| {
            let mut path = PathBuf::new();
            for component in folder.join(include.name).components() {
                match component {
                    Component::ParentDir => drop(path.pop()),
                    component => path.push(component),
                }
            }
            path.display().to_string()
        });
        paths.find_map(|path| Some(IncludedFile::new(&*path, *self.0.get(&*path)?)))
    }

    fn read<'t>(&self, text: &'t str) -> Result<File<'t>, Diagnostics> {
        let mut open = |include: &Include<'_>| self.open(include);
        file::find_with_includes(text, &Options::default(), &mut open)
    }

    /// The only root signature in its short form, or the error.
    fn only(&self, text: &str) -> String {
        let parsed = self.read(text).and_then(|file| file.only()?.parse(VERSION));
        match parsed {
            Ok(parsed) => hlsl::print(&parsed.signature, Form::Short, Dialect::Clang).unwrap(),
            Err(wrong) => wrong.render("main.hlsl", text, false),
        }
    }

    /// The notes on a file.
    fn notes(&self, text: &str) -> Vec<String> {
        let notes = self.read(text).unwrap().notes;
        notes.iter().map(ToString::to_string).collect()
    }
}

/// The shape of MiniEngine: a header of macros for each pass, which all shaders of the pass include.
#[test]
fn a_header_has_the_macro_of_a_shader() {
    let tree = Tree::of(&[
        (
            "PostRS.hlsli",
            "#define Post_RootSig \\\n    \"RootFlags(0), \" \\\n    \"CBV(b0), \" \\\n    \"DescriptorTable(SRV(t0, numDescriptors = 4))\"\n",
        ),
        (
            "Common.hlsli",
            "#ifndef COMMON_HLSLI\n#define COMMON_HLSLI\n#include \"PostRS.hlsli\"\nstruct Quad { float2 uv : UV; };\n#endif\n",
        ),
    ]);
    let text = "#include \"Common.hlsli\"\n#include \"Common.hlsli\"\n\n[RootSignature(Post_RootSig)]\n[numthreads(8, 8, 1)]\nvoid main() {}\n";
    assert_eq!(
        tree.only(text),
        "CBV(b0),\nDescriptorTable(SRV(t0, numDescriptors = 4))"
    );
    assert!(tree.notes(text).is_empty());
    let file = tree.read(text).unwrap();
    let found: Vec<String> = file.found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        ["main (line 4)", "Post_RootSig (PostRS.hlsli, line 1)"]
    );
    assert!(file.is_complete() && file.skipped.is_empty());
}

#[test]
fn folders_are_searched_from_the_including_file() {
    let tree = Tree::of(&[
        (
            "a/One.hlsli",
            "#include \"b/Two.hlsli\"\n#include <Three.hlsli>\n",
        ),
        ("a/b/Two.hlsli", "#include \"../Four.hlsli\"\n"),
        ("a/Four.hlsli", "#define FOUR \"SRV(t4)\"\n"),
        ("a/Three.hlsli", "#define THREE \"SRV(t0)\"\n"),
        ("include/Three.hlsli", "#define THREE \"SRV(t3)\"\n"),
    ]);
    let text = "#include \"a/One.hlsli\"\n[RootSignature(THREE \",\" FOUR)] void main() {}\n";
    assert_eq!(tree.only(text), "SRV(t3),\nSRV(t4)");
}

#[test]
fn files_are_included_once_or_again() {
    let tree = Tree::of(&[
        (
            "once.hlsli",
            "#pragma once\n#include \"once.hlsli\"\n#ifdef ONCE\n#error\n#endif\n#define ONCE\n",
        ),
        (
            "again.hlsli",
            "#ifdef SECOND\n#define RS \"SRV(t1)\"\n#else\n#define SECOND\n#endif\n",
        ),
    ]);
    let text = "#include \"once.hlsli\"\n#include \"once.hlsli\"\n#include \"again.hlsli\"\n#include \"again.hlsli\"\n[RootSignature(RS)] void main() {}\n";
    assert_eq!(tree.only(text), "SRV(t1)");
    assert!(tree.notes(text).is_empty());
}

/// A circle without a guard ends where files are too deep, not by a mistake for each.
#[test]
fn circles_are_refused() {
    let tree = Tree::of(&[
        ("a.hlsli", "#include \"b.hlsli\"\n"),
        ("b.hlsli", "#include \"a.hlsli\"\n"),
    ]);
    let wrong = tree.read("#include \"a.hlsli\"\nfloat4 x;\n").unwrap_err();
    assert_eq!(wrong.len(), 1);
    assert_eq!(
        wrong[0].to_string(),
        "b.hlsli:1:1: files include one another more than 64 deep"
    );
    assert!(wrong[0].render("main.hlsl", "", false).len() < 1000);
}

#[test]
fn a_missing_file_matters_only_without_a_root_signature() {
    let tree = Tree::of(&[]);
    let text = "#include \"no.hlsli\"\n[RootSignature(\"CBV(b0)\")] void main() {}\n";
    assert_eq!(tree.only(text), "CBV(b0)");
    assert_eq!(tree.notes(text), ["1:1: `no.hlsli` is not found"]);
    assert!(!tree.read(text).unwrap().is_complete());
    insta::assert_snapshot!(tree.only("#include \"no.hlsli\"\nvoid main() {}\n"), @r#"
    error: main.hlsl:1:1: the code that was read has no root signature
      |
    1 | #include "no.hlsli"
      | ^^^^^^^^^^^^^^^^^^^
      |
      = help: this file is not found
    "#);
    let text = "#include \"no.hlsli\"\n\n[RootSignature(SHARED)] void main() {}\n";
    insta::assert_snapshot!(tree.only(text), @r#"
    error: main.hlsl:3:16: expected a string, found `SHARED`
      |
    3 | [RootSignature(SHARED)] void main() {}
      |                ^^^^^^
      |
     ::: 
    1 | #include "no.hlsli"
      | ------------------- this file is not found
      |
      = help: this macro is not defined; use `-D` to define it
    "#);
}

/// Every message names the file that it is about, and the way to it.
#[test]
fn mistakes_name_their_file() {
    let tree = Tree::of(&[
        (
            "deep/a.hlsli",
            "// one\n#include \"b.hlsli\"\n#define RS \"CBV(b0), \" WRONG\n",
        ),
        ("deep/b.hlsli", "\n#define WRONG \"SVR(t0)\"\n"),
        ("open.hlsli", "float4 x;\n#if 1\n"),
        ("close.hlsli", "float4 x; }\n"),
    ]);
    let text = "#include \"deep/a.hlsli\"\n[RootSignature(RS)] void main() {}\n";
    insta::assert_snapshot!(tree.only(text), @r#"
    error: deep/b.hlsli:2:16: `SVR` is unknown here
      |
    2 | #define WRONG "SVR(t0)"
      |                ^^^
      |
      = note: included from deep/a.hlsli:2
      = note: included from main.hlsl:1
      = help: did you mean `SRV`?
    "#);
    let wrong = tree.read("#include \"open.hlsli\"\n#endif\n").unwrap_err();
    let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert_eq!(
        wrong,
        [
            "open.hlsli:2:1: the conditional does not end",
            "2:1: `#endif` without `#if`"
        ]
    );
    let text = "void main() {\n#include \"close.hlsli\"\n}\n";
    assert_eq!(
        tree.read(text).unwrap_err()[0].to_string(),
        "3:1: there is no opening bracket for this"
    );
    let text =
        "struct A {\n#include \"close.hlsli\"\n;\n[RootSignature(\"CBV(b0)\")] void main() {}\n";
    assert_eq!(tree.only(text), "CBV(b0)", "brackets close in other files");
}

/// A broken rule is shown at the clause in the header, with the location of the text that was read first.
#[test]
fn findings_are_shown_in_their_file() {
    let tree = Tree::of(&[("rs.hlsli", "#define TWICE \"CBV(b0)\"\n")]);
    let text = "#include \"rs.hlsli\"\n[RootSignature(\"CBV(b0), \" TWICE)] void main() {}\n";
    let file = tree.read(text).unwrap();
    let parsed = file.named("main").unwrap().parse(VERSION).unwrap();
    let findings = parsed.signature.validate();
    let wrong = parsed.diagnostic(&findings[0], text);
    assert_eq!(
        (wrong.file(), wrong.line_and_column()),
        (Some("rs.hlsli"), (1, 16))
    );
    assert_eq!(parsed.place(&findings[0].path), 15..22);

    let text = "#include \"rs.hlsli\"\n#define TWICE \"SRV(t0)\"\n";
    let note = &tree.read(text).unwrap().notes[0];
    insta::assert_snapshot!(note.render("main.hlsl", text, false), @r#"
    note: main.hlsl:2:9: `TWICE` is redefined with another value
      |
    2 | #define TWICE "SRV(t0)"
      |         ^^^^^
      |
     ::: rs.hlsli:1:9
      |
    1 | #define TWICE "CBV(b0)"
      |         ----- first here
    "#);
}

/// A string may be in a file of its own.
#[test]
fn strings_continue_in_other_files() {
    let tree = Tree::of(&[("rs.txt", "\"CBV(b0), \"\n\"SRV(t0)\"")]);
    let text = "[RootSignature(\n#include \"rs.txt\"\n)] void main() {}\n";
    assert_eq!(tree.only(text), "CBV(b0),\nSRV(t0)");
}

/// The file's own root signatures come before those of headers.
#[test]
fn headers_count_if_the_file_has_no_root_signature() {
    let tree = Tree::of(&[
        (
            "two.hlsli",
            "#define A \"CBV(b0)\"\n#define B \"SRV(t0)\"\n",
        ),
        (
            "one.hlsli",
            "#define A \"CBV(b1)\"\n#define NAME \"one (1)\"\n",
        ),
    ]);
    assert_eq!(
        tree.only("#include \"two.hlsli\"\n#define C \"UAV(u0)\"\n"),
        "UAV(u0)"
    );
    assert_eq!(tree.only("#include \"one.hlsli\"\n"), "CBV(b1)");
    let two = tree.only("#include \"two.hlsli\"\n");
    assert!(
        two.contains("choose one of A (two.hlsli, line 1), B (two.hlsli, line 2)"),
        "{two}"
    );
}

/// A root signature in a branch that is not compiled: a macro that would choose the branch is named, `#if 0` is none.
#[test]
fn skipped_root_signatures_name_their_macro() {
    let tree = Tree::of(&[(
        "rs.hlsli",
        "#if defined(SHADOWS)\n#define RS \"CBV(b0)\"\n#endif\n",
    )]);
    let help = |text: &'static str| {
        let file = tree.read(text).unwrap();
        let skipped = file.skipped.iter();
        let texts = skipped.map(|skipped| format!("{skipped}"));
        texts.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        help("#include \"rs.hlsli\"\n"),
        "rs.hlsli:2:9: this root signature is in a branch that is not compiled; `-D SHADOWS` defines `SHADOWS`, which is not defined"
    );
    let attribute = "#ifdef A\n#ifdef B\n[RootSignature(\"\")] void main() {}\n#endif\n#endif\n";
    assert!(help(attribute).contains("`-D A`"), "{}", help(attribute));
    for none in [
        "#if 0\n#define RS \"CBV(b0)\"\n#endif\n",
        "#ifdef A\n#define NAME \"one (1)\"\n#endif\n",
        "#ifndef A\n#else\n#define RS \"CBV(b0)\"\n#endif\n",
    ] {
        assert_eq!(help(none), "");
    }
    let wrong = tree.only("#include \"rs.hlsli\"\n");
    assert!(wrong.contains("this condition is false"), "{wrong}");
}
