//! Compares root signatures with clang 22: `cargo test -p tests --features llvm --test llvm root_signatures`.

use dxc_format::constants::{DescriptorRangeType, RootSignatureVersion};
use dxc_shader::root_signature::to_version;
use tests::root_signatures::{cases, descriptor, range, ranges, small};

use crate::hlsl;

/// The root signature that clang makes of a string: LLVM's text, or clang's error.
fn compile(version: RootSignatureVersion, text: &str) -> Result<String, String> {
    hlsl::compile(version, &format!("#define RS \"{text}\"\n"))
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
        if let Err(problem) = compile(RootSignatureVersion::V1_1, allowed) {
            panic!("{name}: clang refuses {allowed}: {problem}");
        }
        match compile(RootSignatureVersion::V1_1, forbidden) {
            // The error is about the content, not the syntax.
            Err(problem) => assert!(!problem.contains("expected"), "{name}: {problem}"),
            Ok(_) => lenient.push(name),
        }
        judged += 1;
    }
    assert!(judged >= 15, "{judged}");
    assert_eq!(lenient, LENIENT);
}

/// clang writes the flags that version 1.0 implies, since the version has no flags.
#[test]
fn clang_means_the_same_by_version_1_0() {
    let hlsl = "DescriptorTable(SRV(t0), UAV(u0), CBV(b0)), DescriptorTable(Sampler(s0)), CBV(b1)";
    let theirs = compile(RootSignatureVersion::V1_0, hlsl).unwrap();
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
    let mut ours = to_version(&signature, RootSignatureVersion::V1_1)
        .unwrap()
        .signature;
    for (range, kind) in ranges(&mut ours).iter().zip(kinds) {
        assert_eq!(range.flags.0, flags_of(kind), "{kind}");
    }
    assert_eq!(descriptor(&mut ours).flags.0, flags_of("RootCBV"));
}
