//! Generates random schemas: the kinds, keys and their values come from `schema/schema.json`, which is generated from
//! the table of keys, so that a new key is tested without a change here. This code makes keys occur together.

use std::sync::LazyLock;

use serde_json::Value;

use super::numbers::Numbers;
use super::text::{Schema, Table};

/// An item that has no content yet, and that others may reference.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: &'static str,
    pub(super) name: String,
    /// Its parameters, as `name: type`.
    pub(super) takes: Vec<(String, String)>,
    /// The names of the values of an enum or flags; for a type that an enum selects, the names of the enum's values.
    pub(super) values: Vec<String>,
    /// The enum that selects the type.
    pub(super) by: Option<String>,
}

impl Item {
    /// The type with arguments, if it has any.
    pub(super) fn applied(&self, args: &[String]) -> String {
        match args {
            [] => self.name.clone(),
            args => format!("{}({})", self.name, args.join(", ")),
        }
    }
}

/// A field that has only the keys that other fields require.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) ty: String,
    /// Keys of the field that are needed together with other fields.
    pub(super) words: Vec<(String, String)>,
    /// Whether other keys are rarely added.
    pub(super) is_settled: bool,
}

impl Field {
    pub(super) fn new(name: impl Into<String>, ty: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ty: ty.into(),
            words: Vec::new(),
            is_settled: false,
        }
    }

    /// A field that already has all the keys that it needs.
    pub(super) fn settled(name: impl Into<String>, ty: impl Into<String>) -> Self {
        Self {
            is_settled: true,
            ..Self::new(name, ty)
        }
    }

    /// Adds a key whose value is a text.
    pub(super) fn with(self, word: &str, value: impl Into<String>) -> Self {
        let value = format!("{:?}", value.into());
        self.having(word, value)
    }

    /// Adds a key with its value in TOML.
    pub(super) fn having(mut self, word: &str, value: impl Into<String>) -> Self {
        self.words.push((word.to_owned(), value.into()));
        self
    }
}

pub(crate) struct Maker<'m> {
    /// `schema/schema.json`.
    pub(crate) keys: &'m Value,
    /// Names that the macros and the runtime use.
    pub(crate) words: &'m [String],
    pub(crate) numbers: Numbers,
    pub(super) items: Vec<Item>,
    /// The names of the fields of the current item.
    pub(super) taken: Vec<String>,
}

const KINDS: [&str; 9] = [
    "enum",
    "flags",
    "bits",
    "record",
    "versioned",
    "union",
    "choice",
    "sequence",
    "let",
];

/// Names that once caused a conflict, or that belong together.
pub(super) static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = "a b set_b count start strings names size stride index Foo total offset at len value record context \
        kind select info info_size data view text is_known inline_walker resume bounded bytes rows pool \
        number error has rest mode b_in c d";
    names.split(' ').collect()
});

const VALUES: [&str; 4] = ["Va", "Vb", "Vcount", "some_Value"];

const TYPES: [&str; 16] = [
    "One", "Two", "Three", "Row", "Item", "Items", "Head", "Kind", "Flag", "Body", "Run", "String",
    "Args", "Shape", "Int64", "Node",
];

impl<'m> Maker<'m> {
    pub(crate) fn new(keys: &'m Value, words: &'m [String], seed: u64) -> Self {
        Self {
            keys,
            words,
            numbers: Numbers::new(seed),
            items: Vec::new(),
            taken: Vec::new(),
        }
    }

