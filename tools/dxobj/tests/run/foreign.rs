//! Files that are no containers: passed over in folders, read where they hold a part, or named with a hint.
//!
//! Judge: two equal routes: a part alone and in a container, bitcode extracted and set. No tool judges the messages.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::process::Stdio;

use dxc_format::program::Program;
use dxc_format::srci::Compression;
use dxc_format::{Builder, Container, Part, parts};
use dxc_shader::sources::{SourceFile, Sources};

use crate::{DXOBJ, Folder, error, failed, text};

/// The magic number of PDB files.
const MSF: &[u8] = b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0";

/// The words of a PDB with one block for its directory, and without a container.
fn pdb_of_others(folder: &Folder, name: &str, blocks: u32) {
    const BLOCK: u32 = 4096;
    folder.write(name, MSF);
    let mut file = File::options().write(true).open(folder.path(name)).unwrap();
    let mut put = |at: u32, words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        file.seek(SeekFrom::Start(at.into())).unwrap();
        file.write_all(&bytes).unwrap();
    };
    // Six streams, of which the last has a block.
    put(32, &[BLOCK, 1, blocks, 4 * 8, 0, 3]);
    put(3 * BLOCK, &[4]);
    put(4 * BLOCK, &[6, 0, 0, 0, 0, 0, 100, 5]);
    file.set_len(u64::from(blocks) * u64::from(BLOCK)).unwrap();
}

#[test]
fn files_without_a_container_are_passed_over_in_folders() {
    let folder = Folder::new();
    folder.copy("vs_basic.sm60.dxil", "all/vs.dxil");
    pdb_of_others(&folder, "all/game.pdb", 8);
    folder.write("all/broken.pdb", MSF);
    folder.write("all/old.cso", "\u{2}\u{3}other");
    folder.write("all/empty.dxil", "");
    let container = Container::parse(&folder.read("all/vs.dxil")).unwrap().len();
    assert_eq!(container, 7);
    for line in [
        "ls",
        "show",
        "verify",
        "validate",
        "bindings",
        "signatures",
        "reflect",
        "dump",
        "roundtrip",
        "rootsig show",
        "rootsig check",
        "strip --debug -i",
        "sign -i",
        "sources",
        "diff all",
    ] {
        let output = folder.dxobj(&format!("{line} all"));
        assert_eq!(output.status.code(), Some(0), "{line}: {}", error(&output));
        assert!(
            !error(&output).contains("game.pdb"),
            "{line}: {}",
            error(&output)
        );
        assert!(
            !error(&output).contains("error"),
            "{line}: {}",
            error(&output)
        );
    }
    failed(
        &folder.dxobj("ls all/game.pdb"),
        "it contains no container; only DXC's PDBs do",
    );
    failed(&folder.dxobj("ls all/old.cso"), "expected \"DXBC\"");
    failed(&folder.dxobj("ls all/empty.dxil"), "it is empty");
}

/// `extract` writes the data of a part, and `show --part` reads it.
#[test]
fn extracted_data_is_shown_as_its_part() {
    let folder = Folder::new();
    folder.copy("rs_full.v1_1.dxil", "ps.dxil");
    let container = folder.read("ps.dxil");
    for part in Container::parse(&container).unwrap().parts() {
        let fourcc = part.fourcc;
        folder.printed(&format!("extract {fourcc} ps.dxil -o part.bin"));
        for format in ["text", "yaml", "hex"] {
            let line = |file| format!("show --part {fourcc} --format {format} {file}");
            let (whole, alone) = (
                folder.printed(&line("ps.dxil")),
                folder.printed(&line("part.bin")),
            );
            // The offsets and the heading are those of the file; the entries of the outline are the same.
            if format == "text" {
                let rows = |text: &str| text.lines().skip(3).map(str::to_owned).collect::<Vec<_>>();
                assert_eq!(rows(&whole), rows(&alone), "{fourcc}");
            }
            assert!(alone.lines().count() > 1, "{fourcc}: {alone}");
        }
        if matches!(&fourcc.0, b"DXIL" | b"STAT") {
            continue;
        }
        let output = folder.dxobj("show part.bin");
        failed(
            &output,
            "if it is the data of a part, `dxobj show --part FOURCC FILE` shows it",
        );
    }
    // Standard input, longer than what is read at once.
    folder.write("long.bin", vec![7; 100_000]);
    let long = std::fs::File::open(folder.path("long.bin")).unwrap();
    let mut command = folder.command(DXOBJ);
    let command = command.args(["show", "--part", "PRIV", "-"]).stdin(long);
    let output = command.output().unwrap();
    assert!(
        text(&output).contains("PRIV  Private data, 100000 bytes at 0x0"),
        "{}",
        text(&output)
    );
}

