//! Counts, places, conditions and computed values, from other fields of the item.

use super::maker::{Field, Maker, NAMES};

impl Maker<'_> {
    /// How many.
    pub(super) fn count(&mut self, beside: &[Field]) -> String {
        match self.numbers.below(10) {
            0..3 => "..".to_owned(),
            3..4 => self.numbers.below(4).to_string(),
            4..8 => self.leaf(beside.get(1..).unwrap_or_default()),
            _ => self.number(beside.get(1..).unwrap_or_default(), 0),
        }
    }

    /// An expression for a computed field: places and lengths of others.
    pub(super) fn computed(&mut self, beside: &[Field]) -> String {
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

    /// A number in another field of the item.
    pub(super) fn leaf(&mut self, beside: &[Field]) -> String {
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

    pub(super) fn number(&mut self, beside: &[Field], depth: usize) -> String {
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

    pub(super) fn condition(&mut self, beside: &[Field]) -> String {
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
}
