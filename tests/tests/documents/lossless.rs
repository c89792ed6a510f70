//! Every file goes through its document to the same bytes: as YAML and as JSON.

use std::path::PathBuf;

use dxc_format::document::{Document, Map, Node};
use dxc_format::{Container, TableStyle};

/// A document of a container as it is read again, from YAML and from JSON.
fn again(document: &Document) -> [Document; 2] {
    let json = serde_json::to_string(document).unwrap();
    [
        Document::from_yaml(&document.to_yaml().unwrap()).unwrap(),
        serde_json::from_str(&json).unwrap(),
    ]
}

/// The layouts that a document has of its parts.
fn layouts(document: &Document) -> Vec<&Map> {
    let Some(Node::Map(rest)) = document.rest() else {
        return Vec::new();
    };
    let Some(Node::List(parts)) = rest.get("Parts") else {
        return Vec::new();
    };
    parts.iter().filter_map(layout).collect()
}

fn layout(part: &Node) -> Option<&Map> {
    let Node::Map(part) = part else { return None };
    match part.get("Layout")? {
        Node::Map(layout) => Some(layout),
        _ => None,
    }
}

#[test]
fn every_container_comes_back_from_yaml_and_from_json() {
    let (mut problems, mut files, mut usual) = (Vec::new(), 0, 0);
    for path in tests::every_container() {
        let name = path.display();
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let document = Document::of(&container).unwrap();
        files += 1;
        usual += usize::from(layouts(&document).is_empty());
        // Nothing is said by bytes that replace what is built.
        let patched = |layout: &&Map| layout.get("Patch").is_some();
        if layouts(&document).iter().any(patched) {
            problems.push(format!("{name}: patched"));
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
    println!("{files} of {files} from YAML and from JSON, {usual} of them without any layout");
    assert!(files > 25 && usual > 20, "{usual} of {files}");
}

/// Files that were made to be strange; those that cannot be read are no matter of documents.
#[test]
fn strange_containers_come_back_too() {
    let folders = [
        Some(tests::data().join("hostile")),
        tests::corpus("crafted"),
        tests::corpus("hostile"),
    ];
    let (mut same, mut problems) = (0, Vec::new());
    for folder in folders.into_iter().flatten() {
        let files = std::fs::read_dir(folder).unwrap();
        let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        for path in files {
            let bytes = std::fs::read(&path).unwrap();
            let document = Container::parse(&bytes).and_then(|container| Document::of(&container));
            let Ok(document) = document else { continue };
            for again in again(&document) {
                match again.to_bytes(TableStyle::Dxc) {
                    Ok(built) if built == bytes => same += 1,
                    Ok(_) => problems.push(format!("{}: differs", path.display())),
                    Err(problem) => problems.push(format!("{}: {problem}", path.display())),
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(same >= 10, "{same}");
}
