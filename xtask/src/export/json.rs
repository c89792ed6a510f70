//! The target `json`: the resolved model, and its JSON Schema.

use super::Output;
use super::format::Format;

/// The name of the model's file, and of its JSON Schema.
const MODEL: &str = "dxcontainer.json";
const SCHEMA: &str = "dxcontainer.schema.json";

pub(super) fn export(format: &Format) -> Result<Output, String> {
    let cannot = |problem| format!("cannot write JSON: {problem}");
    let mut model = serde_json::to_value(format).map_err(cannot)?;
    if let Some(model) = model.as_object_mut() {
        model.insert("$schema".to_owned(), format!("./{SCHEMA}").into());
        // The reference is the first key, where editors look for it.
        model.sort_keys();
    }
    let mut schema = schemars::schema_for!(Format);
    // The reference itself is no field of the model.
    if let Some(properties) = schema
        .pointer_mut("/properties")
        .and_then(|all| all.as_object_mut())
    {
        let reference =
            serde_json::json!({ "type": "string", "description": "The JSON Schema of this file." });
        properties.insert("$schema".to_owned(), reference);
    }
    let mut output = Output::default();
    output.file(
        MODEL,
        serde_json::to_string_pretty(&model).map_err(cannot)? + "\n",
    );
    output.file(
        SCHEMA,
        serde_json::to_string_pretty(&schema).map_err(cannot)? + "\n",
    );
    Ok(output)
}
