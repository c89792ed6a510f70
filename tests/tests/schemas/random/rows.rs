//! Generates the rows of a list: fields, values, versions, arms, and the types of fields.

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
                    let arm = match kind {
                        "choice" => Field::new(format!("Arm{index}"), self.content(item)),
                        _ => Field::new(self.name(), self.ty(item)),
                    };
                    arms.push(arm.with("when", value));
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
            fields.extend([
                Field::new("first", "run(indices, many)"),
                Field::new("many", many),
            ]);
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

    /// Adds the selector of a union next to it.
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
        let mut structures = self.items.clone();
        structures.retain(|other| {
            other.kind == "sequence" && other.takes.is_empty() && other.name != item.name
        });
        let pooled = self.pick(&structures).map(|of| of.name.clone());
        let pooled = pooled.filter(|_| self.numbers.percent(12));
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
        let mut held = self.before(of);
        held.retain(|item| matches!(item.kind, "record" | "sequence") && item.takes.is_empty());
        match self.pick(&held) {
            Some(item) if !self.numbers.percent(20) => item.name.clone(),
            _ => self.one_of(&["bytes", "strings"]),
        }
    }

    /// A field after fields with its offset and its size.
    fn placed_by_fields(&mut self, mut field: Field) -> Vec<Field> {
        let name = field.name.clone();
        let has_args = field.ty.contains('(');
        let base = field.ty.split('(').next().unwrap_or_default();
        let mut types = self.items.iter().filter(|item| item.name == base);
        let kind = types.next().map_or(base, |item| item.kind);
        let is_structure = matches!(kind, "sequence" | "choice");
        let is_row = kind == "versioned" && !has_args;
        let (placed, counted) = match kind {
            "cstr" => (90, 30),
            "u8" | "f32" | "f64" | "enum" | "bits" | "flags" => (8, 15),
            "bytes" | "strings" | "versioned" => (25, 45),
            _ => (25, 30),
        };
        let needs_count = kind == "versioned" && has_args;
        let is_counted = self.numbers.percent(counted);
        let (stepped, sized) = match is_counted {
            _ if is_structure => (0, 25),
            _ if !is_row => (0, 0),
            true => (80, 0),
            false => (0, 80),
        };
        let mut fields = Vec::new();
        for (often, word, end, function) in [
            (placed, "at", "off", "at"),
            (100 * usize::from(is_counted), "count", "num", "len"),
            (stepped, "stride", "step", "stride_of"),
            (sized, "size", "width", "size_of"),
        ] {
            if !self.numbers.percent(often) {
                continue;
            }
            let mut number =
                Field::new(format!("{name}_{end}"), self.expression("INTEGER", &[], 0));
            field = field.with(word, &*number.name);
            // Documents show the version that the stride selects.
            if word == "stride" {
                number = number.with("yaml", format!("StepOf{name}"));
            }
            if self.numbers.percent(85) {
                number = number.with("is", format!("{function}({name})"));
            }
            fields.push(number);
        }
        if needs_count && field.words.is_empty() {
            field = field.having("count", self.numbers.below(4).to_string());
        } else if is_row && !is_counted {
            field = field.with("version", format!("VersionOf{name}"));
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
            "u8", "u16", "u32", "u8", "u32", "u64", "f32", "f64", "bool8", "FourCC", "[u8; 3]",
            "[u16; 2]",
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
                let before = self.before(of);
                let near = if self.numbers.percent(85) {
                    before
                } else {
                    self.items.clone()
                };
                let near: Vec<Item> = near.into_iter().filter(|item| item.kind != "let").collect();
                let Some(item) = self.pick(&near) else {
                    return self.one_of(&small);
                };
                if self.numbers.percent(8) {
                    return format!("[{}; 2]", item.name);
                }
                if self.numbers.percent(5) && item.kind == "versioned" {
                    return format!("row({})", item.name);
                }
                let beside: Vec<Field> = NAMES.iter().map(|name| Field::new(*name, "u8")).collect();
                let args = item
                    .takes
                    .iter()
                    .map(|(_, ty)| match self.numbers.below(100) {
                        _ if ty == "record" => self.of_kind("versioned").unwrap_or_default(),
                        0..60 => self.numbers.below(4).to_string(),
                        60..76 => self.one_of(&["layout", "wide", "mode", "base_at", "select"]),
                        _ => self.expression("NUMBER", &beside, 1),
                    });
                item.applied(&args.collect::<Vec<_>>())
            }
        }
    }
}
