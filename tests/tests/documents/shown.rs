//! Containers as documents, and back. `llvm_documents.rs` compares them with LLVM's.

use dxc_format::document::Document;
use dxc_format::{Container, TableStyle};

use super::{built, yaml};

#[test]
fn a_document_is_readable() {
    let path = tests::data().join("dxc/vs_semantics.sm60.dxil");
    let bytes = std::fs::read(path).unwrap();
    let text = yaml(&bytes);
    // The bitcode is not readable.
    let lines = text.lines().map(|line| match line.len() {
        0..200 => line.to_owned(),
        _ => format!("{} ..", &line[..60]),
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

/// Like in LLVM, zeros fill the space before stated offsets.
#[test]
fn gaps_are_bounded() {
    let text = "{ Header: { PartOffsets: [4000000000] }, Parts: [{ Name: ABCD }] }";
    let document = Document::from_yaml(text).unwrap();
    let problem = document.to_bytes(TableStyle::Llvm).unwrap_err();
    let expected = "1:26: Header.PartOffsets: more than 16777216 bytes of gaps and zeros; that is a quarter of `Limits::memory`, which is 67108864";
    assert_eq!(problem.to_string(), expected);
    assert_eq!(document.to_bytes(TableStyle::Dxc).unwrap().len(), 44);
}

#[test]
fn problems_name_their_place() {
    for (document, problem) in [
        ("Parts: 1", "1:8: Parts: expected a list, found a number"),
        ("Part: []", "1:1: Part: unknown key; did you mean `Parts`?"),
        (
            "Header: { Magic: DXBC }",
            "1:11: Header.Magic: unknown key; legal here: `Hash`, `Version`, `FileSize`, `PartCount`, `PartOffsets`",
        ),
        (
            "Header: { Hash: [1, 2] }",
            "1:17: Header.Hash: expected 16 values, found 2",
        ),
        (
            "Header: { PartOffsets: [32] }",
            "1:24: Header.PartOffsets: has 1 offsets for 0 parts",
        ),
        (
            "Parts: [{ Name: ABCD, Size: 4294967295 }]",
            "1:29: Parts[0].Size: more than 16777216 bytes of gaps and zeros; that is a quarter of `Limits::memory`, which is 67108864",
        ),
        (
            "{ Header: { FileSize: 4000000000 }, Rest: { Header: { FileSize: Stated } } }",
            "1:11: Header: more than 16777216 bytes of gaps and zeros; that is a quarter of `Limits::memory`, which is 67108864",
        ),
        (
            "{ Parts: [{ Name: ABCD, Data: [1] }], Rest: { Parts: [{ Name: ABCD, Data: [2] }] } }",
            "1:31: Parts[0].Data: both documents contain this value",
        ),
        (
            "Parts: [{ Name: ABC }]",
            "1:17: Parts[0].Name: a FourCC is four ASCII characters",
        ),
        (
            "Parts: [{ Name: 3 }]",
            "1:17: Parts[0].Name: expected four characters, found a number",
        ),
        (
            "Parts: [{ Name: SFI0, Flags: { Wave: true } }]",
            "1:32: Parts[0].Flags.Wave: unknown key; legal here are N keys, such as `Doubles`, `ComputeShadersPlusRawAndStructuredBuffers`, `UAVsAtEveryStage`, `Max64UAVs`, `MinimumPrecision`, `DX11_1_DoubleExtensions`",
        ),
        (
            "Parts: [{ Name: RTS0, RootSignature: { Version: 1, Parameters: [{ ParameterType: 9 }] } }]",
            "1:65: Parts[0].RootSignature.Parameters[0]: unknown selector value 9",
        ),
        (
            "Parts: [{ Name: PSV0, PSVInfo: { Version: 1, InputPatchMap: [1] } }]",
            "1:61: Parts[0].PSVInfo.InputPatchMap: has a value, but is only stored if outputs_patch_constants(info.shader_stage) != 0",
        ),
        (
            "Parts: [{ Name: PSV0, PSVInfo: { Version: 0, SigInputElements: [{ Name: A }] } }]",
            "1:64: Parts[0].PSVInfo.SigInputElements: has a value, but is only stored if the version is 1 or later",
        ),
        (
            "Parts: [{ Name: ISG1, Signature: { Parameters: [{ Name: [] }] } }]",
            "1:57: Parts[0].Signature.Parameters[0].Name: expected a name, found a list",
        ),
        (
            "&a [*a, *a]",
            "1:5: aliases are not supported; repeat the value",
        ),
    ] {
        let found = super::uncounted(&built(document).unwrap_err());
        assert_eq!(found, problem, "{document}");
    }
}

#[test]
fn sizes_that_are_too_small_are_computed() {
    let bytes = built(
        "{ Header: { FileSize: 3, PartOffsets: [7] }, Parts: [{ Name: SFI0, Size: 4, Flags: { WaveOps: true } }] }",
    );
    let container = bytes.unwrap();
    let container = Container::parse(&container).unwrap();
    assert_eq!(container.part(0).unwrap().data.len(), 8);
    assert!(container.trailing().is_empty());
}

#[test]
fn omitted_values_are_computed() {
    let bytes =
        built("Parts: [{ Name: ABCD, Data: [1, 2, 3] }, { Name: SFI0, Size: 12 }]").unwrap();
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.verify_digest().to_string(), "matches");
    let parts: Vec<_> = container.parts().map(|part| part.data).collect();
    assert_eq!(parts, [&[1, 2, 3][..], &[0; 12]]);
}
