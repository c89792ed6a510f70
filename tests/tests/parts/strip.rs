//! Tests stripping and related edits: the results equal DXC's own containers.
//!
//! Judge: DXC, by its containers without debug information and reflection, and by the digests of what its container
//! builder makes; `D3DStripShader` of d3dcompiler_47.

use dxc_format::digest::Verdict;
use dxc_format::private_data::PrivateData;
use dxc_format::{Builder, Container, FourCC, PartEntry, PartInfo, Strip, parts};

fn dxc(name: &str) -> Container<'static> {
    tests::open(&format!("dxc/{name}"))
}

fn codes(builder: &Builder<'_>) -> Vec<String> {
    let parts = builder.parts().iter();
    parts.map(|part| part.fourcc.to_string()).collect()
}

fn fourccs(stripped: &[PartEntry<'_>]) -> Vec<FourCC> {
    stripped.iter().map(|part| part.fourcc).collect()
}

#[test]
fn without_debug_information_it_equals_the_output_of_dxc() {
    let plain = dxc("vs_basic.sm60.dxil");
    for (file, gone, name) in [
        (
            "vs_basic.debug-embedded.dxil",
            &[parts::ILDB][..],
            &[parts::ILDN][..],
        ),
        (
            "vs_basic.pdb-in-private.dxil",
            &[parts::PRIV],
            &[parts::ILDN],
        ),
        ("vs_basic.sm60.dxil", &[], &[]),
    ] {
        let mut builder = dxc(file).to_builder();
        assert_eq!(fourccs(&builder.strip(Strip::Debug)), gone, "{file}");
        assert_eq!(fourccs(&builder.strip(Strip::DebugName)), name, "{file}");
        assert!(builder.to_bytes().unwrap() == plain.as_bytes(), "{file}");
    }
}

/// `dxc -dumpbin -Qstrip_debug` removes ILDB with `IDxcContainerBuilder`, which signs the rest.
#[test]
fn the_name_of_the_pdb_stays_as_dxc_leaves_it() {
    for (file, digest) in [
        (
            "vs_basic.debug-embedded.dxil",
            "2420113294557b74b0d746be58aeb82c",
        ),
        (
            "vs_basic.debug-name-source.dxil",
            "41f3f46c561a172224754f1f6867719f",
        ),
    ] {
        let mut builder = dxc(file).to_builder();
        builder.strip(Strip::Debug);
        let bytes = builder.to_bytes().unwrap();
        let stripped = Container::parse(&bytes).unwrap();
        assert_eq!(stripped.digest().to_string(), digest, "{file}");
        // Stripping again changes nothing.
        let mut again = stripped.to_builder();
        assert!(again.strip(Strip::Debug).is_empty());
        assert!(again.to_bytes().unwrap() == bytes);
    }
}

/// The parts that `D3DStripShader` removes from a container that has all of them, by its flags; and the parts of DXIL,
/// which it does not know.
#[test]
fn parts_of_fxc_go_as_d3d_strip_shader_removes_them() {
    for (kind, fxc, dxil) in [
        (Strip::Reflection, &["RDEF", "STAT"][..], &[][..]),
        (
            Strip::Debug,
            &["SPDB", "SDBG"],
            &["ILDB", "PDBI", "PRIV", "SRCI"],
        ),
        (Strip::Private, &["PRIV"], &[]),
        (Strip::RootSignature, &["RTS0"], &[]),
    ] {
        let is_it = |info: &&PartInfo| info.strip.contains(&kind);
        let stripped = parts::PARTS.iter().filter(is_it);
        let mut stripped: Vec<String> = stripped.map(|info| info.fourcc.to_string()).collect();
        stripped.sort_unstable();
        stripped.dedup();
        let mut expected = [fxc, dxil].concat();
        expected.sort_unstable();
        assert_eq!(stripped, expected, "{kind:?}");
    }
}

#[test]
fn without_reflection_it_equals_the_output_of_dxc() {
    let mut builder = dxc("ps_textured.sm60.dxil").to_builder();
    let stripped = builder.strip(Strip::Reflection);
    assert_eq!(stripped.len(), 1);
    assert!(
        stripped[0].to_bytes().unwrap().len() > 2000,
        "the program for reflection is removed"
    );
    let expected = dxc("ps_textured.strip-reflect.dxil");
    assert!(builder.to_bytes().unwrap() == expected.as_bytes());
}

#[test]
fn everything_that_the_shader_runs_without_can_go() {
    for (path, container) in tests::each_container() {
        let mut builder = container.to_builder();
        let stripped = [Strip::Debug, Strip::Reflection].map(|what| builder.strip(what).len());
        let left = codes(&builder);
        for gone in ["ILDB", "SPDB", "SDBG", "SRCI", "PDBI", "STAT", "RDEF"] {
            assert!(!left.iter().any(|code| code == gone), "{path}: {gone}");
        }
        let bytes = builder.to_bytes().unwrap();
        let container = Container::parse(&bytes).unwrap();
        // The digest is recomputed, unless it is a special one.
        if stripped != [0, 0] {
            let verdict = container.verify_digest();
            assert!(!matches!(verdict, Verdict::Differs { .. }), "{verdict}");
        }
    }
}

#[test]
fn private_data_is_last_and_only_a_pdb_is_debug_information() {
    let original = dxc("vs_basic.sm60.dxil");
    let mut builder = original.to_builder();
    let mut data = PrivateData::default();
    data.data = b"mine".to_vec();
    builder.set_part(parts::PRIV, data).unwrap();
    // Parts that are added later come before it.
    let signature = dxc("rs_only.v1_1.dxil").rts0().unwrap().unwrap();
    builder.set_part(parts::RTS0, signature.to_value()).unwrap();
    let order = [
        "SFI0", "ISG1", "OSG1", "PSV0", "STAT", "HASH", "DXIL", "RTS0", "PRIV",
    ];
    assert_eq!(codes(&builder), order);
    assert!(builder.strip(Strip::Debug).is_empty());

    let edited = builder.to_bytes().unwrap();
    let container = Container::parse(&edited).unwrap();
    assert_eq!(container.verify_digest(), Verdict::Matches);
    assert_eq!(container.part_priv().unwrap().unwrap().data(), b"mine");
    // Removing the root signature restores the original file.
    let mut builder = container.to_builder();
    builder.remove(parts::RTS0);
    builder.remove(parts::PRIV);
    assert!(builder.to_bytes().unwrap() == original.as_bytes());
}
