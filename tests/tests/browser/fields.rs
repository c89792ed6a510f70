//! The fields that the viewer shows, compared with documents of the container.
//!
//! Judge: another route: the document of the container, which obj2yaml judges in `llvm/documents.rs`.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

/// Checks that the page draws all fields that it reads, in this order.
pub(crate) fn check_drawn(file: &Path, drawn: &Value, known: &Value) {
    let is_title = |row: &&Value| row[0] == 1;
    let titles = list(drawn).iter().filter(is_title).skip(1);
    let parts = list(known);
    let names = parts.iter().map(|part| &part["part"]);
    assert!(titles.map(|row| &row[1]).eq(names));
    let shown = list(drawn).iter();
    let shown = shown.skip_while(|row| row[1] != parts[0]["part"]);
    let shown = shown.filter(|row| !is_title(row));
    let shown: Vec<_> = shown.map(|row| (text(&row[1]), text(&row[2]))).collect();
    let rows = rows(parts).map(|row| match text(&row["label"]) {
        "" => ("value", text(&row["value"])),
        label => (label, text(&row["value"])),
    });
    assert_eq!(shown, rows.collect::<Vec<_>>(), "{}", file.display());
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// The fields of all parts.
fn rows(parts: &[Value]) -> impl Iterator<Item = &Value> {
    parts.iter().flat_map(|part| list(&part["rows"]))
}

/// Keys of documents about the layout of a part, which is not stored in a single field.
const LAYOUT: [&str; 4] = ["Layout", "Header", "Strings", "Gaps"];

/// Values in documents for which the part has no bytes: the version that a size selects, the stage of the program, and
/// the stride of empty tables.
const WITHOUT_BYTES: [(&str, &str); 4] = [
    // LLVM 22 treats its marker as a flag.
    ("SFI0", "NextUnusedBit"),
    ("PSV0", "Version"),
    ("PSV0", "ShaderStage"),
    ("PSV0", "ResourceStride"),
];

/// Lists keys of a document that have no field in the part, and fields other than 0 that have no key.
pub(crate) fn missing(document: &Value, known: &Value) -> Vec<String> {
    let known = list(known);
    let mut missing = unsaid(document, known);
    for part in list(&document["Parts"]) {
        let name = text(&part["Name"]);
        let shown = known.iter().filter(|shown| shown["part"] == name);
        let said: BTreeSet<(String, String)> = shown.flat_map(said).collect();
        // Compressed data is shown as sources.
        if name == "SRCI" {
            continue;
        }
        let mut wanted = Vec::new();
        for (key, value) in part.as_object().unwrap() {
            if !["Name", "Size", "Part"].contains(&key.as_str()) {
                scalars(key, value, &mut wanted);
            }
        }
        let is_said = |(key, text): &(String, String)| {
            // A byte that is not a character is an escape in a field, and a character in a list.
            let spelled = [
                text.escape_default().to_string(),
                text.as_bytes().escape_ascii().to_string(),
            ];
            spelled.into_iter().any(|text| match name {
                // A record of a library may contain another one, whose key it then has.
                "RDAT" => said.iter().any(|(_, value)| *value == text),
                _ => said.contains(&(key.clone(), text)),
            }) || WITHOUT_BYTES.contains(&(name, key))
        };
        wanted.retain(|one| !is_said(one));
        let wanted = wanted.iter();
        missing.extend(wanted.map(|(key, value)| format!("{name} {key}: {value}")));
    }
    missing
}

/// The fields with a value other than 0 for which a document has no key.
fn unsaid(document: &Value, known: &[Value]) -> Vec<String> {
    let document = document.to_string();
    let is_unsaid = |row: &&Value| {
        let is_zero = list(&row["bytes"]).iter().all(|byte| byte == 0);
        // Flags are shown by their names.
        let is_value = !["", "flags"].contains(&text(&row["kind"]));
        is_value && !is_zero && !document.contains(&format!("\"{}\":", text(&row["key"])))
    };
    let unsaid = rows(known).filter(is_unsaid);
    let said = unsaid.map(|row| format!("no key for {}", row["path"]));
    said.collect()
}

/// The fields of a part, as keys and values of documents.
fn said(part: &Value) -> Vec<(String, String)> {
    let mut said = Vec::new();
    for row in list(&part["rows"]) {
        let (key, value) = (text(&row["key"]), text(&row["value"]));
        let mut add = |text: &str| said.push((key.to_owned(), text.to_owned()));
        add(value);
        // The number follows the name.
        let (name, number) = value.rsplit_once(" (").unwrap_or((value, ""));
        let quoted = name
            .strip_prefix('"')
            .and_then(|name| name.strip_suffix('"'));
        let name = quoted.unwrap_or(name);
        add(name);
        add(number.trim_end_matches(')'));
        if let Ok(number) = value.parse::<f32>() {
            add(&number.to_string());
        }
        let names = list(&row["names"]).iter().map(text);
        let listed = name.trim_matches(['[', ']']).split(", ");
        names.chain(listed).for_each(&mut add);
        let bytes = list(&row["bytes"]).iter();
        bytes.for_each(|byte| add(&byte.to_string()));
        let flags = list(&row["flags"]).iter();
        said.extend(flags.map(|flag| (text(&flag[0]).to_owned(), flag[1].to_string())));
    }
    said
}

/// The individual values of a document, with their keys.
fn scalars(key: &str, value: &Value, found: &mut Vec<(String, String)>) {
    if LAYOUT.contains(&key) {
        return;
    }
    match value {
        Value::Object(map) => map
            .iter()
            .for_each(|(key, value)| scalars(key, value, found)),
        // Bytes of programs, which the tree does not list.
        Value::String(_) if key == "Base64" => {}
        Value::Array(list) if list.len() > 64 && list.iter().all(Value::is_number) => {}
        Value::Array(list) => list.iter().for_each(|value| scalars(key, value, found)),
        Value::String(text) => found.push((key.to_owned(), text.clone())),
        // An unbounded value has this number.
        Value::Number(number) if number.as_i64() == Some(-1) => {
            found.push((key.to_owned(), u32::MAX.to_string()))
        }
        // The value is formatted like a 32-bit float.
        Value::Number(number) if number.is_f64() => {
            let number: f32 = number.to_string().parse().unwrap();
            found.push((key.to_owned(), number.to_string()));
        }
        other => found.push((key.to_owned(), other.to_string())),
    }
}
