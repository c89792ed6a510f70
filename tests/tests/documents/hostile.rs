//! Documents that ask for what they do not give, and files that came back as others once.

use std::fmt::Write;
use std::time::Instant;

use dxc_format::document::Document;
use dxc_format::{Container, TableStyle};

fn read(name: &str) -> Vec<u8> {
    std::fs::read(tests::data().join("hostile").join(name)).unwrap()
}

/// What is said of a document that no container can be made of.
fn problem(text: &str) -> String {
    let document = Document::from_yaml(text).unwrap();
    let both = [TableStyle::Dxc, TableStyle::Llvm].map(|style| document.to_bytes(style));
    let [one, other] = both.map(|built| built.unwrap_err().to_string());
    assert_eq!(one, other);
    one
}

#[test]
fn what_a_document_asks_for_is_bounded() {
    for (name, expected) in [
        (
            "build-panic-partoffsets.yaml",
            "Header.PartOffsets[1]: expected a number, found a text",
        ),
        (
            "build-4gib-resourcestride.yaml",
            "Parts[0].PSVInfo.ResourceStride: 4294967295 bytes for each record is more than a document may ask for",
        ),
        (
            "build-resourcestride-100m.yaml",
            "Parts[0].PSVInfo.ResourceStride: 100000000 bytes for each record is more than a document may ask for",
        ),
        (
            "build-2gib-rdef-size.yaml",
            "Parts[0].ResourceDefinitions.ConstantBuffers: 2147483647 bytes for each \
             (stride_or(extension.constant_buffer_size, CONSTANT_BUFFER_SIZE())) is more than a document may ask for",
        ),
    ] {
        let text = String::from_utf8(read(name)).unwrap();
        assert_eq!(problem(&text), expected, "{name}");
    }
}

/// Counts are told before names and runs are looked for.
#[test]
fn too_many_elements_are_no_reason_to_look_for_their_names() {
    let mut text = String::from("Parts: [{Name: PSV0, PSVInfo: {Version: 1, SigInputElements: [");
    for element in 0..40_000 {
        let run = 7 * element;
        write!(text, "{{Name: N{element}, Indices: [{element}, {run}]}},").unwrap();
    }
    text.push_str("]}}]");
    let document = Document::from_yaml(&text).unwrap();
    let start = Instant::now();
    let problem = document.to_bytes(TableStyle::Dxc).unwrap_err();
    assert_eq!(
        problem.to_string(),
        "Parts[0].PSVInfo.inputs: 40000 does not fit into 8 bits"
    );
    // It took 22 seconds once; this is no benchmark.
    assert!(start.elapsed().as_secs() < 10);
}

/// Layouts are as little to be trusted as all else.
#[test]
fn layouts_that_cannot_be_are_refused() {
    let layout = |layout: &str| {
        format!(
            "Parts: [{{Name: RTS0, RootSignature: {{Version: 2, Parameters: [], Samplers: []}}}}]\n\
             ---\n\
             Parts: [{{Name: RTS0, Layout: {{{layout}}}}}]"
        )
    };
    for (keys, expected) in [
        ("Size: 4000000000", "Parts[0].Layout.Size: 4000000000 bytes are more than a document may ask for"),
        (
            "Places: [{Piece: flags, At: 99}]",
            "Parts[0].Layout.Places: flags would lie behind the end",
        ),
        ("Places: 3", "Rest.Parts[0].Layout.Places: expected a list, found a number"),
        ("Tables: 3", "Rest.Parts[0].Layout.Tables: expected `LLVM`, `DXC`, or tables, found a number"),
        ("Fill: 256", "Rest.Parts[0].Layout.Fill: 256 does not fit into 8 bits"),
        ("Gaps: [{At: 0, Bytes: [300]}]", "Rest.Parts[0].Layout.Gaps[0].Bytes[0]: 300 does not fit into 8 bits"),
        ("Order: []", "Rest.Parts[0].Layout.Order: unknown key"),
        ("Patch: {Size: 1, Gaps: [{At: 1, Bytes: [1]}]}", "Rest.Parts[0].Layout.Patch: bytes behind the end at 1"),
    ] {
        let document = Document::from_yaml(&layout(keys)).unwrap();
        let problem = document.to_bytes(TableStyle::Dxc).unwrap_err();
        assert_eq!(problem.to_string(), expected, "{keys}");
    }
    // What does not fit any more is not used.
    let document = Document::from_yaml(&layout("Places: [{Piece: flags, At: 0}]")).unwrap();
    let bytes = document.to_bytes(TableStyle::Dxc).unwrap();
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.part(0).unwrap().data.len(), 24);
}

#[test]
fn containers_with_gaps_can_be_read_again() {
    for name in ["yaml-gap-at-end-min.dxil", "yaml-gap-at-end.dxil"] {
        let bytes = read(name);
        let document = Document::of(&Container::parse(&bytes).unwrap()).unwrap();
        assert_eq!(document.to_bytes(TableStyle::Dxc).unwrap(), bytes, "{name}");
        for style in [TableStyle::Dxc, TableStyle::Llvm] {
            let built = document.clone().without_rest().to_bytes(style).unwrap();
            if style == TableStyle::Dxc {
                Container::parse(&built).unwrap();
            }
        }
    }
}

/// Bits without a meaning of two integers on one level.
#[test]
fn bits_of_two_integers_are_told_apart() {
    for (name, keys) in [
        ("yaml-unused-twice-dxil.dxil", ["UnusedOfVersion", "UnusedOfDXILVersion"]),
        ("yaml-unused-twice-psv.dxil", ["UnusedOfColumns", "UnusedOfStream"]),
    ] {
        let bytes = read(name);
        let text = Document::of(&Container::parse(&bytes).unwrap()).unwrap().to_yaml().unwrap();
        assert!(keys.iter().any(|key| text.contains(key)), "{name}: {text}");
        let built = Document::from_yaml(&text).unwrap().to_bytes(TableStyle::Dxc);
        assert_eq!(built.unwrap(), bytes, "{name}");
    }
}

/// Parts that nobody could read are not built.
#[test]
fn what_is_built_can_be_read() {
    for (document, expected) in [
        (
            "Parts: [{Name: SHDR, TokenizedProgram: {Length: 1}}]",
            "Parts[0]: what it says cannot be read",
        ),
        (
            "Parts: [{Name: PSV0, PSVInfo: {Version: 3, EntryName: {Offset: 77}}}]",
            "",
        ),
    ] {
        let document = Document::from_yaml(document).unwrap();
        match (document.to_bytes(TableStyle::Dxc), expected) {
            (Ok(bytes), "") => {
                let container = Container::parse(&bytes).unwrap();
                Document::of(&container).unwrap();
            }
            (Ok(_), expected) => panic!("built, and not: {expected}"),
            (Err(problem), expected) => {
                let problem = problem.to_string();
                assert!(!expected.is_empty() && problem.contains(expected), "{problem}");
            }
        }
    }
}
