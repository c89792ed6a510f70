//! Exit codes and streams of all commands: 0 for what is done, 1 for the answer no, 2 for what could not be done.
//!
//! No tool judges the exit codes: their meaning is that of the help. New ones are read by hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dxc_format::Container;
use dxc_format::digest::{self, Digest, Verdict};

use crate::{Folder, error, failed, text};

/// The files that the lines below name.
fn folder() -> Folder {
    let folder = Folder::new();
    let vs = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    folder.copy("rs_full.v1_1.dxil", "root.dxil");
    folder.copy("lib_raytracing.sm66.dxil", "all/lib.dxil");
    folder.copy("rs_full.v1_1.dxil", "all/root.dxil");
    folder.copy("vs_basic.pdb-full.dxil", "unsigned.dxil");
    let mut wrong = vs.clone();
    *wrong.last_mut().unwrap() ^= 1;
    folder.write("wrong.dxil", &wrong);
    let digest = |letter| [&vs[..4], &[letter; 16], &vs[20..]].concat();
    folder.write("bypass.dxil", digest(1));
    folder.write("preview.dxil", digest(2));
    let private = dxc_format::parts::PRIV;
    let mut builder = dxc_format::Builder::new();
    builder.push(private, [1, 2, 3].as_slice());
    folder.write("priv.dxil", builder.to_bytes().unwrap());
    folder.write("notes.txt", "notes");
    folder.write("none/notes.txt", "notes");
    folder
}

/// Where a command prints: standard output, standard error, both, or nowhere.
type Streams = &'static str;

/// Commands, their exit codes, and the streams that have lines.
const TABLE: &[(&str, i32, Streams)] = &[
    // Nothing to show.
    ("bindings priv.dxil", 0, "err"),
    ("bindings --json priv.dxil", 0, "out"),
    ("signatures priv.dxil", 0, "err"),
    ("signatures --json priv.dxil", 0, "out"),
    ("reflect priv.dxil", 0, "err"),
    ("reflect --json priv.dxil", 0, "out"),
    ("dump priv.dxil", 0, "out err"),
    ("sources vs.dxil", 0, "err"),
    ("sources --json vs.dxil", 0, "out err"),
    ("sources -o src vs.dxil", 0, "err"),
    ("sources all", 0, "err"),
    ("rootsig show vs.dxil", 0, "err"),
    ("rootsig show --json vs.dxil", 0, "out err"),
    ("rootsig check vs.dxil", 0, "err"),
    ("rootsig check --with root.dxil priv.dxil", 0, "err"),
    ("show --part RTS0 vs.dxil", 0, "err"),
    ("show --part RTS0 --format hex vs.dxil", 0, "err"),
    ("show --part RTS0 --part SFI0 vs.dxil", 0, "out err"),
    ("show --part RTS0 all", 0, "out err"),
    ("show --explain PSV0.info", 0, "out"),
    ("show --explain RTS0 vs.dxil", 0, "out err"),
    ("ls priv.dxil", 0, "out"),
    // Nothing to change.
    ("strip --debug -i vs.dxil", 0, "err"),
    ("strip --part ABCD -i vs.dxil", 0, "err"),
    ("remove RTS0 -i vs.dxil", 0, "err"),
    ("remove RTS0 vs.dxil -o new.dxil", 0, "err"),
    ("move RTS0 --before DXIL -i vs.dxil", 0, "err"),
    ("rootsig strip -i vs.dxil", 0, "err"),
    ("sign -i vs.dxil", 0, "err"),
    ("-q sources vs.dxil", 0, ""),
    // The answer is no.
    ("verify wrong.dxil", 1, "out"),
    ("verify unsigned.dxil", 1, "out"),
    ("verify bypass.dxil", 0, "out"),
    ("validate wrong.dxil", 1, "out"),
    ("validate --json wrong.dxil", 1, "out"),
    ("validate --no-digest wrong.dxil", 0, ""),
    ("validate unsigned.dxil", 0, "err"),
    ("validate bypass.dxil", 0, ""),
    ("validate preview.dxil", 0, ""),
    ("validate all", 0, ""),
    ("diff vs.dxil root.dxil", 1, "out"),
    ("diff all none", 2, "err"),
    ("rootsig check --with root.dxil vs.dxil", 1, "out"),
    ("rootsig check all", 1, "out"),
    ("rootsig check --with root.dxil all/lib.dxil", 1, "out"),
    ("scan notes.txt", 1, "err"),
    ("scan none", 1, "err"),
    ("scan notes.txt vs.dxil", 0, "out err"),
    ("sign -i wrong.dxil", 1, "err"),
    ("rootsig set root.dxil vs.dxil -o new.dxil", 1, "err"),
    // It could not be done.
    ("diff all nothing", 2, "err"),
    ("diff nothing all", 2, "err"),
    ("ls none", 2, "err"),
    ("show --part 77 vs.dxil", 2, "err"),
    ("show --part FOUR5 vs.dxil", 2, "err"),
    ("show --explain PSV0.nothing", 2, "err"),
    ("show --explain PSV0.nothing vs.dxil", 2, "err"),
    ("show --explain NOPE", 2, "err"),
    ("extract RTS0 vs.dxil", 2, "err"),
    ("extract --bitcode SFI0 vs.dxil", 2, "err"),
    ("remove 77 -i vs.dxil", 2, "err"),
    ("move DXIL --before RTS0 -i vs.dxil", 2, "err"),
    ("rootsig extract vs.dxil", 2, "err"),
    ("rootsig convert --to hlsl vs.dxil", 2, "err"),
    ("rootsig show --name Main root.dxil", 2, "err"),
    ("set SFI0 notes.txt vs.dxil -o new.dxil", 2, "err"),
];

