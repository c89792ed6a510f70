//! Compares the properties of things in the serialized model; the table of rules determines what a changed property
//! means.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::changes::Changes;
use super::rules::*;
use dxc_codegen::span::Text;

/// Properties that are compared elsewhere, or that neither files nor programs depend on. The conditions of fixed fields
/// are compared as those of versions.
const OTHERS: &str = "*.name *.doc *.source *.kind *.fields *.versions *.arms enum.llvm enum.values_of enum.values \
    enum.columns struct.form fixed.if part.fourcc *.was switch.otherwise struct.yaml";

impl Changes<'_> {
    /// Compares the properties of a thing. `kinds` are its kinds; the rules of the first one that has a rule for the
    /// property apply.
    pub(super) fn facts(&mut self, kinds: &[&str], subject: &Text, old: &Json, new: &Json) {
        let mut old = old.clone();
        self.renames.apply(&mut old);
        let (mut before, mut now) = (BTreeMap::new(), Vec::new());
        flatten(&old, &mut |key, value| {
            before.insert(key, value);
        });
        flatten(new, &mut |key, value| now.push((key, value)));
        for (key, value) in now {
            let old = before.remove(key).unwrap_or(&Json::Null);
            self.fact(kinds, subject, key, [old, value]);
        }
        for (key, old) in before {
            self.fact(kinds, subject, key, [old, &Json::Null]);
        }
    }

    fn fact(&mut self, kinds: &[&str], subject: &Text, key: &str, values: [&Json; 2]) {
        let [old, new] = values.map(essence);
        let paths: Vec<String> = kinds
            .iter()
            .chain(&["*"])
            .map(|kind| format!("{kind}.{key}"))
            .collect();
        let has = |listed: &str| {
            listed
                .split(' ')
                .any(|listed| paths.iter().any(|path| path == listed))
        };
        // If several kinds have a rule, that of the first kind applies.
        let of = |path: &String| {
            RULES
                .iter()
                .find(|rule| rule.paths.split(' ').any(|listed| listed == path))
        };
        let rule = match paths.iter().find_map(of) {
            Some(rule) => rule,
            None if has(OTHERS) => return,
            // A new key of the schema language has no rule of its own yet.
            None => &FIELD_RULE_CHANGED,
        };
        if old != new {
            self.differs(rule, subject, &format!("its `{key}`"), values.map(text));
        }
    }
}

/// Serializes a thing as in the model.
pub(super) fn json(thing: &impl Serialize) -> Json {
    serde_json::to_value(thing).unwrap_or_default()
}

/// The properties of a thing, and those of inner things that are neither types nor expressions.
fn flatten<'j>(thing: &'j Json, found: &mut dyn FnMut(&'j str, &'j Json)) {
    for (key, value) in thing.as_object().into_iter().flatten() {
        match value.as_object() {
            Some(inner) if !inner.contains_key("text") && !inner.contains_key("is") => {
                flatten(value, found)
            }
            _ => found(key, value),
        }
    }
}

/// A value without insignificant parts: the spelling of expressions.
pub(super) fn essence(value: &Json) -> Json {
    match value {
        Json::Object(keys) if keys.get("tree").is_some_and(Json::is_object) => keys["tree"].clone(),
        Json::Object(keys) => {
            let keys = keys
                .iter()
                .map(|(key, value)| (key.clone(), essence(value)));
            keys.collect()
        }
        Json::Array(all) => all.iter().map(essence).collect(),
        other => other.clone(),
    }
}

/// A value as text: types and expressions in the notation of schemas.
pub(super) fn text(value: &Json) -> String {
    match value {
        Json::Null | Json::Bool(false) => String::new(),
        Json::String(text) if text.contains(char::is_control) => text.escape_debug().to_string(),
        Json::String(text) => text.clone(),
        Json::Array(all) => all.iter().map(text).collect::<Vec<_>>().join(", "),
        Json::Object(keys) if keys.contains_key("text") => text(&keys["text"]),
        Json::Object(keys) if keys.contains_key("is") => type_text(keys),
        // A parameter.
        Json::Object(keys) => keys.values().map(text).collect::<Vec<_>>().join(": "),
        other => other.to_string(),
    }
}

fn type_text(ty: &Map<String, Json>) -> String {
    let of = ty.get("of").map(text).unwrap_or_default();
    let args = ty.get("args").map(text).filter(|args| !args.is_empty());
    let name = match ty["is"].as_str().unwrap_or_default() {
        "integer" => format!("u{of}"),
        "signed" => format!("i{of}"),
        "array" => format!("[{}; {}]", text(&ty["of"][0]), text(&ty["of"][1])),
        "item" => of,
        "row_ref" => format!("row({of})"),
        "list_ref" => format!("list({of})"),
        "string_ref" => "string".to_owned(),
        "four_cc" => "FourCC".to_owned(),
        // The options of tables are a separate property.
        name => return name.to_owned(),
    };
    args.map_or_else(|| name.clone(), |args| format!("{name}({args})"))
}
