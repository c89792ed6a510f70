//! Containers inside of other files: C headers, texts, effects; and the hints on files that are no containers.
//!
//! Judge: the containers that were put into the files, an effect by FXC, and the first bytes of the formats of other programs.

use std::fs;
use std::path::Path;

use dxc_format::{Builder, FourCC};

use crate::{Folder, error, failed, text};

/// A C header of a container, as `dxc -Fh` writes it.
fn header(bytes: &[u8]) -> String {
    let numbers: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
    let comment = "; a comment\n".repeat(10_000);
    format!(
        "#if 0\n{comment}#endif\n\nconst unsigned char g_main[] = {{\n  {}\n}};\n",
        numbers.join(", ")
    )
}

#[test]
fn containers_of_headers_are_found_and_extracted() {
    let folder = Folder::new();
    let bytes = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    folder.write("vs.h", header(&bytes));
    let place = "it is a C header or source with a container in line 10005, as hexadecimal text; `dxobj scan --extract FOLDER`";
    failed(&folder.dxobj("ls vs.h"), place);
    let found = folder.printed("scan --extract found vs.h");
    let expected = "vs.h at 0x1d4f3, as hexadecimal: 5780 bytes  vs_6_0  ok  ";
    assert!(found.starts_with(expected), "{found}");
    assert!(folder.read("found/vs.h.0001d4f3.dxbc") == bytes);
    let line = folder.printed("scan --json vs.h");
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["containers"][0]["encoding"], "hexadecimal");
    assert_eq!(line["containers"][0]["offset"], 0x1d4f3);
    let decimal: Vec<String> = bytes.iter().map(u8::to_string).collect();
    folder.write("report.txt", format!("crashes with\n{}", decimal.join(" ")));
    failed(
        &folder.dxobj("ls report.txt"),
        "it is a text with a container in line 2, as decimal text",
    );
    assert!(
        folder
            .printed("scan report.txt")
            .contains(" at 0xd, as decimal: 5780 bytes")
    );
}

/// The containers that `scan` finds, each where it begins in the file.
#[track_caller]
fn extracted(folder: &Folder, effect: &[u8]) -> usize {
    let files = fs::read_dir(folder.path("found")).unwrap();
    files
        .map(|path| {
            let path = path.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let (_, offset) = name.rsplit_once('.').unwrap();
            let offset = usize::from_str_radix(offset, 16).unwrap();
            assert!(effect[offset..].starts_with(&fs::read(&path).unwrap()));
        })
        .count()
}

/// `fx_4_0` is a container, whose part FX10 has the containers of the shaders; `fx_5_0` is the content of such a part.
#[test]
fn shaders_of_effects_are_found() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dxc-format/tests/data/effects");
    let cases = [
        ("fx_4_0.fxo", ["vs_4_0", "ps_4_0"], 1),
        ("fx_5_0.fxo", ["vs_5_0", "ps_5_0"], 0),
    ];
    for (name, targets, outer) in cases {
        let folder = Folder::new();
        let effect = fs::read(data.join(name)).unwrap();
        folder.write("effect.fxo", &effect);
        let found = folder.printed("scan --extract found effect.fxo");
        for target in targets {
            assert!(
                found.contains(&format!(" bytes  {target}  ok  RDEF ")),
                "{found}"
            );
        }
        assert_eq!(found.matches(", in FX10: ").count(), 2 * outer, "{found}");
        assert_eq!(extracted(&folder, &effect), 2 + outer);
        let listed = folder.printed("verify found");
        assert!(listed.ends_with(&format!("{} ok\n", 2 + outer)), "{listed}");
    }
    let folder = Folder::new();
    let effect = fs::read(data.join("fx_5_0.fxo")).unwrap();
    folder.write("effect.fxo", &effect);
    failed(
        &folder.dxobj("ls effect.fxo"),
        "it is an effect of Direct3D 11 (fx_5_0)",
    );
    // The content of the part alone, and a text of the effect.
    let effect = fs::read(data.join("fx_4_0.fxo")).unwrap();
    folder.write("effect.fxo", &effect);
    folder.printed("extract FX10 effect.fxo -o content.fx10");
    failed(
        &folder.dxobj("ls content.fx10"),
        "without a container, the content of a part FX10",
    );
    assert_eq!(folder.printed("scan content.fx10").lines().count(), 2);
    folder.write("effect.h", header(&effect));
    let found = folder.printed("scan --extract text effect.h");
    let place = "of the container at 0x1d4f3, as hexadecimal, in FX10: ";
    assert_eq!(found.matches(place).count(), 2, "{found}");
    assert_eq!(fs::read_dir(folder.path("text")).unwrap().count(), 3);
}

