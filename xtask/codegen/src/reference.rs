//! Generates the reference of the schema language and its JSON Schema, from the structs that serde reads and from the
//! project's own schemas.

use std::collections::HashSet;

use serde_json::{Value as Json, json};

use crate::examples::{self, Examples};
use crate::limits;
use crate::load::{self, Holds, Key};
use crate::model::{Schema, StringsStyle};

/// The generated files, by name.
pub fn files(schema: &Schema) -> Vec<(String, String)> {
    let mut shape = load::of_file();
    let reference = reference(&shape, schema);
    shape["title"] = json!("A schema file of dxc-format");
    publish(&mut shape);
    let json = serde_json::to_string_pretty(&shape).unwrap_or_default();
    vec![
        ("README.md".to_owned(), reference),
        ("schema.json".to_owned(), json + "\n"),
    ]
}

/// Changes a JSON Schema to one for editors: without the project's own keys, and with entries that may be their main
/// value alone.
fn publish(schema: &mut Json) {
    match schema {
        Json::Array(schemas) => schemas.iter_mut().for_each(publish),
        Json::Object(object) => {
            let is_text = |key: &str| object.contains_key(key) && !object["type"].is_array();
            let or_text = ["x-text", "x-rest", "x-alone"].into_iter().any(is_text);
            let main = object.get("x-main").and_then(Json::as_str);
            let main = main
                .and_then(|main| object.get("properties")?.get(main))
                .cloned();
            object.retain(|key, value| {
                !(key.starts_with("x-") || key == "format" && value.is_string())
            });
            // The first version may be any version.
            if object.contains_key("patternProperties") {
                object.remove("anyOf");
            }
            load::inner(object).for_each(publish);
            if object.contains_key("properties") && !object.contains_key("additionalProperties") {
                object.insert("additionalProperties".to_owned(), json!(false));
            }
            if let Some(mut main) = main {
                publish(&mut main);
                *schema = json!({ "anyOf": [main, schema.take()] });
            } else if or_text {
                *schema = json!({ "anyOf": [{ "type": "string" }, schema.take()] });
            }
        }
        _ => {}
    }
}

fn reference(shape: &Json, schema: &Schema) -> String {
    let mut described = Described {
        known: HashSet::new(),
        examples: Examples::new(&schema.sources),
    };
    let kinds = load::keys(shape).filter(|key| load::is_kind(key.shape));
    let sections: String = kinds.map(|kind| described.section(kind, schema)).collect();
    let limits = limits::ALL
        .iter()
        .map(|limit| format!("{} {}", limits::grouped(limit.most), limit.what));
    let tour = ["HASH", "ShaderHash"].into_iter();
    let tour = tour.filter_map(|name| text_of(schema, name));
    let text = include_str!("reference.md").replace("{kinds}\n", sections.trim_start());
    let text = text.replace("{tour}", &tour.collect::<Vec<_>>().join("\n\n"));
    let text = text.replace("{strings}\n", &of_strings());
    let limits = format!(
        "A schema has at most {}.",
        limits.collect::<Vec<_>>().join("; ")
    );
    text.replace("{limits}", &textwrap::wrap(&limits, 118).join("\n"))
}

/// The options for how writers make tables of strings.
fn of_strings() -> String {
    let rows = StringsStyle::documented().map(|(word, says)| format!("| `{word}` | {says} |\n"));
    rows.collect()
}

/// The keys that were already described, with their texts: each key is described once.
struct Described<'s> {
    known: HashSet<(String, String)>,
    examples: Examples<'s>,
}

