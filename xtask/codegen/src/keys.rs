//! Declares keys for serde and for the JSON Schema.

use std::marker::PhantomData;

use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::Transform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize as _, Serializer};
use serde_json::{Value as Json, json};

use crate::expression::Expression;
use crate::span::{Span, Spanned};

pub(crate) fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    settings.into_generator()
}

/// The JSON Schema of a table that has one of these keys.
pub(crate) fn one_of(keys: &[&str]) -> Json {
    keys.iter()
        .map(|key| json!({ "required": [key] }))
        .collect()
}

/// The JSON Schema of the values of a column.
pub(crate) fn datum() -> Json {
    json!({ "type": ["string", "integer", "array"], "items": { "type": "string" } })
}

/// The JSON Schema of entries, for a list that is not a property.
pub(crate) fn entries<T: JsonSchema>(doc: &str) -> Json {
    let mut entries = Entries::<T>::json_schema(&mut generator()).to_value();
    entries["description"] = json!(doc);
    entries
}

/// The JSON Schema of a type without some of its keys.
pub(crate) struct Without(pub(crate) &'static [&'static str]);

impl Transform for Without {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(keys) = schema.get_mut("properties").and_then(Json::as_object_mut) {
            keys.retain(|key, _| !self.0.contains(&key.as_str()));
        }
    }
}

/// The JSON Schema of [`Texts`] with these legal values.
pub(crate) struct Among(pub(crate) &'static [&'static str]);

impl Transform for Among {
    fn transform(&mut self, schema: &mut Schema) {
        let forms = schema.get_mut("anyOf").and_then(Json::as_array_mut);
        for form in forms.into_iter().flatten() {
            let text = if form["type"] == "array" {
                &mut form["items"]
            } else {
                form
            };
            text["enum"] = json!(self.0);
        }
    }
}

/// Removes the properties that are not keys of the language.
fn remove_model(entry: &mut Schema) {
    let mut removed = Vec::new();
    if let Some(properties) = entry.get_mut("properties").and_then(Json::as_object_mut) {
        properties.retain(|name, shape| {
            let is_key = shape["x-model"] != true;
            removed.extend((!is_key).then(|| json!(name)));
            is_key
        });
    }
    if let Some(required) = entry.get_mut("required").and_then(Json::as_array_mut) {
        required.retain(|name| !removed.contains(name));
    }
}

/// Entries: keys that are names, with the comment above each as its doc. In the model, they are a list.
pub(crate) struct Entries<T>(PhantomData<T>);
/// A key that is a name.
pub(crate) struct Name;
/// One text, or several.
pub(crate) struct Texts;
/// `true` or `false`, with its location.
pub(crate) struct Truth;
/// A text for each version.
pub(crate) struct PerVersion;
/// An expression whose text is kept.
pub(crate) struct Formula;
/// The LLVMs whose documents have a key: a number, a condition, or `false`.
pub(crate) struct LlvmKey;

/// Implements the JSON Schema of a type: that of the values that schema files have for it.
macro_rules! shapes {
    ($([$($generic:ident)?] $ty:ty, $generator:ident => $schema:expr;)+) => {
        $(impl$(<$generic: JsonSchema>)? JsonSchema for $ty {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($ty).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                std::any::type_name::<Self>().into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        })+
    };
}

pub(crate) use shapes;

shapes! {
    [T] Entries<T>, generator => {
        let mut entry = T::json_schema(generator);
        entry.remove("description");
        match generator.contract() {
            Contract::Deserialize => {
                remove_model(&mut entry);
                json_schema!({ "type": "object", "additionalProperties": entry })
            }
            // The order of these alternatives matters.
            _ => json_schema!({ "type": "array", "items": entry }),
        }
    };
    [] Name, _generator => {
        json_schema!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$", "x-place": true })
    };
    [] Formula, _generator => json_schema!({ "type": ["string", "integer"], "x-place": true });
    [] LlvmKey, generator => match generator.contract() {
        Contract::Deserialize => {
            json_schema!({ "type": ["string", "integer", "boolean"], "x-place": true })
        }
        _ => json_schema!({ "anyOf": [
            { "type": ["integer", "boolean", "null"] },
            generator.subschema_for::<Expression>(),
        ] }),
    };
    [] Texts, _generator => json_schema!({
        "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]
    });
    [] Truth, _generator => json_schema!({ "type": "boolean", "x-place": true });
    [] PerVersion, _generator => {
        json_schema!({ "type": "object", "additionalProperties": {
            "type": ["string", "integer"], "x-place": true
        } })
    };
    [] Spanned<String>, _generator => json_schema!({ "type": "string", "x-place": true });
    [] Spanned<i128>, _generator => json_schema!({ "type": "integer", "x-place": true });
}

/// A value with its location, in the form that serde reads.
#[derive(Deserialize)]
pub(crate) struct Placed<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// A number of at most 64 bits: with `flatten`, serde supports no larger ones.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Integer {
    Signed(i64),
    Unsigned(u64),
}

impl Integer {
    pub(crate) fn value(self) -> i128 {
        match self {
            Self::Signed(value) => value.into(),
            Self::Unsigned(value) => value.into(),
        }
    }
}

pub(crate) fn integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
    Integer::deserialize(deserializer).map(Integer::value)
}

/// The location of a key that is `true`.
pub(crate) fn place_if_true<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Span>, D::Error> {
    let truth = Placed::<bool>::deserialize(deserializer)?;
    Ok(truth.value.then_some(truth.span))
}

/// Serializes an expression as a number, as `true` or `false`, or as it is.
pub(crate) fn shortest<S: Serializer>(
    expression: &Option<Expression>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let Some(expression) = expression else {
        return serializer.serialize_none();
    };
    match (expression.number(), expression.truth()) {
        (Some(number), _) => serializer.serialize_u64(number),
        (_, Some(truth)) => serializer.serialize_bool(truth),
        _ => expression.serialize(serializer),
    }
}

/// Serializes whether a key is `true`.
pub(crate) fn is_there<S: Serializer>(
    place: &Option<Span>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(place.is_some())
}
