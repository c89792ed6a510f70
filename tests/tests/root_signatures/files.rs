//! Tests HLSL files: every root signature of each, notes about unsupported text, and hostile files.
//!
//! No tool judges which root signatures a file has, or the messages. New ones are read by hand.

use std::fmt::Write;
use std::path::PathBuf;

use dxc_format::constants::{RootFlags, RootSignatureVersion};
use dxc_root_signature::Diagnostics;
use dxc_root_signature::hlsl::file::{self, File, Kind, Options};
use dxc_root_signature::hlsl::{self, Dialect, Form};

const VERSION: RootSignatureVersion = RootSignatureVersion::V1_1;

/// The files in `data/hlsl/files`, some of which are not UTF-8.
fn files() -> Vec<(String, String)> {
    let folder = tests::data().join("hlsl/files");
    let paths = tests::entries(&folder);
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    let text = |path: &PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    paths.iter().map(|path| (name(path), text(path))).collect()
}

/// The report about a file: its notes, its root signatures, and the only root signature, or the errors.
pub(super) fn report(
    name: &str,
    text: &str,
    file: Result<File<'_>, Diagnostics>,
    dialect: Dialect,
) -> String {
    let mut said = String::new();
    let file = match file {
        Ok(file) => file,
        Err(wrong) => return wrong.render(name, text, false) + "\n",
    };
    for note in file.notes().iter().chain(file.skipped()) {
        writeln!(said, "{}", note.render(name, text, false)).unwrap();
    }
    for found in file.found() {
        let shown = found
            .text()
            .map_or_else(|_| "?".to_owned(), |text| format!("{text:?}"));
        writeln!(said, "{found} {:?} {shown}", found.kind()).unwrap();
    }
    if !file.is_complete() {
        said.push_str("incomplete\n");
    }
    match file.only().and_then(|found| found.parse(VERSION)) {
        Ok(parsed) => {
            let printed = hlsl::print(&parsed.signature, Form::Short, dialect).unwrap();
            writeln!(said, "=> {}", printed.replace('\n', " ")).unwrap();
            for finding in dxc_shader::root_signature::validate(&parsed.signature) {
                let shown = parsed.diagnostic(&finding, text);
                writeln!(said, "{}", shown.render(name, text, false)).unwrap();
            }
        }
        Err(wrong) => {
            let wrong = wrong.render(name, text, false);
            let is_said = said.contains(&wrong);
            said += if is_said {
                "=> the errors above"
            } else {
                &wrong
            };
            said.push('\n');
        }
    }
    said
}

#[test]
fn every_file_is_read_or_said_to_be_wrong() {
    let (files, mut said) = (files(), String::new());
    assert!(files.len() >= 30, "{}", files.len());
    for (name, text) in &files {
        let options = Options::default();
        let report = report(name, text, file::find(text, &options), options.dialect);
        writeln!(said, "## {name}\n{report}").unwrap();
    }
    insta::assert_snapshot!(tests::without_frames(&said));
}

