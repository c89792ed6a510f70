//! Tests `dxobj rootsig`, which lists root signatures and converts between formats.
//!
//! Judge: DXC: each spelling becomes the bytes of its RTS0. No tool judges the text for unknown values.

use std::path::{Path, PathBuf};

use dxc_format::constants::RootSignatureVersion;
use dxc_format::parts;
use dxc_format::rts0::RootSignature;

use crate::program::dxobj;

/// Runs `dxobj rootsig convert`; returns its output, or its error.
fn convert(arguments: &[&str], file: &Path) -> Result<Vec<u8>, String> {
    let file = file.to_str().unwrap();
    let output = dxobj(&[&["rootsig", "convert"], arguments, &[file]].concat());
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(String::from_utf8(output.stderr).unwrap())
    }
}

fn file(name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// A container, its bare part, its HLSL and its metadata all give the same bytes.
#[test]
fn every_spelling_becomes_the_same_bytes() {
    for version in ["1.0", "1.1"] {
        let name = format!("dxc/rs_full.v{}.dxil", version.replace('.', "_"));
        let part = tests::open(&name).find(parts::RTS0).unwrap().data;
        let container = tests::data().join(name);
        let read = ["--to", "rts0", "--version", version];
        assert_eq!(convert(&read, &container).unwrap(), part);
        assert_eq!(convert(&read, &file("bare.rts0", part)).unwrap(), part);
        for spelling in [
            &["--to", "hlsl"][..],
            &["--to", "hlsl", "--complete"],
            &["--to", "metadata"],
            &["--to", "yaml"],
        ] {
            let text = file("spelled.txt", convert(spelling, &container).unwrap());
            assert_eq!(convert(&read, &text).unwrap(), part, "{spelling:?}");
        }
    }
}

/// The command has no separate list of versions.
#[test]
fn every_version_of_the_table_may_be_requested() {
    let container = tests::data().join("dxc/rs_full.v1_0.dxil");
    for version in RootSignatureVersion::TABLE.values {
        let text = version.name.trim_start_matches('V').replace('_', ".");
        let part = convert(&["--to", "rts0", "--version", &text], &container).unwrap();
        let read = RootSignature::parse(&part).unwrap();
        assert_eq!(u64::from(read.version.0), version.value, "{text}");
    }
}

/// Every crafted root signature becomes metadata that can be read, or is refused.
#[test]
fn crafted_root_signatures_become_metadata_or_are_refused() {
    let crafted = tests::containers(&tests::data().join("crafted"));
    let crafted = crafted.iter().filter(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("rts0-")
    });
    for path in crafted {
        let spelled = convert(&["--force", "--to", "metadata"], path);
        match spelled {
            Ok(text) => {
                let bytes = convert(&["--force", "--to", "rts0"], &file("crafted.ll", text));
                assert!(bytes.is_ok(), "{}: {bytes:?}", path.display());
            }
            Err(wrong) => assert!(wrong.starts_with("error: "), "{wrong}"),
        }
    }
}

/// Values that HLSL cannot express are comments in the text, and an error.
#[test]
fn values_without_a_spelling_are_comments() {
    let words = |words: &[u32]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<_>>()
    };
    // Version 1.1 with a root CBV: a root flag, a visibility and a flag of the descriptor are unknown.
    let bytes = words(&[2, 1, 24, 0, 48, 0x4041, 2, 9, 36, 3, 0, 0x44]);
    let path = file("unknown.rts0", bytes);
    let output = dxobj(&["rootsig", "show", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    let clauses: Vec<&str> = text.lines().skip(1).map(str::trim).collect();
    assert_eq!(
        clauses,
        [
            "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | ALLOW_STREAM_OUTPUT /* 0x4000 */),",
            "CBV(b3, flags = DATA_STATIC_WHILE_SET_AT_EXECUTE /* 0x40 */ /* visibility = 9 */)",
        ]
    );
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.matches("cannot be spelled").count(), 3, "{errors}");
    assert!(convert(&["--to", "hlsl", "--force"], &path).is_err());
}