/// Containers that contain one another, and a directory that leads to one part over and over.
#[test]
fn nested_containers_are_limited() {
    let folder = Folder::new();
    let mut bytes = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    for _ in 0..20 {
        let mut builder = Builder::new();
        builder.push(FourCC(*b"FX10"), bytes);
        bytes = builder.to_bytes().unwrap();
    }
    folder.write("nested.fxo", &bytes);
    let found = folder.printed("scan nested.fxo");
    // Four times the file is searched.
    assert_eq!(found.lines().count(), 5, "{found}");
    let mut builder = Builder::new();
    builder.push(FourCC(*b"FX10"), bytes);
    let mut shared = builder.to_bytes().unwrap();
    // 2000 entries of the directory with the offset of the same part.
    let part = u32::from_le_bytes(shared[32..36].try_into().unwrap()) + 4 * 1999;
    shared.splice(32..36, part.to_le_bytes().repeat(2000));
    let size = u32::try_from(shared.len()).unwrap();
    shared[24..28].copy_from_slice(&size.to_le_bytes());
    shared[28..32].copy_from_slice(&2000_u32.to_le_bytes());
    folder.write("shared.fxo", &shared);
    let found = folder.printed("scan shared.fxo");
    assert!(found.lines().count() < 200, "{}", found.lines().count());
}

/// Eight levels of containers inside of the file are searched. The other part makes the file large enough for it.
#[test]
fn containers_are_searched_8_levels_deep() {
    let folder = Folder::new();
    for (levels, found) in [(7, 8), (8, 9), (9, 9), (12, 9)] {
        let mut bytes = Builder::new().to_bytes().unwrap();
        for level in 0..levels {
            let mut builder = Builder::new();
            builder.push(FourCC(*b"FX10"), bytes);
            if level + 1 == levels {
                builder.push(FourCC(*b"PRIV"), vec![0; 4096]);
            }
            bytes = builder.to_bytes().unwrap();
        }
        folder.write("nested.fxo", &bytes);
        let lines = folder.printed("scan nested.fxo");
        assert_eq!(lines.lines().count(), found, "{levels}: {lines}");
    }
}

/// Parts are read until they have four times the file together.
#[test]
fn shared_parts_are_read_up_to_four_times_the_file() {
    let folder = Folder::new();
    for (entries, not_read) in [(4_u32, 0), (5, 1), (6, 2)] {
        let mut builder = Builder::new();
        builder.push(FourCC(*b"PRIV"), vec![7; 1000]);
        let mut shared = builder.to_bytes().unwrap();
        let part = u32::from_le_bytes(shared[32..36].try_into().unwrap()) + 4 * (entries - 1);
        shared.splice(32..36, part.to_le_bytes().repeat(entries as usize));
        let size = u32::try_from(shared.len()).unwrap();
        shared[24..28].copy_from_slice(&size.to_le_bytes());
        shared[28..32].copy_from_slice(&entries.to_le_bytes());
        folder.write("shared.dxbc", &shared);
        let listed = folder.printed("ls shared.dxbc");
        assert_eq!(listed.matches("not read").count(), not_read, "{listed}");
    }
}

#[test]
fn files_of_other_programs_have_hints() {
    let folder = Folder::new();
    let container = folder.copy("vs_basic.sm60.dxil", "vs.dxil");
    let mut tar = vec![b'x'; 257];
    tar.extend(b"ustar\x0000");
    let cases: [(&[u8], &str); 19] = [
        (
            b"\0\x03\xff\xff",
            "it is Direct3D 9 bytecode (ps_3_0), which has no container",
        ),
        (
            b"\0\x03\xfe\xff",
            "it is Direct3D 9 bytecode (vs_3_0), which has no container",
        ),
        (
            b"\x01\x01\xfe\xff\xfe\xff",
            "it is Direct3D 9 bytecode (vs_1_1)",
        ),
        (b"\0\x01XT\xfe\xff", "it is Direct3D 9 bytecode (tx_1_0)"),
        (
            b"\x01\x20\xff\xfe",
            "it is an effect of Direct3D 11 (fx_5_0)",
        ),
        (b"\x01\x10\xff\xfe", "(fx_4_0)"),
        (b"\x11\x10\xff\xfe", "(fx_4_1)"),
        (
            b"\x01\x09\xff\xfe",
            "it is an effect of Direct3D 9 (fx_2_0)",
        ),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5780\n",
            "`git lfs pull` downloads the file",
        ),
        (
            b"PK\x03\x04rest",
            "it is an archive; unpack it, or try `dxobj scan`",
        ),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "it is an archive"),
        (b"Rar!\x1a\x07\0", "it is an archive"),
        (&tar, "it is an archive"),
        (b"\x28\xb5\x2f\xfd\0", "it is compressed; unpack it first"),
        (b"\xfd7zXZ\0", "it is compressed"),
        (b"VSH\x0b\0\0\0\0", "it is a shader of bgfx"),
        (b"FSH\x05\0\0\0\0", "it is a shader of bgfx"),
        (b"MGFX\x0a\x01", "it is an effect of MonoGame (MGFX)"),
        (b"XNBw\x05\x80", "it is content of XNA or MonoGame (XNB)"),
    ];
    for (bytes, hint) in cases {
        folder.write("file", bytes);
        let output = folder.dxobj("ls file");
        failed(&output, hint);
        assert!(error(&output).contains("hint: "), "{}", error(&output));
    }
    // A text that begins like bgfx's wrapper, and a file of no known format with a container.
    folder.write("file", "VSHADER in a text of more than 32 letters\n");
    failed(&folder.dxobj("ls file"), "it is a text\n");
    folder.write("file", [&[1; 100_000][..], &container].concat());
    let place =
        "it has a container inside, at 0x186a0; `dxobj scan --extract FOLDER` writes it to a file";
    failed(&folder.dxobj("ls file"), place);
}

