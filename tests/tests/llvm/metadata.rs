//! Compares metadata with LLVM's own metadata parser and root signature serializer: `cargo test -p tests --features
//! llvm --test llvm metadata`.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use dxc_format::constants::RootSignatureVersion;
use dxc_format::rts0::RootSignature;
use dxc_root_signature::hlsl::{self, Dialect};
use dxc_root_signature::metadata::{self, Entry};
use tests::hlsl::{all_root_signatures, cases};

use super::tools::tool;

/// The program that calls LLVM, compiled once.
fn judge() -> &'static Path {
    static JUDGE: OnceLock<PathBuf> = OnceLock::new();
    JUDGE.get_or_init(|| {
        let source = tests::root().join("tests/tests/llvm/judge/root_signatures.cpp");
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("judge-root-signatures");
        let options = tool("llvm-config-22", &["--cxxflags", "--ldflags", "--libs"]);
        let paths = [source.to_str().unwrap(), "-o", program.to_str().unwrap()];
        let arguments = paths.into_iter().chain(options.split_whitespace());
        tool("clang++-22", &arguments.collect::<Vec<_>>());
        program
    })
}

/// LLVM's result for each text: the bytes of each of its root signatures, or its error.
pub(super) fn judged(name: &str, texts: &[String]) -> Vec<Vec<Result<Vec<u8>, String>>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let mut verdicts = vec![Vec::new(); texts.len()];
    let paths: Vec<PathBuf> = (0..texts.len())
        .map(|index| folder.join(format!("{index}.ll")))
        .collect();
    for (path, text) in paths.iter().zip(texts) {
        std::fs::write(path, text).unwrap();
    }
    for line in tool(judge(), &paths).lines() {
        let (index, verdict) = line.split_once(' ').unwrap();
        let bytes: Option<Vec<u8>> = (0..verdict.len() / 2)
            .map(|at| u8::from_str_radix(&verdict[2 * at..2 * at + 2], 16).ok())
            .collect();
        let verdict = bytes.filter(|_| verdict.len() % 2 == 0 && !verdict.contains(' '));
        let index: usize = index.parse().unwrap();
        verdicts[index - 1].push(verdict.ok_or_else(|| line.to_owned()));
    }
    verdicts
}

/// Our metadata of a value, as a module.
fn module(signature: &RootSignature) -> String {
    metadata::print(&[Entry::new(None, signature.clone())]).unwrap()
}

/// Checks that LLVM reads our metadata as the value that was written. If it refuses a value, one of our rules must do
/// so, too.
fn assert_agrees(name: &str, values: &[(String, RootSignature)]) -> usize {
    let texts: Vec<String> = values.iter().map(|(_, value)| module(value)).collect();
    let mut agreed = 0;
    for ((name, value), verdicts) in values.iter().zip(judged(name, &texts)) {
        let [verdict] = verdicts.as_slice() else {
            panic!("{name}: {verdicts:?}");
        };
        match verdict {
            Ok(bytes) => {
                assert_eq!(RootSignature::parse(bytes).unwrap(), *value, "{name}");
                agreed += 1;
            }
            Err(wrong) => assert!(
                is_strict(value) || !dxc_shader::root_signature::validate(value).is_empty(),
                "{name}: {wrong}"
            ),
        }
    }
    agreed
}

/// Whether LLVM refuses a value that Direct3D and DXC accept: the last register, and samplers without a comparison.
fn is_strict(value: &RootSignature) -> bool {
    let text = format!("{value:?}");
    text.contains("shader_register: 4294967295") || text.contains("comparison_func: None")
}

#[test]
fn metadata_of_containers_is_read_as_the_same_value() {
    let (signatures, corpus) = all_root_signatures();
    let values: Vec<(String, RootSignature)> = signatures
        .into_iter()
        .map(|(name, value, _)| (name, value))
        .collect();
    let agreed = assert_agrees("containers", &values);
    assert!(agreed > if corpus { 200 } else { 3 }, "{agreed}");
}

#[test]
fn metadata_of_texts_is_read_as_the_same_value() {
    let mut values = Vec::new();
    for case in cases("right.txt") {
        let parsed = hlsl::parse(&case.text, case.version, Dialect::Clang).unwrap();
        values.push((case.text, parsed.signature));
    }
    for case in cases("dxc.txt") {
        let parsed = hlsl::parse(&case.text, case.version, Dialect::DXC);
        values.extend(parsed.ok().map(|parsed| (case.text, parsed.signature)));
    }
    let agreed = assert_agrees("texts", &values);
    assert!(agreed > 350, "{agreed} of {}", values.len());
}

