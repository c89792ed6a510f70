//! The JSON Schema of the lines that commands print, from tables of their keys.

mod commands;

use clap::ValueEnum;
use serde_json::{Map, Value, json};

use crate::json::SCHEMA_VERSION;

/// The commands that print lines of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Schema {
    Ls,
    Show,
    Dump,
    Bindings,
    Signatures,
    Reflect,
    Verify,
    Validate,
    RootsigShow,
    RootsigCheck,
    Sources,
    Diff,
    Scan,
    Roundtrip,
}

/// A key of an object.
struct Key {
    name: &'static str,
    kind: Kind,
    doc: &'static str,
    is_optional: bool,
}

/// The kind of a value.
#[derive(Clone, Copy)]
enum Kind {
    /// A text.
    Text,
    /// One of some texts.
    OneOf(&'static [&'static str]),
    /// A whole number, at least 0.
    Number,
    /// Any number.
    Float,
    Bool,
    TextOrNumber,
    /// The names of flags, and a number with the bits that have no name.
    Flags,
    /// A value of a kind, or null.
    OrNull(&'static Kind),
    List(&'static Kind),
    Object(&'static [Key]),
    /// An object with other keys.
    Map(&'static Kind),
    /// An object with any content.
    Any,
    /// A shared kind, which may contain itself.
    Shared(&'static str),
}

const fn key(name: &'static str, kind: Kind, doc: &'static str) -> Key {
    Key {
        name,
        kind,
        doc,
        is_optional: false,
    }
}

impl Key {
    const fn optional(self) -> Self {
        Self {
            is_optional: true,
            ..self
        }
    }
}

/// The keys of every line.
const ENVELOPE: &[Key] = &[
    key(
        "path",
        Kind::Text,
        "The path of the file, as the command received or found it",
    ),
    key(
        "bytes",
        Kind::List(&Kind::Number),
        "The bytes of the path, if it is not UTF-8; `path` is then an approximation",
    )
    .optional(),
];

/// The further keys of a line for a file that could not be read or processed.
const FAILED: &[Key] = &[
    key("error", Kind::Text, "The reason"),
    key("hint", Kind::Text, "A remedy").optional(),
];

impl Schema {
    /// The schema of a line.
    pub(crate) fn to_json(self) -> Value {
        let name = self.to_possible_value();
        let name = name.as_ref().map_or("", |value| value.get_name());
        let lines = commands::lines(self).iter().map(|keys| line(keys));
        let lines: Vec<Value> = lines.chain([line(FAILED)]).collect();
        let mut schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": format!("A line of `dxobj {} --json`", name.replace('-', " ")),
            "anyOf": lines,
        });
        let shared = commands::shared(self);
        if !shared.is_empty() {
            let shared = shared
                .iter()
                .map(|(name, kind)| (name.to_string(), kind.to_json()));
            schema["$defs"] = Value::Object(shared.collect());
        }
        schema
    }
}

/// The schema of a line with these keys.
fn line(keys: &[Key]) -> Value {
    let mut line = object(ENVELOPE.iter().chain(keys));
    if let Some(Value::Object(properties)) = line.get_mut("properties") {
        properties.shift_insert(
            0,
            "schema_version".into(),
            json!({ "const": SCHEMA_VERSION, "description": "Raised if a key changes its meaning, or is removed" }),
        );
    }
    if let Some(Value::Array(required)) = line.get_mut("required") {
        required.insert(0, "schema_version".into());
    }
    line
}

fn object<'k>(keys: impl Iterator<Item = &'k Key> + Clone) -> Value {
    let required = keys.clone().filter(|key| !key.is_optional);
    let required: Vec<&str> = required.map(|key| key.name).collect();
    let properties = keys.map(|key| {
        let mut schema = key.kind.to_json();
        if let (Value::Object(schema), false) = (&mut schema, key.doc.is_empty()) {
            schema.insert("description".into(), key.doc.into());
        }
        (key.name.to_owned(), schema)
    });
    let properties: Map<String, Value> = properties.collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

impl Kind {
    fn to_json(self) -> Value {
        match self {
            Self::Text => json!({ "type": "string" }),
            Self::OneOf(values) => json!({ "type": "string", "enum": values }),
            Self::Number => json!({ "type": "integer", "minimum": 0 }),
            Self::Float => json!({ "type": "number" }),
            Self::Bool => json!({ "type": "boolean" }),
            Self::TextOrNumber => json!({ "type": ["string", "integer"] }),
            Self::Flags => Self::List(&Self::TextOrNumber).to_json(),
            Self::OrNull(kind) => json!({ "anyOf": [kind.to_json(), { "type": "null" }] }),
            Self::List(kind) => json!({ "type": "array", "items": kind.to_json() }),
            Self::Object(keys) => object(keys.iter()),
            Self::Map(kind) => {
                json!({ "type": "object", "additionalProperties": kind.to_json() })
            }
            Self::Any => json!({ "type": "object" }),
            Self::Shared(name) => json!({ "$ref": format!("#/$defs/{name}") }),
        }
    }
}
