//! Tests edits of documents: tables grow, other bytes stay, and the digest is recomputed.
//!
//! Judge: a property: parts that were not edited keep their bytes. The values are those of the edits.

use dxc_document::Document;
use dxc_format::{Container, Part, TableStyle};

/// The document of a file of the repository.
fn document(name: &str) -> (Vec<u8>, String) {
    let bytes = tests::read(&format!("dxc/{name}"));
    let text = super::yaml(&bytes);
    (bytes, text)
}

/// The container that an edited document builds; its digest must be right.
fn built(text: &str) -> Vec<u8> {
    let bytes = super::built(text).unwrap();
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.verify_digest().to_string(), "matches");
    for part in container.parts() {
        Part::parse(part.fourcc, part.data).unwrap();
    }
    bytes
}

/// The FourCCs of parts that differ.
fn changed(one: &[u8], other: &[u8]) -> Vec<String> {
    let [one, other] = [one, other].map(|file| Container::parse(file).unwrap());
    assert_eq!(one.len(), other.len());
    let both = one.parts().zip(other.parts());
    let changed = both.filter(|(one, other)| one.data != other.data);
    changed.map(|(one, _)| one.fourcc.to_string()).collect()
}

/// The number of bytes after the digest that differ.
fn differing(one: &[u8], other: &[u8]) -> usize {
    let both = one.iter().zip(other).skip(20);
    both.filter(|(one, other)| one != other).count()
}

/// Replaces a text that occurs once or more.
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

/// Older documents had the keys that LLVM does not have in a second document. The help describes the conversion.
#[test]
fn older_documents_are_refused_with_the_conversion() {
    let first = "Parts:\n- { Name: NONE, Data: [1] }\n";
    for tag in ["!dxcontainer-extension", "!dxcontainer-rest"] {
        let text = format!("{first}--- {tag}\nTrailing: [1]\n...\n");
        let problem = Document::from_yaml(&text).unwrap_err();
        assert_eq!(problem.line_and_column(), Some((3, 1)));
        assert_eq!(problem.message(), "a container has one document");
        assert!(problem.help().unwrap().contains("`dxobj show"), "{problem}");
    }
    for key in ["Extension", "Rest"] {
        let json = format!(
            "{{\"Parts\": [{{\"Name\": \"NONE\", \"Size\": 1}}], \"{key}\": {{\"Trailing\": [1]}}}}"
        );
        let document: Document = serde_json::from_str(&json).unwrap();
        let problem = document.to_bytes(TableStyle::Dxc).unwrap_err();
        assert_eq!(problem.title(), format!("{key}: unknown key"));
        assert!(problem.help().unwrap().contains("`Layout`"), "{problem}");
    }
    // Two containers are not an older document.
    let several = Document::from_yaml(&format!("{first}---\n{first}")).unwrap_err();
    assert_eq!(
        (several.line_and_column(), several.help()),
        (Some((3, 1)), None)
    );
}

/// Checks the conversion that the help describes, which is made by hand: its result is the container.
#[test]
fn older_documents_can_be_converted() {
    let older_parts = "- Name: NONE\n  Size: 1\n  Data: [7]\n";
    let text = format!(
        "Header: {{ FileSize: 56, PartOffsets: [40] }}\nParts:\n{older_parts}\
         Layout: {{ Stated: [FileSize, PartOffsets], Gaps: [{{ At: 36, Bytes: [9] }}], Trailing: [5] }}\n"
    );
    let bytes = super::built(&text).unwrap();
    assert_eq!(
        (bytes.len(), bytes[36], bytes[48], bytes[56]),
        (57, 9, 7, 5)
    );
    let shown = Document::of(&Container::parse(&bytes).unwrap()).unwrap();
    assert_eq!(shown.to_bytes(TableStyle::Dxc).unwrap(), bytes);
}

#[test]
fn an_enum_and_a_number_change_nothing_else() {
    // In this file, names are not in the order of the elements.
    let (bytes, text) = document("hs_patch.sm61.dxil");
    assert!(text.contains("  Layout:\n"), "{text}");
    let edited = replaced(&text, "MinPrecision: Default", "MinPrecision: Float16");
    let edited = replaced(
        &edited,
        "MaximumWaveLaneCount: 4294967295",
        "MaximumWaveLaneCount: 64",
    );
    let edited = built(&edited);
    assert_eq!(edited.len(), bytes.len());
    assert_eq!(changed(&bytes, &edited), ["ISG1", "PSV0"]);
    assert!(differing(&bytes, &edited) <= 5);
}

