//! Runs LLVM 22's own tools, and tests edited files with them: `cargo test -p tests --features llvm --test llvm`.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use dxc_format::constants::{HashFlags, ShaderStage};
use dxc_format::digest::Verdict;
use dxc_format::signature::{Signature, SignatureLayout};
use dxc_format::{Container, Part, TableStyle, parts};

use crate::documents::documents;

pub(super) const INSTALL: &str = "install LLVM's tools and headers: \
    apt-get install llvm-22 llvm-22-dev clang-22 llvm-19-dev llvm-16-dev gcc g++";

/// The headers of a version of LLVM.
pub(super) fn include(version: u32) -> PathBuf {
    let folder = PathBuf::from(format!("/usr/lib/llvm-{version}/include"));
    assert!(folder.is_dir(), "{}: {INSTALL}", folder.display());
    folder
}

/// Runs a program with an input.
pub(super) fn run(
    name: impl AsRef<OsStr>,
    arguments: &[impl AsRef<OsStr>],
    input: &[u8],
) -> Output {
    let name = name.as_ref();
    let child = Command::new(name)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap_or_else(|problem| panic!("{name:?}: {problem}; {INSTALL}"));
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // A program that fails may not read all of its input.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    })
}

/// The output of a program for an input; its messages, if it fails.
pub(super) fn filter(
    name: &str,
    arguments: &[impl AsRef<OsStr>],
    input: &[u8],
) -> Result<Vec<u8>, String> {
    let output = run(name, arguments, input);
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// The output of a program, which must succeed.
pub(super) fn tool(name: impl AsRef<OsStr>, arguments: &[impl AsRef<OsStr>]) -> String {
    let output = run(name.as_ref(), arguments, &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    let name = name.as_ref();
    assert!(output.status.success(), "{name:?}: {said}; {INSTALL}");
    String::from_utf8(output.stdout).unwrap()
}

/// LLVM reads an edited container, and shows the edit.
#[test]
fn llvm_reads_edited_files() {
    let bytes = std::fs::read(tests::data().join("dxc/vs_basic.psv-v3.dxil")).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let mut builder = container.to_builder();
    let mut hash = container.hash().unwrap().unwrap().to_value();
    hash.flags.insert(HashFlags::IncludesSource);
    builder.set_part(parts::HASH, hash).unwrap();
    let mut signature = container.isg1().unwrap().unwrap().to_value();
    signature.elements[0].name = signature.names.intern("RENAMED_BY_US");
    let last = *signature.elements.last().unwrap();
    signature.elements.push(last);
    builder.set_part(parts::ISG1, signature).unwrap();
    builder.set_digest(dxc_format::DigestPolicy::Recompute);
    let edited = builder.to_bytes().unwrap();
    let verdict = Container::parse(&edited).unwrap().verify_digest();
    assert_eq!(verdict, Verdict::Matches);

    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("edited.dxil");
    std::fs::write(&path, &edited).unwrap();
    let yaml = tool("obj2yaml-22", &[&path]);
    assert!(yaml.contains("IncludesSource:  true"), "{yaml}");
    assert!(yaml.contains("RENAMED_BY_US"), "{yaml}");
    // There are the last element and its copy.
    assert_eq!(yaml.matches("SV_InstanceID").count(), 2, "{yaml}");
}

/// LLVM 22 writes invalid parts for these: zeros for ILDB, and intentionally a HASH without content.
const BROKEN: [&str; 3] = [
    "PSVv0-ILDB.yaml",
    "ILDB-ShaderKind-mismatch.yaml",
    "PartTooSmall.yaml",
];

/// Containers by LLVM's own writer, among them root signatures 1.2, survive their typed values.
#[test]
fn containers_by_llvm_survive() {
    let documents = documents();
    let mut survived = 0;
    for (name, text) in &documents {
        // Some texts are intentionally invalid, and some need a newer LLVM.
        let made = filter("yaml2obj-22", &[] as &[&str], text.as_bytes());
        let bytes = made.unwrap_or_default();
        let Ok(container) = Container::parse(&bytes) else {
            continue;
        };
        let is_broken = BROKEN.iter().any(|broken| name.ends_with(broken));
        for part in container.parts() {
            match Part::parse(part.fourcc, part.data) {
                Ok(value) => assert_eq!(value.to_bytes(part.fourcc).unwrap(), part.data, "{name}"),
                Err(error) => assert!(is_broken, "{name}: {error}"),
            }
        }
        survived += 1;
    }
    assert!(survived > 50 || documents.is_empty(), "{survived}");
}

/// Whether LLVM's bytes begin with ours; it fills a part with 0 up to the size that its YAML states.
fn is_begun_by(theirs: &[u8], ours: &[u8]) -> bool {
    let rest = theirs.strip_prefix(ours);
    rest.is_some_and(|rest| rest.iter().all(|byte| *byte == 0))
}

/// LLVM's writer lays the tables of PSV0 and of signatures out as we do in its style; it knows PSV0 up to version 3.
#[test]
fn tables_are_laid_out_as_llvm_does() {
    let (mut compared, mut refused) = (0, Vec::new());
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let Some(psv) = container.psv0().unwrap() else {
            continue;
        };
        let Ok(yaml) = filter("obj2yaml-22", &[&path], &[]) else {
            refused.push(path);
            continue;
        };
        let llvm = filter("yaml2obj-22", &[] as &[&str], &yaml).unwrap();
        let llvm = Container::parse(&llvm).unwrap();
        let mut psv = psv.to_value();
        psv.set_version(psv.info.version().min(3));
        psv.lay_out(TableStyle::Llvm).unwrap();
        let theirs = llvm.psv0().unwrap().unwrap();
        if psv.info.shader_stage() == Some(ShaderStage::Mesh) {
            // LLVM 22 only supports this mask for hull shaders.
            psv.view_id_patches_or_primitives.fill(0);
        }
        let ours = psv.to_bytes().unwrap();
        assert!(is_begun_by(theirs.as_bytes(), &ours), "{}", path.display());
        for fourcc in [parts::ISG1, parts::OSG1, parts::PSG1] {
            let (Some(ours), Some(theirs)) = (container.find(fourcc), llvm.find(fourcc)) else {
                continue;
            };
            let mut ours = Signature::parse(ours.data, SignatureLayout::MinPrecision).unwrap();
            let theirs = Signature::parse(theirs.data, SignatureLayout::MinPrecision).unwrap();
            ours.lay_out(TableStyle::Llvm, SignatureLayout::MinPrecision)
                .unwrap();
            let name = format!("{} {fourcc}", path.display());
            assert!(is_begun_by(&theirs.names.0, &ours.names.0), "{name}");
        }
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
    // DXC's own files of versions 1 and 2, and one more that is not in the repository.
    let refused = refused
        .iter()
        .filter(|path| path.starts_with(tests::data()));
    let refused: Vec<_> = refused.map(|path| path.file_stem().unwrap()).collect();
    assert_eq!(refused, ["vs_basic.psv-v1", "vs_basic.psv-v2"]);
}
