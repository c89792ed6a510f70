//! The JSON Schema of a file, generated from the structs that serde reads. It guides the pass over the files; the
//! reference and `schema.json` are generated from it.
//!
//! The project's own keys in it: `x-place`, a value is read with its location; `x-main`, the key whose value may
//! replace its table; `x-noun`, the word for such a table in messages; `x-stand-in`, the text that replaces a wrong
//! value; `x-reserved`, a type may begin with `reserved`; `x-text`, the name of the key under which serde reads a text
//! in place of the value; `x-rest`, an entry `_` is a type alone; `x-example`, an item of our own schemas that shows
//! the kind; `x-model`, a property of the model that is no key; `x-alone`, a text may replace the table of versions;
//! `x-keys`, the keys of a value in documents; `x-use`, an example of a key that our own schemas do not use.

use schemars::generate::Contract;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value as Json, json};

use super::declared::Declarations;
use crate::expression::{Each, Expression, Tree};
use crate::keys::{Formula, generator, shapes};
use crate::model::{Base, Parameter, Type};

/// The JSON Schema of a file.
pub(crate) fn of_file() -> Json {
    let schema = generator().into_root_schema_for::<Declarations>();
    let mut schema = schema.to_value();
    clean(&mut schema);
    for (name, kind) in schema["properties"].as_object_mut().into_iter().flatten() {
        let list = ["additionalProperties", "items"];
        let item = list.into_iter().find(|list| kind[list].is_object());
        if let Some(item) = item {
            kind[item]["x-noun"] = json!(name);
        }
    }
    schema
}

/// Removes what TOML cannot express, such as `null` and defaults.
fn clean(schema: &mut Json) {
    let Some(object) = schema.as_object_mut() else {
        return schema.as_array_mut().into_iter().flatten().for_each(clean);
    };
    object.retain(|key, value| match key.as_str() {
        "default" | "writeOnly" => false,
        "required" => *value != json!([]),
        _ => true,
    });
    for list in ["type", "enum", "anyOf"] {
        let Some(values) = object.get_mut(list).and_then(Json::as_array_mut) else {
            continue;
        };
        let is_null = |value: &Json| {
            value.is_null() || *value == json!("null") || *value == json!({ "type": "null" })
        };
        values.retain(|value| !is_null(value));
        if list == "type" && values.len() == 1 {
            let only = values.remove(0);
            object.insert(list.to_owned(), only);
        }
    }
    // The schema of a key that may be absent is the first alternative.
    let only = object.get("anyOf").and_then(|any| any.get(0)?.as_object());
    if let Some(only) = only.filter(|only| only.contains_key("x-keys")).cloned() {
        object.remove("anyOf");
        object.extend(only);
    }
    if let Some(Json::String(text)) = object.get_mut("description") {
        *text = text.replace('\n', " ");
    }
    inner(object).for_each(clean);
}

/// The values in a JSON Schema that may contain schemas. Names of properties are not its keywords.
pub(crate) fn inner(schema: &mut Map<String, Json>) -> impl Iterator<Item = &mut Json> {
    schema
        .iter_mut()
        .flat_map(|(key, value)| match key.as_str() {
            "properties" | "patternProperties" => {
                let named = value.as_object_mut().into_iter();
                named.flat_map(Map::values_mut).collect()
            }
            _ => vec![value],
        })
}

/// The kind of value that a key has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'s> {
    /// A text, which may be empty if an empty text has a meaning.
    Text,
    Name,
    Type,
    /// An expression, or a number.
    Expression,
    Integer,
    Truth,
    /// One of these texts.
    OneOf(&'s [Json]),
    /// A text, or several; only the listed ones, if the list is not empty.
    Texts(&'s [Json]),
    /// Texts, each `name: type`.
    Parameters,
    /// A table whose keys are names, and the shape of each entry.
    Entries(&'s Json),
    /// A text for each version.
    PerVersion,
    /// A key in documents, several, or one for each LLVM.
    Keys,
    /// Tables in an array: `[[part]]`.
    Tables(&'s Json),
}

impl<'s> Value<'s> {
    pub(crate) fn of(shape: &'s Json) -> Self {
        let further = &shape["additionalProperties"];
        let is = |name: &str| shape["type"] == name;
        if shape["x-keys"] == true {
            Self::Keys
        } else if let Some(legal) = shape["enum"].as_array() {
            Self::OneOf(legal)
        } else if shape["anyOf"].is_array() {
            let legal = shape["anyOf"][0]["enum"].as_array();
            Self::Texts(legal.map_or(&[], Vec::as_slice))
        } else if is("object") {
            if further["properties"].is_object() {
                Self::Entries(further)
            } else {
                Self::PerVersion
            }
        } else if is("array") {
            if shape["items"]["properties"].is_object() {
                Self::Tables(&shape["items"])
            } else {
                Self::Parameters
            }
        } else if is("integer") {
            Self::Integer
        } else if is("boolean") {
            Self::Truth
        } else if shape["type"].is_array() {
            Self::Expression
        } else if shape["format"] == "type" {
            Self::Type
        } else if shape["pattern"].is_string() {
            Self::Name
        } else {
            Self::Text
        }
    }

    /// The name of the kind in the reference, and its description in messages.
    pub(crate) fn words(self) -> (&'static str, String) {
        let (word, must_be) = match self {
            Self::Text | Self::OneOf(_) => ("string", "a string"),
            Self::Name => ("name", "a name"),
            Self::Type => ("type", "a string"),
            Self::Expression => ("expression", "an expression, in quotes, or a number"),
            Self::Integer => ("number", "a whole number"),
            Self::Truth => ("`true` or `false`", "`true` or `false`"),
            Self::Texts(_) => ("string, or several", "a string, or several in brackets"),
            Self::Parameters => (
                "`[\"name: type\", ..]`",
                "a list of strings, each `name: type`",
            ),
            Self::Keys => (
                "name, several, or a name for each LLVM",
                "a name, several in brackets, or a table from LLVMs, as in `{ 22 = \"A\", 24 = \"B\" }`",
            ),
            Self::PerVersion => (
                "a string for each version",
                "a table from versions, as in `{ v0 = \"..\" }`",
            ),
            Self::Entries(entry) | Self::Tables(entry) => {
                let must_be = format!("a table of {}s, each below its name", noun(entry));
                return ("entries", must_be);
            }
        };
        (word, must_be.to_owned())
    }
}

/// A key of a table, with the JSON Schema of its value.
#[derive(Clone, Copy)]
pub(crate) struct Key<'s> {
    pub(crate) name: &'s str,
    pub(crate) shape: &'s Json,
}

impl<'s> Key<'s> {
    pub(crate) fn doc(self) -> &'s str {
        self.shape["description"].as_str().unwrap_or_default()
    }

    /// The name of the key under which serde reads a text in place of the value.
    pub(super) fn text_name(self) -> Option<&'s str> {
        self.shape["x-text"].as_str()
    }
}

