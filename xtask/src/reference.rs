//! The reference of the schema language and its JSON Schema, from the table of keys and from our own schemas.

use std::collections::HashSet;

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
    let mut keys = Keys::default();
    let sections = KINDS.iter().chain([&PART]);
    let sections: String = sections.map(|kind| keys.section(kind, schema)).collect();
    let limits = limits::ALL
        .iter()
        .map(|limit| format!("| {} | {} |\n", limits::grouped(limit.most), limit.what));
    let tour = ["HASH", "ShaderHash"].into_iter();
    let tour = tour.filter_map(|name| text_of(schema, name));
    let text = include_str!("reference.md").replace("{kinds}\n", sections.trim_start());
    let text = text.replace("{tour}", &tour.collect::<Vec<_>>().join("\n\n"));
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

/// The keys that were described so far: each is described once.
#[derive(Default)]
struct Keys {
    described: HashSet<(&'static str, &'static str)>,
}

impl Keys {
    fn section(&mut self, kind: &Kind, schema: &Schema) -> String {
        let name = kind.shape.name;
        let heading = match name == PART.shape.name {
            true => "[[part]]".to_owned(),
            false => format!("[{name}.Name]"),
        };
        let doc = textwrap::wrap(kind.doc, 118).join("\n");
        let mut text = format!("\n## `{heading}`\n\n{doc}\n");
        if let Some(example) = text_of(schema, kind.example) {
            text += &format!("\n```toml\n{example}\n```\n");
        }
        text += &self.table(&kind.shape, "");
        text
    }

    fn table(&mut self, shape: &Shape, title: &str) -> String {
        let (new, known): (Vec<&Key>, Vec<&Key>) = shape
            .keys
            .iter()
            .partition(|key| self.described.insert((key.name, key.doc)));
        let alone = shape
            .main
            .filter(|_| new.iter().any(|key| Some(key.name) == shape.main));
        let alone = alone.map(|main| format!(" `name = ..` is its `{main}`."));
        let known: Vec<String> = known.iter().map(|key| format!("`{}`", key.name)).collect();
        let known = match known.is_empty() {
            true => String::new(),
            false => format!(" As above: {}.", known.join(", ")),
        };
        let mut text = match (title, new.is_empty()) {
            (_, true) => String::new(),
            ("", _) if known.is_empty() => String::new(),
            ("", _) => format!("\n{}\n", known.trim_start()),
            _ => format!(
                "\nEach of its `{title}`:{}{known}\n",
                alone.unwrap_or_default()
            ),
        };
        if !new.is_empty() {
            text += "\n| key | value | meaning |\n|---|---|---|\n";
        }
        for key in &new {
            let may = if key.required { "" } else { " (optional)" };
            let doc = key.doc.replace('|', "\\|");
            text += &format!("| `{}` | {}{may} | {doc} |\n", key.name, describe(key));
        }
        if shape.columns && !new.is_empty() {
            text += "| a column's name | its type | The datum of the value in this column. |\n";
        }
        for key in shape.keys {
            let inner = match key.value {
                Value::Entries(inner) => Some(inner),
                Value::Versions(version) => match version.key("fields").map(|key| key.value) {
                    Some(Value::Entries(inner)) => Some(inner),
                    _ => None,
                },
                _ => None,
            };
            text += &inner.map_or_else(String::new, |inner| self.table(inner, key.name));
        }
        text
    }
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

/// The text of an item, or of the part with a FourCC.
fn text_of<'s>(schema: &'s Schema, name: &str) -> Option<&'s str> {
    let mut codes = schema.parts.iter().flat_map(|part| &part.codes);
    let code = codes.find(|code| code.value == name).map(|code| &code.span);
    let place = code.or_else(|| Some(&schema.item(name)?.span))?;
    let text = &schema.sources[place.file].text;
    // From its heading to the next one that is not one of its tables.
    let start = text[..place.range.start].rfind("\n[")? + 1;
    let heading = text[start..].split(']').next()?;
    let tables = format!("\n{heading}.");
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
        json!({ "type": ["string", "integer", "array"], "items": { "type": "string" } })
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
