//! Containers as documents, and back. `llvm_documents.rs` has LLVM's beside them.

use dxc_format::document::Document;
use dxc_format::{Container, Part, PartView, RawPart, TableStyle, parts};

/// Whether two parts differ only in what documents do not tell: the order of the names in a signature, which DXC stores
/// before it sorts the elements, what pads them, and where FXC puts the pieces of RDEF.
fn same_meaning(ours: RawPart<'_>, theirs: RawPart<'_>) -> bool {
    let text = |part: RawPart<'_>| {
        let signature = match PartView::parse(part.fourcc, part.data) {
            Ok(PartView::Signature(signature)) => signature,
            _ => return None,
        };
        let elements = signature.elements.iter().map(|mut element| {
            let name = element.name_in(signature).map(str::to_owned);
            element.name = 0;
            (name, element)
        });
        Some(elements.collect::<Vec<_>>())
    };
    let value = |part: RawPart<'_>| Part::parse(part.fourcc, part.data).unwrap();
    ours.data == theirs.data
        || ours.fourcc == parts::RDEF && value(ours) == value(theirs)
        || ours.data.len() == theirs.data.len()
            && text(ours).is_some()
            && text(ours) == text(theirs)
}

#[test]
fn documents_of_compiled_shaders_make_them_again() {
    let (mut problems, mut same) = (Vec::new(), 0);
    for path in tests::every_container() {
        let name = path.display();
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let document = Document::of(&container).unwrap();
        // One after the other; both would take long.
        let again: Document = match bytes.len() % 2 {
            0 => Document::from_yaml(&document.to_yaml().unwrap()).unwrap(),
            _ => serde_json::from_str(&serde_json::to_string(&document).unwrap()).unwrap(),
        };
        assert!(again == document, "{name}: reads back as another");
        match again.to_bytes(TableStyle::Dxc) {
            Ok(again) if again == bytes => same += 1,
            Ok(again) => {
                let again = Container::parse(&again).unwrap();
                let parts = again.parts().zip(container.parts());
                for (ours, theirs) in parts {
                    if !same_meaning(ours, theirs) {
                        problems.push(format!("{name}: {} differs", ours.fourcc));
                    }
                }
            }
            Err(problem) => problems.push(format!("{name}: {problem}")),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(same > 20, "{same}");
}

#[test]
fn a_document_is_what_people_read() {
    let path = tests::data().join("dxc/vs_semantics.sm60.dxil");
    let bytes = std::fs::read(path).unwrap();
    let document = Document::of(&Container::parse(&bytes).unwrap()).unwrap();
    let text = document.to_yaml().unwrap();
    // The bitcode says nothing to people.
    let lines = text.lines().map(|line| match line.len() {
        0..200 => line.to_owned(),
        _ => format!("{} ..", &line[..60]),
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

fn build(text: &str) -> Result<Vec<u8>, String> {
    let document = Document::from_yaml(text).map_err(|problem| problem.to_string())?;
    let bytes = document.to_bytes(TableStyle::Dxc);
    bytes.map_err(|problem| problem.to_string())
}

#[test]
fn problems_name_their_place() {
    for (document, problem) in [
        ("Parts: 1", "Parts: expected a list, found a number"),
        ("Part: []", "Part: unknown key"),
        ("Header: { Magic: DXBC }", "Header.Magic: unknown key"),
        (
            "Header: { Hash: [1, 2] }",
            "Header.Hash: expected 16 values, found 2",
        ),
        (
            "Header: { PartOffsets: [32] }",
            "Header.PartOffsets: has 1 offsets for 0 parts",
        ),
        (
            "{ Header: { PartOffsets: [4000000000] }, Parts: [{ Name: ABCD }] }",
            "Header: more than 67108864 bytes of gaps and zeros",
        ),
        (
            "Parts: [{ Name: ABCD, Size: 4294967295 }]",
            "Header: more than 67108864 bytes of gaps and zeros",
        ),
        (
            "Parts: [{ Name: ABC }]",
            "Parts[0].Name: a FourCC is four ASCII characters",
        ),
        (
            "Parts: [{ Name: 3 }]",
            "Parts[0].Name: expected four characters, found a number",
        ),
        (
            "Parts: [{ Name: SFI0, Flags: { Wave: true } }]",
            "Parts[0].Flags.Wave: unknown key",
        ),
        (
            "Parts: [{ Name: RTS0, RootSignature: { Version: 1, Parameters: [{ ParameterType: 9 }] } }]",
            "Parts[0].RootSignature.Parameters[0]: nothing is known of a 9 here",
        ),
        (
            "Parts: [{ Name: PSV0, PSVInfo: { Version: 1, InputPatchMap: [1] } }]",
            "Parts[0].PSVInfo.InputPatchMap: holds a value, but is only written if info.shader_stage == Hull",
        ),
        (
            "Parts: [{ Name: PSV0, PSVInfo: { Version: 0, SigInputElements: [{ Name: A }] } }]",
            "Parts[0].PSVInfo.SigInputElements: holds a value, but is only written if the version is 1 or later",
        ),
        (
            "Parts: [{ Name: ISG1, Signature: { Parameters: [{ Name: [] }] } }]",
            "Parts[0].Signature.Parameters[0].Name: expected a name, found a list",
        ),
        ("&a [*a, *a]", ""),
    ] {
        let found = build(document).unwrap_err();
        match problem {
            "" => insta::assert_snapshot!(found),
            problem => assert_eq!(found, problem, "{document}"),
        }
    }
}

#[test]
fn what_the_document_has_too_small_is_computed() {
    let bytes = build(
        "{ Header: { FileSize: 3, PartOffsets: [7] }, Parts: [{ Name: SFI0, Size: 4, Flags: { WaveOps: true } }] }",
    );
    let container = bytes.unwrap();
    let container = Container::parse(&container).unwrap();
    assert_eq!(container.part(0).unwrap().data.len(), 8);
    assert!(container.trailing().is_empty());
}

#[test]
fn what_is_left_out_is_computed() {
    let bytes =
        build("Parts: [{ Name: ABCD, Data: [1, 2, 3] }, { Name: SFI0, Size: 12 }]").unwrap();
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.verify_digest().to_string(), "matches");
    let parts: Vec<_> = container.parts().map(|part| part.data).collect();
    assert_eq!(parts, [&[1, 2, 3][..], &[0; 12]]);
}
