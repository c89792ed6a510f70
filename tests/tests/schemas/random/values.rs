//! Generates the values of keys, and determines their frequency.

use serde_json::Value;

use super::maker::{Field, Item, Maker};

impl Maker<'_> {
    /// The frequency of an optional key, in percent.
    pub(super) fn often(
        &mut self,
        key: &str,
        required: bool,
        item: &Item,
        field: Option<&Field>,
    ) -> usize {
        let ty = field.map_or("", |field| field.ty.as_str());
        let base = ty.split('(').next().unwrap_or_default();
        let mut types = self.items.iter().filter(|item| item.name == base);
        let kind = types.next().map_or(base, |item| item.kind);
        let is_bytes = matches!(kind, "bytes" | "strings" | "lists");
        let is_versioned = kind == "versioned";
        let is_structure = matches!(kind, "sequence" | "choice");
        if let Some(often) = of_kind(key, item.kind, field.is_some()) {
            return often;
        }
        match (key, item.kind) {
            ("mirrors" | "cpp" | "columns", _) => 0,
            ("type", "bits") if field.is_some() => 0,
            ("takes", "let") => 100,
            ("takes", _) if item.takes.is_empty() => 0,
            ("takes", _) => 100,
            _ if required => 100,
            _ if field.is_some_and(|field| field.is_settled) => 1,
            ("yaml", _) => 8,
            ("source" | "reserved", _) => 3,
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
            ("flatten", _) | ("version", _) | ("show", _) => 4,
            _ => 2,
        }
    }

    pub(super) fn quoted(text: impl AsRef<str>) -> Option<String> {
        Some(format!("{:?}", text.as_ref()))
    }

    /// The value of a key.
    pub(super) fn value(
        &mut self,
        key: &str,
        holds: &Value,
        item: &Item,
        beside: &[Field],
    ) -> Option<String> {
        self.of_item(key, holds, item, beside.first())
            .or_else(|| self.of_beside(key, beside))
            .or_else(|| self.of_shape(holds, beside.get(1..)?))
    }

    /// A value that depends on the item or the field.
    fn of_item(
        &mut self,
        key: &str,
        holds: &Value,
        item: &Item,
        field: Option<&Field>,
    ) -> Option<String> {
        match (key, item.kind) {
            ("name", _) => Self::quoted(field.map_or("x", |field| &field.name)),
            ("type", _) if holds["type"] == "string" => Self::quoted(&field?.ty),
            ("bits", _) => Some(field?.ty.clone()),
            ("takes", "let") => Some("[\"n\"]".to_owned()),
            ("takes", "union") => Some(format!("[\"select: {}\"]", item.by.as_ref()?)),
            ("takes", _) => {
                let takes = item.takes.iter().map(|(name, ty)| format!("{name}: {ty}"));
                Some(format!("{:?}", takes.collect::<Vec<_>>()))
            }
            ("size", "union") => Some((4 + self.numbers.below(8)).to_string()),
            ("type", "bits") => Self::quoted("u8"),
            ("is", "let") => Self::quoted(self.expression("LET", &[], 0)),
            _ => None,
        }
    }

    /// The value of a key that names other fields, or of a key that every kind has.
    fn of_beside(&mut self, key: &str, beside: &[Field]) -> Option<String> {
        let others = beside.get(1..).unwrap_or_default();
        match key {
            "each" => Self::quoted("k in 0..3"),
            "align" => Some(self.one_of(&["4", "2", "8", "3"])),
            "fill" | "null" => Some(self.one_of(&["0", "0xff", "7"])),
            "version" if self.numbers.percent(50) => {
                let names: Vec<&str> = others.iter().map(|field| field.name.as_str()).collect();
                let near = if self.numbers.percent(70) {
                    self.one_of(&names)
                } else {
                    self.one_of(&["names", "strings", "rest", "select", "base_at"])
                };
                Self::quoted(near)
            }
            "yaml" | "version" => Self::quoted(self.key(beside)),
            "default" => Self::quoted(self.one_of(&["1", "Va", "0"])),
            "doc" | "source" => Some(self.text()),
            "count" => Self::quoted(self.expression("COUNT", others, 0)),
            "if" => Self::quoted(self.expression("CONDITION", others, 1)),
            "is" => Self::quoted(self.expression("COMPUTED", beside, 0)),
            "stride" | "size" if self.numbers.percent(15) => Self::quoted(".."),
            "at" => Self::quoted(self.expression("NUMBER", others, 0)),
            _ => None,
        }
    }

    /// A key of documents; often one that another item also has.
    fn key(&mut self, beside: &[Field]) -> String {
        let used = if self.numbers.percent(60) {
            self.pick(beside).map(|field| field.name.clone())
        } else {
            None
        };
        let name = used.unwrap_or_else(|| {
            if self.numbers.percent(30) {
                self.one_of(&["trailing", "tail", "unknown", "layout", "size"])
            } else {
                self.name()
            }
        });
        camel_case(&name)
    }

    /// A text, often a long one, which affects line breaks in generated code.
    pub(crate) fn text(&mut self) -> String {
        let more = if self.numbers.percent(25) {
            self.numbers.below(25)
        } else {
            0
        };
        format!("\"Made up{}.\"", " and up".repeat(more))
    }

    /// Any value of the shape that the key may have.
    fn of_shape(&mut self, holds: &Value, beside: &[Field]) -> Option<String> {
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
            _ => Self::quoted(self.expression("NUMBER", beside, 0)),
        }
    }
}

/// The frequency of a key in a struct or a switch, for one of their kinds.
fn of_kind(key: &str, kind: &str, in_field: bool) -> Option<usize> {
    match (key, kind) {
        ("yaml" | "flatten" | "version", "record" | "versioned") if !in_field => Some(0),
        ("takes" | "size", "union") if !in_field => Some(100),
        ("size", "choice") => Some(0),
        ("name" | "type" | "doc" | "yaml" | "flatten" | "show" | "default" | "source", _) => None,
        (_, "record") => Some(0),
        _ => None,
    }
}

/// The default key in documents for a name.
fn camel_case(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    });
    words.collect()
}