impl Described<'_> {
    fn section(&mut self, kind: Key<'_>, schema: &Schema) -> String {
        let name = kind.name;
        let (heading, shape) = match Holds::of(kind.shape) {
            Holds::Tables(shape) => (format!("[[{name}]]"), shape),
            _ => (
                format!("[{name}.Name]"),
                &kind.shape["additionalProperties"],
            ),
        };
        let mut rows = String::new();
        let known = self.rows((name, ""), shape, &mut rows);
        let doc = textwrap::wrap(&format!("{}{known}", kind.doc()), 118).join("\n");
        let mut text = format!("\n## `{heading}`\n\n{doc}\n");
        let example = kind.shape["x-example"].as_str();
        if let Some(example) = example.and_then(|example| text_of(schema, example)) {
            text += &format!("\n```toml\n{example}\n```\n");
        }
        text + "\n| key | value | meaning | example |\n|---|---|---|---|\n" + &rows
    }

    /// Adds a row for each key that was not described yet, and lists the others.
    fn rows(
        &mut self,
        (kind, list): (&str, &'static str),
        shape: &Json,
        rows: &mut String,
    ) -> String {
        let groups = load::versions(shape).map(|shape| Key { name: "v0", shape });
        let is_new = |key: &Key<'_>| {
            let described = (key.name.to_owned(), key.doc().to_owned());
            self.known.insert(described)
        };
        let keys = load::keys(shape).chain(groups);
        let (new, known): (Vec<Key<'_>>, Vec<Key<'_>>) = keys.partition(is_new);
        let required = load::needed(shape);
        for key in &new {
            if matches!(Holds::of(key.shape), Holds::Entries(_)) && key.name != "v0" {
                continue;
            }
            let is_required = required.iter().any(|one| *one == [key.name]);
            let may = if is_required { "" } else { " (optional)" };
            let doc = key.doc().replace('|', "\\|");
            let example = self.examples.find(kind, list, key.name);
            let own = || key.shape["x-use"].as_str();
            let example = example.or_else(own);
            let example = example.map_or_else(String::new, |text| format!(" `` {text} ``"));
            let example = example.replace('|', "\\|");
            *rows += &format!(
                "| `{}` | {}{may} | {doc} |{example} |\n",
                key.name,
                value(*key)
            );
        }
        if shape["additionalProperties"].is_object() {
            *rows += "| a column's name | its type | The value of this column. | |\n";
        }
        for key in load::keys(shape) {
            if let (Holds::Entries(inner), Some(list)) =
                (Holds::of(key.shape), examples::list(key.name))
            {
                self.entries((kind, list), key, inner, rows);
            }
        }
        let known: Vec<String> = known.iter().map(|key| format!("`{}`", key.name)).collect();
        if known.is_empty() {
            String::new()
        } else {
            format!(" As above: {}.", known.join(", "))
        }
    }

    /// Adds a row for a key that contains entries, and one for each key of an entry.
    fn entries(
        &mut self,
        place: (&str, &'static str),
        key: Key<'_>,
        entry: &Json,
        rows: &mut String,
    ) {
        let mut inner = String::new();
        let known = self.rows(place, entry, &mut inner);
        let main = entry["x-main"].as_str();
        let main = main.map_or_else(String::new, |main| {
            format!(" `name = ..` is short for `{main}`.")
        });
        if !inner.is_empty() {
            let doc = key.doc();
            *rows += &format!(
                "| **`{}`** | entries | {doc}{main} Its keys:{known} | |\n",
                key.name
            );
            *rows += &inner;
        }
    }
}

/// The kind of a key's value.
fn value(key: Key<'_>) -> String {
    match Holds::of(key.shape) {
        Holds::Integer if key.shape["x-text"].is_string() => "number, or name".to_owned(),
        Holds::OneOf(legal) => one_of(legal),
        Holds::Texts(legal) if !legal.is_empty() => one_of(legal) + ", or several",
        other => other.words().0.to_owned(),
    }
}

/// The legal values of a key.
fn one_of(legal: &[Json]) -> String {
    let legal: Vec<String> = legal.iter().map(|text| format!("`{text}`")).collect();
    legal.join(", ")
}

/// The text of an item, or of the part with a FourCC.
fn text_of<'s>(schema: &'s Schema, name: &str) -> Option<&'s str> {
    let mut codes = schema.parts.iter().flat_map(|part| &part.codes);
    let code = codes.find(|code| code.value == name).map(|code| &code.span);
    let place = code.or_else(|| Some(&schema.item(name)?.name.span))?;
    let text = &schema.sources[place.file].text;
    // The text extends from its heading to the next heading that is not one of its tables.
    let start = text[..place.range.start].rfind("\n[")? + 1;
    let heading = text[start..].split(']').next()?;
    let tables = format!("\n{heading}.");
    let mut headings = text[start..].match_indices("\n[");
    let next = headings.find(|(at, _)| !text[start + at..].starts_with(&tables));
    let end = next.map_or(text.len(), |(at, _)| start + at);
    Some(text[start..end].trim_end())
}
