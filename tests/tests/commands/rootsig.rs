//! `dxobj rootsig`, which lists root signatures and converts between their spellings.

use std::path::{Path, PathBuf};

use dxc_format::constants::RootSignatureVersion;
use dxc_format::rts0::RootSignature;
use dxc_format::{Container, parts};

use crate::program::dxobj;

/// Runs `dxobj rootsig convert`; returns its output, or its error.
fn convert(arguments: &[&str], file: &Path) -> Result<Vec<u8>, String> {
    let file = file.to_str().unwrap();
    let output = dxobj(&[&["rootsig", "convert"], arguments, &[file]].concat());
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8(output.stderr).unwrap()),
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
        let name = format!("rs_full.v{}.dxil", version.replace('.', "_"));
        let container = tests::data().join("dxc").join(name);
        let bytes = std::fs::read(&container).unwrap();
        let parsed = Container::parse(&bytes).unwrap();
        let part = parsed
            .parts()
            .find(|part| part.fourcc == parts::RTS0)
            .unwrap();
        let read = ["--to", "rts0", "--version", version];
        assert_eq!(convert(&read, &container).unwrap(), part.data);
        assert_eq!(
            convert(&read, &file("bare.rts0", part.data)).unwrap(),
            part.data
        );
        for spelling in [
            &["--to", "hlsl"][..],
            &["--to", "hlsl", "--complete"],
            &["--to", "metadata"],
            &["--to", "yaml"],
        ] {
            let text = file("spelled.txt", convert(spelling, &container).unwrap());
            assert_eq!(convert(&read, &text).unwrap(), part.data, "{spelling:?}");
        }
    }
}

/// The command has no list of versions of its own.
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

#[test]
fn a_function_of_metadata_is_chosen_by_name() {
    let functions = file(
        "two.ll",
        "!dx.rootsignatures = !{!0, !1}\n!0 = !{ptr @one, !2, i32 2}\n!1 = !{ptr @two, !2, i32 3}\n!2 = !{}\n",
    );
    let which = convert(&["--to", "rts0"], &functions).unwrap_err();
    assert!(
        which.contains("`--name` chooses one of one, two"),
        "{which}"
    );
    let two = convert(&["--to", "metadata", "--name", "two"], &functions).unwrap();
    assert_eq!(
        String::from_utf8(two).unwrap(),
        "!dx.rootsignatures = !{!0}\n\n!0 = !{ptr @two, !1, i32 3}\n!1 = !{}\n"
    );
}

fn hostile(name: &str) -> PathBuf {
    tests::data().join("hostile").join(name)
}

/// A root signature of an HLSL text, with its clauses in one line.
fn hlsl(arguments: &[&str], file: &Path) -> Result<String, String> {
    let arguments = [&["--to", "hlsl"], arguments].concat();
    let text = convert(&arguments, file)?;
    Ok(String::from_utf8(text).unwrap().trim().replace('\n', " "))
}

fn file_of(name: &str) -> PathBuf {
    tests::data().join("hlsl/files").join(name)
}

/// Floats that have no decimal form, and keywords that only one compiler has.
#[test]
fn hostile_values_survive_every_spelling() {
    let again = |name: &str, spelling: &str| {
        let spelled = convert(&["--force", "--to", spelling], &hostile(name))?;
        convert(
            &["--force", "--to", "rts0"],
            &self::file("hostile.txt", spelled),
        )
    };
    for name in [
        "rootsig-inf.rts0",
        "rts0-infinity-metadata.dxil",
        "rts0-nan-metadata.dxil",
    ] {
        let bytes = convert(&["--force", "--to", "rts0"], &hostile(name)).unwrap();
        assert_eq!(again(name, "metadata").unwrap(), bytes, "{name}");
    }
    let bytes = std::fs::read(hostile("rootsig-none.rts0")).unwrap();
    assert_eq!(again("rootsig-none.rts0", "hlsl").unwrap(), bytes);
    let version = again("rts0-unknown-version-metadata.dxil", "metadata").unwrap_err();
    assert!(
        version.contains("version: 36 cannot be spelled"),
        "{version}"
    );
}

#[test]
fn dialects_are_those_of_the_compilers() {
    let table = hostile("rootsig-empty-table.hlsl");
    let dxc = hlsl(&["--dialect", "dxc"], &table).unwrap();
    assert_eq!(dxc, "DescriptorTable(visibility = SHADER_VISIBILITY_ALL)");
    let bytes = |dialect: &str| {
        let file = file_of("define.hlsl");
        convert(&["--to", "rts0", "--dialect", dialect], &file).unwrap()
    };
    assert_ne!(bytes("clang"), bytes("dxc"));
    let tabs = hlsl(&["--dialect", "dxc"], &file_of("tabs.hlsl")).unwrap_err();
    assert!(tabs.contains("tabs.hlsl:1:21: only spaces"), "{tabs}");
}

/// Every crafted root signature becomes metadata that is read back, or is refused.
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
