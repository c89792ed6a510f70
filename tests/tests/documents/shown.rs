//! Tests containers as documents, and back. Judge: obj2yaml and yaml2obj of LLVM 22, in `llvm/documents.rs`.

use dxc_document::Document;
use dxc_format::psv0::RuntimeInfo;
use dxc_format::{
    TableStyle, parts,
    types::{BySize, Strided},
};

use super::mistakes::golden;
use super::{built, yaml};

/// The document of a shader with one of its outputs.
#[test]
fn a_document_is_readable() {
    let container = tests::open("dxc/vs_semantics.sm60.dxil");
    let mut signature = container.osg1().unwrap().unwrap().to_value();
    signature.elements = vec![signature.elements[1]];
    let mut psv = container.psv0().unwrap().unwrap().to_value();
    let output = psv.outputs[1];
    psv.outputs = Strided::default();
    psv.outputs.push(output);
    let mut builder = container.to_builder();
    builder.set_part(parts::OSG1, signature).unwrap();
    builder.set_part(parts::PSV0, psv).unwrap();
    let text = yaml(&builder.to_bytes().unwrap());
    // Bitcode is not readable, so its full lines of base64 and the end of its list are omitted.
    let lines = text.lines();
    let lines = lines.filter(|line| line.contains(": ") || line.trim().len() < 76);
    let lines = lines.map(|line| match line.len() {
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
    let text = "{ Header: { FileSize: 4000000000 }, Layout: { Stated: [FileSize] } }";
    let expected = "1:11: Header: more than 16777216 bytes of gaps and zeros; that is a quarter of `Limits::memory`, which is 67108864";
    assert_eq!(built(text).unwrap_err(), expected);
}

#[test]
fn problems_name_their_place() {
    golden("problems_name_their_place");
}

#[test]
fn an_unknown_version_is_refused() {
    let newest = RuntimeInfo::LAYOUTS.last().unwrap().version.unwrap();
    let version = newest + 1;
    let text = format!("Parts: [{{ Name: PSV0, PSVInfo: {{ Version: {version} }} }}]");
    let expected = format!("1:43: Parts[0].PSVInfo.Version: the newest version is {newest}");
    assert_eq!(built(&text).unwrap_err(), expected);
}

#[test]
fn sizes_that_are_too_small_are_computed() {
    let bytes = built(
        "{ Header: { FileSize: 3, PartOffsets: [7] }, Parts: [{ Name: SFI0, Size: 4, Flags: { WaveOps: true } }] }",
    );
    let container = tests::opened(bytes.unwrap());
    assert_eq!(container.part(0).unwrap().data.len(), 8);
    assert!(container.trailing().is_empty());
}

#[test]
fn omitted_values_are_computed() {
    let bytes = built("Parts: [{ Name: ABCD, Data: [1, 2, 3] }, { Name: SFI0, Size: 8 }]").unwrap();
    let container = tests::opened(bytes);
    assert_eq!(container.verify_digest().to_string(), "matches");
    let parts: Vec<_> = container.parts().map(|part| part.data).collect();
    assert_eq!(parts, [&[1, 2, 3][..], &[0; 8]]);
}
