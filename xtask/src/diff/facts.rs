//! The properties of a thing, as the model is serialized: the table of rules says what it means that one of them changes.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::changes::Changes;
use super::rules::*;
use dxc_codegen::span::Text;

/// Properties that are compared elsewhere, or that neither files nor programs depend on. Versions have the conditions of
/// fixed fields.
const OTHERS: &str = "*.name *.doc *.source *.kind *.fields *.versions *.arms enum.llvm enum.values_of enum.values \
    enum.columns struct.form fixed.if part.fourcc *.was switch.otherwise struct.yaml";

impl Changes<'_> {
    /// Compares the properties of a thing. Rules of the first of its kinds that has one apply.
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
        // Of several, the one of the first kind applies.
        let of = |path: &String| {
            RULES
                .iter()
                .find(|rule| rule.paths.split(' ').any(|listed| listed == path))
        };
        let rule = match paths.iter().find_map(of) {
            Some(rule) => rule,
            None if has(OTHERS) => return,
            // A new key of the language is such a rule.
            None => &FIELD_RULE_CHANGED,
        };
        if old != new {
            self.differs(rule, subject, &format!("its `{key}`"), values.map(text));
        }
    }
}

/// A thing as the model is serialized.
pub(super) fn json(thing: &impl Serialize) -> Json {
    serde_json::to_value(thing).unwrap_or_default()
}

/// The properties of a thing, and those of things in it that are neither types nor expressions.
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

/// A value without what does not count: the spelling of expressions.
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

/// A value for people: types and expressions as schemas spell them.
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
        // The words on how tables are written are another property.
        name => return name.to_owned(),
    };
    args.map_or_else(|| name.clone(), |args| format!("{name}({args})"))
}
