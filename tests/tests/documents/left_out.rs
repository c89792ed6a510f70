//! Tests documents for an LLVM: they lack exactly the values that they list.
//!
//! Judge: a property: the difference between the document with all keys and the one for the LLVM.

use std::collections::BTreeSet;

use dxc_document::Document;
use dxc_format::constants::{D3DSystemValue, ResourceType, SemanticKind};
use dxc_format::{Builder, Container, FourCC, TableStyle, parts};
use serde_json::Value;

/// Whether it is 0, or has no values.
fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(truth) => !truth,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(_) => false,
        Value::Array(list) => list.iter().all(is_zero),
        Value::Object(map) => map.values().all(is_zero),
    }
}

/// Collects the keys of `all` that `shown` does not have, without the indices of lists; a version has its number.
fn missing(all: &Value, shown: &Value, path: &str, found: &mut BTreeSet<String>) {
    match (all, shown) {
        (Value::Object(all), Value::Object(shown)) => {
            for (key, value) in all {
                let path = format!("{path}{key}");
                match shown.get(key) {
                    Some(shown) => missing(value, shown, &format!("{path}."), found),
                    None if is_zero(value) && key != "Trailing" || key == "Layout" => {}
                    None => drop(found.insert(path)),
                }
            }
        }
        (Value::Array(all), Value::Array(shown)) if all.len() == shown.len() => {
            let pairs = all.iter().zip(shown);
            pairs.for_each(|(all, shown)| missing(all, shown, path, found));
        }
        // LLVM writes the stride even if there are no records.
        (all, shown) if all == shown || is_zero(all) => {}
        // Long bytes have another form.
        (Value::Object(all), Value::Array(_)) if all.contains_key("Base64") => {}
        (all, _) => drop(found.insert(format!("{} {all}", path.trim_end_matches('.')))),
    }
}

/// The expected lines for the parts of a container.
fn expected(container: &Container<'_>, all: &Document, shown: &Document) -> Vec<String> {
    let [all, shown] = [all, shown].map(|one| serde_json::to_value(one.node()).unwrap());
    let listed = |document: &Value| document["Parts"].as_array().unwrap().clone();
    let mut lines = Vec::new();
    let documents = listed(&all).into_iter().zip(listed(&shown));
    for (part, (all, shown)) in container.parts().zip(documents) {
        let mut found = BTreeSet::new();
        missing(&all, &shown, "", &mut found);
        // Content of zeros is shown by its size, if LLVM knows the part.
        if !has_content(&shown) && ![parts::SFI0, parts::HASH].contains(&part.fourcc) {
            let keys = all.as_object().unwrap().keys();
            let keys = keys.filter(|key| !HEADER.contains(&key.as_str()));
            found.extend(keys.cloned());
        }
        if !found.is_empty() {
            let found: Vec<_> = found.into_iter().collect();
            lines.push(format!("{}: {}", part.fourcc, found.join(", ")));
        }
    }
    lines
}

/// The keys of a part that are not its content.
const HEADER: [&str; 3] = ["Name", "Size", "Layout"];

fn has_content(part: &Value) -> bool {
    let mut keys = part.as_object().unwrap().keys();
    keys.any(|key| !HEADER.contains(&key.as_str()))
}

/// Tests containers of compilers, and unusual ones.
#[test]
fn every_value_that_is_left_out_is_named() {
    let strange = [tests::corpus("crafted"), tests::corpus("hostile")];
    let strange = strange.into_iter().flatten();
    let strange = strange.flat_map(|folder| tests::files_below(&folder));
    let (mut compared, mut named) = (0, BTreeSet::new());
    for path in tests::every_container().into_iter().chain(strange) {
        let bytes = std::fs::read(&path).unwrap();
        let Ok(container) = Container::parse(&bytes) else {
            continue;
        };
        let Ok(all) = Document::of(&container) else {
            continue;
        };
        for llvm in [22, 23] {
            let shown = Document::for_llvm(&container, llvm).unwrap();
            let mut left_out = shown.left_out().to_vec();
            left_out.retain(|line| line != "Layout");
            let expected = expected(&container, &all, &shown);
            assert_eq!(left_out, expected, "{}", path.display());
            named.extend(expected);
            compared += 1;
        }
    }
    assert!(compared > 50 && named.len() > 5, "{compared}: {named:#?}");
}

