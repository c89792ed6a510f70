//! Makes the JSON Schema of the lines that commands print, from a list of their keys.

use clap::builder::PossibleValuesParser;
use serde_json::{Map, Value, json};

use crate::json::SCHEMA_VERSION;
use crate::verdict;

/// The list: commands with their objects, and objects with their keys.
const OBJECTS: &str = include_str!("schema.txt");

/// The commands that print lines of JSON, and the objects of their lines.
fn commands() -> impl Iterator<Item = (&'static str, &'static str)> {
    OBJECTS.lines().filter_map(|line| line.split_once(" = "))
}

/// Parses the name of such a command.
pub(crate) fn parser() -> PossibleValuesParser {
    PossibleValuesParser::new(commands().map(|(name, _)| name))
}

/// The JSON Schema for the lines of a command.
pub(crate) fn to_json(command: &str) -> Value {
    let found = commands().find(|(name, _)| *name == command);
    let lines = found.map_or("", |(_, lines)| lines).split(' ');
    let lines: Vec<Value> = lines.map(|line| object(&["Line", line])).collect();
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A line of `dxobj {} --json`", command.replace('-', " ")),
        "anyOf": lines,
    });
    // A type may contain itself.
    if command == "reflect" {
        schema["$defs"] = json!({ "type": object(&["Type"]) });
    }
    schema
}

/// The keys of an object, in the order of the list.
fn keys(name: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = OBJECTS.lines().skip_while(move |line| *line != name);
    let keys = lines.skip(1).take_while(|line| line.starts_with(' '));
    keys.filter_map(|line| line.trim_start().split_once(": "))
}

/// The schema of an object with the keys of all these objects.
fn object(names: &[&str]) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for (key, content) in names.iter().flat_map(|name| keys(name)) {
        let (kind, description) = content.split_once("; ").unwrap_or((content, ""));
        let name = key.trim_end_matches('?');
        if name == key {
            required.push(name);
        }
        let mut schema = value(kind);
        if !description.is_empty() {
            schema["description"] = description.into();
        }
        properties.insert(name.into(), schema);
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// The schema of a value of this kind.
fn value(kind: &str) -> Value {
    let within = |begin, end| kind.strip_prefix(begin)?.strip_suffix(end);
    if let Some(kind) = kind.strip_suffix('?') {
        return json!({ "anyOf": [value(kind), { "type": "null" }] });
    }
    if let Some(item) = within('[', ']') {
        return json!({ "type": "array", "items": value(item) });
    }
    if let Some(content) = within('{', '}') {
        return json!({ "type": "object", "additionalProperties": value(content) });
    }
    if let Some(answer) = kind.strip_prefix("answer ") {
        let mut schema = object(&["Answer"]);
        schema["properties"]["value"] = value(answer);
        schema["properties"]["value"]["description"] = "The answer".into();
        return schema;
    }
    match kind {
        "text" => json!({ "type": "string" }),
        "number" => json!({ "type": "integer", "minimum": 0 }),
        "float" => json!({ "type": "number" }),
        "bool" => json!({ "type": "boolean" }),
        "text or number" => json!({ "type": ["string", "integer"] }),
        // An array of the names of flags, and a number for the bits without a name.
        "flags" => value("[text or number]"),
        "any" => json!({ "type": "object" }),
        "version" => json!({ "const": SCHEMA_VERSION }),
        "verdict" => json!({ "type": "string", "enum": verdict::WORDS }),
        "type" => json!({ "$ref": "#/$defs/type" }),
        texts if texts.contains(" | ") => {
            json!({ "type": "string", "enum": texts.split(" | ").collect::<Vec<_>>() })
        }
        name => object(&[name]),
    }
}
