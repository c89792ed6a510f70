//! The rows of a list: fields, values, versions, arms, and the types of fields.

use super::maker::{Field, Item, Maker, NAMES};

impl Maker<'_> {
    /// The rows of a list: fields, values, versions, arms.
    pub(super) fn rows(&mut self, key: &str, item: &Item) -> Vec<Field> {
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
                if kind == "choice" && self.numbers.percent(40) {
                    arms.push(Field::settled("_", "bytes"));
                }
                arms
            }
            (_, "bits") => self.bit_fields(),
            (_, "sequence") => self.sequence_fields(item),
            _ => self.record_fields(item, few),
        }
    }

    pub(super) fn record_fields(&mut self, item: &Item, many: usize) -> Vec<Field> {
        let mut fields: Vec<Field> = (0..many)
            .map(|_| Field::new(self.name(), self.ty(item)))
            .collect();
        if self.numbers.percent(15) {
            let many = self.one_of(&["u8", "u16", "u32"]);
            fields.push(Field::new("first", "run(indices, many)"));
            fields.push(Field::new("many", many));
        }
        if self.numbers.percent(20) {
            let ty = self.one_of(&[
                "string(names)",
                "string(names, last)",
                "string(names, base = 2)",
                "string(names, null = 0)",
                "string(names, base = 3, null = 0, check)",
            ]);
            fields.push(Field::new("called", ty));
        }
        if self.numbers.percent(10) {
            fields.push(Field::settled(
                "unused",
                self.one_of(&["reserved u8", "reserved [u8; 3]"]),
            ));
        }
        self.with_selectors(fields)
    }

    /// The selector of a union is beside it.
    pub(super) fn with_selectors(&mut self, mut fields: Vec<Field>) -> Vec<Field> {
        let unions = self.items.iter().filter(|item| item.kind == "union");
        let held = |union: &&Item| fields.iter().any(|field| field.ty == union.name);
        let by = unions.filter(held).find_map(|union| union.by.clone());
        if let Some(by) = by {
            fields.insert(0, Field::new("select", by));
        }
        fields
    }

    pub(super) fn sequence_fields(&mut self, item: &Item) -> Vec<Field> {
        self.taken.clear();
        let has_patterns = self.numbers.percent(75);
        let many = if has_patterns {
            self.numbers.below(3)
        } else {
            1 + self.numbers.below(8)
        };
        let mut fields: Vec<Field> = (0..many)
            .map(|_| Field::new(self.fresh(), self.ty(item)))
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
            fields.push(Field::new("one", "row(pool)"));
            fields.push(Field::new("other", "row(pool, null = 0)"));
        }
        if self.numbers.percent(30) {
            fields.push(Field::new("indices", "u32"));
        }
        if self.numbers.percent(30) {
            fields.push(Field::new("names", "strings"));
        }
        let fields = self.with_selectors(fields).into_iter();
        let mut fields: Vec<Field> = fields
            .flat_map(|field| self.placed_by_fields(field))
            .collect();
        if has_patterns {
            fields.extend(self.patterns(item));
        }
        fields.extend(pooled.map(|of| Field::new("pool", of).having("pool", "true")));
        fields
    }

    /// The content of an arm of a choice.
    pub(super) fn content(&mut self, of: &Item) -> String {
        let held = self.items.iter().take_while(|item| item.name != of.name);
        let held =
            held.filter(|item| matches!(item.kind, "record" | "sequence") && item.takes.is_empty());
        let held: Vec<String> = held.map(|item| item.name.clone()).collect();
        match self.pick(&held) {
            Some(name) if !self.numbers.percent(20) => name.clone(),
            _ => self.one_of(&["bytes", "strings"]),
        }
    }

    /// A field, preceded by fields with its offset and its size.
    pub(super) fn placed_by_fields(&mut self, mut field: Field) -> Vec<Field> {
        let name = field.name.clone();
        let base = field.ty.split('(').next().unwrap_or_default().to_owned();
        let kind = self.items.iter().find(|item| item.name == base);
        let kind = kind.map_or(base.as_str(), |item| item.kind).to_owned();
        let mut fields = Vec::new();
        let is_single = matches!(kind.as_str(), "u8" | "f32" | "enum" | "bits" | "flags");
        let mut add_number =
            |this: &mut Self, often, word: &str, end: &str, is: &str, field: &mut Field| {
                if this.numbers.percent(often) {
                    let number_name = format!("{name}_{end}");
                    let ty = this.one_of(&["u32", "u16", "u8", "u32"]);
                    let is = (this.numbers.percent(85)).then(|| format!("{is}({name})"));
                    let mut number = Field::new(number_name.clone(), ty);
                    // Documents show the version that it selects.
                    if word == "stride" {
                        number = number.with("yaml", format!("StepOf{name}"));
                    }
                    fields.push(is.map_or(number.clone(), |is| number.with("is", is)));
                    field
                        .words
                        .push((word.to_owned(), format!("{number_name:?}")));
                }
            };
        let placed = if kind == "cstr" {
            90
        } else if is_single {
            8
        } else {
            25
        };
        add_number(self, placed, "at", "off", "at", &mut field);
        let counted = matches!(kind.as_str(), "bytes" | "strings" | "versioned");
        let counted = if counted {
            45
        } else if is_single {
            15
        } else {
            30
        };
        add_number(self, counted, "count", "num", "len", &mut field);
        if kind == "versioned" && field.ty.contains('(') && field.words.is_empty() {
            let count = self.numbers.below(4).to_string();
            field = field.having("count", count);
        } else if kind == "versioned" && !field.ty.contains('(') {
            let is_run = field.words.iter().any(|word| word.0 == "count");
            match is_run {
                true => add_number(self, 80, "stride", "step", "stride_of", &mut field),
                false => {
                    add_number(self, 80, "size", "width", "size_of", &mut field);
                    field = field.with("version", format!("VersionOf{name}"));
                }
            }
        }
        if matches!(kind.as_str(), "sequence" | "choice") {
            add_number(self, 25, "size", "width", "size_of", &mut field);
        }
        fields.push(field);
        fields
    }

    /// Bits that fill a byte.
    pub(super) fn bit_fields(&mut self) -> Vec<Field> {
        let parts = [&["8"][..], &["4", "4"], &["1", "3", "4"], &["2", "6"]];
        let parts = self.pick(&parts).copied().unwrap_or_default();
        parts
            .iter()
            .map(|bits| Field::new(self.name(), *bits))
            .collect()
    }

    /// A type for a field of an item.
    pub(super) fn ty(&mut self, of: &Item) -> String {
        let small = [
            "u8", "u16", "u32", "u8", "u32", "u64", "f32", "bool8", "FourCC", "[u8; 3]", "[u16; 2]",
        ];
        let named = ["string", "list(u32)", "list(string)"];
        let large = ["bytes", "strings", "cstr", "bytes", "lists"];
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
                        self.expression("NUMBER", &beside, 1)
                    };
                    args.push(arg);
                }
                format!("{}({})", item.name, args.join(", "))
            }
        }
    }
}
