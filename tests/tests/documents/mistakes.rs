//! Tests messages about errors in edited documents: each has the line and a suggestion.
//!
//! No tool judges the messages. New ones are read by hand.

use dxc_document::{Document, DocumentError, Node, build, locate, render, yaml};
use dxc_format::TableStyle;
use dxc_format::rts0::RootSignature;

/// The error for a text that builds no container, in either style.
fn mistake(text: &str) -> DocumentError {
    let refused = [TableStyle::Dxc, TableStyle::Llvm].map(|style| {
        let document = Document::from_yaml(text);
        let built = document.and_then(|document| document.to_bytes(style));
        built.expect_err(text)
    });
    let [one, other] = refused;
    assert_eq!(one.to_string(), other.to_string());
    one
}

/// The documents of a file of mistakes, which `=====` separates. Where the first one has `<case>`, the others are put
/// there.
pub(super) fn cases(name: &str) -> Vec<String> {
    let folder = tests::root().join("tests/tests/documents/mistakes");
    let file = std::fs::read_to_string(folder.join(format!("{name}.yaml"))).unwrap();
    let cases = file.split("=====\n");
    match file.split_once("=====\n") {
        Some((frame, _)) if frame.contains("<case>") => {
            let cases = cases.skip(1).map(str::trim_end);
            cases.map(|case| frame.replace("<case>", case)).collect()
        }
        _ => cases.map(str::to_owned).collect(),
    }
}

/// Compares the errors of a file of documents with a snapshot, in the form of compiler errors.
pub(super) fn golden(name: &str) {
    golden_of(name, &cases(name));
}

/// Like [`golden`], for these documents.
pub(super) fn golden_of(name: &str, texts: &[impl AsRef<str>]) {
    let shown = texts.iter().map(|text| {
        let text = text.as_ref();
        let mistake = mistake(text);
        let excerpt = render(&mistake, "vs.yaml", text, false);
        // The short form of the error has the same line.
        let (line, column) = mistake.line_and_column().unwrap();
        let place = format!("{line}:{column}: ");
        assert!(mistake.to_string().starts_with(&place), "{mistake}");
        assert!(excerpt.contains(&format!("vs.yaml:{place}")), "{excerpt}");
        excerpt
    });
    let shown = shown.collect::<Vec<_>>().join("\n");
    let shown = tests::without_frames(&super::uncounted(&shown));
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(name, shown);
    });
}

#[test]
fn keys_and_names_that_are_misspelt() {
    golden("keys_and_names_that_are_misspelt");
}

/// Locations after multi-byte characters, in long lines, and in keys of older documents.
#[test]
fn places_are_those_of_the_text() {
    let long = format!(
        "Parts: [{{ Name: NONE, Data: [{}300] }}]",
        "1, ".repeat(200)
    );
    golden_of(
        "places_are_those_of_the_text",
        &[
            "Parts:\n- Name: ISG1\n  Signature:\n    Parameters: [{ Name: 'größe ▲', Strem: 1 }]\n",
            &long,
            "# Written by hand.\n--- !dxcontainer\nParts:\n- { Name: NONE, Data: [1] }\n- Name: NONE\n  Layot: {}\n...\n",
            "Rest: { Parts: [{ Name: NONE }] }\nParts:\n- { Name: NONE, Data: [1] }\n",
            "Parts:\n- { Name: NONE, Data: [1] }\nLayout: {}\nHeader: { Hsh: [] }\n",
            "Parts:\r\n- Name: SFI0\r\n  Size: many\r\n",
            "\u{feff}Parts: 3\n",
            "",
        ],
    );
}

/// Errors of the YAML library are reported in the terms of documents.
#[test]
fn texts_that_are_no_documents() {
    golden("texts_that_are_no_documents");
}

/// No key of a part or a layout is ignored.
#[test]
fn unknown_keys_of_parts_and_layouts() {
    golden("unknown_keys_of_parts_and_layouts");
}

/// In other formats, errors have no lines, but everything else.
#[test]
fn other_formats_have_paths() {
    let text = r#"{ "Parts": [{ "Name": "SFI0", "Flgs": {} }] }"#;
    let document: Document = serde_json::from_str(text).unwrap();
    let mistake = document.to_bytes(TableStyle::Dxc).unwrap_err();
    assert_eq!((mistake.line_and_column(), mistake.span()), (None, None));
    assert_eq!(mistake.help(), Some("did you mean `Flags`?"));
    assert_eq!(mistake.message(), "unknown key");
    let expected = "Parts[0].Flgs: unknown key; did you mean `Flags`?";
    assert_eq!(mistake.to_string(), expected);
    assert_eq!(
        render(&mistake, "vs.json", text, false),
        "error: vs.json: Parts[0].Flgs: unknown key
 |
 = help: did you mean `Flags`?"
    );
    // The JSON reader accepts a repeated key.
    let text = r#"{ "Parts": [], "Header": {}, "Parts": [1] }"#;
    let document: Document = serde_json::from_str(text).unwrap();
    let mistake = document.to_bytes(TableStyle::Dxc).unwrap_err();
    assert_eq!(mistake.to_string(), "Parts: duplicate key");
}

/// The error for a node that was built alone is located by the caller, who has the text.
#[test]
fn nodes_are_located_in_their_text() {
    let text = "Signature:\n  Version: 2\n  Parametrs: []\n";
    let node = yaml::from_str(text).unwrap();
    let Node::Map(map) = &node else { panic!() };
    let built = build::<RootSignature>(map.get("Signature").unwrap(), (), TableStyle::Dxc);
    let mistake = locate(built.unwrap_err().within("Signature"), &node, text);
    let expected = "3:3: Signature.Parametrs: unknown key; did you mean `Parameters`?";
    assert_eq!(mistake.to_string(), expected);
    assert_eq!(&text[mistake.span().unwrap()], "Parametrs");
}
