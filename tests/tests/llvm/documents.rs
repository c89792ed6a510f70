//! Documents compared with LLVM 22's: `cargo test -p tests --features llvm --test llvm documents`.
//!
//! Judge: LLVM 22's obj2yaml and yaml2obj.

use std::collections::BTreeMap;
use std::path::PathBuf;

use dxc_document::{Document, Node};
use dxc_format::{Container, TableStyle};

use super::tools::filter;

/// The output of a tool for an input; its message, if it fails.
pub(super) fn tool(name: &str, input: &[u8]) -> Result<Vec<u8>, String> {
    filter(name, &[] as &[&str], input)
}

/// A difference between two documents. `None` means that a side does not have the key.
pub(super) struct Difference {
    pub(super) path: String,
    pub(super) ours: Option<Node>,
    pub(super) theirs: Option<Node>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { path, ours, theirs } = self;
        write!(f, "{path}: {ours:?}, LLVM says {theirs:?}")
    }
}

/// Adds every key that one document does not have, and every value that differs.
pub(super) fn compare(path: &str, ours: &Node, theirs: &Node, differences: &mut Vec<Difference>) {
    let same = match (ours, theirs) {
        (Node::Map(ours), Node::Map(theirs)) => {
            for (key, value) in &theirs.0 {
                let path = format!("{path}.{key}");
                match ours.get(key) {
                    Some(ours) => compare(&path, ours, value, differences),
                    None => differences.push(Difference {
                        path,
                        ours: None,
                        theirs: Some(value.clone()),
                    }),
                }
            }
            let more = ours.0.iter().filter(|(key, _)| theirs.get(key).is_none());
            differences.extend(more.map(|(key, value)| Difference {
                path: format!("{path}.{key}"),
                ours: Some(value.clone()),
                theirs: None,
            }));
            true
        }
        (Node::List(ours), Node::List(theirs)) if ours.len() == theirs.len() => {
            for (index, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                compare(&format!("{path}[{index}]"), ours, theirs, differences);
            }
            true
        }
        // YAML does not distinguish 1.0 from 1, nor a name from a number.
        (Node::Float(ours), Node::Number(theirs)) => f64::from(*ours) == theirs.get() as f64,
        (Node::Text(ours), Node::Number(theirs)) => *ours == theirs.get().to_string(),
        (ours, theirs) => ours == theirs,
    };
    if !same {
        differences.push(Difference {
            path: path.to_owned(),
            ours: Some(ours.clone()),
            theirs: Some(theirs.clone()),
        });
    }
}

/// The reason why LLVM's document has another value.
pub(super) fn reason(difference: &Difference) -> Option<&'static str> {
    let Difference { ours, theirs, .. } = difference;
    match (ours, theirs) {
        // This is in rs_full.v1_1.dxil.
        (Some(Node::Float(ours)), Some(Node::Double(theirs)))
            if format!("{ours:.5e}").parse() == Ok(*theirs) =>
        {
            Some("LLVM prints six digits of a float")
        }
        _ => None,
    }
}

/// Containers that LLVM 22 does not read, with its message.
const TOO_MUCH_FOR_LLVM: [(&str, &str); 5] = [
    // Their last part does not end at a multiple of 4, as older validators wrote it.
    ("dxc/vs_basic.psv-v1.dxil", "out of file bounds"),
    ("dxc/vs_basic.psv-v2.dxil", "out of file bounds"),
    ("real/25d1bed9bf76.dxil", "out of file bounds"),
    // LLVM only reads the stage from DXIL.
    ("ObjectYAML/PSVv0-ILDB.yaml", "without DXIL part"),
    ("obj2yaml/PartTooSmall.yaml", "out of file bounds"),
];

/// Containers that LLVM 22 writes and only LLVM 22 reads, with our error.
const ONLY_FOR_LLVM: [(&str, &str); 8] = [
    // The header states a larger size than the file has.
    ("ObjectYAML/DomainMaskVectors.yaml", "header.file_size"),
    ("ObjectYAML/GeometryMaskVectors.yaml", "header.file_size"),
    ("ObjectYAML/HullMaskVectors.yaml", "header.file_size"),
    ("ObjectYAML/SignatureParts.yaml", "header.file_size"),
    (
        "llvm-objdump/input-output-signatures.yaml",
        "header.file_size",
    ),
    ("llvm-objdump/part-headers.yaml", "header.file_size"),
    ("obj2yaml/DXILPart.yaml", "header.file_size"),
    // LLVM writes ILDB without content.
    ("ObjectYAML/ILDB-ShaderKind-mismatch.yaml", "ILDB: magic"),
];

/// Whether a list has this file with this message.
fn is_listed(list: &[(&str, &str)], name: &str, problem: &str) -> bool {
    list.iter()
        .any(|(known, says)| *known == name && problem.contains(says))
}

/// The containers of a folder, if it exists.
fn folder(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = match name {
        "dxc" => Some(tests::data().join("dxc")),
        name => tests::corpus(name),
    };
    let paths = folder.map(|folder| tests::containers(&folder));
    let file = |path: PathBuf| {
        let file_name = path.file_name().unwrap().to_string_lossy();
        (format!("{name}/{file_name}"), std::fs::read(&path).unwrap())
    };
    paths.unwrap_or_default().into_iter().map(file).collect()
}

/// The documents of LLVM's own tests: their names and texts.
pub(super) fn documents() -> Vec<(String, String)> {
    let Some(root) = tests::corpus("llvm-yaml") else {
        return Vec::new();
    };
    let folders = ["ObjectYAML", "llvm-objdump", "obj2yaml"].iter();
    let paths = folders.flat_map(|folder| tests::entries(&root.join(folder)));
    let document = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy();
        (name.into_owned(), std::fs::read_to_string(&path).unwrap())
    };
    paths.map(document).collect()
}

