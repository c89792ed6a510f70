//! Describes enums, flags and packed bits.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::{BitField, Column, DocumentKey, Spelling};
use crate::datum::{Datum, cells};
use crate::keys::{Entries, Name, Texts, datum, one_of};
use crate::span::{Number, Spanned, Text};

/// Its JSON Schema is that of an enum; [`of_flags`] makes that of flags.
#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("anyOf" = one_of(&["values"])))]
pub struct Enum {
    /// Whether its values are bits.
    #[serde(skip_deserializing)]
    pub flags: bool,
    /// The mirrored C++ enum of LLVM's headers; names of values are those of its enumerators. For an item that
    /// `mirrors` a macro: `llvm::dxbc::` and its name if omitted, none if empty.
    pub(crate) cpp: Option<Text>,
    /// The mirrored X-macro of `DXContainerConstants.def`. Its parameters have the names of keys.
    pub mirrors: Option<Text>,
    /// The column of the names in documents, for values whose names differ there.
    #[serde(rename = "yaml")]
    #[schemars(with = "Option<Name>")]
    pub shown_by: Option<Text>,
    /// The type of the integer.
    #[serde(
        rename = "type",
        deserialize_with = "Width::bits",
        serialize_with = "Width::name"
    )]
    #[schemars(with = "Width", extend("x-stand-in" = "u64"))]
    pub bits: u32,
    /// The narrower enum that has the same values.
    #[schemars(extend("x-model" = true))]
    pub values_of: Option<Text>,
    /// Further facts of each value, which has a key of the column's name. In Rust, each has an accessor. A value may omit a
    /// column that the mirrored macro lacks.
    #[serde(default)]
    #[schemars(with = "Entries<Column>")]
    pub columns: Vec<Column>,
    /// The values, or the name of a narrower enum with the same values.
    #[serde(default)]
    #[schemars(with = "Entries<EnumValue>", extend("x-text" = "values_of"))]
    pub values: Vec<EnumValue>,
    /// The first LLVM whose `.def` has the mirrored macro. If omitted, any.
    pub llvm: Option<u32>,
}

impl Enum {
    /// `flags` or `enum`.
    pub fn kind(&self) -> &'static str {
        if self.flags { "flags" } else { "enum" }
    }

    /// The values without the markers.
    pub fn without_markers(&self) -> impl Iterator<Item = &EnumValue> {
        self.values.iter().filter(|value| !value.marker)
    }

    /// The mirrored macro; `None` if the text does not name a macro.
    pub fn macro_of(&self) -> Option<Spelling> {
        Spelling::new(self.mirrors.as_ref()?)
    }

    /// The column with a name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name.value == name)
    }

    /// All names that documents may use for a value, the newest first.
    pub fn keys_of(&self, value: &EnumValue) -> Vec<String> {
        let was = value.was.iter().map(|was| was.value.clone());
        let earlier = value.key.iter().flat_map(|key| &key.earlier);
        let earlier = earlier.map(|earlier| earlier.key.clone());
        let mut keys = vec![self.key_of(value)];
        for key in earlier.chain(was) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// The newest name of a value in documents.
    pub fn key_of(&self, value: &EnumValue) -> String {
        let column = self.shown_by.as_ref();
        let column = column.and_then(|column| Some(&value.datum(column)?.value));
        match (&value.key, column) {
            (Some(key), _) => key.value.clone(),
            (None, Some(Datum::Text(text))) => text.clone(),
            (None, _) => value.name.value.clone(),
        }
    }

    /// The value with a name.
    pub fn value(&self, name: &str) -> Option<&EnumValue> {
        self.values.iter().find(|value| value.name.value == name)
    }
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(extend(
    "x-noun" = "value", "x-main" = "value", "additionalProperties" = datum(), "anyOf" = one_of(&["value"])
))]
pub struct EnumValue {
    #[schemars(extend("x-model" = true))]
    pub name: Text,
    /// The number of the bit; either this or `value`.
    #[serde(skip_serializing)]
    pub(crate) bit: Option<Number>,
    /// The number; or four characters in quotes, the first one in the lowest byte; or an earlier name of the same
    /// number.
    #[serde(rename = "value", skip_serializing)]
    #[schemars(extend("x-text" = "alias"))]
    pub(crate) number: Option<Number>,
    /// The number, be it from that key, from the bit or from the earlier name.
    #[serde(skip_deserializing)]
    pub value: Number,
    /// As the generated code spells it: `0x10`, `1 << 4`.
    #[serde(skip_deserializing)]
    pub spelled: String,
    /// The earlier name that has the same number.
    #[schemars(extend("x-model" = true))]
    pub alias: Option<Text>,
    /// Whether it only marks the end of the values, such as `NextUnusedBit`. It has a name in Rust and in documents, but
    /// it is not a value: another value may have its number, and it may move.
    #[serde(default)]
    #[schemars(with = "Option<bool>")]
    pub marker: bool,
    /// The name in documents, if it differs from the name and from the column that the enum states. Several names, or one
    /// for each LLVM, as for fields.
    #[serde(rename = "yaml", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-use" = r#"yaml = { 22 = "ViewID", 24 = "ViewInstancing" }"#))]
    pub key: Option<DocumentKey>,
    /// The earlier names. Documents may have them, and Rust has deprecated constants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Texts", extend("x-use" = r#"was = ["ViewID"]"#))]
    pub was: Vec<Text>,
    /// The source of the value, if the mirrored macro lacks it.
    #[schemars(length(min = 1))]
    pub source: Option<String>,
    #[schemars(extend("x-model" = true))]
    pub doc: String,
    #[serde(default, serialize_with = "cells")]
    #[schemars(with = "BTreeMap<String, Json>", extend("x-model" = true))]
    pub columns: Vec<(Text, Spanned<Datum>)>,
}

