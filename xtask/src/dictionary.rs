//! Lists the words of the format for fuzzers, which would hardly find them by themselves.

use std::collections::BTreeSet;

use dxc_codegen::datum::Datum;
use dxc_codegen::model::{Content, Schema};

/// A dictionary of libFuzzer and AFL.
pub(crate) fn file(schema: &Schema) -> String {
    let mut words: BTreeSet<&str> = BTreeSet::new();
    for part in &schema.parts {
        words.extend(part.codes.iter().map(|code| code.value.as_str()));
        words.extend(part.begins.iter().map(|begins| begins.value.as_str()));
    }
    for item in &schema.items {
        let Content::Enum(table) = &item.content else {
            continue;
        };
        for value in &table.values {
            words.insert(&value.name.value);
            for (_, datum) in &value.columns {
                match &datum.value {
                    Datum::Text(text) => {
                        words.insert(text);
                    }
                    Datum::List(list) => words.extend(list.iter().map(|text| text.as_str())),
                    Datum::Integer(_) | Datum::Wrong => {}
                }
            }
        }
    }
    // A sentence is not a useful word.
    let words = words
        .into_iter()
        .filter(|word| (1..=64).contains(&word.len()));
    let lines = words.map(|word| format!("\"{}\"\n", escaped(word)));
    let head = "# Generated from the schemas by `cargo xtask gen`: do not edit.\n";
    format!("{head}{}", lines.collect::<String>())
}

/// The quoted texts of a dictionary.
fn escaped(word: &str) -> String {
    let escape = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        byte if byte.is_ascii_graphic() || byte == b' ' => char::from(byte).to_string(),
        byte => format!("\\x{byte:02X}"),
    };
    word.bytes().map(escape).collect()
}