/// A PDB of several GiB, most of which is a hole.
#[test]
#[cfg(target_os = "linux")]
fn a_large_pdb_is_not_read_whole() {
    let folder = Folder::new();
    folder.copy("vs_basic.sm60.dxil", "all/vs.dxil");
    pdb_of_others(&folder, "all/game.pdb", 1 << 19);
    let script = |line: &str| {
        let script = format!("ulimit -v 1000000; exec {} {line}", crate::DXOBJ);
        folder.command("sh").args(["-c", &script]).output().unwrap()
    };
    let output = script("validate all");
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    failed(&script("ls all/game.pdb"), "it contains no container");
}

#[test]
fn excluded_files_are_left_out() {
    let folder = Folder::new();
    for name in ["vs.dxil", "old/vs.dxil", "new/old/ps.dxil"] {
        folder.copy("vs_basic.sm60.dxil", &format!("all/{name}"));
    }
    for (exclude, listed) in [
        ("*.pdb", "new/old/ps.dxil old/vs.dxil vs.dxil"),
        ("old", "vs.dxil"),
        ("old/", "vs.dxil"),
        ("/old", "new/old/ps.dxil vs.dxil"),
        ("old/**", "new/old/ps.dxil vs.dxil"),
        ("**/old", "vs.dxil"),
        ("vs.*", "new/old/ps.dxil"),
    ] {
        let lines = text(&folder.dxobj(&format!("verify --exclude {exclude} all")));
        let names = lines.lines().filter_map(|line| line.strip_suffix(": ok"));
        // The separators are those of the system.
        let names = names.map(|name| name.replace('\\', "/"));
        let names = names.filter_map(|name| name.strip_prefix("all/").map(str::to_owned));
        let names: Vec<String> = names.collect();
        assert_eq!(names.join(" "), listed, "{exclude}");
    }
    failed(
        &folder.dxobj("ls --exclude ** all"),
        "no container in the folder",
    );
    failed(&folder.dxobj("ls --exclude [ all"), "invalid value '['");
    // A file that users name is meant.
    folder.printed("ls --exclude *.dxil all/vs.dxil");
}

#[test]
fn included_files_are_used_alone() {
    let folder = Folder::new();
    for name in ["vs.dxil", "old/vs.dxil", "new/old/ps.dxil"] {
        folder.copy("vs_basic.sm60.dxil", &format!("all/{name}"));
    }
    folder.write("all/notes.txt", "vs");
    for (include, listed) in [
        ("*", "new/old/ps.dxil old/vs.dxil vs.dxil"),
        ("vs.*", "old/vs.dxil vs.dxil"),
        ("old", "new/old/ps.dxil old/vs.dxil"),
        ("old/", "new/old/ps.dxil old/vs.dxil"),
        ("/old", "old/vs.dxil"),
        ("new/**", "new/old/ps.dxil"),
        ("/vs.dxil --include ps.*", "new/old/ps.dxil vs.dxil"),
        ("vs.* --exclude old", "vs.dxil"),
    ] {
        let lines = text(&folder.dxobj(&format!("verify --include {include} all")));
        let names = lines.lines().filter_map(|line| line.split(": ok").next());
        // The separators are those of the system.
        let names = names.map(|name| name.replace('\\', "/"));
        let names = names.filter_map(|name| name.strip_prefix("all/").map(str::to_owned));
        let names: Vec<String> = names.collect();
        assert_eq!(names.join(" "), listed, "{include}");
    }
    failed(
        &folder.dxobj("ls --include *.txt all"),
        "no container in the folder",
    );
    folder.printed("ls --include *.cso all/vs.dxil");
}

