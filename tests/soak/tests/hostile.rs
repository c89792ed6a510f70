//! Tests files that once broke a guarantee: the expected result of each is in its line of
//! `dxc-format/tests/data/hostile/EXPECT.tsv`.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::path::PathBuf;

use allocation_counter::measure;
use dxc_document::Document;
use dxc_format::constants::RootSignatureVersion;
use dxc_format::rts0::RootSignature;
use dxc_format::{Container, Part, TableStyle, parts};
use dxc_root_signature::hlsl::file::{self, Options};
use dxc_root_signature::hlsl::{self, Dialect, Form};
use dxc_root_signature::metadata;

/// The memory that an error may take.
const MEMORY: u64 = 64 << 20;

fn folder() -> PathBuf {
    tests::data().join("hostile")
}

fn path(name: &str) -> PathBuf {
    folder().join(name)
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap()
}

fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap()
}

#[test]
fn every_file_has_the_result_in_its_line() {
    let table = text("EXPECT.tsv");
    let mut named = BTreeSet::from(["EXPECT.tsv".to_owned()]);
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, done, expected] = columns[..] else {
            panic!("no line of three columns: {line}");
        };
        eprintln!("{file}: {done}: {expected}");
        named.insert(file.to_owned());
        match done {
            "document to bytes" => builds_nothing(file, expected),
            "to a document and back" => comes_back(&bytes(file), expected),
            "view, to a value, written" => is_refused(file),
            "HLSL to value (dialect dxc)" => is_no_hlsl(file),
            "HLSL to RTS0" | "HLSL to RTS0 of RS" => is_hlsl(file, expected),
            "RTS0 to metadata to RTS0" | "RTS0 to metadata" => is_metadata(file, expected),
            "RTS0 to HLSL" => has_no_hlsl(file),
            "sources" => is_a_bomb(file),
            "validate" => breaks_no_rule(file),
            _ => panic!("unrecognized operation: {done}"),
        }
    }
    let files = std::fs::read_dir(folder()).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let others: Vec<String> = files.filter(|file| !named.contains(file)).collect();
    assert_eq!(others, [""; 0], "no line has their expected result");
}

/// Checks that the message is that of the line, and that the error needs little memory.
fn builds_nothing(file: &str, expected: &str) {
    let document = Document::from_yaml(&text(file)).unwrap();
    let mut problem = String::new();
    let taken = measure(|| {
        problem = document.to_bytes(TableStyle::Dxc).unwrap_err().to_string();
    });
    assert!(taken.bytes_max < MEMORY, "{taken:?}");
    let named = expected.strip_prefix("an error that names ").unwrap();
    let named = match named.split(';').next().unwrap() {
        "the size" => "2147483648 bytes",
        "the count" => "20000",
        other => other,
    };
    assert!(problem.contains(named), "{problem}");
}

fn document(bytes: &[u8]) -> Document {
    Document::of(&Container::parse(bytes).unwrap()).unwrap()
}

fn comes_back(bytes: &[u8], expected: &str) {
    let text = document(bytes).to_yaml().unwrap();
    let built = Document::from_yaml(&text).unwrap();
    let built = built.to_bytes(TableStyle::Dxc).unwrap();
    match expected {
        "the same bytes" => assert_eq!(built, bytes, "other bytes"),
        _ => drop(Container::parse(&built).unwrap()),
    }
}

/// Checks that opening the part refuses what parsing its value refuses; nothing is dropped silently.
fn is_refused(file: &str) {
    let bytes = bytes(file);
    let container = Container::parse(&bytes).unwrap();
    let part = container.find(parts::RDEF).unwrap();
    let refused = container.rdef().unwrap_err();
    let value = Part::parse(part.fourcc, part.data).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.path()),
        (value.kind(), value.path())
    );
    assert_eq!(refused.part(), Some(parts::RDEF));
}

const VERSION: RootSignatureVersion = RootSignatureVersion::V1_1;

fn is_no_hlsl(file: &str) {
    let wrong = hlsl::parse(&text(file), VERSION, Dialect::DXC).unwrap_err();
    let wrong = wrong.to_string();
    assert!(
        wrong.contains("the descriptor table has no ranges"),
        "{wrong}"
    );
}