#[test]
fn a_longer_and_a_shorter_name_leave_the_others() {
    let (bytes, text) = document("hs_patch.sm61.dxil");
    let psg1 = |bytes: &[u8]| {
        let container = Container::parse(bytes).unwrap();
        let signature = container.psg1().unwrap().unwrap();
        signature.names().to_value()
    };
    let names = psg1(&bytes);
    let named = names.as_strings().iter().filter(|name| !name.is_empty());
    let last = String::from_utf8(named.last().unwrap().to_vec()).unwrap();
    let psg1_at = text.find("- Name: PSG1").unwrap();
    let (before, after) = text.split_at(psg1_at);
    for new in ["A_NAME_THAT_IS_FAR_LONGER", "B"] {
        let after = replaced(after, &format!("Name: {last}\n"), &format!("Name: {new}\n"));
        let edited = built(&format!("{before}{after}"));
        assert_eq!(changed(&bytes, &edited), ["PSG1"], "{new}");
        // The part is laid out like a new one.
        let edited = psg1(&edited);
        let others = names
            .as_strings()
            .iter()
            .filter(|name| *name != last.as_bytes());
        for name in others.chain([new.as_bytes()]) {
            let name = core::str::from_utf8(name).unwrap();
            assert!(
                edited.as_strings().find(name).is_some(),
                "{name}: {edited:?}"
            );
        }
    }
}

#[test]
fn an_added_element_finds_its_name_in_the_tables() {
    let (bytes, text) = document("vs_basic.sm60.dxil");
    let element = r"    - Name: COLOR
      Indices: [0, 1]
      StartRow: 5
      Cols: 4
      Allocated: true
      Kind: Arbitrary
      ComponentType: Float32
      Interpolation: Linear
";
    let edited = replaced(
        &text,
        "    SigOutputElements:\n",
        &format!("    SigOutputElements:\n{element}"),
    );
    let edited = built(&edited);
    assert_eq!(changed(&bytes, &edited), ["PSV0"]);
    let container = Container::parse(&edited).unwrap();
    let psv = container.psv0().unwrap().unwrap();
    let first = psv.outputs().get(0).unwrap();
    assert_eq!(first.name_in(psv), Some("COLOR"));
    assert_eq!(first.indices_in(psv).unwrap().to_vec(), [0, 1]);
    let old = Container::parse(&bytes).unwrap();
    assert_eq!(
        psv.outputs().len(),
        old.psv0().unwrap().unwrap().outputs().len() + 1
    );
    assert!(
        dxc_shader::psv0::validate(&psv.to_value())
            .iter()
            .all(|finding| !finding.to_string().contains("string"))
    );
}

/// A part that was edited is laid out like a new one, without the patch of the original.
#[test]
fn an_edited_part_drops_its_patch() {
    let path = tests::every_container().into_iter().find(|path| {
        let bytes = std::fs::read(path).unwrap();
        let text = super::yaml(&bytes);
        let parts = text.split("- Name: ");
        let mut parts = parts.filter(|part| part.starts_with("RDEF"));
        parts.any(|part| part.contains("\n  Layout:"))
    });
    // These files are in the larger corpus.
    let Some(path) = path else { return };
    let bytes = std::fs::read(path).unwrap();
    let text = super::yaml(&bytes);
    let value = |bytes: &[u8]| {
        let container = Container::parse(bytes).unwrap();
        container.rdef().unwrap().unwrap().to_value()
    };
    let bound = built(&replaced(&text, "BindPoint: 0", "BindPoint: 9"));
    assert_eq!(changed(&bytes, &bound), ["RDEF"]);
    let at = text.find("    Creator: ").unwrap();
    let creator = text[at..].lines().next().unwrap();
    let longer = built(&text.replace(
        creator,
        "    Creator: somebody who has a name that does not fit where the old one was",
    ));
    let (mut old, new) = (value(&bytes), value(&longer));
    assert_ne!(old, new);
    old.creator = new.creator.clone();
    assert_eq!(old, new);
}

/// A special digest is kept, and a wrong one stays wrong.
#[test]
fn digests_are_computed_unless_they_are_special() {
    let (bytes, text) = document("vs_basic.sm60.dxil");
    let hash = text.lines().find(|line| line.starts_with("  Hash: "));
    let with = |first: u8| {
        let hash = hash.unwrap();
        text.replace(hash, &format!("  Hash: [{first}{}]", ", 0".repeat(15)))
    };
    let unsigned = tests::opened(super::built(&with(0)).unwrap());
    assert!(unsigned.digest().is_special());
    let wrong = with(9);
    let computed = Document::from_yaml(&wrong).unwrap();
    assert_eq!(computed.to_bytes(TableStyle::Dxc).unwrap(), bytes);
    let stated = computed.to_bytes(TableStyle::Llvm).unwrap();
    assert_eq!(stated[4], 9);
    let text = super::yaml(&stated);
    assert!(text.contains("Layout:\n  Stated:\n  - Hash\n"), "{text}");
    assert_eq!(super::built(&text).unwrap(), stated);
}

/// LLVM's writer also uses version 1.0.
#[test]
fn a_document_without_a_version_is_of_the_only_one() {
    let (bytes, text) = document("vs_basic.sm60.dxil");
    let without = replaced(&text, "  Version:\n    Major: 1\n    Minor: 0\n", "");
    assert_eq!(built(&without), bytes);
}