#[test]
fn documents_equal_the_output_of_llvm() {
    let made = documents()
        .into_iter()
        .filter_map(|(name, text)| Some((name, tool("yaml2obj-22", text.as_bytes()).ok()?)));
    let files = folder("dxc").into_iter().chain(folder("real")).chain(made);
    let (mut problems, mut reasons, mut compared) = (Vec::new(), BTreeMap::new(), 0);
    for (name, bytes) in files {
        let ours =
            Container::parse(&bytes).and_then(|container| Document::for_llvm(&container, 22));
        let theirs = tool("obj2yaml-22", &bytes);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => {
                let theirs = Document::from_yaml(std::str::from_utf8(&theirs).unwrap()).unwrap();
                let mut differences = Vec::new();
                compare(&name, ours.node(), theirs.node(), &mut differences);
                for difference in differences {
                    match reason(&difference) {
                        Some(reason) => *reasons.entry(reason).or_insert(0) += 1,
                        None => problems.push(difference.to_string()),
                    }
                }
                compared += 1;
            }
            (Err(problem), Ok(_)) => {
                let problem = problem.to_string();
                if !is_listed(&ONLY_FOR_LLVM, &name, &problem) {
                    problems.push(format!("{name}: only LLVM reads it: {problem}"));
                }
            }
            (_, Err(problem)) => {
                if !is_listed(&TOO_MUCH_FOR_LLVM, &name, &problem) {
                    problems.push(format!("{name}: LLVM does not read it: {problem}"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(compared > 25, "{compared}");
    // At least one file shows the reason.
    assert_eq!(reasons.len(), 1, "{reasons:?}");
}

/// Containers whose document for LLVM 22 lacks data that we need, with that data.
const NEEDS_ALL_KEYS: [(&str, &str); 1] = [
    // LLVM has no key for the masks of mesh shaders, and omits them.
    ("dxc/ms_meshlet.sm65.dxil", "PatchOrPrimMasks"),
];

#[test]
fn llvm_builds_of_our_documents() {
    let (mut problems, mut accepted, mut same, mut whole) = (Vec::new(), 0, 0, 0);
    let files: Vec<_> = folder("dxc").into_iter().chain(folder("real")).collect();
    for (name, bytes) in &files {
        let container = Container::parse(bytes).unwrap();
        let document = Document::for_llvm(&container, 22).unwrap();
        let text = document.to_yaml().unwrap();
        match tool("yaml2obj-22", text.as_bytes()) {
            Ok(theirs) => {
                accepted += 1;
                same += usize::from(theirs == *bytes);
                whole += usize::from(document.left_out().is_empty());
                // LLVM's result equals ours in its style.
                let read = Document::from_yaml(&text).unwrap();
                let ours = match read.to_bytes(TableStyle::Llvm) {
                    Ok(ours) => ours,
                    Err(problem) => {
                        let problem = problem.to_string();
                        if !is_listed(&NEEDS_ALL_KEYS, name, &problem) {
                            problems.push(format!("{name}: {problem}"));
                        }
                        continue;
                    }
                };
                if let Some(problem) = difference(&ours, &theirs) {
                    problems.push(format!("{name}: {problem}"));
                }
            }
            Err(problem) => problems.push(format!("{name}: {problem}")),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let all = files.len();
    println!(
        "LLVM accepts {accepted} of {all}; {whole} have all values, and {same} are the same bytes"
    );
}

/// The difference between two containers, if any.
pub(super) fn difference(ours: &[u8], theirs: &[u8]) -> Option<String> {
    if ours == theirs {
        return None;
    }
    let at = ours
        .iter()
        .zip(theirs)
        .position(|(ours, theirs)| ours != theirs);
    Some(format!(
        "differs at {at:?}, {} and {} bytes",
        ours.len(),
        theirs.len()
    ))
}

/// Documents from which LLVM 22 builds other containers, with the reason.
const OTHER_CONTAINERS: [(&str, &str); 3] = [
    // LLVM writes ILDB without content, whatever the document states.
    ("ObjectYAML/ILDB-ShaderKind-mismatch.yaml", "differs"),
    ("ObjectYAML/PSVv0-ILDB.yaml", "differs"),
    // Version 1.0 lacks this flag; LLVM drops it without a message.
    (
        "ObjectYAML/RootSignature-StaticSamplerOffset1.0.yaml",
        "DATA_STATIC_WHILE_SET_AT_EXECUTE: unknown key",
    ),
];

#[test]
fn containers_are_those_of_llvm() {
    let (mut problems, mut same, mut refused) = (Vec::new(), 0, 0);
    for (name, text) in documents() {
        let Ok(theirs) = tool("yaml2obj-22", text.as_bytes()) else {
            continue;
        };
        let document = Document::from_yaml(&text).unwrap();
        let is_readable = Container::parse(&theirs).is_ok();
        let problem = match document.to_bytes(TableStyle::Llvm) {
            // `yaml2obj` writes a size that exceeds the file, and no tool opens the result.
            Err(_) if !is_readable => {
                refused += 1;
                continue;
            }
            Ok(ours) => match difference(&ours, &theirs) {
                Some(problem) => problem,
                None => {
                    same += 1;
                    continue;
                }
            },
            Err(problem) => problem.to_string(),
        };
        if !is_listed(&OTHER_CONTAINERS, &name, &problem) {
            problems.push(format!("{name}: {problem}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    if tests::corpus("llvm-yaml").is_some() {
        assert_eq!((same, refused), (51, 7));
    }
}
