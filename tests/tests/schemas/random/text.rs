//! Represents a schema as tables of keys, each on a separate line, so that the line of an error identifies its key.

use serde_json::{Map, Value, json};

/// A table: an item, or one of its fields, values, versions, arms.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The header: `[struct.Name]`, and `[[struct.Name.fields]]` for each of its fields.
    pub(crate) header: String,
    /// Keys and values in TOML, and whether the table makes no sense without the key.
    pub(crate) keys: Vec<(String, String, bool)>,
}

impl Table {
    /// The value of a key.
    fn get(&self, key: &str) -> Option<&str> {
        let known = self.keys.iter().find(|(known, ..)| known == key);
        known.map(|(_, value, _)| value.as_str())
    }
}

/// A schema of one file.
#[derive(Clone, Debug)]
pub(crate) struct Schema {
    pub(crate) tables: Vec<Table>,
}

/// A line of the file, with its table and its key.
struct Line {
    text: String,
    table: usize,
    key: Option<usize>,
}

/// The keys of a JSON Schema with entries as lists of tables, each with its `name` and its `doc`.
pub(crate) fn with_lists(mut schema: Value) -> Value {
    for (_, kind) in schema["properties"].as_object_mut().into_iter().flatten() {
        let item = &mut kind["additionalProperties"];
        if item.is_object() {
            let groups = item["patternProperties"].as_object();
            let fields = groups.and_then(|groups| groups.values().next()).cloned();
            let properties = item["properties"].as_object_mut();
            if let (Some(fields), Some(properties)) = (fields, properties) {
                properties.retain(|key, _| !["v0", "cpp"].contains(&key.as_str()));
                let version = json!({
                    "number": { "type": "integer" },
                    "fields": fields,
                });
                let version = json!({ "properties": version, "required": ["fields"] });
                properties.insert("version".to_owned(), json!({ "items": version }));
            }
            lists(&mut item["properties"]);
        }
    }
    schema
}

fn lists(properties: &mut Value) {
    for (_, holds) in properties.as_object_mut().into_iter().flatten() {
        if holds["items"]["properties"].is_object() {
            lists(&mut holds["items"]["properties"]);
        }
        let entry = &holds["additionalProperties"];
        let entry = entry["anyOf"].get(1).unwrap_or(entry).clone();
        let Some(own) = entry["properties"].as_object() else {
            continue;
        };
        let mut keys = Map::new();
        keys.insert(
            "name".to_owned(),
            json!({ "type": "string", "pattern": "" }),
        );
        keys.extend(own.clone());
        keys.insert("doc".to_owned(), json!({ "type": "string" }));
        *holds = json!({ "items": { "properties": keys, "required": entry["required"] } });
    }
}

impl Schema {
    pub(crate) fn text(&self) -> String {
        let lines = self.lines().into_iter();
        "doc = \"Made up.\"\n".to_owned() + &lines.map(|line| line.text + "\n").collect::<String>()
    }

    /// The lines after the first one.
    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let (mut versions, mut padding, mut last) = (0, 0, String::new());
        for (index, table) in self.tables.iter().enumerate() {
            let mut push = |text, key| {
                lines.push(Line {
                    text,
                    table: index,
                    key,
                });
            };
            let path = table.header.trim_matches(['[', ']']);
            let entries = match path.split('.').collect::<Vec<_>>()[..] {
                [_, _, "version"] => {
                    let number = table.get("number").map(str::to_owned);
                    let number = number.unwrap_or_else(|| versions.to_string());
                    versions += 1;
                    last = format!("{}.v{number}", path.trim_end_matches(".version"));
                    push(format!("[{last}]"), None);
                    continue;
                }
                [kind, name, "version", _] => {
                    format!("{kind}.{name}.{}", last.rsplit('.').next().unwrap())
                }
                [_, _, _] => path.to_owned(),
                _ => {
                    (versions, padding) = (0, 0);
                    last.clear();
                    push(table.header.clone(), None);
                    for (at, (key, value, _)) in table.keys.iter().enumerate() {
                        push(format!("{key} = {value}"), Some(at));
                    }
                    continue;
                }
            };
            if entries != last {
                push(format!("[{entries}]"), None);
                (last, padding) = (entries, 0);
            }
            let name = match table.get("name") {
                Some(name) => name.trim_matches('"').to_owned(),
                None => {
                    padding += 1;
                    let number = (padding > 1).then(|| padding.to_string());
                    format!("_{}", number.unwrap_or_default())
                }
            };
            if let Some(doc) = table.get("doc") {
                push(format!("# {}", doc.trim_matches('"')), None);
            }
            let own = table.keys.iter().enumerate();
            let own = own.filter(|(_, key)| !matches!(key.0.as_str(), "name" | "doc"));
            let mut own = own.peekable();
            if own.peek().is_none() {
                push(format!("{name} = {{}}"), None);
            }
            for (at, (key, value, _)) in own {
                push(format!("{name}.{key} = {value}"), Some(at));
            }
        }
        lines
    }

    /// Removes the cause of the error at `line`: a key that is optional, or else its whole table. If the key is
    /// required, something else of the table is removed, which `otherwise` selects.
    fn without(&mut self, line: usize, otherwise: usize) {
        let lines = self.lines();
        let Some(line) = line.checked_sub(2).and_then(|line| lines.get(line)) else {
            return;
        };
        let (index, at) = (line.table, line.key);
        let Some(table) = self.tables.get_mut(index) else {
            return;
        };
        let optional = |key: &(String, String, bool)| !key.2;
        match at {
            Some(at) if optional(&table.keys[at]) => drop(table.keys.remove(at)),
            _ => {
                let others = table.keys.iter().enumerate();
                let others = others.filter(|(_, key)| optional(key));
                let others: Vec<usize> = others.map(|(index, _)| index).collect();
                match others.get(otherwise % others.len().max(1)) {
                    Some(other) => drop(table.keys.remove(*other)),
                    None => self.remove(index),
                }
            }
        }
    }

    /// Removes a table with its inner tables.
    fn remove(&mut self, index: usize) {
        let header = self.tables[index].header.clone();
        let is_version = header.ends_with("version]]");
        let name = header.trim_matches(['[', ']']).to_owned();
        let mut end = index + 1;
        while let Some(next) = self.tables.get(end) {
            let inner = next.header.starts_with("[[");
            let inner = inner && next.header[2..].starts_with(&format!("{name}."));
            if !inner || header.starts_with("[[") && !is_version {
                break;
            }
            end += 1;
        }
        self.tables.drain(index..end);
    }

    /// Removes the errors that the generator reports; `otherwise` selects one of several ways.
    pub(crate) fn repair(&mut self, said: &str, mut otherwise: impl FnMut() -> usize) {
        let mut lines: Vec<usize> = Vec::new();
        let mut expects = false;
        for line in said.lines() {
            if line.starts_with("error") {
                expects = true;
            } else if expects && let Some((_, place)) = line.split_once("--> ") {
                expects = false;
                let line = place.split(':').nth(1);
                lines.extend(line.and_then(|line| line.parse::<usize>().ok()));
            }
        }
        // Lines are processed from the end, so that preceding lines do not move.
        lines.sort_unstable();
        lines.dedup();
        for line in lines.into_iter().rev() {
            self.without(line, otherwise());
        }
    }
}