/// The word for a table in messages.
pub(super) fn noun(shape: &Json) -> &str {
    shape["x-noun"].as_str().unwrap_or("schema file")
}

/// The keys of a table.
pub(crate) fn keys(shape: &Json) -> impl Iterator<Item = Key<'_>> {
    let keys = shape["properties"].as_object().into_iter().flatten();
    keys.map(|(name, shape)| Key { name, shape })
}

/// The key with a name.
pub(crate) fn key<'s>(shape: &'s Json, name: &str) -> Option<Key<'s>> {
    keys(shape).find(|key| key.name == name)
}

/// Whether a key of the file contains items.
pub(crate) fn is_kind(shape: &Json) -> bool {
    match Value::of(shape) {
        Value::Entries(item) | Value::Tables(item) => key(item, "doc").is_some(),
        _ => false,
    }
}

/// The number of a version from the name of its group of fields, whether the group is the larger size of the version,
/// and the key. `None` if a table has no such groups.
pub(super) fn version<'s>(shape: &'s Json, name: &'s str) -> Option<(u32, bool, Key<'s>)> {
    let shape = versions(shape)?;
    let own = name.strip_suffix('b').unwrap_or(name);
    let number = own.strip_prefix('v')?.parse().ok()?;
    (format!("v{number}") == own).then_some((number, own != name, Key { name, shape }))
}

/// The groups of fields that a table may have, one for each version.
pub(crate) fn versions(shape: &Json) -> Option<&Json> {
    shape["patternProperties"].as_object()?.values().next()
}

/// The keys that a table must have: one key of each list.
pub(crate) fn needed(shape: &Json) -> Vec<Vec<&str>> {
    let mut needed: Vec<Vec<&str>> = Vec::new();
    let required = shape["required"].as_array().into_iter().flatten();
    needed.extend(required.filter_map(Json::as_str).map(|name| vec![name]));
    let all = shape["allOf"].as_array().into_iter().flatten();
    for one in all.chain([shape]) {
        let Some(choices) = one["anyOf"].as_array() else {
            continue;
        };
        let choices = choices
            .iter()
            .filter_map(|choice| choice["required"][0].as_str());
        needed.push(choices.collect());
    }
    needed
}

shapes! {
    [] Type, generator => match generator.contract() {
        Contract::Deserialize => json_schema!({ "type": "string", "format": "type", "x-place": true }),
        _ => json_schema!({
            "allOf": [generator.subschema_for::<Base>()],
            "properties": { "args": generator.subschema_for::<Vec<Expression>>() },
            "required": ["args"],
        }),
    };
    [] Parameter, generator => match generator.contract() {
        Contract::Deserialize => json_schema!({ "type": "string" }),
        _ => json_schema!({
            "type": "object",
            "properties": { "name": { "type": "string" }, "type": generator.subschema_for::<Type>() },
            "required": ["name", "type"],
        }),
    };
    [] Expression, generator => match generator.contract() {
        Contract::Deserialize => Formula::json_schema(generator),
        _ => json_schema!({
            "type": "object",
            "properties": {
                "text": { "type": "string", "description": "As the schema spells it." },
                "tree": generator.subschema_for::<Option<Tree>>(),
            },
            "required": ["text", "tree"],
        }),
    };
    [] Each, _generator => json_schema!({ "type": "string", "minLength": 1, "x-place": true });
}
