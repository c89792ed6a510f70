//! The properties of a thing, as the model is serialised, and the table of what it means that one of them changes.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::changes::Changes;
use super::rules::*;
use crate::diagnostic::Text;

/// Properties of things, as `thing.property` with blanks between; the rule that applies if one changes; and its name in
/// messages, which is the key if left out. Without a rule, it is compared elsewhere, or neither files nor programs depend
/// on it. `*` is any thing, and `fixed` a field of a record.
static FACTS: [(&str, Option<&Rule>, &str); 34] = [
    (
        "*.name *.doc *.source *.kind *.fields *.versions *.arms",
        None,
        "",
    ),
    (
        "enum.llvm enum.values_of enum.values enum.columns enum.markers",
        None,
        "",
    ),
    // Versions have the conditions.
    ("switch.otherwise fixed.if part.fourcc", None, ""),
    ("*.cpp", Some(&MIRROR_CHANGED), "its C++ name"),
    ("enum.mirrors", Some(&MIRROR_CHANGED), "its macro"),
    ("*.yaml", Some(&DOCUMENT_CHANGED), "its key in documents"),
    (
        "enum.yaml",
        Some(&DOCUMENT_CHANGED),
        "its column for documents",
    ),
    ("*.flatten *.show *.version", Some(&DOCUMENT_CHANGED), ""),
    (
        "field.ours field.named part.llvm",
        Some(&DOCUMENT_CHANGED),
        "",
    ),
    ("*.takes", Some(&PARAMETERS_CHANGED), "its parameter list"),
    ("item.module", Some(&ITEM_MOVED), "its module"),
    ("item.is", Some(&ITEM_KIND_CHANGED), "it"),
    ("enum.type", Some(&ENUM_SIZE_CHANGED), "its integer"),
    ("bits.type", Some(&RECORD_SIZE_CHANGED), "its integer"),
    (
        "switch.size",
        Some(&RECORD_SIZE_CHANGED),
        "its size in bytes",
    ),
    ("switch.by", Some(&SELECTOR_CHANGED), "its selector's type"),
    ("switch.select", Some(&SELECTOR_CHANGED), "its selector"),
    (
        "struct.by_size",
        Some(&SELECTOR_CHANGED),
        "its order by size",
    ),
    ("let.takes", Some(&FUNCTION_CHANGED), "its parameter list"),
    ("let.is", Some(&FUNCTION_CHANGED), "it"),
    ("arm.type arm.when", Some(&ARM_CHANGED), ""),
    (
        "fixed.reference",
        Some(&FIELD_REFERENCE_CHANGED),
        "its table",
    ),
    (
        "fixed.run fixed.len fixed.base",
        Some(&FIELD_REFERENCE_CHANGED),
        "",
    ),
    (
        "fixed.null fixed.checked",
        Some(&FIELD_REFERENCE_CHANGED),
        "",
    ),
    ("field.default", Some(&FIELD_DEFAULT_CHANGED), "its default"),
    (
        "field.usual",
        Some(&FIELD_RULE_CHANGED),
        "its computed `default`",
    ),
    (
        "field.from",
        Some(&FIELD_RULE_CHANGED),
        "the origin of its `at`",
    ),
    ("field.reference", Some(&FIELD_RULE_CHANGED), "its pool"),
    ("field.pool field.last", Some(&WRITING_CHANGED), ""),
    ("field.said", Some(&WRITING_CHANGED), "how it is written"),
    ("part.writers part.models", Some(&PART_WRITERS_CHANGED), ""),
    ("part.begins", Some(&PART_TOLD_OTHERWISE), ""),
    (
        "part.strip part.optional part.repeats part.last",
        Some(&PART_HANDLING_CHANGED),
        "",
    ),
    ("part.type", Some(&PART_TYPE_CHANGED), "its type"),
];

impl Changes<'_> {
    /// Compares the properties of a thing. Rules of the first of its kinds that has one apply.
    pub(super) fn facts(&mut self, kinds: &[&str], subject: &Text, old: &Json, new: &Json) {
        let (mut before, mut now) = (BTreeMap::new(), Vec::new());
        flatten(old, &mut |key, value| {
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
        let listed = kinds.iter().chain(&["*"]).find_map(|kind| {
            let path = format!("{kind}.{key}");
            let has = |paths: &str| paths.split(' ').any(|known| known == path);
            FACTS.iter().find(|(paths, ..)| has(paths))
        });
        let (rule, what): (Option<&'static Rule>, _) = match listed {
            Some((_, rule, what)) => (*rule, *what),
            // A new key of the language is such a rule.
            None => (Some(&FIELD_RULE_CHANGED), ""),
        };
        if let Some(rule) = rule.filter(|_| old != new) {
            let what = match what {
                "" => format!("its `{key}`"),
                what => what.to_owned(),
            };
            self.differs(rule, subject, &what, values.map(text));
        }
    }
}

/// A thing as the model is serialised.
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
fn essence(value: &Json) -> Json {
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