/// Zeros are shown by the size of the part, like obj2yaml, unless there are bits without a name.
#[test]
fn flags_without_names_are_no_zeros() {
    for (bits, has_flags) in [(0, false), (0x10, true)] {
        let bytes = tests::one_part(parts::SFI0, vec![0, 0, 0, 0, 0, bits, 0, 0]);
        let shown = Document::for_llvm(&Container::parse(&bytes).unwrap(), 22).unwrap();
        assert_eq!(shown.to_yaml().unwrap().contains("  Flags:\n"), has_flags);
        assert_eq!(shown.left_out().is_empty(), !has_flags);
    }
}

/// Bytes around parts are left out, too. The comment is no part of the document.
#[test]
fn the_layout_of_the_container_is_named() {
    let mut builder = Builder::new();
    builder.push(parts::PRIV, vec![7]);
    builder.push(FourCC(*b"a\nb\0"), vec![1]);
    let bytes = [&builder.to_bytes().unwrap()[..], b"behind"].concat();
    let container = Container::parse(&bytes).unwrap();
    let shown = Document::for_llvm(&container, 22).unwrap();
    let expected = ["PRIV: PrivateData", "a\\x0ab\\0: Data", "Layout"];
    assert_eq!(shown.left_out(), expected);
    let text = shown.to_yaml().unwrap();
    let comment = "# LLVM 22 has no keys for these values, which are left out:\n#   PRIV: PrivateData\n\
                   #   a\\x0ab\\0: Data\n#   Layout\n--- !dxcontainer\n";
    assert!(text.starts_with(comment), "{text}");
    assert_eq!(Document::from_yaml(&text).unwrap(), shown);
    let all = Document::of(&container).unwrap();
    assert!(all.left_out().is_empty() && all.to_yaml().unwrap().starts_with("---"));
    assert_eq!(all.to_bytes(TableStyle::Dxc).unwrap(), bytes);
}

/// LLVM's tools refuse values of enums that they have no name for, so the document has only the name and the size of such
/// a part: judged by `yaml2obj` 22, which says "unknown enumerated scalar" to each of these three.
#[test]
fn parts_with_values_that_llvm_has_no_name_for() {
    let file = tests::files::read("dxc/vs_basic.sm60.dxil");
    let container = Container::parse(&file).unwrap();
    let mut inputs = container.isg1().unwrap().unwrap().to_value();
    inputs.elements[0].system_value = D3DSystemValue(99);
    let mut psv = container.psv0().unwrap().unwrap().to_value();
    psv.resources[0].resource_type = ResourceType(99);
    // LLVM 22 lacks this name, which is newer.
    psv.outputs[0].kind = SemanticKind::StartVertexLocation;
    let mut builder = container.to_builder();
    builder.set_part(parts::ISG1, inputs).unwrap();
    builder.set_part(parts::PSV0, psv).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let container = Container::parse(&bytes).unwrap();
    let all = Document::of(&container).unwrap();
    let shown = Document::for_llvm(&container, 22).unwrap();
    let expected = expected(&container, &all, &shown);
    assert_eq!(shown.left_out(), expected);
    for line in ["ISG1: Signature", "PSV0: PSVInfo"] {
        assert!(expected.iter().any(|left_out| left_out == line), "{line}");
    }
    let whole = all.to_yaml().unwrap();
    for value in ["SystemValue: 99", "Type: 99", "Kind: StartVertexLocation"] {
        assert!(whole.contains(value), "{value}");
    }
}
