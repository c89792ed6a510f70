//! Tests documents of newer LLVM versions: the built container has the stated values.
//!
//! Judge: LLVM's own tests of obj2yaml and yaml2obj. No tool judges the messages.

use std::collections::BTreeSet;

use dxc_document::Document;
use dxc_format::srci::Compression;
use dxc_format::{Container, TableStyle, parts};
use serde_json::Value;

/// The documents whose names begin with this text.
fn documents(beginning: &str) -> Vec<(String, String)> {
    let Some(folder) = tests::corpus("llvm-yaml") else {
        return Vec::new();
    };
    let texts = tests::entries(&folder.join("obj2yaml")).into_iter();
    let texts = texts.map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, std::fs::read_to_string(path).unwrap())
    });
    texts
        .filter(|(name, _)| name.starts_with(beginning))
        .collect()
}

/// The container that a document describes.
fn build(text: &str) -> Vec<u8> {
    let read = |text: &str| Document::from_yaml(text).unwrap();
    let built = read(text).to_bytes(TableStyle::Llvm);
    // Some state a size that exceeds their parts. LLVM then writes a file that it cannot open; without the size, it is
    // computed.
    built.unwrap_or_else(|_| {
        let lines = text.split_inclusive('\n');
        let lines = lines.filter(|line| !line.trim_start().starts_with("FileSize:"));
        let sized: String = lines.collect();
        read(&sized).to_bytes(TableStyle::Llvm).unwrap()
    })
}