/// A folder as `dxc -Zi -Fd` leaves it: a PDB beside its shader.
#[test]
fn pdbs_of_folders_are_read_but_neither_edited_nor_checked() {
    let folder = Folder::new();
    folder.shader("private.dxil");
    folder.printed("extract PRIV private.dxil -o pdb");
    let pdb = folder.read("pdb");
    for line in [
        "strip --debug -i",
        "strip --debug -o out",
        "sign -i",
        "set PRIV notes -i",
        "remove STAT -i",
        "move STAT --before SFI0 -i",
        "rootsig strip -i",
        "rootsig set root.hlsl --force -i",
        "rootsig check",
        "verify",
        "validate",
    ] {
        folder.write("notes", "mine");
        folder.write("root.hlsl", "#define R \"CBV(b0)\"\n");
        folder.copy("vs_basic.debug-name-source.dxil", "all/vs.dxil");
        folder.write("all/vs.pdb", &pdb);
        let output = folder.dxobj(&format!("{line} all"));
        assert_eq!(output.status.code(), Some(0), "{line}: {}", error(&output));
        for said in [text(&output), error(&output)] {
            assert!(!said.contains("pdb"), "{line}: {said}");
            assert!(!said.contains("unsigned"), "{line}: {said}");
        }
        assert!(folder.read("all/vs.pdb") == pdb, "{line}");
        assert!(!folder.path("out/vs.pdb").exists(), "{line}");
    }
    for line in ["ls", "show", "sources", "roundtrip", "dump --no-ir"] {
        let printed = folder.printed(&format!("{line} all"));
        assert_eq!(printed.contains("vs.pdb"), line != "roundtrip", "{line}");
    }
    // A PDB that users name is meant.
    failed(
        &folder.dxobj("strip --debug -i all/vs.pdb"),
        "inside of a PDB file, which is not edited in place",
    );
    assert_eq!(folder.dxobj("verify all/vs.pdb").status.code(), Some(1));
    folder.write("pdbs/vs.pdb", &pdb);
    failed(
        &folder.dxobj("sign -i pdbs"),
        "PDB files are neither edited nor checked",
    );
}

/// A part with its header, as `dxc -Fre` writes it, and the program in it.
fn bare(folder: &Folder) -> Vec<u8> {
    let file = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    let container = Container::parse(&file).unwrap();
    let stat = container.find(parts::STAT).unwrap();
    let end = stat.data_offset + stat.data.len();
    folder.write("vs.refl", &file[stat.offset..end]);
    folder.write("vs.program", stat.data);
    let mut builder = Builder::new();
    builder.push(parts::STAT, stat.data);
    folder.write("stat.dxil", builder.to_bytes().unwrap());
    file
}

#[test]
fn a_part_without_a_container_is_read() {
    let folder = Folder::new();
    let file = bare(&folder);
    for command in ["reflect", "bindings"] {
        let expected = folder.printed(&format!("{command} stat.dxil"));
        for name in ["vs.refl", "vs.program"] {
            let part = if name == "vs.refl" { "STAT" } else { "DXIL" };
            let expected = expected
                .replace("stat.dxil", name)
                .replace("(STAT)", &format!("({part})"));
            assert_eq!(folder.printed(&format!("{command} {name}")), expected);
        }
    }
    let listed = folder.printed("ls vs.refl");
    let expected = "vs.refl: a part without a container, 2040 bytes\n  \
        #  part  offset  size  read   description\n  \
        0  STAT     0x0  2032  typed  DXIL program for reflection\n";
    assert_eq!(listed, expected);
    // Bytes are at their places in the file.
    let hex = folder.printed("show --format hex vs.program");
    assert!(hex.contains("\n  00000000  60 00 01 00 "), "{hex}");
    for name in ["vs.refl", "vs.program"] {
        folder.printed(&format!("show {name}"));
        folder.printed(&format!("dump {name}"));
        folder.printed(&format!("signatures {name}"));
        for edit in [
            "strip --debug -i",
            "sign -i",
            "remove STAT -i",
            "set PRIV vs.dxil -i",
        ] {
            failed(
                &folder.dxobj(&format!("{edit} {name}")),
                "without a container, which is not edited",
            );
        }
    }
    // The header in front is not content.
    folder.printed("set STAT vs.refl vs.dxil -o same.dxil");
    assert!(folder.read("same.dxil") == file);
    // A part that is cut off is not one.
    folder.write("cut.refl", &folder.read("vs.refl")[..2000]);
    failed(&folder.dxobj("ls cut.refl"), "expected \"DXBC\"");
}

