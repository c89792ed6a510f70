//! The reference of the schema language and its JSON Schema, from the table of keys and from our own schemas.

use std::fmt::Write;

use serde_json::{Map, Value as Json, json};

use crate::keys::{self, FILE, KINDS, Key, Kind, PART, Shape, Value};
use crate::limits;
use crate::model::{About, FieldKind, Manner, Schema};

/// The files, by name.
pub(crate) fn files(schema: &Schema) -> Vec<(String, String)> {
    let json = serde_json::to_string_pretty(&json_schema()).unwrap_or_default();
    vec![
        ("README.md".to_owned(), reference(schema)),
        ("schema.json".to_owned(), json + "\n"),
    ]
}

fn reference(schema: &Schema) -> String {
    let mut text = String::new();
    for kind in KINDS.iter().chain([&PART]) {
        // Writing into a String cannot fail.
        let _ = section(&mut text, kind, schema);
    }
    let limits = limits::ALL
        .iter()
        .map(|limit| format!("| {} | {} |\n", limits::grouped(limit.most), limit.what));
    let text = include_str!("reference.md").replace("{kinds}\n", text.trim_start());
    let text = text.replace("{strings}\n", &of_strings());
    let text = text.replace("{field_kinds}\n", &field_kinds());
    text.replace("{limits}\n", &limits.collect::<String>())
}

/// The words on how writers make tables of strings.
fn of_strings() -> String {
    let rows = Manner::documented().map(|(word, says)| format!("| `{word}` | {says} |\n"));
    rows.collect()
}

/// The words that go with each kind of field of a sequence.
fn field_kinds() -> String {
    let row = |kind: FieldKind| {
        let About { what, words, .. } = kind.about();
        format!("| {what} | `{}` |\n", words.join("`, `"))
    };
    let mut rows: Vec<String> = FieldKind::NAMED.into_iter().map(row).collect();
    rows.dedup();
    rows.concat()
}

fn section(text: &mut String, kind: &Kind, schema: &Schema) -> std::fmt::Result {
    let name = kind.shape.name;
    let heading = if name == PART.shape.name {
        "[[part]]".to_owned()
    } else {
        format!("[{name}.Name]")
    };
    writeln!(text, "\n## `{heading}`\n")?;
    for line in textwrap::wrap(kind.doc, 118) {
        writeln!(text, "{line}")?;
    }
    table(text, &kind.shape, "")?;
    match example(schema, kind) {
        Some(example) => writeln!(text, "\n```toml\n{example}\n```"),
        None => writeln!(
            text,
            "\nNone of these files needs one yet; `tests/features/schema/{name}.toml` shows it."
        ),
    }
}