fn file(name: &str) -> String {
    let path = tests::data().join("hlsl/files").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// The short form of a root signature of a file.
fn short(text: &str, options: &Options, name: &str) -> String {
    let file = file::find(text, options).unwrap();
    let parsed = file.named(name).unwrap().parse(VERSION).unwrap();
    hlsl::print(&parsed.signature, Form::Short, options.dialect).unwrap()
}

#[test]
fn options_define_macros() {
    let clang = Options::default();
    let textured = clang.clone().define("TEXTURED");
    let text = file("conditional_else.hlsl");
    assert_eq!(short(&text, &clang, "main"), "CBV(b0)");
    assert_eq!(short(&text, &textured, "main"), "DescriptorTable(SRV(t0))");

    let given = clang.clone().define("SHARED_RS=\"CBV(b7), \" \"SRV(t7)\"");
    let text = file("defined_elsewhere.hlsl");
    assert_eq!(short(&text, &given, "main"), "CBV(b7),\nSRV(t7)");
    let wrong = clang.clone().define("SHARED_RS=\"CBV(b7), SVR(t7)\"");
    let found = file::find(&text, &wrong).unwrap();
    let wrong = found.only().unwrap().parse(VERSION).unwrap_err();
    assert_eq!(
        &text[wrong[0].span()],
        "SHARED_RS",
        "the place that names the macro"
    );

    let target = clang.define("__SHADER_TARGET_MAJOR=6");
    let text = file("target_condition.hlsl");
    assert_eq!(short(&text, &target, "RS"), "CBV(b0)");
}

/// Expressions have the semantics of C's preprocessor, with 64-bit numbers.
#[test]
fn conditions_are_those_of_c() {
    let options = Options::new(Dialect::Clang);
    let is_so = |condition: &str| {
        let text = format!(
            "#if {condition}\n#define RS \"CBV(b1)\"\n#else\n#define RS \"CBV(b0)\"\n#endif\n"
        );
        short(&text, &options, "RS") == "CBV(b1)"
    };
    for condition in [
        "1 ? 2 : 0",
        "0 ? 0 : 1 ? 1 : 0",
        "!0 && !!7",
        "-1 < 0 && +1 > 0",
        "~0 == -1",
        "7 - 2 - 3 == 2",
        "2 + 3 * 4 == 14",
        "(2 + 3) * 4 == 20",
        "7 / 2 == 3 && 7 % 4 == 3",
        "-7 / 2 == -3",
        "(6 & 3) == 2 && (6 | 3) == 7 && (6 ^ 3) == 5",
        "7 & 3 == 3",
        "1 << 4 == 16 && 256 >> 4 == 16",
        "0x1F == 31 && 017 == 15 && 10uL == 10",
        "1 <= 1 && 1 >= 1 && 1 != 2",
        "0 || defined RS || !defined(RS)",
    ] {
        assert!(is_so(condition), "{condition}");
        assert!(!is_so(&format!("!({condition})")), "not {condition}");
    }
    // A note reports an expression without a value, and no branch is read.
    for (condition, said) in [
        ("1 / 0", "this divides by 0"),
        ("1 % 0", "this divides by 0"),
        ("1 ? 2", "conditions can use defined names and numbers"),
        ("(1", "`)`"),
        ("09", "conditions can use defined names and numbers"),
        ("1 2", "conditions can use defined names and numbers"),
    ] {
        let text = format!("#if {condition}\n#define RS \"CBV(b1)\"\n#endif\n");
        let found = file::find(&text, &options).unwrap();
        let notes = found.notes();
        let note = notes[0].render("file", &text, false);
        assert!(note.contains(said), "{condition}: {note}");
    }
}

#[test]
fn compilers_define_macros() {
    let text = file("compilers.hlsl");
    assert_eq!(short(&text, &Options::new(Dialect::Clang), "RS"), "CBV(b2)");
    let dxc = short(&text, &Options::new(Dialect::DXC), "RS");
    assert_eq!(dxc, "CBV(b1)");
}

#[test]
fn local_root_signatures_are_local() {
    let text = file("subobjects.hlsl");
    let file = file::find(&text, &Options::default()).unwrap();
    let parse = |name| file.named(name).unwrap().parse(VERSION).unwrap().signature;
    assert_eq!(parse("everything").flags, RootFlags::None);
    assert_eq!(parse("per_hit").flags, RootFlags::LocalRootSignature);
    assert_eq!(file.named("per_hit").unwrap().kind(), Kind::Local);

    let text = "[RootSignature(\"RootFlags(LOCAL_ROOT_SIGNATURE)\")] void main() {}";
    let parse = |dialect| {
        let file = file::find(text, &Options::new(dialect)).unwrap();
        file.only().unwrap().parse(VERSION)
    };
    assert!(parse(Dialect::Clang).is_ok());
    let wrong = parse(Dialect::DXC).unwrap_err();
    assert_eq!(&text[wrong[0].span()], "RootFlags(LOCAL_ROOT_SIGNATURE)");
}

/// Texts that are not whole files; `soak` tests them as files.
#[test]
fn hostile_files_are_texts_or_refused() {
    let parse = |name: &str| {
        let text = String::from_utf8(tests::read(&format!("hostile/rootsig-{name}.hlsl"))).unwrap();
        hlsl::parse(&text, VERSION, Dialect::Clang)
    };
    let parsed = parse("other-define-first").unwrap();
    assert_eq!(parsed.signature.parameters.len(), 1);
    let wrong = parse("rubbish-behind").unwrap_err();
    assert_eq!(wrong[0].line_and_column(), (2, 1), "{wrong}");
    assert!(parse("subobjects").is_err());
}

/// Long invalid files are refused in linear time.
#[test]
fn hostile_code_is_refused() {
    const LONG: usize = 1 << 18;
    let repeated = |text: &str| text.repeat(LONG / text.len());
    let doubled: String = (1..60)
        .map(|number| format!("#define A{number} A{0} A{0}\n", number - 1))
        .collect();
    let texts = [
        repeated("["),
        repeated("{ "),
        repeated("[RootSignature("),
        repeated("[RootSignature(\"\")]\n"),
        repeated("#if 1\n"),
        repeated("#if FOO(1)\n"),
        repeated("#if "),
        format!("#if {}\n", repeated("(")),
        format!("#if {}1\n#endif", repeated("!")),
        repeated("#else\n"),
        repeated("#define\n"),
        repeated("# /*"),
        repeated("{/* "),
        repeated("{\"\n"),
        repeated("GlobalRootSignature "),
        repeated("LocalRootSignature a = {"),
        repeated("#define RS RS \"\"\n"),
        format!("#define A0 \"CBV(b0)\"\n{doubled}[RootSignature(A59)] void main() {{}}"),
    ];
    for text in &texts {
        let outcome = file::find(text, &Options::default());
        let parsed = outcome.and_then(|file| file.only()?.parse(VERSION));
        let wrong = parsed.expect_err(&text[..40.min(text.len())]);
        assert!(wrong.len() <= 24, "{}", wrong.len());
        assert!(wrong.iter().all(|wrong| wrong.span().end <= text.len()));
        assert!(wrong.render("long", text, false).len() < 1 << 16);
    }
}

/// A file of many macros, each of which expands the one before.
#[test]
fn macros_that_multiply_are_refused() {
    let mut text = String::from("#define A0 \"CBV(b0), \"\n");
    for number in 1..5000 {
        let before = number - 1;
        writeln!(text, "#define A{number} A{before} \"CBV(b{number}), \"").unwrap();
    }
    let file = file::find(&text, &Options::default()).unwrap();
    assert_eq!(file.found().len(), 5000);
    assert!(file.found()[10].text().is_ok() && file.found()[4000].text().is_err());
}
