//! Tests that every file can be converted to a document and back without changes, as YAML and as JSON.
//!
//! Judge: a round trip to the same bytes.

use dxc_document::{Document, Map, Node, build_in, layout as layout_of, show};
use dxc_format::features::FeatureInfoPart;
use dxc_format::signature::{Signature, SignatureLayout};
use dxc_format::{Container, TableStyle, parts};
use serde_json::Value;

/// A document of a container after it was written and read, as YAML and as JSON.
fn again(document: &Document) -> [Document; 2] {
    let json = serde_json::to_string(document).unwrap();
    [
        Document::from_yaml(&document.to_yaml().unwrap()).unwrap(),
        serde_json::from_str(&json).unwrap(),
    ]
}

/// The parts of a document that have a layout.
fn with_layout(document: &Document) -> Vec<Value> {
    let document = serde_json::to_value(document).unwrap();
    let parts = document["Parts"].as_array().into_iter().flatten();
    let parts = parts.filter(|part| part["Layout"].is_object());
    parts.cloned().collect()
}

/// The number of files with an RDEF, and of those whose document has its layout.
#[derive(Debug, Default, PartialEq)]
struct Reflected {
    files: usize,
    with_layout: usize,
}

/// The numbers for FXC's files of the larger corpus; there is a layout if a new RDEF would be laid out differently.
const REFLECTED: Reflected = Reflected {
    files: 136,
    with_layout: 2,
};

/// The number of parts whose bytes differ from those of the usual writers.
const PATCHED: usize = 34;

impl Reflected {
    fn count(&mut self, container: &Container<'_>, with_layout: &[Value]) {
        let mut fourccs = container.parts().map(|part| part.fourcc);
        self.files += usize::from(fourccs.any(|fourcc| fourcc == parts::RDEF));
        let has_layout = with_layout.iter().any(|part| part["Name"] == "RDEF");
        self.with_layout += usize::from(has_layout);
    }
}

#[test]
fn every_container_comes_back_from_yaml_and_from_json() {
    let (mut problems, mut files, mut usual, mut patched) = (Vec::new(), 0, 0, 0);
    let mut reflected = Reflected::default();
    for path in tests::every_container() {
        let name = path.display();
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let document = Document::of(&container).unwrap();
        files += 1;
        let with_layout = with_layout(&document);
        usual += usize::from(with_layout.is_empty());
        reflected.count(&container, &with_layout);
        let is_patched = |part: &&Value| part["Layout"].get("Patch").is_some();
        // Mesa does not align the end of a signature's names.
        if !path.components().any(|part| part.as_os_str() == "mesa") {
            patched += with_layout.iter().filter(is_patched).count();
        }
        for again in again(&document) {
            assert!(again == document, "{name}: reads back as another");
            match again.to_bytes(TableStyle::Dxc) {
                Ok(built) if built == bytes => {}
                Ok(_) => problems.push(format!("{name}: differs")),
                Err(problem) => problems.push(format!("{name}: {problem}")),
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    println!(
        "{files} of {files} from YAML and from JSON, {usual} of them without any layout, {patched} parts patched"
    );
    println!("of these, have an RDEF: {reflected:?}");
    assert!(patched <= PATCHED, "{patched} parts are patched");
    assert!(reflected == REFLECTED || tests::corpus("real").is_none());
    assert!(files > 25 && usual > 20, "{usual} of {files}");
}

/// Tests unusual files; files that cannot be read have no document.
#[test]
fn strange_containers_come_back_too() {
    let folders = [
        Some(tests::data().join("hostile")),
        tests::corpus("crafted"),
        tests::corpus("hostile"),
    ];
    let paths = folders.into_iter().flatten();
    let paths = paths.flat_map(|folder| tests::files_below(&folder));
    let files = paths.map(|path| (path.display().to_string(), std::fs::read(&path).unwrap()));
    let later = tests::one_value(parts::PSV0, tests::later::whole());
    let (mut same, mut problems) = (0, Vec::new());
    for (name, bytes) in files.chain([("a later version".to_owned(), later)]) {
        let document = Container::parse(&bytes).and_then(|container| Document::of(&container));
        let Ok(document) = document else { continue };
        for again in again(&document) {
            match again.to_bytes(TableStyle::Dxc) {
                Ok(built) if built == bytes => same += 1,
                Ok(_) => problems.push(format!("{name}: differs")),
                Err(problem) => problems.push(format!("{name}: {problem}")),
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(same >= 10, "{same}");
}

/// Tests single parts: the document of a part and its layout build its bytes.
#[test]
fn parts_come_back_by_themselves() {
    const SIGNATURE: (SignatureLayout,) = (SignatureLayout::MinPrecision,);
    let (mut usual, mut otherwise) = (0, 0);
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        for fourcc in [parts::ISG1, parts::OSG1, parts::PSG1] {
            let Some(part) = container.find(fourcc) else {
                continue;
            };
            let node = show::<Signature>(part.data, SIGNATURE).unwrap();
            let layout = layout_of::<Signature>(&node, SIGNATURE, part.data).unwrap();
            let built = build_in::<Signature>(&node, SIGNATURE, &layout).unwrap();
            assert_eq!(built, part.data, "{} {fourcc}", path.display());
            match layout {
                Node::Nothing => usual += 1,
                _ => otherwise += 1,
            }
        }
    }
    assert!(usual > 10 && otherwise > 0, "{usual} {otherwise}");
    let node = Node::Map(Map::default());
    let wrong = build_in::<Signature>(&node, SIGNATURE, &Node::Truth(true)).unwrap_err();
    assert_eq!(wrong.path(), "Layout");
}

/// A layout that stores all bytes is ignored if the document is edited.
#[test]
fn edits_are_not_lost_to_a_layout_that_has_all_bytes() {
    let bytes = [1, 0, 0, 0, 0, 0, 0, 0];
    let map = |keys: Vec<(&'static str, Node)>| {
        let keys = keys.into_iter().map(|(key, value)| (key.into(), value));
        Node::Map(Map(keys.collect()))
    };
    let gap = map(vec![("At", 0.into()), ("Bytes", Node::bytes(&bytes))]);
    let patch = map(vec![("Size", 8.into()), ("Gaps", Node::List(vec![gap]))]);
    let layout = map(vec![("Patch", patch)]);
    let mut node = show::<FeatureInfoPart>(&bytes, ()).unwrap();
    assert_eq!(
        build_in::<FeatureInfoPart>(&node, (), &layout).unwrap(),
        bytes
    );
    let Node::Map(keys) = &mut node else {
        panic!("{node:?}");
    };
    let doubles = keys.0.iter_mut().find(|(key, _)| key == "Doubles").unwrap();
    doubles.1 = Node::Text("perhaps".into());
    let wrong = build_in::<FeatureInfoPart>(&node, (), &layout).unwrap_err();
    assert_eq!(wrong.path(), "Doubles");
}
