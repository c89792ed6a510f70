//! Documents beside LLVM 22's: `cargo test -p tests --features llvm --test documents`.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use dxc_format::Container;
use dxc_format::document::{Document, Node};

const INSTALL: &str = "install LLVM 22's tools: apt-get install llvm-22 llvm-22-dev clang-22";

/// What a tool makes of bytes; what it says, if it fails.
fn tool(name: &str, input: &[u8]) -> Result<Vec<u8>, String> {
    let child = Command::new(name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap_or_else(|problem| panic!("{name}: {problem}; {INSTALL}"));
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    // A tool that fails may not have read everything.
    let _ = writer.join().unwrap();
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Notes every key of LLVM's document that ours lacks or has another value for.
fn compare(path: &str, ours: &Node, theirs: &Node, differences: &mut Vec<String>) {
    let same = match (ours, theirs) {
        (Node::Map(ours), Node::Map(theirs)) => {
            for (key, value) in &theirs.0 {
                let path = format!("{path}.{key}");
                match ours.get(key) {
                    Some(ours) => compare(&path, ours, value, differences),
                    None => differences.push(format!("{path}: only LLVM has it: {value:?}")),
                }
            }
            true
        }
        (Node::List(ours), Node::List(theirs)) if ours.len() == theirs.len() => {
            for (index, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                compare(&format!("{path}[{index}]"), ours, theirs, differences);
            }
            true
        }
        // YAML does not tell 1.0 from 1, nor a name from a number.
        (Node::Float(ours), Node::Number(theirs)) => *ours as i128 == *theirs,
        (Node::Text(ours), Node::Number(theirs)) => *ours == theirs.to_string(),
        (ours, theirs) => ours == theirs,
    };
    if !same {
        let mut texts = [format!("{ours:?}"), format!("{theirs:?}")];
        texts.iter_mut().for_each(|text| text.truncate(200));
        let [ours, theirs] = texts;
        differences.push(format!("{path}: ours {ours}, LLVM's {theirs}"));
    }
}

/// The containers of a folder, if it is there.
fn folder(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = match name {
        "dxc" => Some(tests::data().join("dxc")),
        name => tests::corpus(name),
    };
    let paths = folder.map(|folder| tests::containers(&folder));
    let name = |path: &Path| format!("{name}/{}", path.file_name().unwrap().to_string_lossy());
    paths
        .unwrap_or_default()
        .into_iter()
        .map(|path| (name(&path), std::fs::read(&path).unwrap()))
        .collect()
}

/// The documents of LLVM's own tests: their names and texts.
fn documents() -> Vec<(String, String)> {
    let Some(root) = tests::corpus("llvm-yaml") else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = ["ObjectYAML", "llvm-objdump", "obj2yaml"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let name = |path: &Path| {
        path.strip_prefix(&root)
            .unwrap()
            .to_string_lossy()
            .into_owned()
    };
    let document = |path: PathBuf| (name(&path), std::fs::read_to_string(&path).unwrap());
    paths.into_iter().map(document).collect()
}

#[test]
fn documents_hold_what_llvm_prints() {
    let made = documents()
        .into_iter()
        .filter_map(|(name, text)| Some((name, tool("yaml2obj-22", text.as_bytes()).ok()?)));
    let files = folder("dxc").into_iter().chain(folder("real")).chain(made);
    let mut differences = Vec::new();
    let mut compared = 0;
    for (name, bytes) in files {
        let ours = Container::parse(&bytes).and_then(|container| Document::of(&container));
        let theirs = tool("obj2yaml-22", &bytes);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => {
                let theirs = Document::from_yaml(std::str::from_utf8(&theirs).unwrap()).unwrap();
                compare(&name, ours.node(), theirs.node(), &mut differences);
                compared += 1;
            }
            (Err(problem), Ok(_)) => {
                differences.push(format!("{name}: only LLVM reads it: {problem}"))
            }
            (_, Err(problem)) => differences.push(format!(
                "{name}: LLVM does not read it: {}",
                problem.lines().next().unwrap_or_default()
            )),
        }
    }
    eprintln!("compared {compared}");
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        differences.join("\n")
    );
}