fn table(text: &mut String, shape: &Shape, title: &str) -> std::fmt::Result {
    if !title.is_empty() {
        let alone = shape
            .main
            .map(|main| format!(" The value of `{main}` may stand alone, `name = ..`."));
        writeln!(
            text,
            "\nEach of its `{title}`, `name = {{ .. }}`.{}",
            alone.unwrap_or_default()
        )?;
    }
    writeln!(text, "\n| key | value | what it says |\n|---|---|---|")?;
    for key in shape.keys {
        let must = if key.required {
            ""
        } else {
            " (may be left out)"
        };
        writeln!(
            text,
            "| `{}` | {}{must} | {} |",
            key.name,
            describe(key),
            key.doc.replace('|', "\\|")
        )?;
    }
    if shape.columns {
        writeln!(
            text,
            "| a column's name | the column's type | What the table says of the value there. |"
        )?;
    }
    for key in shape.keys {
        match key.value {
            Value::Entries(inner) => table(text, inner, key.name)?,
            Value::Versions(version) => {
                if let Some(Key {
                    value: Value::Entries(inner),
                    ..
                }) = version.key("fields")
                {
                    table(text, inner, key.name)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn describe(key: &Key) -> String {
    match key.value {
        Value::Doc | Value::Text | Value::TextOrNone => "text".to_owned(),
        Value::Name => "name".to_owned(),
        Value::Type => "type".to_owned(),
        Value::Expression => "expression".to_owned(),
        Value::Integer => "number".to_owned(),
        Value::Truth => "`true` or `false`".to_owned(),
        Value::OneOf(legal) => legal
            .iter()
            .map(|text| format!("`\"{text}\"`"))
            .collect::<Vec<_>>()
            .join(", "),
        Value::Texts => "text, or several".to_owned(),
        Value::Parameters => "`[\"name: type\", ..]`".to_owned(),
        Value::Entries(_) => "entries".to_owned(),
        Value::Versions(_) => "entries, a table for each version".to_owned(),
        Value::OfVersions => "a text for each version".to_owned(),
    }
}

/// The text of the item that shows a kind.
fn example<'s>(schema: &'s Schema, kind: &Kind) -> Option<&'s str> {
    let place = if kind.shape.name == PART.shape.name {
        let mut codes = schema.parts.iter().flat_map(|part| &part.codes);
        &codes.find(|code| code.value == kind.example)?.span
    } else {
        &schema.item(kind.example)?.span
    };
    let text = &schema.sources[place.file].text;
    // From its heading to the next one that is not one of its tables.
    let start = text[..place.range.start].rfind("\n[")? + 1;
    let tables = format!("\n[{}.{}.", kind.shape.name, kind.example);
    let mut headings = text[start..].match_indices("\n[");
    let next = headings.find(|(at, _)| !text[start + at..].starts_with(&tables));
    let end = next.map_or(text.len(), |(at, _)| start + at);
    Some(text[start..end].trim_end())
}

fn json_schema() -> Json {
    let mut properties = properties(&FILE);
    for kind in KINDS {
        let items = json!({ "type": "object", "additionalProperties": object(&kind.shape), "description": kind.doc });
        properties.insert(kind.shape.name.to_owned(), items);
    }
    let parts = json!({ "type": "array", "items": object(&PART.shape), "description": PART.doc });
    properties.insert(PART.shape.name.to_owned(), parts);
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A schema file of dxc-format",
        "type": "object",
        "properties": properties,
        "required": required(&FILE),
        "additionalProperties": false,
    })
}

fn object(shape: &Shape) -> Json {
    let further = if shape.columns {
        json!({ "type": ["string", "integer"] })
    } else {
        json!(false)
    };
    let mut object = json!({
        "type": "object",
        "properties": properties(shape),
        "required": required(shape),
        "additionalProperties": further,
    });
    let versions = shape.keys.iter().find_map(|key| match key.value {
        Value::Versions(version) => version.key("fields"),
        _ => None,
    });
    if let Some(fields) = versions {
        object["patternProperties"] = json!({ "^v(0|[1-9][0-9]*)$": property(fields) });
    }
    object
}

/// An entry: a table, or the value of its main key alone.
fn entry(shape: &Shape) -> Json {
    match shape.main.and_then(|main| shape.key(main)) {
        Some(main) => json!({ "anyOf": [property(main), object(shape)] }),
        None => object(shape),
    }
}

fn properties(shape: &Shape) -> Map<String, Json> {
    shape
        .keys
        .iter()
        .map(|key| (key.name.to_owned(), property(key)))
        .collect()
}

fn required(shape: &Shape) -> Vec<&'static str> {
    shape
        .keys
        .iter()
        .filter(|key| key.required)
        .map(|key| key.name)
        .collect()
}

fn property(key: &keys::Key) -> Json {
    let mut property = match key.value {
        Value::Doc | Value::Text => json!({ "type": "string", "minLength": 1 }),
        Value::Name => json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$" }),
        Value::Type | Value::TextOrNone => json!({ "type": "string" }),
        Value::Expression => json!({ "type": ["string", "integer"] }),
        Value::Integer => json!({ "type": "integer" }),
        Value::Truth => json!({ "type": "boolean" }),
        Value::OneOf(legal) => json!({ "enum": legal }),
        Value::Texts => json!({ "anyOf": [
            { "type": "string" },
            { "type": "array", "items": { "type": "string" } },
        ] }),
        Value::Parameters => json!({ "type": "array", "items": { "type": "string" } }),
        Value::Entries(shape) => {
            json!({ "type": "object", "additionalProperties": entry(shape) })
        }
        Value::Versions(version) => match version.key("fields") {
            Some(fields) => property(fields),
            None => json!({}),
        },
        Value::OfVersions => {
            json!({ "type": "object", "additionalProperties": { "type": ["string", "integer"] } })
        }
    };
    if let Some(property) = property.as_object_mut() {
        property.insert("description".to_owned(), json!(key.doc));
    }
    property
}
