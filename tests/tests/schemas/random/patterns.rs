//! Fields that belong together, like in real formats: a number, and the data that it counts, measures, places or
//! chooses.
//! Random keys would hardly ever have these combinations.

use super::maker::{Field, Item, Maker};

impl Maker<'_> {
    /// A few such groups, followed by the tables that records reference.
    pub(super) fn patterns(&mut self, item: &Item) -> Vec<Field> {
        let mut fields = Vec::new();
        let takes_record = item.takes.iter().any(|(_, ty)| ty == "record");
        if takes_record {
            fields.extend(self.strided("Row".to_owned()));
        }
        for _ in 0..1 + self.numbers.below(3) {
            let pattern = match self.numbers.below(7) {
                0 | 1 => self.versions(item),
                2 | 3 => self.structures(item),
                4 => self.elsewhere(item),
                5 => self.conditional(item),
                _ => self.plain(item),
            };
            fields.extend(pattern);
        }
        // Records of an item are known to name these.
        for (name, ty) in [("names", "strings"), ("indices", "u32")] {
            if self.numbers.percent(60) {
                fields.extend(self.counted(Field::settled(name, ty)));
            }
        }
        fields
    }

    /// A preceding item of a kind, as a type with its arguments.
    fn earlier(&mut self, item: &Item, fits: impl Fn(&Item) -> bool) -> Option<String> {
        let before = self.before(item);
        let before: Vec<Item> = before.into_iter().filter(|item| fits(item)).collect();
        let found = self.pick(&before).cloned()?;
        Some(self.applied(&found, None))
    }

    /// The type with arguments; the first may be a field.
    fn applied(&mut self, item: &Item, first: Option<&str>) -> String {
        if item.takes.is_empty() {
            return item.name.clone();
        }
        let mut args = Vec::new();
        for (index, (_, ty)) in item.takes.iter().enumerate() {
            let arg = match first {
                Some(first) if index == 0 => first.to_owned(),
                _ if ty == "record" => self.row(item).unwrap_or_default(),
                _ => self.numbers.below(4).to_string(),
            };
            args.push(arg);
        }
        format!("{}({})", item.name, args.join(", "))
    }

    /// The type of a row that mostly has no references to other fields.
    fn row(&mut self, item: &Item) -> Option<String> {
        let mut rows = self.before(item);
        rows.retain(|item| item.kind == "versioned" && item.takes.is_empty());
        self.pick(&rows).map(|row| row.name.clone())
    }

    fn int(&mut self) -> String {
        self.one_of(&["u8", "u16", "u32", "u32"])
    }

    /// A number that is computed of a field.
    fn teller(&mut self, name: &str, end: &str, function: &str) -> Field {
        let ty = self.int();
        Field::settled(format!("{name}_{end}"), ty).with("is", format!("{function}({name})"))
    }

    /// An element of a run.
    fn element(&mut self, item: &Item) -> String {
        let small = self.one_of(&["u8", "u16", "u32", "[u8; 3]", "f32"]);
        let fixed = ["record", "enum", "flags", "bits"];
        match self.numbers.percent(50) {
            true => self
                .earlier(item, |item| fixed.contains(&item.kind))
                .unwrap_or(small),
            false => small,
        }
    }

    /// Something behind the number of it.
    fn counted(&mut self, field: Field) -> Vec<Field> {
        let teller = self.teller(&field.name, "num", "len");
        let count = teller.name.clone();
        vec![teller, field.with("count", count)]
    }

    /// Records whose stride selects the version.
    fn strided(&mut self, row: String) -> Vec<Field> {
        let name = self.fresh();
        let (num, mut step) = (
            self.teller(&name, "num", "len"),
            self.teller(&name, "step", "stride_of"),
        );
        if self.numbers.percent(40) {
            step = step.with("if", format!("{name}_num > 0"));
        }
        if self.numbers.percent(80) {
            step = step.with("yaml", format!("StepOf{name}"));
        }
        let rows = Field::settled(name, row).with("stride", step.name.clone());
        match self.numbers.percent(12) {
            true => vec![step, rows.with("count", "..")],
            false => {
                let rows = rows.with("count", num.name.clone());
                vec![num, step, rows]
            }
        }
    }

    /// A record whose size selects its version, shown in documents.
    fn sized(name: &str, row: String) -> Field {
        let field = Field::settled(name, row).with("size", format!("{name}_width"));
        field.with("version", format!("VersionOf{name}"))
    }

    /// Records of several versions.
    fn versions(&mut self, item: &Item) -> Vec<Field> {
        let by_size = self.earlier(item, |item| {
            item.kind == "versioned" && item.takes.is_empty()
        });
        let Some(by_size) = by_size else {
            return self.plain(item);
        };
        if self.numbers.percent(50) {
            return self.strided(by_size);
        }
        let name = self.fresh();
        let width = self.teller(&name, "width", "size_of");
        vec![width, Self::sized(&name, by_size)]
    }

    /// Choices, and sequences inside of others.
    fn structures(&mut self, item: &Item) -> Vec<Field> {
        let mut choices = self.before(item);
        choices.retain(|item| item.kind == "choice");
        if let Some(choice) = self.pick(&choices).cloned()
            && self.numbers.percent(60)
        {
            let name = self.fresh();
            let of = choice.takes.first().map_or("Mode", |(_, ty)| ty);
            let kind = Field::settled(format!("{name}_kind"), of);
            let content = Field::settled(&name, self.applied(&choice, Some(&kind.name)));
            if self.numbers.percent(70) {
                let width = self.teller(&name, "width", "size_of");
                let size = width.name.clone();
                return vec![kind, width, content.with("size", size)];
            }
            return vec![kind, content];
        }
        let mut inners = self.before(item);
        inners.retain(|item| item.kind == "sequence");
        let Some(inner) = self.pick(&inners).cloned() else {
            return self.plain(item);
        };
        let name = self.fresh();
        let takes_count = inner.takes.first().is_some_and(|taken| taken.0 == "wide");
        if takes_count && self.numbers.percent(60) {
            let many = Field::settled(format!("{name}_many"), self.int());
            let inner = self.applied(&inner, Some(&many.name));
            return vec![many, Field::settled(name, inner)];
        }
        let field = Field::settled(name, self.applied(&inner, None));
        match self.numbers.below(6) {
            0 | 1 => self.counted(field),
            2 => vec![field.with("count", "..")],
            3 => vec![field.with("size", "..")],
            4 => {
                let width = self.teller(&field.name, "width", "size_of");
                let size = width.name.clone();
                vec![width, field.with("size", size)]
            }
            _ => vec![field],
        }
    }

    /// A field that an offset places.
    fn elsewhere(&mut self, item: &Item) -> Vec<Field> {
        let name = self.fresh();
        let off = self.teller(&name, "off", "at");
        let at = off.name.clone();
        let inner = self.earlier(item, |item| matches!(item.kind, "sequence" | "choice"));
        let mut fields = vec![off];
        let element = self.element(item);
        let placed = match self.numbers.below(6) {
            5 => vec![Field::settled(name, element)],
            0 => vec![Field::settled(name, "cstr")],
            1 => {
                let bytes = Field::settled(name, "bytes");
                vec![bytes.with("count", "3")]
            }
            2 => vec![Field::settled(
                name,
                inner.unwrap_or_else(|| "u32".to_owned()),
            )],
            _ => self.counted(Field::settled(name, element)),
        };
        fields.extend(placed);
        if let Some(last) = fields.pop() {
            let mut last = last.with("at", at);
            if self.numbers.percent(25) {
                last = last.having("align", "4");
            }
            if self.numbers.percent(40) {
                let null = self.one_of(&["0", "0", "0", "255"]);
                last = last.having("null", null);
            }
            fields.push(last);
        }
        fields
    }

    /// A field that is present by a flag, a number or its own content.
    fn conditional(&mut self, item: &Item) -> Vec<Field> {
        let name = self.fresh();
        let flags = self.earlier(item, |item| item.kind == "flags");
        let (of, rule) = match flags {
            Some(flags) => (flags, format!("{name}_has & Va != 0")),
            None => (self.one_of(&["u8", "bool8"]), format!("{name}_has")),
        };
        let rule = if of == "u8" {
            format!("{rule} > 1")
        } else {
            rule
        };
        let has = Field::settled(format!("{name}_has"), of);
        let record = self.earlier(item, |item| item.kind == "record");
        let element = self.element(item);
        let rows = self.earlier(item, |item| {
            item.kind == "versioned" && item.takes.is_empty()
        });
        let mut fields = match (self.numbers.below(6), record, rows) {
            (4, ..) => self.structures(item),
            (5, ..) => self.elsewhere(item),
            (0, Some(record), _) => vec![Field::settled(name, record)],
            (1, _, Some(row)) => {
                let width = self.teller(&name, "width", "size_of");
                vec![width, Self::sized(&name, row)]
            }
            (2, ..) => self.counted(Field::settled(name, "bytes")),
            _ => self.counted(Field::settled(name, element)),
        };
        for field in &mut fields {
            *field = field.clone().with("if", rule.clone());
        }
        fields.insert(0, has);
        fields
    }

    /// Two paddings, which may be filled with different bytes.
    fn paddings(&mut self, between: String) -> Vec<Field> {
        let mut padding = || {
            let padding = Field::settled("", "").having("align", self.one_of(&["2", "4", "8"]));
            match self.numbers.percent(60) {
                true => padding.having("fill", self.one_of(&["0xaa", "0xff", "0"])),
                false => padding,
            }
        };
        let (first, last) = (padding(), padding());
        vec![first, Field::settled(self.fresh(), between), last]
    }

    /// The words of single fields.
    fn plain(&mut self, item: &Item) -> Vec<Field> {
        let (name, int) = (self.fresh(), self.int());
        match self.numbers.below(8) {
            0 => {
                let to = self.one_of(&["4", "8"]);
                let num = Field::settled(format!("{name}_num"), int)
                    .with("is", format!("align(len({name}), {to})"));
                let ty = self.one_of(&["bytes", "strings"]);
                let bytes = Field::settled(name, format!("{ty}(round = {to})"))
                    .with("count", num.name.clone());
                vec![num, bytes]
            }
            1 if self.numbers.percent(50) => {
                let mut fields = self.counted(Field::settled(format!("{name}_nums"), "u8"));
                let runs = Field::settled(&name, self.element(item));
                let runs = runs.with("count", format!("{name}_nums[k] + 0"));
                fields.push(runs.with("each", format!("k in 0..{name}_nums_num")));
                fields
            }
            1 => {
                let nums = Field::settled(format!("{name}_nums"), "[u8; 3]");
                let count = format!("{}[k]", nums.name);
                let of = self.element(item);
                vec![
                    nums,
                    Field::settled(name, of)
                        .with("each", "k in 0..3")
                        .with("count", count),
                ]
            }
            2 => {
                let computed = self.one_of(&["size_of(self)", "3 + 4"]);
                vec![Field::settled(name, int).with("default", computed)]
            }
            3 => {
                let bytes = Field::settled(name, "bytes(unknown)");
                self.counted(bytes)
            }
            4 => match self.of_kind("enum").filter(|_| self.numbers.percent(50)) {
                Some(of) => vec![Field::settled(name, of).with("is", "1 + 1")],
                None => vec![Field::settled(name, "FourCC").with("is", "\"ABCD\"")],
            },
            5 => self.paddings(int),
            6 => {
                let field = Field::settled(name, self.element(item));
                match item.takes.first() {
                    Some((wide, _)) if wide == "wide" => vec![field.with("count", "wide")],
                    _ => self.counted(field),
                }
            }
            _ => {
                let ty =
                    self.one_of(&["strings(nul_first)", "strings(repeats)", "strings(merges)"]);
                self.counted(Field::settled(name, ty))
            }
        }
    }
}
