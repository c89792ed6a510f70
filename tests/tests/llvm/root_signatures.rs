//! clang 22 as a judge of root signatures: `cargo test -p tests --features llvm --test llvm root_signatures`.

use std::path::PathBuf;
use std::process::Command;

use dxc_format::constants::{DescriptorRangeType, RootSignatureVersion};
use tests::root_signatures::{cases, descriptor, range, ranges, small};

/// The root signature that clang makes of HLSL: LLVM's text, or clang's error.
fn compile(name: &str, hlsl: &str, version: &str) -> Result<String, String> {
    let source = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.hlsl"));
    std::fs::write(&source, format!("#define RS \"{hlsl}\"\n")).unwrap();
    let output = Command::new("clang-22")
        .args(["-cc1", "-triple", "dxil-pc-shadermodel6.6-rootsignature"])
        .args(["-x", "hlsl", "-hlsl-entry", "RS", "-emit-llvm", "-o", "-"])
        .arg(format!("-fdx-rootsignature-version=rootsig_{version}"))
        .arg(source)
        .output()
        .unwrap_or_else(|problem| panic!("clang-22: {problem}; apt-get install clang-22"));
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        Ok(text(output.stdout))
    } else {
        Err(text(output.stderr))
    }
}

/// Rules of DXC's validator that clang 22 does not check.
const LENIENT: [&str; 1] = ["range-registers"];

#[test]
fn clang_allows_and_forbids_the_same() {
    let (mut judged, mut lenient) = (0, Vec::new());
    for case in cases() {
        let Some([allowed, forbidden]) = case.hlsl else {
            continue;
        };
        let name = case.rule.name;
        if let Err(problem) = compile(name, allowed, "1_1") {
            panic!("{name}: clang refuses {allowed}: {problem}");
        }
        match compile(name, forbidden, "1_1") {
            // The error is about the content, not the syntax.
            Err(problem) => assert!(!problem.contains("expected"), "{name}: {problem}"),
            Ok(_) => lenient.push(name),
        }
        judged += 1;
    }
    assert!(judged >= 15, "{judged}");
    assert_eq!(lenient, LENIENT);
}

/// clang writes down which flags version 1.0 means, as it has none.
#[test]
fn clang_means_the_same_by_version_1_0() {
    let hlsl = "DescriptorTable(SRV(t0), UAV(u0), CBV(b0)), DescriptorTable(Sampler(s0)), CBV(b1)";
    let theirs = compile("version_1_0", hlsl, "1_0").unwrap();
    let flags_of = |kind: &str| {
        let line = theirs
            .lines()
            .find(|line| line.contains(&format!("!\"{kind}\"")));
        let last = line.unwrap().trim_end_matches('}').rsplit(' ').next();
        last.unwrap().parse::<u32>().unwrap()
    };
    let mut signature = small();
    signature.version = RootSignatureVersion::V1_0;
    let kinds = ["SRV", "UAV", "CBV", "Sampler"];
    *ranges(&mut signature) = kinds
        .map(|kind| range(DescriptorRangeType::from_name(kind).unwrap(), 0, 1))
        .to_vec();
    let mut ours = signature
        .to_version(RootSignatureVersion::V1_1)
        .unwrap()
        .signature;
    for (range, kind) in ranges(&mut ours).iter().zip(kinds) {
        assert_eq!(range.flags.0, flags_of(kind), "{kind}");
    }
    assert_eq!(descriptor(&mut ours).flags.0, flags_of("RootCBV"));
}