fn is_hlsl(name: &str, expected: &str) {
    let text = text(name);
    let found = file::find(&text, &Options::default());
    let spelled = |name: Option<&str>| {
        let file = found.as_ref().unwrap();
        let found = name.map_or_else(|| file.only(), |name| file.named(name));
        let parsed = found.unwrap().parse(VERSION).unwrap();
        let spelled = hlsl::print(&parsed.signature, Form::Short, Dialect::Clang);
        spelled.unwrap().replace('\n', " ")
    };
    match expected {
        "CBV(b0), SRV(t0)" => assert_eq!(spelled(Some("RS")), expected),
        "CBV(b0), or a message that asks which name" => assert_eq!(spelled(None), "CBV(b0)"),
        "a message at the second line; exit not 0" => {
            let wrong = match &found {
                Ok(file) => file.only().unwrap().parse(VERSION).unwrap_err(),
                Err(wrong) => wrong.clone(),
            };
            assert_eq!(wrong[0].line_and_column().0, 2);
        }
        "three root signatures are listed; each can be picked by name" => {
            let found = &found.as_ref().unwrap().found();
            assert_eq!(found.len(), 3);
            assert!(
                found
                    .iter()
                    .all(|found| !spelled(Some(found.name())).is_empty())
            );
        }
        "both findings shown at their clause; exit 1 unless forced" => {
            let parsed = hlsl::parse(&text, VERSION, Dialect::Clang).unwrap();
            let findings = dxc_shader::root_signature::validate(&parsed.signature);
            let spans = findings
                .iter()
                .map(|finding| parsed.diagnostic(finding, &text).span());
            let places: Vec<&str> = spans.map(|span| &text[span]).collect();
            assert_eq!(places, [&text, "CBV(b0)"]);
        }
        _ => panic!("unrecognized expectation: {expected}"),
    }
}

/// A bare root signature, or that of a container.
fn root_signature(file: &str) -> (Vec<u8>, RootSignature) {
    let bytes = bytes(file);
    let container = Container::parse(&bytes).ok();
    let part = container.and_then(|container| container.find(parts::RTS0));
    let data = part.map_or(&*bytes, |part| part.data).to_vec();
    let signature = RootSignature::parse(&data).unwrap();
    (data, signature)
}

fn is_metadata(file: &str, expected: &str) {
    let (data, signature) = root_signature(file);
    let entries = [metadata::Entry::new(None, signature)];
    let again = metadata::print(&entries).map(|text| metadata::read(&text).unwrap());
    match (again, expected) {
        (Ok(again), _) => assert_eq!(again[0].signature.to_bytes().unwrap(), data),
        (Err(refused), "read back, or refused with the version named") => {
            assert!(refused.to_string().starts_with("version: 36"), "{refused}");
        }
        (Err(refused), _) => panic!("{refused}"),
    }
}

fn has_no_hlsl(file: &str) {
    let (_, signature) = root_signature(file);
    let refused = hlsl::print(&signature, Form::Short, Dialect::Clang).unwrap_err();
    assert_eq!(
        refused.to_string().split(':').next(),
        Some("samplers[0].comparison_func")
    );
}

fn is_a_bomb(file: &str) {
    let bytes = bytes(file);
    let container = Container::parse(&bytes).unwrap();
    let mut problem = String::new();
    let taken = measure(|| problem = dxc_shader::sources(&container).unwrap_err().to_string());
    assert!(taken.bytes_max < MEMORY, "{taken:?}");
    let part = container.find(parts::SRCI).unwrap();
    let bound = (64 * part.data.len()).to_string();
    assert!(problem.contains(&bound), "{problem}");
}

/// DXC once left unreferenced numbers in the table of a mesh shader, which no reader refuses.
fn breaks_no_rule(file: &str) {
    let bytes = bytes(file);
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(*dxc_shader::validate(&container), []);
    let untidy = dxc_shader::lint(&container);
    let places = untidy
        .iter()
        .map(|finding| (&*finding.path, finding.rule.name));
    // The program states the three indices of the array that OSG1 repeats.
    let expected = [("index_table[1..3]", "table-unused")];
    assert_eq!(places.collect::<Vec<_>>(), expected);
}