/// A part that is longer than what tells what a file is.
#[test]
fn a_long_part_without_a_container_is_read_from_files_and_streams() {
    let folder = Folder::new();
    let data = vec![b'x'; 100_000];
    let size = u32::try_from(data.len()).unwrap().to_le_bytes();
    folder.write("priv", [&parts::PRIV.0[..], &size, &data].concat());
    let mut program = Program::default();
    program.bitcode = data;
    let program = Part::from(program).to_bytes(parts::DXIL).unwrap();
    folder.write("program", program);
    for (name, what) in [
        ("priv", "a part without a container, 100008 bytes"),
        (
            "program",
            "a DXIL program without a container, 100024 bytes",
        ),
    ] {
        let listed = folder.printed(&format!("ls {name}"));
        assert!(listed.starts_with(&format!("{name}: {what}")), "{listed}");
        let mut command = folder.command(DXOBJ);
        let command = command.args(["ls", "-"]).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut stream = child.stdin.take().unwrap();
        stream.write_all(&folder.read(name)).unwrap();
        drop(stream);
        let streamed = child.wait_with_output().unwrap();
        assert_eq!(text(&streamed), listed.replacen(name, "-", 1));
    }
}

#[test]
fn other_forms_of_shaders_have_hints() {
    let folder = Folder::new();
    folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    folder.printed("extract --bitcode DXIL vs.dxil -o vs.bc");
    folder.write("vs.dxc", folder.printed("dump vs.dxil"));
    folder.write(
        "vs.fxc",
        "//\n// Generated by Microsoft (R) HLSL Shader Compiler 10.1\n//\nvs_5_0\nret\n",
    );
    for line in [
        "ls",
        "show",
        "reflect",
        "bindings",
        "rootsig show",
        "rootsig check",
        "rootsig convert --to hlsl",
    ] {
        failed(
            &folder.dxobj(&format!("{line} vs.bc")),
            "hint: it is LLVM bitcode without a container",
        );
        failed(
            &folder.dxobj(&format!("{line} vs.dxc")),
            "hint: it is a disassembly",
        );
        failed(
            &folder.dxobj(&format!("{line} vs.fxc")),
            "hint: it is a disassembly",
        );
    }
}

/// The program of each part is taken out and put back.
#[test]
fn bitcode_is_set_like_it_is_extracted() {
    let folder = Folder::new();
    let file = folder.copy("vs_basic.debug-embedded.dxil", "vs.dxil");
    for part in ["DXIL", "ILDB", "STAT"] {
        folder.printed(&format!("extract --bitcode {part} vs.dxil -o part.bc"));
        let set = folder.dxobj(&format!(
            "set --bitcode {part} part.bc vs.dxil -o same.dxil"
        ));
        if folder
            .dxobj(&format!("extract {part} vs.dxil"))
            .status
            .success()
        {
            assert!(set.status.success(), "{}", error(&set));
            assert!(folder.read("same.dxil") == file, "{part}");
        }
    }
}

#[test]
fn a_program_is_made_of_bitcode() {
    let folder = Folder::new();
    let old = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    let new = folder.copy("vs_basic.sm66.dxil", "new.dxil");
    let dxil = |file: &[u8]| {
        Container::parse(file)
            .unwrap()
            .find(parts::DXIL)
            .unwrap()
            .data
            .to_vec()
    };
    folder.printed("extract --bitcode DXIL new.dxil -o new.bc");
    // The header follows the metadata, and so does the digest the content.
    folder.printed("set --bitcode DXIL new.bc vs.dxil -o mixed.dxil");
    let mixed = folder.read("mixed.dxil");
    assert_eq!(dxil(&mixed), dxil(&new));
    assert!(folder.printed("verify mixed.dxil").ends_with(": ok\n"));
    // Without a program, the header is made of the metadata.
    folder.printed("remove DXIL vs.dxil -o without.dxil");
    folder.printed("set --bitcode DXIL new.bc without.dxil -o made.dxil");
    assert_eq!(dxil(&folder.read("made.dxil")), dxil(&new));
    // Bytes up to a multiple of 4 are zeros, and the size is that of the bitcode.
    let odd = [folder.read("new.bc"), vec![7, 7]].concat();
    folder.write("odd.bc", &odd);
    folder.printed("set --bitcode DXIL odd.bc vs.dxil -o odd.dxil");
    let part = dxil(&folder.read("odd.dxil"));
    assert_eq!(part.len(), 24 + odd.len() + 2);
    assert_eq!(part[part.len() - 4..], [7, 7, 0, 0]);
    assert_eq!(
        part[4..8],
        u32::try_from(part.len() / 4).unwrap().to_le_bytes()
    );
    assert_eq!(
        part[20..24],
        u32::try_from(odd.len()).unwrap().to_le_bytes()
    );
    folder.printed("extract --bitcode DXIL odd.dxil -o again.bc");
    assert_eq!(folder.read("again.bc"), odd);
    // A wrapper is no part of the bitcode.
    let inner = folder.read("new.bc");
    let words = [0x0b17_c0de, 0, 20, u32::try_from(inner.len()).unwrap(), 7];
    let header: Vec<u8> = words
        .iter()
        .flat_map(|word: &u32| word.to_le_bytes())
        .collect();
    folder.write("wrapped.bc", [header, inner, vec![0; 12]].concat());
    folder.printed("set --bitcode DXIL wrapped.bc vs.dxil -o unwrapped.dxil");
    assert_eq!(dxil(&folder.read("unwrapped.dxil")), dxil(&new));
    assert!(folder.read("vs.dxil") == old);
}