    pub(super) fn pick<'p, T>(&mut self, from: &'p [T]) -> Option<&'p T> {
        from.get(self.numbers.below(from.len()))
    }

    pub(super) fn one_of(&mut self, from: &[&str]) -> String {
        self.pick(from)
            .map_or_else(String::new, |text| (*text).to_owned())
    }

    /// A schema of a few items, the last of them a sequence, which may be a part.
    pub(crate) fn schema(mut self) -> Schema {
        self.declare();
        let mut schema = Schema { tables: Vec::new() };
        let items = self.items.clone();
        for item in &items {
            self.item(item, &mut schema);
        }
        if self.numbers.percent(25) {
            self.part(&items, &mut schema);
        }
        schema
    }

    pub(super) fn name(&mut self) -> String {
        if self.numbers.percent(20) && !self.words.is_empty() {
            let words = self.words;
            return self.pick(words).cloned().unwrap_or_default();
        }
        self.one_of(&NAMES)
    }

    /// A name that is not in use.
    pub(super) fn fresh(&mut self) -> String {
        let mut name = self.name();
        while self.taken.contains(&name) {
            name.push('s');
        }
        self.taken.push(name.clone());
        name
    }

    /// The items before one.
    pub(super) fn before(&self, item: &Item) -> Vec<Item> {
        let items = self.items.iter();
        items
            .take_while(|other| other.name != item.name)
            .cloned()
            .collect()
    }

    pub(super) fn type_name(&mut self) -> String {
        let name = self.one_of(&TYPES);
        if !self.numbers.percent(10) {
            return name;
        }
        let word = self.name();
        let mut letters = word.chars();
        letters
            .next()
            .map_or(name, |first| first.to_uppercase().chain(letters).collect())
    }

    pub(super) fn declare(&mut self) {
        let many = 3 + self.numbers.below(7);
        let mut kinds: Vec<&'static str> = Vec::new();
        for _ in 0..many {
            kinds.extend(self.pick(&KINDS).copied());
        }
        // Keys that others need are frequent.
        for needed in [
            "choice",
            "union",
            "sequence",
            "versioned",
            "versioned",
            "record",
            "flags",
            "enum",
        ] {
            if self.numbers.percent(50) {
                kinds.insert(0, needed);
            }
        }
        kinds.push("sequence");
        for (index, kind) in kinds.into_iter().enumerate() {
            let name = match self.numbers.percent(8) {
                true => self.type_name(),
                false if kind == "let" => format!("f{index}"),
                false => format!("{}{index}", self.type_name()),
            };
            let is_taken = self.items.iter().any(|item| item.name == name);
            let takes = self.takes(kind);
            let by = matches!(kind, "union" | "choice").then(|| match takes.first() {
                Some((_, ty)) => ty.clone(),
                None => self.of_kind("enum").unwrap_or_default(),
            });
            let values = match &by {
                Some(by) => self.values_of(by),
                None => self.values(),
            };
            if !is_taken {
                self.items.push(Item {
                    kind,
                    name,
                    takes,
                    values,
                    by,
                });
            }
        }
        if let Some(last) = self.items.last_mut()
            && self.numbers.percent(85)
        {
            last.takes.clear();
        }
    }

    pub(super) fn takes(&mut self, kind: &str) -> Vec<(String, String)> {
        let often = match kind {
            "choice" => 100,
            "sequence" => 35,
            _ => 0,
        };
        if !self.numbers.percent(often) {
            return Vec::new();
        }
        let mut takes = Vec::new();
        if kind == "choice" {
            let of = self.of_kind("enum").unwrap_or_else(|| "Mode".to_owned());
            takes.push(("mode".to_owned(), of));
        }
        for name in ["wide", "base_at"] {
            if self.numbers.percent(30) {
                takes.push((name.to_owned(), self.one_of(&["u8", "u32", "u16", "u64"])));
            }
        }
        if kind == "sequence" && self.numbers.percent(30) {
            takes.push(("Row".to_owned(), "record".to_owned()));
        }
        takes
    }

    /// Names for values: those that expressions often use.
    pub(super) fn values(&mut self) -> Vec<String> {
        let many = 1 + self.numbers.below(VALUES.len());
        VALUES[..many]
            .iter()
            .map(|name| (*name).to_owned())
            .collect()
    }

    pub(super) fn values_of(&self, name: &str) -> Vec<String> {
        let item = self.items.iter().find(|item| item.name == name);
        item.map_or_else(Vec::new, |item| item.values.clone())
    }

    pub(super) fn of_kind(&mut self, kind: &str) -> Option<String> {
        let items = self.items.iter().filter(|item| item.kind == kind);
        let names: Vec<String> = items.map(|item| item.name.clone()).collect();
        self.pick(&names).cloned()
    }

    pub(super) fn item(&mut self, item: &Item, schema: &mut Schema) {
        self.taken.clear();
        let kind = spelt(item.kind);
        let shape = &self.keys["properties"][kind]["additionalProperties"];
        self.table(&format!("{kind}.{}", item.name), shape, item, &[], schema);
    }

    /// Generates a table and its inner tables: for an item, or for the first of some fields, which may use the others.
    fn table(
        &mut self,
        path: &str,
        shape: &'m Value,
        item: &Item,
        beside: &[Field],
        schema: &mut Schema,
    ) {
        let field = beside.first();
        let header = match field {
            Some(_) => format!("[[{path}]]"),
            None => format!("[{path}]"),
        };
        let mut table = Table {
            header,
            keys: Vec::new(),
        };
        let mut inner = Vec::new();
        let required = shape["required"].as_array().into_iter().flatten();
        let required: Vec<&Value> = required.collect();
        for (key, holds) in shape["properties"].as_object().into_iter().flatten() {
            // Padding has no name, and a field of an earlier version only has a name.
            let is_left_out = match key.as_str() {
                "name" => field.is_some_and(|field| field.name.is_empty()),
                "type" | "doc" => field.is_some_and(|field| field.ty.is_empty()),
                _ => false,
            };
            let is_own = matches!(key.as_str(), "name" | "type" | "doc") && field.is_some();
            let required = required.iter().any(|known| *known == key) || is_own;
            if field.is_some_and(|field| field.is_settled) && is_left_out {
                continue;
            }
            if holds["items"]["properties"].is_object() {
                let is_versioned = item.kind == "versioned";
                if key == "version" && !is_versioned
                    || key == "fields" && is_versioned && field.is_none()
                {
                    continue;
                }
                let often = if required || matches!(key.as_str(), "values" | "fields" | "version") {
                    100
                } else {
                    20
                };
                if self.numbers.percent(often) {
                    inner.push((key.as_str(), &holds["items"]));
                }
                continue;
            }
            let own = field.and_then(|field| field.words.iter().find(|word| word.0 == *key));
            if let Some((_, value)) = own {
                let kept = item.kind != "sequence";
                table.keys.push((key.clone(), value.clone(), kept));
                continue;
            }
            let often = self.often(key, required, item, field);
            if self.numbers.percent(often)
                && let Some(value) = self.value(key, holds, item, beside)
            {
                let kept = required
                    || matches!(key.as_str(), "takes")
                    || key == "size" && item.kind == "union";
                table.keys.push((key.clone(), value, kept));
            }
        }
        schema.tables.push(table);
        for (key, shape) in inner {
            self.tables(&format!("{path}.{key}"), key, shape, item, schema);
        }
    }

    pub(super) fn tables(
        &mut self,
        path: &str,
        key: &str,
        shape: &'m Value,
        item: &Item,
        schema: &mut Schema,
    ) {
        let mut fields = self.rows(key, item);
        let mut seen: Vec<String> = Vec::new();
        fields.retain(|field| {
            let is_new = field.name.is_empty() || !seen.contains(&field.name);
            seen.push(field.name.clone());
            is_new
        });
        for index in 0..fields.len() {
            // Expressions mostly use preceding fields.
            let mut beside = fields.clone();
            beside.rotate_left(index);
            if self.numbers.percent(85) {
                beside.truncate(1);
                beside.extend_from_slice(&fields[..index]);
            }
            self.table(path, shape, item, &beside, schema);
        }
    }

    /// Adds a part that contains the last sequence.
    pub(super) fn part(&mut self, items: &[Item], schema: &mut Schema) {
        let Some(last) = items.last() else { return };
        let shape = &self.keys["properties"]["part"]["items"];
        let ty = last.applied(&vec!["1".to_owned(); last.takes.len()]);
        let own = [
            ("fourcc", "\"ABCD\"".to_owned()),
            ("type", format!("{ty:?}")),
            ("doc", self.text()),
            ("source", self.text()),
        ];
        let mut table = Table {
            header: "[[part]]".to_owned(),
            keys: own.map(|(key, value)| (key.to_owned(), value, true)).into(),
        };
        for (key, holds) in shape["properties"].as_object().into_iter().flatten() {
            let is_new = table.keys.iter().all(|(known, ..)| known != key);
            if is_new
                && self.numbers.percent(20)
                && let Some(value) = self.value(key, holds, last, &[])
            {
                table.keys.push((key.clone(), value, false));
            }
        }
        schema.tables.push(table);
    }
}

/// The kind as schemas spell it.
fn spelt(kind: &str) -> &str {
    match kind {
        "record" | "versioned" | "sequence" => "struct",
        "union" | "choice" => "switch",
        other => other,
    }
}