#[test]
fn exit_codes_have_one_meaning() {
    let folder = folder();
    let mut wrong = Vec::new();
    for (line, code, streams) in TABLE {
        let output = folder.dxobj(line);
        let printed = [("out", &output.stdout), ("err", &output.stderr)];
        let printed = printed.into_iter().filter(|(_, bytes)| !bytes.is_empty());
        let printed: Vec<&str> = printed.map(|(name, _)| name).collect();
        let printed = printed.join(" ");
        if (output.status.code(), &*printed) != (Some(*code), *streams) {
            let found = output.status.code();
            wrong.push(format!("{line}: {found:?} {printed}: {}", error(&output)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn strip_says_that_there_was_nothing_to_strip() {
    let folder = folder();
    folder.copy("vs_basic.pdb-full.dxil", "debug.dxil");
    for (line, is_told) in [
        ("--debug vs.dxil -o new.dxil", true),
        ("--debug --private -i vs.dxil", true),
        ("--part ABCD vs.dxil -o new.dxil", true),
        ("--debug --reflection vs.dxil -o new.dxil", false),
        ("--debug debug.dxil -o new.dxil", false),
        ("--debug all -o stripped", false),
    ] {
        let output = folder.dxobj(&format!("strip {line}"));
        let told = error(&output);
        let is = told.contains("vs.dxil: nothing to strip\n");
        assert_eq!(
            (output.status.code(), is),
            (Some(0), is_told),
            "{line}: {told}"
        );
    }
}

#[test]
fn help_states_the_meaning_of_exit_codes() {
    let help = Folder::new().printed("--help");
    for code in [
        "  0  success",
        "  1  the answer is no",
        "  2  a file could not be",
    ] {
        assert!(help.contains(code), "{help}");
    }
}

/// One line counts the files of a folder that have nothing to show.
#[test]
fn files_of_a_folder_without_an_answer_are_counted() {
    let folder = Folder::new();
    for index in 0..50 {
        folder.copy("vs_basic.sm60.dxil", &format!("all/{index}.dxil"));
    }
    let output = folder.dxobj("sources all");
    assert_eq!(error(&output), "50 of 50 files: no embedded sources\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_wrong_digest_is_a_finding_in_json() {
    let folder = folder();
    let judged = |file: &str| {
        let line = text(&folder.dxobj(&format!("validate --json {file}")));
        serde_json::from_str::<serde_json::Value>(&line).unwrap()
    };
    let wrong = judged("wrong.dxil");
    assert_eq!(wrong["digest"], "wrong");
    assert_eq!(wrong["findings"][0]["rule"], "digest");
    assert_eq!(wrong["findings"][0]["field"], "header.digest");
    // The values of `verify`, which no text surrounds.
    let verified = text(&folder.dxobj("verify --json wrong.dxil"));
    let verified: serde_json::Value = serde_json::from_str(&verified).unwrap();
    assert_eq!(wrong["findings"][0]["found"], verified["digest"]);
    assert_eq!(wrong["findings"][0]["expected"], verified["computed"]);
    for (file, word) in [("vs", "ok"), ("unsigned", "unsigned"), ("bypass", "bypass")] {
        let line = judged(&format!("{file}.dxil"));
        assert_eq!(line["digest"], word);
        assert_eq!(line["findings"].as_array().unwrap().len(), 0);
    }
}

#[test]
fn words_that_are_no_commands_have_hints() {
    let folder = folder();
    for (line, hint) in [
        ("vs.dxil", "`dxobj show vs.dxil`"),
        ("all", "`dxobj ls all`"),
        ("PSV0", "`dxobj show --part PSV0 FILE`"),
        ("psv0.info", "`dxobj show --explain PSV0.info`"),
        ("list vs.dxil", "`dxobj ls`"),
        ("info vs.dxil", "`dxobj show`"),
        ("rootsig vs.dxil", "`dxobj rootsig show vs.dxil`"),
        ("verfy vs.dxil", "'verify'"),
    ] {
        let output = folder.dxobj(line);
        assert!(error(&output).contains(hint), "{line}: {}", error(&output));
        assert_eq!(output.status.code(), Some(2));
    }
}

/// The docs of a field are the same with a file and without one, and no field of a file is without docs.
#[test]
fn fields_are_explained_without_a_file() {
    let folder = folder();
    let docs = |text: &str| {
        let (mut docs, mut path) = (BTreeMap::<String, String>::new(), String::new());
        for line in text.lines() {
            match line.strip_prefix("  ") {
                Some(line) if line.starts_with("  ") => {}
                Some(line) => *docs.entry(path.clone()).or_default() += line,
                None => path = line.split(' ').next().unwrap().to_owned(),
            }
        }
        docs
    };
    for (file, part) in [
        ("vs", "PSV0"),
        ("vs", "ISG1"),
        ("vs", "DXIL"),
        ("vs", "HASH"),
        ("vs", "SFI0"),
        ("root", "RTS0"),
        ("all/lib", "RDAT"),
        ("all/lib", "VERS"),
    ] {
        let all = docs(&folder.printed(&format!("show --explain {part}")));
        let there = docs(&folder.printed(&format!("show --explain {part} {file}.dxil")));
        for path in there.keys().filter(|path| path.len() > part.len()) {
            assert!(all.contains_key(path), "{path}");
        }
    }
    let entry = folder.printed("show --explain psv0.info.shader_stage");
    assert!(entry.starts_with("PSV0.info.shader_stage\n"), "{entry}");
    assert!(entry.contains("\n    Vertex: "), "{entry}");
}

/// DXC compiled one text for two shader models, with blocks in another order: what differs are the operations on resources,
/// which each model has of its own.
#[test]
fn blocks_at_other_places_are_compared() {
    let folder = Folder::new();
    folder.copy("cs_reduce.sm60.dxil", "old.dxil");
    folder.copy("cs_reduce.sm68.dxil", "new.dxil");
    let printed = text(&folder.dxobj("diff --instructions old.dxil new.dxil"));
    let of_resources = [
        (
            "  - ",
            &["createHandle(", "bufferLoad.", "bufferStore."][..],
        ),
        (
            "  + ",
            &[
                "createHandleFromBinding(",
                "annotateHandle(",
                "rawBufferLoad.",
                "rawBufferStore.",
            ],
        ),
    ];
    for (sign, operations) in of_resources {
        let lines = printed.lines().filter(|line| line.starts_with(sign));
        let is_other = |line: &&str| {
            let mut operations = operations.iter();
            !operations.any(|name| line.contains(&format!("@dx.op.{name}")))
        };
        assert_eq!(lines.clone().find(is_other), None);
        assert!(lines.count() > 8, "{printed}");
    }
}

#[test]
fn every_byte_stands_in_hex_with_its_field() {
    let folder = Folder::new();
    let file = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    let printed = folder.printed("show --format hex vs.dxil");
    let mut shown = vec![None; file.len()];
    for line in printed.lines().skip(1) {
        let at = usize::from_str_radix(&line[2..10], 16).unwrap();
        let bytes = &line[12..line.len().min(59)];
        for (offset, byte) in bytes.split_whitespace().enumerate() {
            shown[at + offset] = Some(u8::from_str_radix(byte, 16).unwrap());
        }
    }
    assert_eq!(shown, file.into_iter().map(Some).collect::<Vec<_>>());
    assert!(!printed.contains("(no field)"), "{printed}");
}

/// D3D's reflection has written the text beside the file.
#[test]
fn variables_are_shown_with_the_names_of_their_types() {
    let folder = Folder::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dxc-format/tests/data/reflection");
    folder.write("ps.dxbc", fs::read(data.join("ps.dxbc")).unwrap());
    let printed = folder.printed("show --part RDEF ps.dxbc");
    let rows: Vec<Vec<&str>> = printed
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let described = fs::read_to_string(data.join("ps.dxbc.txt")).unwrap();
    let types = described.lines().filter_map(|line| {
        let (variable, rest) = line.strip_prefix("  type ")?.split_once(": name=")?;
        Some((variable, rest.split(' ').next()?))
    });
    for (variable, name) in types {
        let is_row = |row: &Vec<&str>| row.get(1) == Some(&variable) && row.get(5) == Some(&name);
        assert!(rows.iter().any(is_row), "{variable}: {name}");
    }
}

#[test]
fn damage_of_a_program_has_its_place() {
    let folder = Folder::new();
    let mut file = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    let magic = b"BC\xc0\xde";
    // The program is the last part.
    let bitcode = file.windows(4).rposition(|window| window == magic).unwrap();
    file[bitcode + 0x258..][..40].fill(0xff);
    folder.write("broken.dxil", file);
    for line in [
        "diff --instructions broken.dxil vs.dxil",
        "dump --function main broken.dxil",
    ] {
        let message = "broken.dxil: DXIL: bitcode at byte 0x258, bit 4: ";
        failed(&folder.dxobj(line), message);
    }
}

/// A kind of root parameter that no version has: the part is stored as bytes, and the others as always.
#[test]
fn a_part_of_a_newer_version_is_shown_as_bytes() {
    let folder = Folder::new();
    let mut file = folder.copy("rs_full.v1_0.dxil", "old.dxil");
    let part = file
        .windows(4)
        .position(|window| window == b"RTS0")
        .unwrap();
    let data = part + 8;
    let parameters = usize::from(file[data + 8]);
    file[data + parameters] = 99;
    folder.write("new.dxil", &file);
    let message = "new.dxil: RTS0: parameters[0].payload at byte ";
    let yaml = folder.dxobj("show --format yaml new.dxil");
    failed(&yaml, message);
    let yaml = text(&yaml);
    let note = "This version cannot read the part: RTS0: parameters[0].payload at byte ";
    assert!(yaml.contains(note), "{yaml}");
    assert!(
        yaml.contains("ShaderHash") || yaml.contains("Digest"),
        "{yaml}"
    );
    folder.write("new.yaml", yaml);
    folder.dxobj("build new.yaml -o built.dxil");
    assert_eq!(folder.read("built.dxil"), file);
    for format in ["json", "hex", "text", "html"] {
        let shown = folder.dxobj(&format!("show --format {format} new.dxil"));
        failed(&shown, message);
        assert!(text(&shown).len() > 1000, "{format}");
    }
}

/// `D3DStripShader` keeps a debug digest, too.
#[test]
fn a_debug_digest_stays_one_in_edits() {
    let folder = Folder::new();
    folder.shader("retail.dxil");
    let mut debug = folder.read("retail.dxil");
    let content = digest::content(&debug);
    let (start, of_debug) = (debug.len() - content.len(), Digest::of_debug(content));
    debug[start - of_debug.0.len()..start].copy_from_slice(&of_debug.0);
    folder.write("notes", "mine");
    for line in [
        "strip --debug -i",
        "set PRIV notes -i",
        "remove STAT -i",
        "move STAT --before SFI0 -i",
        "-q remove STAT --sign -i",
    ] {
        folder.write("debug.dxil", &debug);
        let output = folder.dxobj(&format!("{line} debug.dxil"));
        assert!(output.status.success(), "{line}: {}", error(&output));
        let is_told = error(&output).contains("re-signed with a debug digest");
        assert_eq!(is_told, !line.starts_with("-q"), "{line}");
        let edited = folder.read("debug.dxil");
        assert!(edited != debug, "{line}");
        let verdict = Container::parse(&edited).unwrap().verify_digest();
        assert_eq!(verdict, Verdict::Debug, "{line}");
    }
    folder.printed("sign --force -i debug.dxil");
    let signed = folder.read("debug.dxil");
    let verdict = Container::parse(&signed).unwrap().verify_digest();
    assert_eq!(verdict, Verdict::Matches);
}
