//! LLVM 22's own tools and headers as judges: `cargo test -p tests --features llvm --test llvm`.

use std::path::Path;
use std::process::Command;

use dxc_format::constants::{HashFlags, ShaderStage};
use dxc_format::digest::Verdict;
use dxc_format::signature::{Signature, SignatureLayout};
use dxc_format::{Container, Part, TableStyle, parts};

pub(crate) const INSTALL: &str =
    "install LLVM 22's tools: apt-get install llvm-22 llvm-22-dev clang-22";

/// Runs one of LLVM's tools.
fn tool(name: &str, arguments: &[&Path]) -> String {
    let output = Command::new(name).args(arguments).output();
    let output = output.unwrap_or_else(|problem| panic!("{name}: {problem}; {INSTALL}"));
    assert!(
        output.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// An edited container is one that LLVM reads, and it sees the edit.
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
    assert_eq!(
        Container::parse(&edited).unwrap().verify_digest(),
        Verdict::Matches
    );

    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("edited.dxil");
    std::fs::write(&path, &edited).unwrap();
    let yaml = tool("obj2yaml-22", &[&path]);
    assert!(yaml.contains("IncludesSource:  true"), "{yaml}");
    assert!(yaml.contains("RENAMED_BY_US"), "{yaml}");
    assert_eq!(
        yaml.matches("SV_InstanceID").count(),
        2,
        "the last element and its copy: {yaml}"
    );
}

/// LLVM 22 writes broken parts for these: 0 for ILDB, and a HASH of no bytes on purpose.
const BROKEN: [&str; 3] = [
    "PSVv0-ILDB.yaml",
    "ILDB-ShaderKind-mismatch.yaml",
    "PartTooSmall.yaml",
];

/// Containers by LLVM's own writer, among them root signatures 1.2, survive their typed values.
#[test]
fn containers_by_llvm_survive() {
    let Some(corpus) = tests::corpus("llvm-yaml") else {
        return;
    };
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("by-llvm.dxil");
    let mut survived = 0;
    for folder in ["ObjectYAML", "obj2yaml", "llvm-objdump"] {
        for yaml in std::fs::read_dir(corpus.join(folder)).unwrap().flatten() {
            let mut command = Command::new("yaml2obj-22");
            let output = command.arg(yaml.path()).arg("-o").arg(&made).output();
            let output =
                output.unwrap_or_else(|problem| panic!("yaml2obj-22: {problem}; {INSTALL}"));
            let bytes = std::fs::read(&made).unwrap_or_default();
            // Some texts are wrong on purpose, and some need a newer LLVM.
            let Ok(container) = Container::parse(&bytes) else {
                continue;
            };
            if !output.status.success() {
                continue;
            }
            for part in container.parts() {
                let name = format!("{} {}", yaml.path().display(), part.fourcc);
                match Part::parse(part.fourcc, part.data) {
                    Ok(value) => {
                        assert_eq!(value.to_bytes(part.fourcc).unwrap(), part.data, "{name}")
                    }
                    Err(error) => assert!(
                        BROKEN.iter().any(|broken| yaml.file_name() == *broken),
                        "{name}: {error}"
                    ),
                }
            }
            survived += 1;
        }
    }
    assert!(survived > 50, "{survived}");
}

/// Where LLVM's bytes are ours; it fills a part with 0 up to the size that its YAML states.
fn is_begun_by(theirs: &[u8], ours: &[u8]) -> bool {
    let rest = theirs.strip_prefix(ours);
    rest.is_some_and(|rest| rest.iter().all(|byte| *byte == 0))
}

/// LLVM's writer lays the tables of PSV0 and of signatures out as we do in its style; it knows PSV0 up to version 3.
#[test]
fn tables_are_laid_out_as_llvm_does() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (yaml, made) = (folder.join("laid-out.yaml"), folder.join("laid-out.dxil"));
    let (mut compared, mut refused) = (0, Vec::new());
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let Some(psv) = container.psv0().unwrap() else {
            continue;
        };
        let output = Command::new("obj2yaml-22").arg(&path).output();
        let output = output.unwrap_or_else(|problem| panic!("obj2yaml-22: {problem}; {INSTALL}"));
        if !output.status.success() {
            refused.push(path);
            continue;
        }
        std::fs::write(&yaml, output.stdout).unwrap();
        tool("yaml2obj-22", &[&yaml, Path::new("-o"), &made]);
        let llvm = std::fs::read(&made).unwrap();
        let llvm = Container::parse(&llvm).unwrap();
        let mut psv = psv.to_value();
        psv.set_version(psv.info.version().min(3));
        psv.lay_out(TableStyle::Llvm).unwrap();
        let theirs = llvm.psv0().unwrap().unwrap();
        if psv.info.shader_stage() == Some(ShaderStage::Mesh) {
            // LLVM 22 knows this mask of hull shaders only.
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