/// A line without quotes and spaces, its numbers in decimal.
fn plain(line: &str) -> String {
    let line = line.trim().trim_start_matches("- ");
    let words = line.split(|letter: char| " ,[]\"'".contains(letter));
    let words = words.filter(|word| !word.is_empty()).map(|word| {
        let number = word
            .strip_prefix("0x")
            .and_then(|digits| u64::from_str_radix(digits, 16).ok());
        number.map_or_else(|| word.to_owned(), |number| number.to_string())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The document that LLVM's test expects to read back, except for values that depend on LLVM's own version.
fn expected(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| {
        let line = line.trim_start_matches('#').trim_start();
        let rest = line.strip_prefix("CHECK")?;
        rest.split_once(':').map(|(_, line)| plain(line))
    });
    lines.filter(|line| !line.contains("{{")).collect()
}

#[test]
fn the_values_of_llvms_tests_are_built() {
    for (beginning, count) in [("ILDNPart", 4), ("VERSPart", 2), ("PRIVPart", 1)] {
        let documents = documents(beginning);
        assert!(
            documents.is_empty() || documents.len() == count,
            "{beginning}"
        );
        for (name, text) in documents {
            let bytes = build(&text);
            let container = Container::parse(&bytes).unwrap();
            // This is the document for the LLVM version that added the part.
            let document = Document::for_llvm(&container, 23).unwrap();
            let first = document.to_yaml().unwrap();
            let lines: Vec<String> = first.lines().map(plain).collect();
            let older = Document::for_llvm(&container, 22).unwrap();
            assert!(!older.left_out().is_empty(), "{name}");
            let expected = expected(&text);
            assert!(expected.len() > 3, "{name}: {expected:?}");
            for line in expected {
                assert!(lines.contains(&line), "{name}: {line} in {lines:#?}");
            }
            assert_eq!(
                Document::from_yaml(&document.to_yaml().unwrap()).unwrap(),
                document
            );
        }
    }
}

/// The SRCI that LLVM's test expects, as a document; nothing for values that depend on the compressor.
fn expected_sources(text: &str) -> Document {
    let lines = text.lines().filter(|line| line.starts_with("# CHECK"));
    let lines = lines.map(|line| &line["# CHECK-NEXT: ".len()..]);
    let lines: Vec<_> = lines.collect();
    Document::from_yaml(&format!("Parts:\n{}\n", lines.join("\n"))).unwrap()
}

/// Checks that `shown` has all keys and values of `expected`, in the same order.
fn says(shown: &Value, expected: &Value, place: &str) {
    match (shown, expected) {
        (_, Value::Null) => {}
        (Value::Object(shown), Value::Object(expected)) => {
            assert!(shown.keys().eq(expected.keys()), "{place}: {shown:?}");
            for (key, expected) in expected {
                says(&shown[key], expected, &format!("{place}.{key}"));
            }
        }
        (Value::Array(shown), Value::Array(expected)) => {
            assert_eq!(shown.len(), expected.len(), "{place}");
            for (shown, expected) in shown.iter().zip(expected) {
                says(shown, expected, place);
            }
        }
        (shown, expected) => assert_eq!(shown, expected, "{place}"),
    }
}

/// The keys of the first part.
fn first_part(document: &Document) -> Value {
    let document = serde_json::to_value(document.node()).unwrap();
    document["Parts"][0].clone()
}

/// The documents of SRCI state few fields, and expect all of them.
#[test]
fn sources_come_out_whole() {
    let documents = documents("SRCIPart");
    assert!(documents.is_empty() || documents.len() == 8);
    for (name, text) in documents {
        let bytes = build(&text);
        let container = Container::parse(&bytes).unwrap();
        let document = Document::for_llvm(&container, 23).unwrap();
        let expected = serde_json::to_value(expected_sources(&text)).unwrap();
        assert_eq!(expected["Parts"].as_array().unwrap().len(), 1, "{name}");
        says(&first_part(&document), &expected["Parts"][0], &name);
        let yaml = document.to_yaml().unwrap();
        assert_eq!(Document::from_yaml(&yaml).unwrap(), document);
        assert!(!yaml.contains("Compressed:"), "{yaml}");

        let sources = dxc_shader::sources(&container).unwrap().unwrap();
        let names: Vec<_> = sources.files.iter().map(|file| &*file.name).collect();
        let all = ["fd_zs.hlsl", "util.hlsl"];
        assert_eq!(names, all[..if name.contains("multi") { 2 } else { 1 }]);
        assert!(
            sources.files[0]
                .text
                .ends_with("float4 main() : SV_Target { return 0; }")
        );
        assert_eq!(sources.argument("-T"), Some("ps_6_0"));
        // A part that is made only from the sources has the same sizes and counts.
        let made = [Compression::None, Compression::Zlib].map(|compression| {
            let part = sources.to_source_info(compression).unwrap();
            part.to_bytes().unwrap()
        });
        let part = container.find(parts::SRCI).unwrap().data;
        assert!(made.iter().any(|made| made == part), "{name}");
    }
}

/// Strings and texts that a document cannot represent as text are lists of bytes.
#[test]
fn strange_texts_survive_as_bytes() {
    let part = |name: &str, size: usize, keys: &str| {
        format!("Header: {{}}\nParts:\n- Name: {name}\n  Size: {size}\n  {keys}\n")
    };
    for text in [
        part("ILDN", 8, "DebugName: { DebugName: [255, 0] }"),
        part("VERS", 20, "CompilerVersion: { Strings: [97, 0, 0, 98] }"),
        part("VERS", 20, "CompilerVersion: { Strings: [255, 0] }"),
        part("VERS", 28, "CompilerVersion: { CommitSha: 12345678 }"),
    ] {
        let document = Document::from_yaml(&text).unwrap();
        let bytes = document.to_bytes(TableStyle::Dxc).unwrap();
        let shown = Document::of(&Container::parse(&bytes).unwrap()).unwrap();
        let again = Document::from_yaml(&shown.to_yaml().unwrap()).unwrap();
        assert_eq!(again.to_bytes(TableStyle::Dxc).unwrap(), bytes, "{text}");
    }
    for (text, expected) in [
        (part("ILDN", 8, "DebugName: { DebugName: 1.5 }"), "a text"),
        (
            part("VERS", 20, "CompilerVersion: { CommitSha: \"a\\0b\" }"),
            "NUL",
        ),
    ] {
        let document = Document::from_yaml(&text).unwrap();
        let problem = document.to_bytes(TableStyle::Dxc).unwrap_err().to_string();
        assert!(problem.contains(expected), "{problem}");
    }
}

/// Whether no flag is set.
fn is_zero(value: &Value) -> bool {
    let mut flags = value.as_object().into_iter().flatten();
    value.is_object() && flags.all(|(_, flag)| *flag == false)
}

/// Checks that `shown` has all keys of `given` at the same paths.
fn has_keys(shown: &Value, given: &Value, place: &str) {
    match (shown, given) {
        (Value::Object(shown), Value::Object(given)) => {
            for (key, given) in given {
                let place = format!("{place}.{key}");
                match shown.get(key) {
                    Some(shown) => has_keys(shown, given, &place),
                    // obj2yaml omits flags that are all 0.
                    None => assert!(is_zero(given), "{place}"),
                }
            }
        }
        (Value::Array(shown), Value::Array(given)) => {
            for (shown, given) in shown.iter().zip(given) {
                has_keys(shown, given, place);
            }
        }
        _ => {}
    }
}

/// Tests all documents of LLVM's tests for `obj2yaml`: each key is in the document for LLVM 23 again.
#[test]
fn keys_come_back() {
    let mut parts = BTreeSet::new();
    for (name, text) in documents("") {
        let Ok(bytes) = std::panic::catch_unwind(|| build(&text)) else {
            assert_eq!(name, "InvalidOffset.yaml");
            continue;
        };
        // LLVM also refuses to read the file that it builds from `PartTooSmall.yaml`.
        let Ok(shown) = Document::for_llvm(&Container::parse(&bytes).unwrap(), 23) else {
            assert_eq!(name, "PartTooSmall.yaml");
            continue;
        };
        let given = Document::from_yaml(&text).unwrap();
        let [shown, given] = [shown, given].map(|each| serde_json::to_value(each.node()).unwrap());
        has_keys(&shown, &given, &name);
        let all = given["Parts"].as_array().unwrap();
        let keys = all.iter().flat_map(|part| part.as_object().unwrap().keys());
        parts.extend(keys.cloned());
    }
    let newer = ["DebugName", "CompilerVersion", "SourceInfo", "PrivateData"];
    assert!(
        parts.is_empty() || newer.iter().all(|key| parts.contains(*key)),
        "{parts:?}"
    );
}

/// The strings of PSV0 have a key since LLVM 23; its value is computed.
#[test]
fn string_tables_have_a_key_since_23() {
    let file = tests::data().join("dxc/vs_basic.sm60.dxil");
    let bytes = std::fs::read(file).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let text = |llvm| {
        Document::for_llvm(&container, llvm)
            .unwrap()
            .to_yaml()
            .unwrap()
    };
    let (older, newer) = (text(22), text(23));
    assert!(!older.contains("StringTable"));
    assert!(!newer.contains("RuntimeInfoSize"));
    let psv = container.psv0().unwrap().unwrap();
    let names = psv.strings();
    let document = Document::from_yaml(&newer).unwrap();
    let all = serde_json::to_value(document.node()).unwrap();
    let table = all["Parts"]
        .as_array()
        .unwrap()
        .iter()
        .find_map(|part| part["PSVInfo"].get("StringTable"));
    let table = table.unwrap().as_array().unwrap();
    assert!(!table.is_empty());
    for entry in table {
        let offset = u32::try_from(entry["Offset"].as_u64().unwrap()).unwrap();
        assert_eq!(names.get(offset), entry["String"].as_str());
    }
    let built = document.to_bytes(TableStyle::Llvm).unwrap();
    // Like for other computed numbers, the value in the document is ignored.
    let stated = newer.replace(
        "    StringTable:\n",
        "    RuntimeInfoSize: 9\n    StringTable:\n",
    );
    let stated = stated.replace("Offset:          1\n", "Offset:          7\n");
    assert_ne!(stated, newer);
    let read = |text: &str| {
        Document::from_yaml(text)
            .unwrap()
            .to_bytes(TableStyle::Llvm)
    };
    assert_eq!(read(&stated).unwrap(), built);
    for (wrong, message) in [("Length", "unknown key"), ("9", "expected")] {
        let wrong = match wrong {
            "9" => stated.replace("RuntimeInfoSize: 9", "RuntimeInfoSize: [9]"),
            key => stated.replacen("String: ", &format!("{key}: "), 1),
        };
        let problem = read(&wrong).map(drop).unwrap_err().to_string();
        assert!(problem.contains(message), "{problem}");
    }
}