/// LLVM prints infinities and NaNs in this form, and reads it.
#[test]
fn floats_are_spelled_as_by_llvm() {
    let bits = [
        0x7f80_0000u32,
        0xff80_0000,
        0x7fc0_0000,
        0x7fad_ffff,
        0xffc0_0001,
        0x8000_0000,
        1,
        0x007f_ffff,
        0x7f7f_ffff,
        0x3dcc_cccd,
        0x4b7f_ffff,
        0x3f80_0000,
        0x0080_0000,
    ];
    let parsed = hlsl::parse(
        "StaticSampler(s0)",
        RootSignatureVersion::V1_1,
        Dialect::Clang,
    );
    let mut value = parsed.unwrap().signature;
    for bits in bits {
        value.samplers[0].max_lod = dxc_format::types::F32::from_bits(bits);
        let ours = module(&value);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("float.ll");
        std::fs::write(&path, &ours).unwrap();
        let theirs = tool("opt-22", &["-S", "-o", "-", path.to_str().unwrap()]);
        let float = |text: &str| {
            let line = text
                .lines()
                .find(|line| line.contains("StaticSampler"))
                .unwrap();
            line.split(", ").nth(10).unwrap().to_owned()
        };
        assert_eq!(float(&ours), float(&theirs), "{bits:#x}");
        assert_eq!(
            *metadata::read(&theirs).unwrap()[0].signature,
            value,
            "{bits:#x}"
        );
    }
}

/// A root signature of one element.
fn of_element(element: &str) -> String {
    format!("!dx.rootsignatures = !{{!0}}\n!0 = !{{ptr @main, !{{{element}}}, i32 2}}")
}

/// Metadata that LLVM reads like this library, or refuses like this library.
fn texts() -> Vec<String> {
    let blocks = include_str!("judge/spellings.txt").split("\n\n");
    let texts = blocks.flat_map(|block| {
        let mut lines = block.lines().filter(|line| !line.starts_with('#'));
        let text = lines.next().unwrap_or_default();
        lines.map(|words| text.replace('…', words).replace('⏎', "\n"))
    });
    texts.collect()
}

/// Metadata that LLVM accepts by accident, or refuses without need, and our result.
const DEVIATIONS: [(&str, &str); 7] = [
    ("i32 4294967296", "a number is cut off"),
    ("i8 257", "a number is cut off"),
    ("i64 4294967297", "a number is cut off"),
    ("i64 -4294967296", "a number is cut off"),
    ("i32 zeroinitializer", "another spelling of 0"),
    (
        "i32 s0x10",
        "a number whose first bit is its sign, wherever that is",
    ),
    (
        "i32 1}, !{!\"RootFlags\", i32 2",
        "the last flags apply to all",
    ),
];

#[test]
fn texts_are_read_or_refused_as_by_llvm() {
    let globals = "define void @main() { ret void }\n@variable = global i32 0\n";
    let texts: Vec<String> = texts()
        .iter()
        .map(|text| format!("{globals}{text}\n"))
        .collect();
    let mut differ = Vec::new();
    for (text, theirs) in texts.iter().zip(judged("spellings", &texts)) {
        let theirs: Result<Vec<_>, _> = theirs.into_iter().collect();
        let theirs = theirs.map(|all| {
            let values = all.iter().map(|bytes| RootSignature::parse(bytes).unwrap());
            values.collect::<Vec<_>>()
        });
        let ours = metadata::read(text).map(|entries| {
            let values = entries.iter().map(|entry| (*entry.signature).clone());
            values.collect::<Vec<_>>()
        });
        if ours.as_ref().ok() != theirs.as_ref().ok() {
            differ.push(format!("{text}: {ours:?} {theirs:?}"));
        }
    }
    // Declarations without a body are accepted: our output has them.
    let differ: Vec<&String> = differ
        .iter()
        .filter(|text| !text.contains("@other"))
        .collect();
    assert!(differ.is_empty(), "{differ:#?}");
    assert!(texts.len() > 85, "{}", texts.len());

    let elements =
        DEVIATIONS.map(|(value, _)| of_element(&format!("!{{!\"RootFlags\", {value}}}")));
    let elements = elements.map(|text| format!("{globals}{text}\n"));
    for (text, theirs) in elements.iter().zip(judged("deviations", &elements)) {
        assert!(metadata::read(text).is_err(), "{text}");
        assert!(
            !theirs[0]
                .as_ref()
                .is_err_and(|wrong| wrong.contains("unreadable")),
            "{text}"
        );
    }
}
