//! Messages about mistakes in edited documents: each with the line and a suggestion.

use dxc_format::TableStyle;
use dxc_format::document::{Document, Node, Problem, build};
use dxc_format::rts0::RootSignature;

/// The error of a text that builds no container, in either style.
fn mistake(text: &str) -> Problem {
    let refused = [TableStyle::Dxc, TableStyle::Llvm].map(|style| {
        let document = Document::from_yaml(text);
        let built = document.and_then(|document| document.to_bytes(style));
        built.expect_err(text)
    });
    let [one, other] = refused;
    assert_eq!(one.to_string(), other.to_string());
    one
}

/// Each of them as a compiler would show it.
pub(super) fn golden(name: &str, texts: &[impl AsRef<str>]) {
    let shown = texts.iter().map(|text| {
        let text = text.as_ref();
        let mistake = mistake(text);
        let excerpt = mistake.render("vs.yaml", text, false);
        // It names no more than the line in short.
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
    golden(
        "keys_and_names_that_are_misspelt",
        &[
            "Part: []",
            "Header:\n  Version:\n    Major: 1\n    Minr: 0\n",
            "Parts:\n- Name: SFI0\n  Flag:\n    WaveOps: true\n",
            "Parts:\n- Name: SFI0\n  Flags:\n    WaveOp: true\n",
            "Parts:\n- Name: SFI0\n  Flags:\n    SomethingElse: true\n",
            "Parts:\n- Name: PSVO\n  PSVInfo:\n    Version: 3\n",
            "Parts:\n- Name: NONE\n  Dat: [1]\n",
            "Parts:\n- Name: PSV0\n  PSVInfo:\n    Version: 3\n    ShaderStage: Vertx\n",
            "Parts:\n- Name: PSV0\n  PSVInfo:\n    Version: 3\n    ShaderStage: [1]\n",
            "Parts:\n- Name: ISG1\n  Signature:\n    Parameters:\n    - Name: 'A'\n      CompType: Flot32\n",
            "Parts:\n- Name: RTS0\n  RootSignature:\n    Version: 2\n    Parameters:\n    \
         - Type: CBV\n      ShaderVisibility: Pixl\n",
            "{\n  \"Parts\": [\n    { \"Name\": \"SFI0\", \"Flgs\": {} }\n  ]\n}\n",
            "Parts: [{ Name: RDAT, RuntimeData: { Version: 16, Tables: [\n\
         { Kind: StringBuffer }, { Kind: ResourceTable, Rows: [{ Name: textures }] },\n\
         { Kind: IndexArrays }, { Kind: FunctionTable, Rows: [{ Resources: [texture] }] }] } }]\n",
        ],
    );
}

/// Locations behind letters of several bytes, in long lines, and in the merged keys of both documents.
#[test]
fn places_are_those_of_the_text() {
    let long = format!(
        "Parts: [{{ Name: NONE, Data: [{}300] }}]",
        "1, ".repeat(200)
    );
    golden(
        "places_are_those_of_the_text",
        &[
            "Parts:\n- Name: ISG1\n  Signature:\n    Parameters: [{ Name: 'größe ▲', Strem: 1 }]\n",
            &long,
            "# Written by hand.\n--- !dxcontainer\nParts:\n- { Name: NONE, Data: [1] }\n\
         --- !dxcontainer-rest\nParts:\n- Name: NONE\n  Layot: {}\n...\n",
            "Rest: { Parts: [{ Name: NONE, Layot: {} }] }\nParts:\n- { Name: NONE, Data: [1] }\n",
            "Parts:\n- { Name: NONE, Data: [1] }\nRest: {}\nHeader: { Hsh: [] }\n",
            "Parts:\r\n- Name: SFI0\r\n  Size: many\r\n",
            "\u{feff}Parts: 3\n",
            "",
        ],
    );
}

/// Errors of the YAML library are reported in the terms of documents.
#[test]
fn texts_that_are_no_documents() {
    golden(
        "texts_that_are_no_documents",
        &[
            "Parts: a: b",
            "Parts: [1, 2",
            "Parts: ]",
            "Parts:\n- Name: 'SFI0\n",
            "Parts:\n- Name: SFI0\n Flags: {}\n",
            "Parts:\n\t- Name: SFI0\n",
            "Parts: \"\\q\"",
            "Parts: @",
            "Parts: []\nHeader: {}\nParts: []\n",
            "? [1]\n: 2",
            "~: 2",
            "Parts: &parts []\nHeader: *parts\n",
            "Parts: *parts",
            "<<: 3",
            "Parts: !!int three",
            "Parts: !!binary '***'",
            "Parts: []\n---\nParts: []\n---\nParts: []\n",
            "Rest: {}\n---\nParts: []\n",
            &format!("Parts:\n{}", "[".repeat(1000)),
            "Parts: [{ Name: SFI0, Size: 340282366920938463463374607431768211455 }]",
        ],
    );
}

/// No key of a rest or a layout is ignored.
#[test]
fn unused_parts_of_the_rest_are_reported() {
    let rest = |rest: &str| {
        format!(
            "Parts:\n- Name: ISG1\n  Signature:\n    Parameters:\n    - {{ Name: A }}\n\
             - {{ Name: SFI0, Flags: {{}} }}\n---\nParts:\n- {rest}\n"
        )
    };
    let texts = [
        "{ Name: ISG1, Signature: { Parameters: [{}, { Padding: 3 }] } }",
        "{ Name: ISG1, Signature: { Parameters: [{ Pading: 3 }] } }",
        "{ Name: ISG1, Layout: { Tables: { string: [A] } } }",
        "{ Name: ISG1, Layout: { Numbers: { 'elements[1].name': 3 } } }",
        "{ Name: ISG1, Layout: { Places: [{ Piece: element, At: 7 }] } }",
        "{ Name: ISG1, Layout: { Gaps: [{ At: 700, Bytes: [7] }] } }",
        "{ Name: SFI0, Layout: { Tables: { strings: [] } } }",
        "{ Name: SFI0, Layout: { Numbers: { flags: 0 } } }",
    ];
    golden("unused_parts_of_the_rest_are_reported", &texts.map(rest));
}

/// Other formats have no places, and all else.
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
        mistake.render("vs.json", text, false),
        "error: vs.json: Parts[0].Flgs: unknown key
 |
 = help: did you mean `Flags`?"
    );
    // JSON's reader takes a key that comes twice.
    let text = r#"{ "Parts": [], "Header": {}, "Parts": [1] }"#;
    let document: Document = serde_json::from_str(text).unwrap();
    let mistake = document.to_bytes(TableStyle::Dxc).unwrap_err();
    assert_eq!(mistake.to_string(), "Parts: duplicate key");
}

/// A node that is built alone is located by the caller, who has its text.
#[test]
fn nodes_are_located_in_their_text() {
    let text = "Signature:\n  Version: 2\n  Parametrs: []\n";
    let node = Node::from_yaml(text).unwrap();
    let Node::Map(map) = &node else { panic!() };
    let built = build::<RootSignature>(map.get("Signature").unwrap(), (), TableStyle::Dxc);
    let mistake = built.unwrap_err().within("Signature").located(&node, text);
    let expected = "3:3: Signature.Parametrs: unknown key; did you mean `Parameters`?";
    assert_eq!(mistake.to_string(), expected);
    assert_eq!(&text[mistake.span().unwrap()], "Parametrs");
}
