//! Exports the target `json`: the model after the checks, and its JSON Schema.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::Value as Json;

use super::Output;
use dxc_codegen::model::{Content, Item, Part, Schema};

/// The name of the model's file, and of its JSON Schema.
const MODEL: &str = "dxcontainer.json";
const SCHEMA: &str = "dxcontainer.schema.json";

/// The DXContainer format, as the schemas describe it: the keys of the schema language, and what follows from them. Types
/// are resolved, expressions parsed, and fields have their places.
#[derive(JsonSchema, Serialize)]
struct Model<'s> {
    /// The JSON Schema of this file.
    #[serde(rename = "$schema")]
    schema: String,
    /// The version of this form; 2.
    version: u32,
    /// The schema files.
    files: Vec<File<'s>>,
    /// The parts of a container. Several entries may have one FourCC; then `begins`, or the magic number of the type,
    /// distinguishes all but the last.
    parts: &'s [Part],
    /// All named items, in the order of the schemas.
    items: Vec<Declared<'s>>,
}

/// A schema file.
#[derive(JsonSchema, Serialize)]
struct File<'s> {
    /// The name of the file without its extension, such as `psv0`.
    name: &'s str,
    /// The description of the file.
    doc: &'s str,
}

/// A named item.
#[derive(JsonSchema, Serialize)]
struct Declared<'s> {
    /// The name of the schema file.
    file: &'s str,
    #[serde(flatten)]
    item: &'s Item<Content>,
}

/// The model as JSON, which other targets read.
pub(super) fn model(schema: &Schema) -> Result<Json, String> {
    serde_json::to_value(model_of(schema))
        .map_err(|problem| format!("cannot write JSON: {problem}"))
}

fn model_of(schema: &Schema) -> Model<'_> {
    let files = schema.sources.iter().zip(&schema.docs);
    let files = files.map(|(source, doc)| File {
        name: &source.stem,
        doc,
    });
    let items = schema.items.iter().map(|item| Declared {
        file: schema.module(item),
        item,
    });
    Model {
        schema: format!("./{SCHEMA}"),
        version: 2,
        files: files.collect(),
        parts: &schema.parts,
        items: items.collect(),
    }
}

pub(super) fn export(schema: &Schema) -> Result<Output, String> {
    let model = model_of(schema);
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let shape = settings
        .into_generator()
        .into_root_schema_for::<Model<'_>>();
    let mut shape = shape.to_value();
    without_own_keys(&mut shape);
    let mut output = Output::default();
    for (name, text) in [
        (MODEL, serde_json::to_string_pretty(&model)),
        (SCHEMA, serde_json::to_string_pretty(&shape)),
    ] {
        let text = text.map_err(|problem| format!("cannot write JSON: {problem}"))?;
        output.file(name, text + "\n");
    }
    Ok(output)
}

/// Removes the project's own keys, which are not JSON Schema, and the rules for what schema files may omit.
fn without_own_keys(shape: &mut Json) {
    match shape {
        Json::Object(keys) => {
            keys.retain(|key, _| !key.starts_with("x-") && key != "patternProperties");
            keys.values_mut().for_each(without_own_keys);
        }
        Json::Array(shapes) => shapes.iter_mut().for_each(without_own_keys),
        _ => {}
    }
}
