//! Makes schemas: the kinds, keys and what each may hold come from `schema/schema.json`, which is made of the table of
//! keys, so that a new word is tried without a line here. What is said here makes the words meet.

use serde_json::Value;

use super::numbers::Numbers;
use super::text::{Schema, Table};

/// An item before it has content: what others may name.
#[derive(Clone, Debug)]
struct Item {
    kind: &'static str,
    name: String,
    /// What it takes, as `name: type`.
    takes: Vec<(String, String)>,
    /// Of an enum or flags: the names of its values; of what an enum selects, of that enum.
    values: Vec<String>,
    /// The enum that selects.
    by: Option<String>,
}

/// A field before it has words.
#[derive(Clone, Debug)]
struct Field {
    name: String,
    ty: String,
    /// Words that it has, because others are made to go with it.
    words: Vec<(&'static str, String)>,
}

impl Field {
    fn new(name: impl Into<String>, ty: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ty: ty.into(),
            words: Vec::new(),
        }
    }

    /// A word whose value is a text.
    fn with(self, word: &'static str, value: impl Into<String>) -> Self {
        let value = format!("{:?}", value.into());
        self.having(word, value)
    }

    /// A word with its value as TOML has it.
    fn having(mut self, word: &'static str, value: impl Into<String>) -> Self {
        self.words.push((word, value.into()));
        self
    }
}

pub(crate) struct Maker<'m> {
    /// `schema/schema.json`.
    pub(crate) keys: &'m Value,
    /// Names that the macros and the runtime have somewhere.
    pub(crate) words: &'m [String],
    pub(crate) numbers: Numbers,
    items: Vec<Item>,
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