#[test]
fn bitcode_that_is_no_program_is_refused() {
    let folder = Folder::new();
    folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    folder.copy("rs_full.v1_1.dxil", "root.dxil");
    folder.printed("extract --container RTS0 root.dxil -o only.dxil");
    folder.printed("extract DXIL vs.dxil -o program");
    folder.printed("extract --bitcode DXIL vs.dxil -o vs.bc");
    folder.write("empty.bc", b"BC\xc0\xde");
    for (line, message) in [
        (
            "set DXIL vs.bc vs.dxil -o x",
            "`dxobj set --bitcode DXIL` makes the program header",
        ),
        (
            "set --bitcode RTS0 vs.bc vs.dxil -o x",
            "RTS0 contains no LLVM bitcode",
        ),
        (
            "set --bitcode DXIL program vs.dxil -o x",
            "it has a header already",
        ),
        (
            "set --bitcode DXIL vs.dxil vs.dxil -o x",
            "it is a container; `dxobj extract --bitcode`",
        ),
        (
            "set --bitcode DXIL empty.bc only.dxil -o x",
            "no program header can be made",
        ),
        (
            "set --bitcode --force DXIL vs.bc vs.dxil -o x",
            "cannot be used with",
        ),
    ] {
        failed(&folder.dxobj(line), message);
        assert!(!folder.path("x").exists(), "{line}");
    }
}

/// A file may name its sources in any way: none is written outside of the folder.
#[test]
fn sources_are_written_below_the_folder() {
    let folder = Folder::new();
    let names = [
        ("%2e%2e/%2e%2e/escaped.hlsl", "%2e%2e/%2e%2e/escaped.hlsl"),
        (r"..\..\back.hlsl", "back.hlsl"),
        (r"a\..\..\..\mixed/../x.hlsl", "a/mixed/x.hlsl"),
        ("\u{ff0e}\u{ff0e}/wide.hlsl", "\u{ff0e}\u{ff0e}/wide.hlsl"),
        (
            "\u{2024}\u{2024}/leader.hlsl",
            "\u{2024}\u{2024}/leader.hlsl",
        ),
        ("../../up.hlsl", "up.hlsl"),
        ("/root.hlsl", "root.hlsl"),
        (r"C:\..\..\drive.hlsl", "C_/drive.hlsl"),
        ("a/./b/../inner.hlsl", "a/b/inner.hlsl"),
        ("..", "unnamed"),
    ];
    folder.write("in/shader.dxbc", with_sources(&names.map(|(name, _)| name)));
    folder.printed("sources in/shader.dxbc -o in/deep/out");
    for (name, path) in names {
        let text = folder.read(&format!("in/deep/out/{path}"));
        assert_eq!(String::from_utf8_lossy(&text), format!("// {name}"));
    }
    let top = names.map(|(_, path)| path.split('/').next().unwrap());
    let top = std::collections::BTreeSet::from(top).len();
    for (inner, files) in [("in", 2), ("in/deep", 1), ("in/deep/out", top)] {
        let listed = std::fs::read_dir(folder.path(inner)).unwrap();
        assert_eq!(listed.count(), files, "{inner}");
    }
}

/// A container with sources of these names, whose texts differ.
fn with_sources(names: &[&str]) -> Vec<u8> {
    let files = names.iter().enumerate().map(|(index, name)| SourceFile {
        name: (*name).into(),
        text: if names[..index].contains(name) {
            format!("// {name} {index}")
        } else {
            format!("// {name}")
        },
    });
    let sources = Sources {
        files: files.collect(),
        ..Sources::default()
    };
    let source_info = sources.to_source_info(Compression::None).unwrap();
    let mut builder = Builder::new();
    builder.push(parts::SRCI, source_info.to_bytes().unwrap());
    builder.to_bytes().unwrap()
}

