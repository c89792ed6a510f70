//! Parses keys in documents: the newest one, and those of older documents and of earlier LLVMs.

use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

use crate::keys::shapes;
use crate::span::{Number, Span, Text};

/// A key in documents.
#[derive(Clone, Debug)]
pub struct DocumentKey {
    /// The newest one.
    pub newest: Text,
    /// The others, in the order of the LLVM versions that use them.
    pub earlier: Vec<EarlierKey>,
}

/// Another key of the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierKey {
    pub key: String,
    /// The first LLVM whose documents have the next key; 0 if no documents have this one.
    pub until: u32,
    pub span: Span,
}

impl Deref for DocumentKey {
    type Target = Text;

    fn deref(&self) -> &Text {
        &self.newest
    }
}

impl EarlierKey {
    /// A key that only older documents have.
    pub(crate) fn of_older(text: &Text, key: String) -> Self {
        Self {
            key,
            until: 0,
            span: text.span.clone(),
        }
    }
}

/// The keys of a value, each with its LLVM, in the form that the loader writes: one key, several with the newest first,
/// or one for each LLVM.
type Loaded = Vec<(Option<Number>, Text)>;

impl<'de> Deserialize<'de> for DocumentKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut keys = Loaded::deserialize(deserializer)?;
        let is_by_llvm = keys.iter().any(|(llvm, _)| llvm.is_some());
        keys.sort_by_key(|(llvm, _)| llvm.as_ref().map(|llvm| llvm.value));
        let at = if is_by_llvm {
            keys.len().saturating_sub(1)
        } else {
            0
        };
        if keys.is_empty() {
            return Ok(Self {
                newest: Text::default(),
                earlier: Vec::new(),
            });
        }
        let untils: Vec<u32> = keys.iter().skip(1).map(|(llvm, _)| number(llvm)).collect();
        let (_, newest) = keys.remove(at);
        let untils = untils.into_iter();
        let earlier = keys.into_iter().zip(untils);
        let earlier = earlier.map(|((_, key), until)| EarlierKey {
            until,
            span: key.span.clone(),
            key: key.value,
        });
        Ok(Self {
            earlier: earlier.collect(),
            newest,
        })
    }
}

fn number(llvm: &Option<Number>) -> u32 {
    let number = llvm.as_ref().map(|llvm| llvm.value);
    u32::try_from(number.unwrap_or_default()).unwrap_or_default()
}

/// Serializes the newest key only; users of the model need no other.
impl Serialize for DocumentKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.newest.serialize(serializer)
    }
}

shapes! {
    [] DocumentKey, generator => document_key(generator);
}

/// The JSON Schema of a key: a name, several, or one for each LLVM.
fn document_key(generator: &SchemaGenerator) -> Schema {
    use schemars::generate::Contract;
    let name = json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$" });
    match generator.contract() {
        Contract::Deserialize => json_schema!({
            "anyOf": [
                name,
                { "type": "array", "items": name, "minItems": 1 },
                { "type": "object", "additionalProperties": name, "minProperties": 1 },
            ],
            "x-keys": true,
        }),
        _ => json_schema!({ "type": "string" }),
    }
}