/// Changes the JSON Schema of items to that of enums: they may mirror a macro, which then is their source.
pub fn of_enums(schema: &mut Json) {
    schema["properties"]["source"]["description"] =
        json!("The source of the fact. If omitted, the macro that the item `mirrors`.");
    schema["required"] = json!(["doc", "type"]);
    schema["allOf"] = json!([{ "anyOf": one_of(&["source", "mirrors"]) }]);
    let value = &mut schema["properties"]["values"]["additionalProperties"];
    remove(&mut value["properties"], "bit");
}

/// Removes a key of a JSON Schema.
pub(super) fn remove(schema: &mut Json, key: &str) {
    schema.as_object_mut().map(|keys| keys.shift_remove(key));
}

/// Changes the JSON Schema of items to that of flags, whose values are bits.
pub fn of_flags(schema: &mut Json) {
    let keys = schema["properties"]["values"]["additionalProperties"]["properties"].take();
    of_enums(schema);
    schema["required"] = json!(["doc", "type", "values"]);
    remove(schema, "anyOf");
    let values = &mut schema["properties"]["values"];
    values["description"] = json!("The values.");
    remove(values, "x-text");
    let flag = &mut values["additionalProperties"];
    flag["properties"] = keys;
    flag["properties"]["value"]["description"] =
        json!("The bits as a mask, or an earlier name that has the same; either this or `bit`.");
    flag["x-noun"] = json!("flag");
    flag["anyOf"] = one_of(&["bit", "value"]);
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub struct Bits {
    /// The type of the integer.
    #[serde(
        rename = "type",
        deserialize_with = "Width::bits",
        serialize_with = "Width::name"
    )]
    #[schemars(with = "Width")]
    pub bits: u32,
    /// The fields.
    #[schemars(with = "Entries<BitField>")]
    pub fields: Vec<BitField>,
}

/// The integer that holds an enum, flags or bits.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
enum Width {
    U8 = 8,
    U16 = 16,
    U32 = 32,
    U64 = 64,
}

impl Width {
    fn bits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        Self::deserialize(deserializer).map(|width| width as u32)
    }

    fn name<S: Serializer>(bits: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("u{bits}"))
    }
}
