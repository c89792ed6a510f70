//! A file whose every string acts on a terminal: nothing of it reaches one.
//!
//! Judge: properties: no control character is printed, colors leave the text as it is, and JSON and YAML read back.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Output;

use dxc_document::Document;
use dxc_format::signature::{Signature, SignatureElement};
use dxc_format::{Container, FourCC, TableStyle, parts};
use dxc_text::{escape_json, is_hidden};

use crate::{DXOBJ, Folder};

/// Conceals text, ends a line, begins a sequence in one letter, and reverses what follows.
pub(crate) const HOSTILE: &str = "\x1b[8m\r\n\u{9b}2K\u{202e}\u{200b}x";

/// A copy of a shader whose names are hostile: those of its elements and its entry, and a FourCC.
pub(crate) fn container(file: &[u8]) -> Vec<u8> {
    let container = Container::parse(file).unwrap();
    let mut builder = container.to_builder();
    for fourcc in [parts::ISG1, parts::OSG1] {
        let mut signature = Signature::default();
        let name = signature.names.intern(HOSTILE);
        let element = SignatureElement {
            name,
            ..SignatureElement::default()
        };
        signature.elements = vec![element; 2];
        builder.set_part(fourcc, signature).unwrap();
    }
    let document = Document::of(&container).unwrap().to_yaml().unwrap();
    let hostile = serde_json::to_string(HOSTILE).unwrap();
    let hostile = escape_json(&hostile);
    let document = document.replace("EntryName: main", &format!("EntryName: {hostile}"));
    let document = Document::from_yaml(&document)
        .unwrap()
        .to_bytes(TableStyle::Dxc)
        .unwrap();
    if let Some(psv0) = Container::parse(&document).unwrap().find(parts::PSV0) {
        builder.set(parts::PSV0, psv0.data.to_vec());
    }
    builder.push(FourCC(*b"\x1b[8m"), HOSTILE.as_bytes().to_vec());
    builder.push(parts::PRIV, HOSTILE.as_bytes().to_vec());
    builder.to_bytes().unwrap()
}

/// A copy in which each `from`, wherever it is, is `to`, which is as long.
pub(crate) fn replaced(file: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut file = file.to_vec();
    let mut at = 0;
    while let Some(found) = file[at..]
        .windows(from.len())
        .position(|window| window == from)
    {
        file[at + found..][..to.len()].copy_from_slice(to);
        at += found + to.len();
    }
    file
}

/// Asserts that nothing was printed that acts on a terminal. Ends of lines are ours, and sequences for colors are not asked for.
#[track_caller]
pub(crate) fn is_plain(what: &str, output: &Output) {
    for bytes in [&output.stdout, &output.stderr] {
        let text = String::from_utf8(bytes.clone()).unwrap_or_else(|_| panic!("{what}: no text"));
        let wrong = text.find(|letter| is_hidden(letter) && !matches!(letter, '\n' | '\t'));
        if let Some(at) = wrong {
            let line = text.split_at(at).0.lines().last().unwrap_or_default();
            panic!(
                "{what}: behind {line:?}: {:?}",
                text.split_at(at).1.chars().next()
            );
        }
        // A line that only hostile text could begin.
        assert!(!text.contains("\nx"), "{what}: {text:?}");
    }
}

/// Tokens have colors if they are asked for, and the text is the same without them.
#[test]
fn tokens_of_dumps_have_colors() {
    let folder = Folder::new();
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    folder.copy("lib_raytracing.sm69.dxil", "lib.dxil");
    folder.copy("vs_basic.pdb-full.dxil", "debug.dxil");
    folder.write(
        "shade.dxbc",
        std::fs::read(files.join("shade.dxbc")).unwrap(),
    );
    for (file, tokens) in [
        (
            "lib.dxil",
            &[
                ("2", "; Resource Bindings:"),
                ("34", "getelementptr"),
                ("33", "%struct.Payload"),
                ("33", "float"),
                ("36", "%15"),
                (
                    "36",
                    "@\"\\01?scene@@3URaytracingAccelerationStructure@@A\"",
                ),
                ("35", "0x3FB99999A0000000"),
                ("32", "\"dxil-ms-dx\""),
                ("95", "!dx.resources"),
                ("95", "#0"),
            ][..],
        ),
        (
            "debug.dxil",
            &[("34", "distinct"), ("95", "!DICompileUnit"), ("95", "!dbg")],
        ),
        (
            "shade.dxbc",
            &[
                ("2", "// Approximately 0 instruction slots used"),
                ("34", "store_uav_typed"),
                ("36", "cb0"),
                ("35", "3.000000"),
            ],
        ),
    ] {
        let plain = folder.printed(&format!("dump {file}"));
        let colored = folder.printed(&format!("dump --color always {file}"));
        assert!(!plain.contains('\x1b'), "{file}");
        for (style, token) in tokens {
            let token = format!("\x1b[{style}m{token}\x1b[0m");
            assert!(colored.contains(&token), "{file}: {token:?}");
        }
        let pieces = colored.split('\x1b').enumerate();
        let pieces = pieces.map(|(index, piece)| match index {
            0 => piece,
            _ => piece.split_once('m').unwrap().1,
        });
        assert_eq!(pieces.collect::<String>(), plain, "{file}");
    }
}