/// Names that meet get numbers, and a file that cannot be written keeps none of the others back.
#[test]
fn sources_that_conflict_are_written_as_far_as_possible() {
    let folder = Folder::new();
    folder.write(
        "equal.dxbc",
        with_sources(&["a.hlsl", "a.hlsl", "./a.hlsl"]),
    );
    // Windows separates names by backslashes.
    let slashes = |text: &str| text.replace('\\', "/");
    let listed = folder.printed("sources equal.dxbc -o equal");
    assert_eq!(
        slashes(&listed),
        "equal/a.hlsl\nequal/a.2.hlsl\nequal/a.3.hlsl\n"
    );
    // `a` is a file, and then a folder.
    folder.write("shader.dxbc", with_sources(&["a", "a/b", "a/./b", "c"]));
    let output = folder.dxobj("sources shader.dxbc -o out");
    assert!(slashes(&crate::error(&output)).contains("out/a/b"));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(slashes(&crate::text(&output)), "out/a\nout/c\n");
    assert_eq!(folder.read("out/c"), b"// c");
    let output = folder.dxobj("sources --json shader.dxbc -o out");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(crate::text(&output).matches("\"extracted\"").count(), 2);
}

/// Links in the folder of the output may lead out of it.
#[cfg(unix)]
#[test]
fn links_in_the_folder_of_the_output_are_not_followed() {
    let folder = Folder::new();
    folder.write(
        "shader.dxbc",
        with_sources(&["in/a.hlsl", "b.hlsl", "c.hlsl"]),
    );
    folder.write("elsewhere/kept", "");
    folder.write("real/kept", "");
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(folder.path(target), folder.path(name)).unwrap();
    };
    link("elsewhere", "real/in");
    link("elsewhere/b.hlsl", "real/b.hlsl");
    // The folder itself may be a link.
    link("real", "out");
    let output = folder.dxobj("sources shader.dxbc -o out");
    failed(&output, "`out/in` is a link, which is not followed");
    failed(&output, "`out/b.hlsl` is a link, which is not followed");
    assert_eq!(folder.read("real/c.hlsl"), b"// c.hlsl");
    let listed = std::fs::read_dir(folder.path("elsewhere")).unwrap();
    assert_eq!(listed.count(), 1);
    // The same for containers that are extracted.
    let shader = folder.shader("shaders/in/vs.dxil");
    failed(
        &folder.dxobj("scan --extract out shaders"),
        "`out/in` is a link, which is not followed",
    );
    assert_eq!(
        std::fs::read_dir(folder.path("elsewhere")).unwrap().count(),
        1
    );
    assert!(!shader.is_empty());
}

/// Containers of files with similar names do not meet.
#[test]
fn extracted_containers_keep_the_names_of_their_files() {
    let folder = Folder::new();
    let first = folder.shader("a.exe");
    let second = folder.copy("ps_textured.sm60.dxil", "a.dll");
    folder.write("x/a.bin", &first);
    folder.write("y/a.bin", &second);
    folder.write("a.bin", &first);
    let found = |line: &str| -> Vec<Vec<u8>> {
        let listed = folder.printed(line);
        let paths = listed.lines().filter_map(|line| line.strip_prefix("  "));
        let paths: std::collections::BTreeSet<&str> = paths.collect();
        paths.iter().map(|path| folder.read(path)).collect()
    };
    let count = found("scan --extract one a.exe").len();
    assert!(folder.read("one/a.exe.00000000.dxbc") == first);
    let others = found("scan --extract other a.dll").len();
    assert_eq!(
        found("scan --extract both a.exe a.dll").len(),
        count + others
    );
    let line = "scan --extract folders x/a.bin y/a.bin a.bin";
    assert_eq!(found(line).len(), 2 * count + others);
    assert!(folder.read("folders/x/a.bin.00000000.dxbc") == first);
    assert!(folder.read("folders/y/a.bin.00000000.dxbc") == second);
    assert_eq!(found("scan --extract roots x y").len(), count + others);
    assert_eq!(found("scan --extract root x").len(), count);
    assert!(folder.read("root/a.bin.00000000.dxbc") == first);
}