/// Names that met something once, or that belong together.
const NAMES: [&str; 40] = [
    "a",
    "b",
    "set_b",
    "count",
    "start",
    "strings",
    "names",
    "size",
    "stride",
    "index",
    "Foo",
    "total",
    "offset",
    "at",
    "len",
    "value",
    "record",
    "context",
    "kind",
    "select",
    "info",
    "info_size",
    "data",
    "view",
    "text",
    "is_known",
    "told",
    "resume",
    "bounded",
    "bytes",
    "rows",
    "pool",
    "number",
    "error",
    "has",
    "rest",
    "mode",
    "b_in",
    "c",
    "d",
];

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
        }
    }

    fn pick<'p, T>(&mut self, from: &'p [T]) -> Option<&'p T> {
        from.get(self.numbers.below(from.len()))
    }

    fn one_of(&mut self, from: &[&str]) -> String {
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

    fn name(&mut self) -> String {
        if self.numbers.percent(20) && !self.words.is_empty() {
            let words = self.words;
            return self.pick(words).cloned().unwrap_or_default();
        }
        self.one_of(&NAMES)
    }

    fn type_name(&mut self) -> String {
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

    fn declare(&mut self) {
        let many = 3 + self.numbers.below(7);
        let mut kinds: Vec<&'static str> = Vec::new();
        for _ in 0..many {
            kinds.extend(self.pick(&KINDS).copied());
        }
        // What the others need is there more often than not.
        for needed in ["enum", "record", "versioned", "sequence"] {
            if self.numbers.percent(60) {
                kinds.insert(0, needed);
            }
        }
        kinds.push("sequence");
        for (index, kind) in kinds.into_iter().enumerate() {
            let name = if kind == "let" {
                format!("f{index}")
            } else {
                format!("{}{index}", self.type_name())
            };
            let name = if self.numbers.percent(8) {
                self.type_name()
            } else {
                name
            };
            let is_taken = self.items.iter().any(|item| item.name == name);
            let takes = self.takes(kind, index);
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

    fn takes(&mut self, kind: &str, _: usize) -> Vec<(String, String)> {
        let often = match kind {
            "choice" => 100,
            "versioned" => 50,
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
        if kind == "versioned" {
            takes.push(("layout".to_owned(), "u8".to_owned()));
        }
        for name in ["wide", "base_at", "Row"] {
            if self.numbers.percent(30) {
                let ty = if name == "Row" {
                    "record".to_owned()
                } else {
                    self.one_of(&["u8", "u32", "u16", "u64"])
                };
                if name != "Row" || kind == "sequence" {
                    takes.push((name.to_owned(), ty));
                }
            }
        }
        takes
    }

    /// Names for values: those that expressions like to name.
    fn values(&mut self) -> Vec<String> {
        let many = 1 + self.numbers.below(VALUES.len());
        VALUES[..many]
            .iter()
            .map(|name| (*name).to_owned())
            .collect()
    }

    fn values_of(&self, name: &str) -> Vec<String> {
        let item = self.items.iter().find(|item| item.name == name);
        item.map_or_else(Vec::new, |item| item.values.clone())
    }

    fn of_kind(&mut self, kind: &str) -> Option<String> {
        let names: Vec<String> = self
            .items
            .iter()
            .filter(|item| item.kind == kind)
            .map(|item| item.name.clone())
            .collect();
        self.pick(&names).cloned()
    }

    /// The keys of a kind's table.
    fn shape(&self, kind: &str) -> &'m Value {
        &self.keys["properties"][kind]["additionalProperties"]
    }

    fn item(&mut self, item: &Item, schema: &mut Schema) {
        let header = format!("{}.{}", item.kind, item.name);
        let shape = self.shape(item.kind);
        self.table(
            format!("[{header}]"),
            &header,
            shape,
            item,
            None,
            &[],
            schema,
        );
    }

    /// A table and those that it holds.
    #[allow(
        clippy::too_many_arguments,
        reason = "what a table needs to know of what is around it"
    )]
    fn table(
        &mut self,
        head: String,
        path: &str,
        shape: &'m Value,
        item: &Item,
        field: Option<&Field>,
        beside: &[Field],
        schema: &mut Schema,
    ) {
        let mut table = Table {
            header: head,
            keys: Vec::new(),
        };
        let mut inner = Vec::new();
        let required: Vec<&str> = shape["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for (key, holds) in shape["properties"].as_object().into_iter().flatten() {
            let required = required.contains(&key.as_str())
                || matches!(key.as_str(), "name" | "type" | "doc") && field.is_some();
            if holds["items"]["properties"].is_object() {
                let often = if required || key == "values" || key == "fields" {
                    100
                } else {
                    20
                };
                if self.numbers.percent(often) {
                    inner.push((key.as_str(), &holds["items"]));
                }
                continue;
            }
            let own = field.and_then(|field| field.words.iter().find(|word| word.0 == key));
            if let Some((_, value)) = own {
                let kept = item.kind != "sequence";
                table.keys.push((key.clone(), value.clone(), kept));
                continue;
            }
            let often = self.often(key, required, item, field);
            if self.numbers.percent(often)
                && let Some(value) = self.value(key, holds, item, field, beside)
            {
                let kept = required || matches!(key.as_str(), "takes");
                table.keys.push((key.clone(), value, kept));
            }
        }
        schema.tables.push(table);
        for (key, shape) in inner {
            self.tables(&format!("{path}.{key}"), key, shape, item, schema);
        }
    }

    fn tables(
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
            let is_new = !seen.contains(&field.name);
            seen.push(field.name.clone());
            is_new
        });
        for index in 0..fields.len() {
            let field = fields[index].clone();
            // Expressions name what stands before, but for a few.
            let mut beside = fields.clone();
            beside.rotate_left(index);
            if self.numbers.percent(85) {
                beside.truncate(1);
                beside.extend_from_slice(&fields[..index]);
            }
            self.table(
                format!("[[{path}]]"),
                path,
                shape,
                item,
                Some(&field),
                &beside,
                schema,
            );
        }
    }

    /// The rows of a list: fields, values, versions, arms.
    fn rows(&mut self, key: &str, item: &Item) -> Vec<Field> {
        let few = 1 + self.numbers.below(4);
        match (key, item.kind) {
            ("version", _) => (0..few.min(3))
                .map(|index| Field::new("", "").having("number", (2 * index + few).to_string()))
                .collect(),
            ("values", _) => {
                let word = if item.kind == "flags" { "bit" } else { "value" };
                let values = item.values.iter().enumerate();
                values
                    .map(|(index, name)| Field::new(name, "").having(word, index.to_string()))
                    .collect()
            }
            ("arms", kind) => {
                let mut arms = Vec::new();
                for (index, value) in item.values.iter().enumerate() {
                    let name = if kind == "choice" {
                        format!("Arm{index}")
                    } else {
                        self.name()
                    };
                    let ty = if kind == "choice" {
                        self.content(item)
                    } else {
                        self.ty(item)
                    };
                    arms.push(Field::new(name, ty).with("when", value));
                }
                arms
            }
            (_, "bits") => self.bit_fields(),
            (_, "sequence") => self.sequence_fields(item),
            _ => self.record_fields(item, few),
        }
    }

    fn record_fields(&mut self, item: &Item, many: usize) -> Vec<Field> {
        let mut fields: Vec<Field> = (0..many)
            .map(|_| Field::new(self.name(), self.ty(item)))
            .collect();
        if self.numbers.percent(15) {
            let many = self.one_of(&["u8", "u16", "u32"]);
            fields.push(
                Field::new("first", "u32")
                    .with("run", "indices")
                    .with("len", "many"),
            );
            fields.push(Field::new("many", many));
        }
        if self.numbers.percent(20) {
            fields.push(Field::new("called", "u32").with("ref", "names"));
        }
        self.with_selectors(fields)
    }

    /// What a union asks for stands beside it.
    fn with_selectors(&mut self, mut fields: Vec<Field>) -> Vec<Field> {
        let unions = self.items.iter().filter(|item| item.kind == "union");
        let held = |union: &&Item| fields.iter().any(|field| field.ty == union.name);
        let by = unions.filter(held).find_map(|union| union.by.clone());
        if let Some(by) = by {
            fields.insert(0, Field::new("select", by));
        }
        fields
    }

    fn sequence_fields(&mut self, item: &Item) -> Vec<Field> {
        let many = 1 + self.numbers.below(8);
        let mut fields: Vec<Field> = (0..many)
            .map(|_| Field::new(self.name(), self.ty(item)))
            .collect();
        let structures = self
            .items
            .iter()
            .filter(|other| other.kind == "sequence" && other.takes.is_empty());
        let structures: Vec<String> = structures
            .map(|item| item.name.clone())
            .filter(|name| *name != item.name)
            .collect();
        let pooled = self
            .pick(&structures)
            .cloned()
            .filter(|_| self.numbers.percent(12));
        if pooled.is_some() {
            fields.push(Field::new("one", "u32").with("ref", "pool"));
            fields.push(
                Field::new("other", "u32")
                    .with("ref", "pool")
                    .having("null", "0"),
            );
        }
        if self.numbers.percent(30) {
            fields.push(Field::new("indices", "u32"));
        }
        if self.numbers.percent(30) {
            fields.push(Field::new("names", "strings"));
        }
        let fields = self.with_selectors(fields).into_iter();
        let mut fields: Vec<Field> = fields.flat_map(|field| self.told(field)).collect();
        fields.extend(pooled.map(|of| Field::new("pool", of).having("pool", "true")));
        fields
    }

    /// What an arm of a choice holds.
    fn content(&mut self, of: &Item) -> String {
        let held = self.items.iter().take_while(|item| item.name != of.name);
        let held =
            held.filter(|item| matches!(item.kind, "record" | "sequence") && item.takes.is_empty());
        let held: Vec<String> = held.map(|item| item.name.clone()).collect();
        match self.pick(&held) {
            Some(name) if !self.numbers.percent(20) => name.clone(),
            _ => self.one_of(&["bytes", "strings"]),
        }
    }

    /// A field, with others before it that tell where it lies, and how large it is.
    fn told(&mut self, mut field: Field) -> Vec<Field> {
        let name = field.name.clone();
        let base = field.ty.split('(').next().unwrap_or_default().to_owned();
        let kind = self.items.iter().find(|item| item.name == base);
        let kind = kind.map_or(base.as_str(), |item| item.kind).to_owned();
        let mut fields = Vec::new();
        let is_single = matches!(kind.as_str(), "u8" | "f32" | "enum" | "bits" | "flags");
        let mut tell = |this: &mut Self, often, word, end: &str, is: &str, field: &mut Field| {
            if this.numbers.percent(often) {
                let teller = format!("{name}_{end}");
                let ty = this.one_of(&["u32", "u16", "u8", "u32"]);
                let is = (this.numbers.percent(85)).then(|| format!("{is}({name})"));
                let told = Field::new(teller.clone(), ty);
                fields.push(is.map_or(told.clone(), |is| told.with("is", is)));
                field.words.push((word, format!("{teller:?}")));
            }
        };
        let placed = if kind == "cstr" {
            90
        } else if is_single {
            8
        } else {
            25
        };
        tell(self, placed, "at", "off", "at", &mut field);
        let counted = matches!(kind.as_str(), "bytes" | "strings" | "versioned");
        let counted = if counted {
            45
        } else if is_single {
            15
        } else {
            30
        };
        tell(self, counted, "count", "num", "len", &mut field);
        if kind == "versioned" && field.ty.contains('(') && field.words.is_empty() {
            let count = self.numbers.below(4).to_string();
            field = field.having("count", count);
        } else if kind == "versioned" && !field.ty.contains('(') {
            let is_run = field.words.iter().any(|word| word.0 == "count");
            match is_run {
                true => tell(self, 80, "stride", "step", "stride_of", &mut field),
                false => tell(self, 80, "size", "width", "size_of", &mut field),
            }
        }
        if matches!(kind.as_str(), "sequence" | "choice") {
            tell(self, 25, "size", "width", "size_of", &mut field);
        }
        fields.push(field);
        fields
    }

    /// Bits that fill a byte.
    fn bit_fields(&mut self) -> Vec<Field> {
        let parts = [&["8"][..], &["4", "4"], &["1", "3", "4"], &["2", "6"]];
        let parts = self.pick(&parts).copied().unwrap_or_default();
        parts
            .iter()
            .map(|bits| Field::new(self.name(), *bits))
            .collect()
    }

    /// How often a key that may be left out stands there, in percent.
    fn often(&mut self, key: &str, required: bool, item: &Item, field: Option<&Field>) -> usize {
        let ty = field.map_or("", |field| field.ty.as_str());
        let base = ty.split('(').next().unwrap_or_default();
        let is = |kind: &str| {
            self.items
                .iter()
                .any(|item| item.kind == kind && item.name == base)
        };
        let is_bytes = matches!(ty, "bytes" | "strings");
        let is_versioned = is("versioned");
        let is_structure = is("sequence") || is("choice");
        match (key, item.kind) {
            ("mirrors" | "cpp" | "values_of" | "columns", _) => 0,
            ("type", "bits") if field.is_some() => 0,
            ("takes", _) if item.takes.is_empty() => 0,
            ("takes", _) => 100,
            _ if required => 100,
            ("yaml" | "alias" | "deprecated" | "source" | "reserved", _) => 3,
            ("args", "let") => 100,
            ("when", "versioned") if !item.takes.is_empty() => 100,
            ("when" | "number", _) => 0,
            ("value", "flags") => 0,
            ("count", _) if is_bytes || is_versioned => 80,
            ("count", _) if is_structure => 50,
            ("count", _) => 25,
            ("stride", _) if is_versioned => 60,
            ("size", _) if is_versioned || is_structure => 40,
            ("at", _) if ty == "cstr" => 95,
            ("at", _) if is_bytes || is_structure => 25,
            ("align", _) => 5,
            ("is", _) if matches!(ty, "u8" | "u16" | "u32") => 30,
            ("if", _) => 18,
            ("pool", _) if is_structure => 10,
            ("ref", "sequence") if ty == "u32" => 10,
            ("ref" | "run", _) if ty == "u32" => 12,
            ("len", _) if ty == "u32" => 6,
            ("flatten", _) | ("version", _) | ("show", _) => 4,
            ("follows", _) => 3,
            ("otherwise", _) => 40,
            _ => 2,
        }
    }

    fn quoted(text: impl AsRef<str>) -> Option<String> {
        Some(format!("{:?}", text.as_ref()))
    }

    /// What a key holds.
    fn value(
        &mut self,
        key: &str,
        holds: &Value,
        item: &Item,
        field: Option<&Field>,
        beside: &[Field],
    ) -> Option<String> {
        let name = field.map_or("x", |field| field.name.as_str());
        match (key, item.kind) {
            ("name", _) => return Self::quoted(name),
            ("type", _) if field.is_some() && holds["type"] == "string" => {
                return Self::quoted(&field?.ty);
            }
            ("bits", _) => return Some(field?.ty.clone()),
            ("takes", _) => {
                let takes: Vec<String> = item
                    .takes
                    .iter()
                    .map(|(name, ty)| format!("{name}: {ty}"))
                    .collect();
                return Some(format!("{takes:?}"));
            }
            ("size", "union") => return Some((4 + self.numbers.below(8)).to_string()),
            ("type", "bits") => return Self::quoted("u8"),
            ("by", "versioned") => {
                return Self::quoted(if item.takes.is_empty() {
                    "size"
                } else {
                    "value"
                });
            }
            ("by", "union") => return Self::quoted(item.by.as_ref()?),
            ("by", "choice") => {
                return Self::quoted(item.takes.first().map_or("mode", |(name, _)| name));
            }
            ("select", _) => return Self::quoted("select"),
            ("when", "versioned") => return Self::quoted(self.condition(&item_fields(item))),
            ("args", "let") => return Some("[\"n\"]".to_owned()),
            ("is", "let") => {
                return Self::quoted(self.one_of(&[
                    "n + 1",
                    "n * 2",
                    "n / 2",
                    "align(n, 4)",
                    "n % 3",
                    "if n > 2 { 1 } else { 0 }",
                ]));
            }
            ("each", _) => return Self::quoted("k in 0..3"),
            ("align" | "round", _) => return Some(self.one_of(&["4", "2", "8", "3"])),
            ("fill" | "null", _) => return Some(self.one_of(&["0", "0xff", "7"])),
            ("from" | "follows" | "known" | "ref" | "run" | "len" | "base", _) => {
                let beside: Vec<&str> = beside
                    .iter()
                    .skip(1)
                    .map(|field| field.name.as_str())
                    .collect();
                let often = self.numbers.percent(70);
                let near = if often {
                    self.one_of(&beside)
                } else {
                    self.one_of(&["names", "strings", "rest", "select", "base_at"])
                };
                return Self::quoted(near);
            }
            ("default", _) => return Self::quoted(self.one_of(&["1", "Va", "0"])),
            ("doc" | "source", _) => return Self::quoted("Made up."),
            ("count", _) => return Self::quoted(self.count(beside)),
            ("if", _) => return Self::quoted(self.condition(beside.get(1..)?)),
            ("is" | "usual", _) => return Self::quoted(self.computed(beside)),
            ("type", _) => {}
            ("stride" | "size", _) if self.numbers.percent(15) => return Self::quoted(".."),
            ("at", _) => return Self::quoted(self.number(beside.get(1..)?, 0)),
            _ => {}
        }
        if let Some(legal) = holds["enum"].as_array() {
            let legal: Vec<&str> = legal.iter().filter_map(Value::as_str).collect();
            return Self::quoted(self.one_of(&legal));
        }
        match (&holds["type"], holds["pattern"].is_string()) {
            (Value::String(ty), _) if ty == "boolean" => Some("true".to_owned()),
            (Value::String(ty), _) if ty == "integer" => Some(self.numbers.below(5).to_string()),
            (Value::String(ty), _) if ty == "array" => Some(format!("[{:?}]", self.name())),
            (Value::String(_), true) => Self::quoted(self.name()),
            (Value::String(_), false) => Self::quoted("Made up."),
            // An expression.
            _ => Self::quoted(self.number(beside.get(1..)?, 0)),
        }
    }

    /// A type for a field of an item.
    fn ty(&mut self, of: &Item) -> String {
        let small = [
            "u8", "u16", "u32", "u8", "u32", "u64", "f32", "bool8", "FourCC", "[u8; 3]", "[u16; 2]",
        ];
        let named = ["string", "list(u32)", "list(string)"];
        let large = ["bytes", "strings", "cstr", "bytes"];
        let in_sequence = of.kind == "sequence";
        match self.numbers.below(100) {
            0..40 => self.one_of(&small),
            40..43 => self.one_of(&named),
            43..58 if in_sequence => self.one_of(&large),
            58..60 if in_sequence && of.takes.iter().any(|(name, _)| name == "Row") => {
                "Row".to_owned()
            }
            _ => {
                let items = self.items.clone();
                let at = items
                    .iter()
                    .position(|item| item.name == of.name)
                    .unwrap_or(items.len());
                let near = if self.numbers.percent(85) {
                    &items[..at]
                } else {
                    &items[..]
                };
                let near: Vec<&Item> = near.iter().filter(|item| item.kind != "let").collect();
                let Some(item) = self.pick(&near).copied() else {
                    return self.one_of(&small);
                };
                let item = item.clone();
                if self.numbers.percent(8) {
                    return format!("[{}; 2]", item.name);
                }
                if self.numbers.percent(5) && item.kind == "versioned" {
                    return format!("row({})", item.name);
                }
                if item.takes.is_empty() {
                    return item.name;
                }
                let beside: Vec<Field> = NAMES.iter().map(|name| Field::new(*name, "u8")).collect();
                let mut args = Vec::new();
                for (_, ty) in &item.takes {
                    let arg = if ty == "record" {
                        self.of_kind("versioned").unwrap_or_default()
                    } else if self.numbers.percent(60) {
                        self.numbers.below(4).to_string()
                    } else if self.numbers.percent(40) {
                        self.one_of(&["layout", "wide", "mode", "base_at", "select"])
                    } else {
                        self.number(&beside, 1)
                    };
                    args.push(arg);
                }
                format!("{}({})", item.name, args.join(", "))
            }
        }
    }

    /// How many.
    fn count(&mut self, beside: &[Field]) -> String {
        match self.numbers.below(10) {
            0..3 => "..".to_owned(),
            3..4 => self.numbers.below(4).to_string(),
            4..8 => self.leaf(beside.get(1..).unwrap_or_default()),
            _ => self.number(beside.get(1..).unwrap_or_default(), 0),
        }
    }

    /// What a field is computed from: places and lengths of others.
    fn computed(&mut self, beside: &[Field]) -> String {
        let names: Vec<&str> = beside.iter().map(|field| field.name.as_str()).collect();
        let name = self.one_of(&names);
        match self.numbers.below(9) {
            0..3 => format!("len({name})"),
            3..5 => format!("at({name})"),
            5 => format!("size_of({name})"),
            6 => self.one_of(&["size_of(self)", "7", "\"ABCD\"", "'ABCD'"]),
            7 => format!("stride_of({name})"),
            _ => self.number(beside, 0),
        }
    }

    /// A number that a field beside has.
    fn leaf(&mut self, beside: &[Field]) -> String {
        let simple: Vec<&Field> = beside
            .iter()
            .filter(|field| {
                !matches!(
                    field.ty.as_str(),
                    "bytes" | "strings" | "cstr" | "f32" | "FourCC"
                )
            })
            .collect();
        let Some(field) = self.pick(&simple).copied() else {
            return self.numbers.below(5).to_string();
        };
        let field = field.clone();
        let is_item = self
            .items
            .iter()
            .any(|item| field.ty.starts_with(&item.name));
        if is_item && self.numbers.percent(60) {
            return format!("{}.{}", field.name, self.one_of(&NAMES));
        }
        if field.ty.starts_with('[') {
            return format!("{}[{}]", field.name, self.numbers.below(3));
        }
        field.name
    }

    fn number(&mut self, beside: &[Field], depth: usize) -> String {
        let names: Vec<&str> = beside.iter().map(|field| field.name.as_str()).collect();
        if depth > 2 {
            return self.leaf(beside);
        }
        match self.numbers.below(14) {
            0..5 => self.leaf(beside),
            5..7 => self.numbers.below(6).to_string(),
            7 => format!(
                "{} {} {}",
                self.number(beside, depth + 1),
                self.one_of(&["+", "-", "*", "/", "%", "&", "|", "<<", ">>"]),
                self.number(beside, depth + 1)
            ),
            8 => format!(
                "({} {} {})",
                self.number(beside, depth + 1),
                self.one_of(&["+", "-", "*", "/", "&"]),
                self.number(beside, depth + 1)
            ),
            9 => format!(
                "if {} {{ {} }} else {{ {} }}",
                self.condition(beside),
                self.number(beside, depth + 1),
                self.number(beside, depth + 1)
            ),
            10 => format!(
                "{}({})",
                self.of_kind("let").unwrap_or_else(|| "f".to_owned()),
                self.number(beside, depth + 1)
            ),
            11 => format!(
                "align({}, {})",
                self.number(beside, depth + 1),
                self.one_of(&["4", "8"])
            ),
            12 => format!(
                "match {} {{ Va => 1, Vb | Vcount => {}, _ => 0 }}",
                self.one_of(&names),
                self.number(beside, depth + 1)
            ),
            _ => format!(
                "{}({})",
                self.one_of(&["len", "size_of", "version_of", "stride_of", "at"]),
                self.one_of(&names)
            ),
        }
    }

    fn condition(&mut self, beside: &[Field]) -> String {
        let left = self.leaf(beside);
        let right = if self.numbers.percent(20) {
            self.one_of(&["Va", "Vb"])
        } else {
            self.numbers.below(4).to_string()
        };
        match self.numbers.below(8) {
            0..4 => format!(
                "{left} {} {right}",
                self.one_of(&["==", "!=", "<", ">", "<=", ">="])
            ),
            4 => format!("{left} & {} != 0", 1 << self.numbers.below(3)),
            5 => left,
            6 => format!("{} && !({left} > 3)", self.condition(beside)),
            _ => format!("{} > {}", self.number(beside, 1), self.number(beside, 1)),
        }
    }

    /// A part, which holds the last sequence.
    fn part(&mut self, items: &[Item], schema: &mut Schema) {
        let Some(last) = items.last() else { return };
        let shape = &self.keys["properties"]["part"]["items"];
        let args: Vec<&str> = last.takes.iter().map(|_| "1").collect();
        let ty = if args.is_empty() {
            last.name.clone()
        } else {
            format!("{}({})", last.name, args.join(", "))
        };
        let mut table = Table {
            header: "[[part]]".to_owned(),
            keys: Vec::new(),
        };
        table
            .keys
            .push(("fourcc".to_owned(), "\"ABCD\"".to_owned(), true));
        table
            .keys
            .push(("type".to_owned(), format!("{ty:?}"), true));
        for key in ["doc", "source"] {
            table
                .keys
                .push((key.to_owned(), "\"Made up.\"".to_owned(), true));
        }
        for (key, holds) in shape["properties"].as_object().into_iter().flatten() {
            let is_new = table.keys.iter().all(|(known, ..)| known != key);
            if is_new
                && self.numbers.percent(20)
                && let Some(value) = self.value(key, holds, last, None, &[])
            {
                table.keys.push((key.clone(), value, false));
            }
        }
        schema.tables.push(table);
    }
}

/// What an item takes, as fields that an expression may name.
fn item_fields(item: &Item) -> Vec<Field> {
    item.takes
        .iter()
        .map(|(name, ty)| Field::new(name, ty))
        .collect()
}