/// Runs a line with a word in place of `{}`, or at its end.
fn run(folder: &Folder, line: &str, word: &OsStr) -> Output {
    let mut command = folder.command(DXOBJ);
    let words = line.split(' ').map(|own| match own {
        "{}" => word,
        own => OsStr::new(own),
    });
    let last = (!line.contains("{}")).then_some(word);
    command.args(words.chain(last)).output().unwrap()
}

/// Runs a line on a terminal of its own, by the program `script` of util-linux.
#[cfg(target_os = "linux")]
fn on_terminal(folder: &Folder, line: &str) -> String {
    let mut command = folder.command("script");
    let line = format!("{DXOBJ} {line}");
    let output = command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    String::from_utf8_lossy(&output.output().unwrap().stdout).into_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn bytes_are_not_written_to_a_terminal() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    folder.copy("rs_full.v1_1.dxil", "ps.dxil");
    folder.write("notes", "mine");
    let document = folder.printed("show --format yaml vs.dxil");
    folder.write("vs.yaml", document);
    for line in [
        "strip --debug vs.dxil -o -",
        "sign --force vs.dxil -o -",
        "set PRIV notes vs.dxil -o -",
        "remove STAT vs.dxil -o -",
        "move STAT --before DXIL vs.dxil -o -",
        "extract DXIL vs.dxil",
        "extract DXIL vs.dxil -o -",
        "build vs.yaml -o -",
        "rootsig strip ps.dxil -o -",
        "rootsig extract ps.dxil",
        "rootsig extract ps.dxil -o -",
        "rootsig convert --to rts0 ps.dxil",
        "rootsig convert --to rts0 ps.dxil -o -",
        "rootsig set ps.dxil vs.dxil --force -o -",
    ] {
        let shown = on_terminal(&folder, line);
        assert!(
            shown.contains("the bytes would go to the terminal"),
            "{line}: {shown}"
        );
        assert!(
            !shown.contains("DXBC") && !shown.contains('\0'),
            "{line}: {shown:?}"
        );
    }
    // Text is written to one, and so are paths.
    let shown = on_terminal(&folder, "rootsig convert --to hlsl ps.dxil -o -");
    assert!(shown.contains("RootFlags"), "{shown}");
    folder.copy("rs_full.v1_1.dxil", "all/\x1b[8m.dxil");
    let shown = on_terminal(&folder, "ls -0 all");
    assert!(
        shown.contains("all/\\u{1b}[8m.dxil") || shown.contains("all/\\x1b[8m.dxil"),
        "{shown:?}"
    );
}

#[test]
fn arguments_are_shown_escaped() {
    let folder = Folder::new();
    folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    let hostile = OsStr::new(HOSTILE);
    for line in [
        "ls",
        "show --part",
        "show --format",
        "extract vs.dxil",
        "--color",
        "remove -i vs.dxil",
        "show --explain vs.dxil",
        "rootsig show --name",
        "rootsig convert --to",
        "show --explain",
        "ls . --exclude",
        "set --bitcode {} vs.dxil vs.dxil -o set",
        "set --bitcode DXIL {} vs.dxil -o set",
        "move {} --before DXIL -i vs.dxil",
        "move ISG1 --before {} -i vs.dxil",
    ] {
        is_plain(line, &run(&folder, line, hostile));
    }
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt;
        let name = OsStr::from_bytes(b"\xff\x1b[8m\r\n\xc2\x9b");
        is_plain("ls", &run(&folder, "ls", name));
        is_plain("show --part", &run(&folder, "show --part", name));
    }
}

#[test]
fn arguments_in_messages_and_hints_are_escaped() {
    let folder = Folder::new();
    folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    for (line, begin) in [
        ("ls . --exclude", "["),
        ("show --explain", "PSV0."),
        ("show --part NONE --explain vs.dxil", "PSV0."),
        ("rootsig", "./"),
    ] {
        let hostile = format!("{begin}{HOSTILE}");
        is_plain(line, &run(&folder, line, OsStr::new(&hostile)));
    }
    // In place of commands, some of which have hints. Windows has no such names of files.
    #[cfg(not(windows))]
    folder.write("x\x1b[8m", "");
    for word in [HOSTILE, &format!("PSV0.{HOSTILE}"), "./\x1b[8m", "x\x1b[8m"] {
        let mut command = folder.command(DXOBJ);
        is_plain("a command", &command.arg(word).output().unwrap());
    }
}

#[test]
fn escapes_of_json_and_yaml_read_back() {
    let folder = Folder::new();
    let plain = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    let container = container(&plain);
    folder.write("hostile.dxil", &container);
    let line = folder.printed("signatures --json hostile.dxil");
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["signatures"][0]["elements"][0]["name"], HOSTILE);
    for format in ["yaml", "json"] {
        let document = folder.printed(&format!("show --format {format} hostile.dxil"));
        folder.write("document", document);
        folder.printed("build -o built.dxil document");
        assert!(folder.read("built.dxil") == container, "{format}");
    }
    // Content is written as it is.
    folder.printed("extract PRIV hostile.dxil -o private");
    assert_eq!(folder.read("private"), HOSTILE.as_bytes());
}

/// Pictures and colors are ours.
#[test]
fn colors_are_printed_beside_escaped_text() {
    let folder = Folder::new();
    let plain = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    folder.write("hostile.dxil", container(&plain));
    let text = folder.printed("--color always ls hostile.dxil");
    assert!(text.starts_with("\x1b[1mhostile.dxil\x1b[0m: "), "{text:?}");
    assert!(
        !text.contains("\x1b[8m") && text.contains("\\x1b[8m"),
        "{text:?}"
    );
}
