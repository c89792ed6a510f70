//! The form of the schema files, which `schema/README.md` tells: they are read by people, and by any tool for TOML 1.0.

use serde_json::Value as Json;
use toml_edit::{DocumentMut, Item, TableLike, Value};

/// No line is longer.
const WIDTH: usize = 120;

/// The schema files: what each is called, and its text.
fn files() -> Vec<(String, String)> {
    let mut files: Vec<_> = tests::change::schemas(&tests::root().join("schema"))
        .into_iter()
        .map(|(path, text)| (path.file_name().unwrap().to_string_lossy().into(), text))
        .collect();
    files.sort();
    files
}

#[test]
fn no_line_is_too_long() {
    for (file, text) in files() {
        for (at, line) in text.lines().enumerate() {
            let length = line.chars().count();
            assert!(
                length <= WIDTH,
                "schema/{file}:{}: {length} characters",
                at + 1
            );
        }
    }
}

/// Whether the size is right is checked by `gen`.
#[test]
fn each_version_tells_its_size() {
    let mut count = 0;
    for (file, text) in files() {
        for (at, line) in text.lines().enumerate() {
            let Some((heading, behind)) = line.split_once(".version]]") else {
                continue;
            };
            let size = behind
                .strip_prefix(" # ")
                .and_then(|size| size.split_once(" byte"));
            let is_told = size.is_some_and(|(size, _)| size.parse::<u32>().is_ok());
            assert!(
                is_told && heading.starts_with("[[versioned."),
                "schema/{file}:{}: no size, as in `{heading}.version]] # 24 bytes`",
                at + 1
            );
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

/// TOML 1.0 has no line ends within `{ .. }`, which our own parser would read.
#[test]
fn rows_stand_in_a_line_or_in_tables() {
    for (file, text) in files() {
        let document: DocumentMut = text.parse().unwrap();
        for (path, table) in tables(&document) {
            for (key, item) in table.iter() {
                for row in item.as_array().into_iter().flatten() {
                    let is_row = matches!(row, Value::InlineTable(_));
                    let row = row.to_string();
                    let is_line = !row.trim().contains('\n');
                    assert!(!is_row || is_line, "schema/{file}: {path}.{key}: {row}");
                }
            }
        }
    }
}

#[test]
fn keys_stand_in_the_order_of_the_reference() {
    let text = std::fs::read_to_string(tests::root().join("schema/schema.json")).unwrap();
    let schema: Json = serde_json::from_str(&text).unwrap();
    for (file, text) in files() {
        let document: DocumentMut = text.parse().unwrap();
        for (path, table) in tables(&document) {
            let order = order(&schema, &path);
            // Lists may be tables, which come behind all other keys.
            let keys = table.iter().filter(|(_, item)| !is_list(item));
            let keys: Vec<&str> = keys.map(|(key, _)| key).collect();
            let mut sorted = keys.clone();
            sorted.sort_by_key(|key| place(&order, key));
            assert_eq!(keys, sorted, "schema/{file}: {path}");
        }
    }
}

fn is_list(item: &Item) -> bool {
    let is_row = |array: &toml_edit::Array| array.get(0).is_some_and(Value::is_inline_table);
    item.is_array_of_tables() || item.as_array().is_some_and(is_row)
}

/// Every item and every row of its lists, with its path by kinds and lists: `versioned.version.fields`.
fn tables(document: &DocumentMut) -> Vec<(String, &dyn TableLike)> {
    let mut found: Vec<(String, &dyn TableLike)> = Vec::new();
    for (kind, items) in document.iter() {
        match items {
            Item::Table(items) => {
                let items = items.iter().filter_map(|(_, item)| item.as_table_like());
                found.extend(items.map(|item| (kind.to_owned(), item)));
            }
            Item::ArrayOfTables(parts) => {
                found.extend(parts.iter().map(|part| (kind.to_owned(), part as _)));
            }
            _ => {}
        }
    }
    let mut at = 0;
    while let Some((path, table)) = found.get(at).cloned() {
        for (key, item) in table.iter() {
            let path = format!("{path}.{key}");
            match item {
                Item::ArrayOfTables(rows) => {
                    found.extend(rows.iter().map(|row| (path.clone(), row as _)));
                }
                Item::Value(Value::Array(rows)) => {
                    let rows = rows.iter().filter_map(Value::as_inline_table);
                    found.extend(rows.map(|row| (path.clone(), row as _)));
                }
                _ => {}
            }
        }
        at += 1;
    }
    found
}

/// The keys of a table as the reference lists them.
fn order<'s>(schema: &'s Json, path: &str) -> Vec<&'s str> {
    let mut path = path.split('.');
    let kind = &schema["properties"][path.next().unwrap()];
    let item = kind.get("items").unwrap_or(&kind["additionalProperties"]);
    let table = path.fold(item, |table, key| &table["properties"][key]["items"]);
    let keys = table["properties"].as_object().unwrap();
    keys.keys().map(String::as_str).collect()
}

/// Where a key stands; columns stand in front of what is said of the row.
fn place(order: &[&str], key: &str) -> usize {
    let place = |key: &str| order.iter().position(|known| *known == key);
    let said = || place("deprecated").or(place("doc"));
    2 * place(key).or_else(said).unwrap() + usize::from(place(key).is_some())
}
