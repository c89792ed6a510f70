//! `-o FILE` of commands that print, and the encodings of texts that are read.
//!
//! Judge: two equal routes: a file and standard output, and one text in three encodings.

use std::collections::BTreeSet;
use std::path::Path;

use crate::{Folder, error, failed};

/// Commands that print: with `-o`, the file has the bytes of standard output.
#[test]
fn a_file_takes_the_place_of_standard_output() {
    let folder = Folder::new();
    folder.shader("shaders/vs.dxil");
    folder.copy("ps_textured.sm60.dxil", "shaders/ps.dxil");
    for line in [
        "ls shaders",
        "ls --json shaders",
        "show shaders/vs.dxil",
        "show --format yaml shaders",
        "show --format html shaders/vs.dxil",
        "pipeline --format html shaders/vs.dxil shaders/ps.dxil",
        "dump shaders/vs.dxil",
        "bindings shaders",
        "signatures shaders",
        "reflect shaders",
        "verify shaders",
        "validate shaders",
        "roundtrip --stats shaders",
        "diff shaders/vs.dxil shaders/vs.dxil",
        "rootsig show shaders",
        "scan shaders",
        "schema ls",
        "completions powershell",
    ] {
        let plain = folder.dxobj(line);
        let printed = folder.dxobj(&format!("{line} -o deep/out.txt"));
        assert_eq!(printed.status, plain.status, "{line}: {}", error(&printed));
        assert_eq!(printed.stderr, plain.stderr, "{line}");
        assert!(printed.stdout.is_empty(), "{line}");
        assert!(folder.read("deep/out.txt") == plain.stdout, "{line}");
    }
    let colored = folder.printed("--color always ls shaders/vs.dxil");
    folder.printed("--color always ls shaders/vs.dxil --output out.txt");
    assert_eq!(folder.read("out.txt"), colored.as_bytes());
    assert_eq!(
        folder.printed("ls -o - shaders"),
        folder.printed("ls shaders")
    );
}

#[test]
fn text_is_not_printed_over_what_is_read() {
    let folder = Folder::new();
    let shader = folder.shader("all/vs.dxil");
    folder.write("root.hlsl", "\"CBV(b0)\"\n");
    for (line, message) in [
        (
            "show all/vs.dxil -o all/vs.dxil",
            "it is the file that is read",
        ),
        ("ls all -o all/vs.dxil", "it is a container"),
        (
            "diff all all/vs.dxil -o all/vs.dxil",
            "it is the file that is read",
        ),
        (
            "rootsig show root.hlsl -o root.hlsl",
            "it is the file that is read",
        ),
        ("ls all -o root.hlsl/out", "cannot write"),
    ] {
        failed(&folder.dxobj(line), message);
    }
    assert!(folder.read("all/vs.dxil") == shader);
    assert_eq!(folder.read("root.hlsl"), b"\"CBV(b0)\"\n");
}

/// A text in UTF-8 with a byte order mark, and in both orders of UTF-16.
fn encoded(text: &str) -> [Vec<u8>; 3] {
    let utf16 = |bytes: fn(u16) -> [u8; 2]| {
        let units = ['\u{feff}'].into_iter().chain(text.chars());
        let units: String = units.collect();
        units.encode_utf16().flat_map(bytes).collect()
    };
    [
        format!("\u{feff}{text}").into_bytes(),
        utf16(u16::to_le_bytes),
        utf16(u16::to_be_bytes),
    ]
}

#[test]
fn texts_are_read_in_utf_16() {
    let folder = Folder::new();
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let root = folder.copy("rs_full.v1_1.dxil", "root.dxil");
    let read = |line: &str| {
        folder.printed(line);
        folder.read("out")
    };
    for format in ["yaml", "json"] {
        let document = folder.printed(&format!("show --format {format} root.dxil"));
        for bytes in encoded(&document) {
            folder.write("document", bytes);
            assert!(read("build document -o out") == root, "{format}");
        }
    }
    let metadata = std::fs::read_to_string(files.join("two.ll")).unwrap();
    let hlsl = "#include \"inner.hlsl\"\n// \u{1f600} \u{4e2d}\n#define RS \"CBV(b0), \" INNER\n";
    let inner = "#define INNER \"SRV(t1)\"\n";
    for (name, text, line) in [
        ("two.ll", &*metadata, "rootsig show FILE -o out"),
        (
            "root.yaml",
            "RootSignature:\n  Version: 2\n",
            "rootsig convert FILE --to rts0 -o out",
        ),
        (
            "root.hlsl",
            hlsl,
            "rootsig convert FILE --name RS --to hlsl -o out",
        ),
    ] {
        folder.write("inner.hlsl", inner);
        folder.write(name, text);
        let line = line.replace("FILE", name);
        let plain = folder.dxobj(&line);
        let result = plain.status.success().then(|| folder.read("out"));
        for (bytes, inner) in encoded(text).into_iter().zip(encoded(inner)) {
            folder.write(name, bytes);
            folder.write("inner.hlsl", inner);
            let output = folder.dxobj(&line);
            assert_eq!(error(&output), error(&plain), "{name}");
            let read = output.status.success().then(|| folder.read("out"));
            assert_eq!(read, result, "{name}");
        }
    }
    folder.write("odd.hlsl", b"\xff\xfea\0b");
    failed(
        &folder.dxobj("rootsig show odd.hlsl"),
        "the text is UTF-16 with an odd number of bytes",
    );
    folder.write("half.yaml", b"\xff\xfea\0\x00\xd8b\0");
    failed(
        &folder.dxobj("build half.yaml -o out"),
        "half of a surrogate pair at byte 0x4",
    );
}

/// Judge: the positions of names and of parts in all lines are equal, whatever the lengths of the other columns are.
#[test]
fn columns_of_a_folder_are_aligned() {
    let folder = Folder::new();
    let signed = folder.copy("vs_basic.sm60.dxil", "all/vs.dxil");
    folder.copy("vs_basic.pdb-full.dxil", "all/a_long_name_of_a_file.dxil");
    folder.copy("lib_raytracing.sm66.dxil", "all/deep/lib.dxil");
    folder.copy("rs_only.v1_1.dxil", "all/\u{5f71}.dxil");
    for (name, digest) in [("wrong", 7), ("bypass", 1), ("preview", 2)] {
        let bytes = [&signed[..4], &[digest; 16], &signed[20..]].concat();
        folder.write(&format!("all/{name}.dxil"), bytes);
    }
    let listed = folder.printed("ls all").replace('\\', "/");
    // A wide letter takes two columns.
    let column = |line: &str, word: &str| {
        let before = line.split_once(word).unwrap().0;
        before.chars().count() + before.matches('\u{5f71}').count()
    };
    let names: BTreeSet<usize> = listed.lines().map(|line| column(line, "all/")).collect();
    assert_eq!((names.len(), listed.lines().count()), (1, 7), "{listed}");
    let parts = listed.lines().map(|line| {
        let name = line
            .split("all/")
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap();
        let rest = line.split_once(name).unwrap().1;
        column(line, rest.trim_start())
    });
    assert_eq!(parts.collect::<BTreeSet<_>>().len(), 1, "{listed}");
}
