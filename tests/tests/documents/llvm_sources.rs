//! LLVM's tests of SRCI: of the sources that each document gives, we write the sizes and counts that LLVM expects.

use std::collections::BTreeMap;

use dxc_format::document::{Document, Node};
use dxc_format::sources::{Argument, SourceFile, Sources};
use dxc_format::srci::{Compression, SourceInfoView};
use dxc_format::{Leaves, PartView, parts};

/// A value below keys and indices; nothing if there is none.
fn find<'n>(node: &'n Node, path: &str) -> &'n Node {
    path.split('.').fold(node, |node, key| match node {
        Node::Map(map) => map.get(key).unwrap_or(&Node::Nothing),
        Node::List(list) => &list[key.parse::<usize>().unwrap()],
        _ => &Node::Nothing,
    })
}

fn list<'n>(node: &'n Node, path: &str) -> &'n [Node] {
    match find(node, path) {
        Node::List(list) => list,
        other => panic!("{path} is {other:?}"),
    }
}

fn text(node: &Node, key: &str) -> String {
    match find(node, key) {
        Node::Text(text) => text.to_string(),
        other => panic!("{key} is {other:?}"),
    }
}

/// The expected output of LLVM, as a document: the lines behind `CHECK`.
fn expected(yaml: &str) -> Document {
    let lines = yaml.lines().filter_map(|line| {
        let (prefix, rest) = line.strip_prefix("# CHECK")?.split_once(':')?;
        Some(format!("{:1$}{rest}\n", "", 8 + prefix.len()))
    });
    let text = format!("Parts:\n{}", lines.collect::<String>());
    Document::from_yaml(&text).unwrap()
}

/// Every number of the leaves, by its path.
fn numbers(part: &[u8]) -> BTreeMap<String, i128> {
    let mut leaves = Leaves::new(part);
    PartView::walk(parts::SRCI, part, &mut leaves).unwrap();
    let leaves = leaves.into_vec().into_iter();
    let numbers = leaves.filter_map(|leaf| Some((leaf.path, leaf.value.parse().ok()?)));
    numbers.collect()
}

/// The sources that a document gives.
fn sources(given: &Node) -> Sources {
    let names = list(given, "Names.Entries").iter();
    let texts = list(given, "Contents.Entries").iter();
    Sources {
        files: names
            .zip(texts)
            .map(|(file, content)| SourceFile {
                name: text(file, "FileName"),
                text: text(content, "FileContent"),
            })
            .collect(),
        arguments: list(given, "Args.Args")
            .iter()
            .map(|argument| Argument {
                name: text(argument, "Arg"),
                value: text(argument, "Value"),
            })
            .collect(),
    }
}

/// Where LLVM's documents have the sizes and counts of so many files, and where we have them.
fn numbers_of(files: usize) -> Vec<(String, String)> {
    let mut pairs = vec![
        (
            "Header.AlignedSizeInBytes".to_owned(),
            "aligned_size".to_owned(),
        ),
        ("Header.SectionCount".to_owned(), "section_count".to_owned()),
    ];
    let sections = [
        ("Names", "Count count EntriesSizeInBytes entries_size"),
        (
            "Contents",
            "AlignedSizeInBytes aligned_size EntriesSizeInBytes entries_size \
             UncompressedEntriesSizeInBytes uncompressed_size Count count",
        ),
        ("Args", "SizeInBytes size Count count"),
    ];
    for (index, (section, fields)) in sections.iter().enumerate() {
        let header = format!("{section}.SectionHeader.AlignedSizeInBytes");
        pairs.push((header, format!("sections[{index}].aligned_size")));
        let fields: Vec<_> = fields.split_whitespace().collect();
        for pair in fields.chunks(2) {
            let theirs = format!("{section}.Header.{}", pair[0]);
            pairs.push((theirs, format!("sections[{index}].content.{}", pair[1])));
        }
    }
    for index in 0..files {
        for (theirs, ours) in [
            ("AlignedSizeInBytes", "aligned_size"),
            ("NameSizeInBytes", "name_size"),
            ("ContentSizeInBytes", "content_size"),
        ] {
            let theirs = format!("Names.Entries.{index}.{theirs}");
            pairs.push((
                theirs,
                format!("sections[0].content.entries[{index}].{ours}"),
            ));
        }
    }
    pairs
}

#[test]
fn sizes_and_counts_are_those_of_llvm() {
    let Some(corpus) = tests::corpus("llvm-yaml") else {
        return;
    };
    let (mut files, mut compared) = (0, 0);
    for entry in std::fs::read_dir(corpus.join("obj2yaml")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.starts_with("SRCI") {
            continue;
        }
        let yaml = std::fs::read_to_string(&path).unwrap();
        let document = Document::from_yaml(&yaml).unwrap();
        let given = find(document.node(), "Parts.0.SourceInfo");
        let sources = sources(given);
        let compression = match text(given, "Contents.Header.Type").as_str() {
            "None" => Compression::None,
            "Zlib" => Compression::Zlib,
            other => panic!("{other}"),
        };
        let part = sources
            .to_source_info(compression)
            .unwrap()
            .to_bytes()
            .unwrap();
        let read = SourceInfoView::parse(&part).unwrap().sources().unwrap();
        assert_eq!(read, sources, "{name}");

        let document = expected(&yaml);
        let expected = find(document.node(), "Parts.0.SourceInfo");
        let found = numbers(&part);
        for (theirs, ours) in numbers_of(sources.files.len()) {
            match find(expected, &theirs) {
                Node::Number(number) => {
                    assert_eq!(found.get(&ours), Some(number), "{name}: {theirs}");
                    compared += 1;
                }
                // LLVM does not state values that depend on the compressor.
                Node::Nothing => assert_eq!(compression, Compression::Zlib, "{name}: {theirs}"),
                other => panic!("{name}: {theirs} is {other:?}"),
            }
        }
        files += 1;
    }
    assert_eq!(files, 8);
    assert!(compared > 100, "{compared}");
}