#[test]
fn files_of_no_known_format_have_hints() {
    let folder = Folder::new();
    let short =
        "it is too short to be a container, whose header has 32 bytes; if it is the data of a part";
    let unknown = "its format is not known; `dxobj scan FILE` finds the containers in it";
    let archive = [&b"PACK"[..], &[0xd7; 4000]].concat();
    let large = [&b"PACK"[..], &[0xd7; 17 << 20]].concat();
    let array = b"#if 0\n// float4 c\n#endif\nconst BYTE g_ps20[] =\n{\n  0, 2, 255, 255, 254, 255, 30, 0\n};\n";
    for (bytes, hint) in [
        (&array[..], "it is a C header or source without a container"),
        (b"abc", short),
        (&[0xd7, 1, 0xff], short),
        (&[b'a'; 31], short),
        (&[b'a'; 32], "it is a text\n"),
        (&archive, unknown),
        (&large, unknown),
    ] {
        folder.write("game.pak", bytes);
        for command in ["ls", "show", "dump", "diff game.pak"] {
            failed(&folder.dxobj(&format!("{command} game.pak")), hint);
        }
    }
}

/// Builds are often tried before `git lfs pull`.
#[test]
fn folders_of_other_files_have_hints() {
    let folder = Folder::new();
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5780\n";
    folder.write("lfs/a.txt", "a text");
    folder.write("lfs/deep/vs.dxil", pointer);
    folder.write("old/ps.CSO", b"\0\x03\xff\xff");
    folder.write("other/a.txt", "a text");
    for command in ["ls", "validate"] {
        for (name, hint) in [
            (
                "lfs",
                "vs.dxil: it is a pointer of Git LFS; `git lfs pull` downloads the file",
            ),
            ("old", "ps.CSO: it is Direct3D 9 bytecode (ps_3_0)"),
            ("other", "hint: a folder stands for its containers"),
        ] {
            failed(&folder.dxobj(&format!("{command} {name}")), hint);
        }
    }
}

/// Texts that are all digits, or all beginnings of containers.
#[test]
fn texts_without_containers_are_searched_in_linear_time() {
    let folder = Folder::new();
    let claims = "RFhCQwAAAAAAAAAAAAAAAAAAAAABAAAAAAABAAEAAAA";
    for file in [
        "A".repeat(1 << 18),
        claims.repeat((1 << 17) / claims.len()),
        "{".repeat(1 << 20),
        "44584243".repeat(1 << 14),
        "68,88,66,67,".repeat(1 << 13),
    ] {
        folder.write("text", file);
        let output = folder.dxobj("scan text");
        assert_eq!(output.status.code(), Some(1), "{}", error(&output));
        let output = folder.dxobj("ls text");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    }
}

/// `fxc /Zi`, its SPDB as a file, and as a stream.
#[test]
fn a_pdb_of_fxc_is_a_part_without_a_container() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dxc-format/tests/data/debug");
    let folder = Folder::new();
    folder.write("ps.dxbc", fs::read(data.join("fxc_spdb.dxbc")).unwrap());
    folder.printed("extract SPDB ps.dxbc -o ps.pdb");
    let expected = "ps.dxbc: /T ps_5_0 /E main /Zi\n// C:\\s\\small.hlsl\nfloat4 main(float4 c : COLOR) : SV_Target { return c; }\n";
    assert_eq!(folder.printed("sources ps.dxbc"), expected);
    assert_eq!(
        folder.printed("sources ps.pdb"),
        expected.replace("ps.dxbc", "ps.pdb")
    );
    folder.printed("sources -o hlsl ps.pdb");
    assert_eq!(folder.read("hlsl/C_/s/small.hlsl").len(), 56);
    let listed = folder.printed("ls ps.pdb");
    assert!(
        listed.starts_with("ps.pdb: FXC's PDB, without a container, 11776 bytes\n"),
        "{listed}"
    );
    failed(
        &folder.dxobj("strip --debug -i ps.pdb"),
        "which is not edited",
    );
    let page = folder.printed("show --format html ps.pdb");
    assert!(page.contains("small.hlsl"));
    failed(
        &folder.dxobj("set SRCI ps.pdb ps.dxbc -o out.dxbc"),
        "it is a PDB file; `dxobj sources` lists its sources",
    );
    folder.printed("set SPDB ps.pdb ps.dxbc -o same.dxbc");
    assert!(folder.read("same.dxbc") == folder.read("ps.dxbc"));
}
