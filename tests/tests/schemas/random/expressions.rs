//! Generates counts, offsets, conditions and computed values from other fields of the item.

use super::maker::{Field, Maker, NAMES};

/// The forms of each word in capitals, separated by `; `: `3 * ..` is as frequent as three forms. A form may contain
/// such words, too. Words that are not in this list are in [`Maker::expression`].
const GRAMMAR: &str = "\
INTEGER: u8; u16; 2 * u32
NULL: 3 * 0; 255
POWER: 2; 4; 8
COUNT: 3 * ..; SMALL; 4 * LEAF; 2 * NUMBER
COMPUTED: 3 * len(NAME); 2 * at(NAME); size_of(NAME); CONSTANT; stride_of(NAME); NUMBER
CONSTANT: size_of(self); 7; \"ABCD\"; 'ABCD'
NUMBER: 5 * LEAF; 2 * DIGIT; NUMBER OPERATOR NUMBER; (NUMBER SIMPLE NUMBER); FUNCTION(NUMBER); PROPERTY(NAME); \
    align(NUMBER, ALIGNMENT); if CONDITION { NUMBER } else { NUMBER }; \
    match NAME { Va => 1, Vb | Vcount => NUMBER, _ => 0 }
CONDITION: 4 * LEAF COMPARISON VALUE; LEAF & BIT != 0; LEAF; CONDITION && !(LEAF > 3); NUMBER > NUMBER
OPERATOR: +; -; *; /; %; &; |; <<; >>
SIMPLE: +; -; *; /; &
COMPARISON: ==; !=; <; >; <=; >=
PROPERTY: len; size_of; version_of; stride_of; at
VALUE: Va; Vb; 8 * SMALL
ALIGNMENT: 4; 8
BIT: 1; 2; 4
SMALL: 0; 1; 2; 3
DIGIT: 0; 1; 2; 3; 4; 5
LET: n + 1; n * 2; n / 2; align(n, 4); n % 3; if n > 2 { 1 } else { 0 }
";

/// The forms of a word, repeated by their frequency.
fn forms(word: &str) -> Option<Vec<&'static str>> {
    let mut rules = GRAMMAR.lines().filter_map(|line| line.split_once(": "));
    let (_, forms) = rules.find(|(known, _)| *known == word)?;
    let forms = forms.split("; ").flat_map(|form| {
        let counted = form
            .split_once(" * ")
            .and_then(|(count, form)| Some((count.parse().ok()?, form)));
        let (count, form) = counted.unwrap_or((1, form));
        std::iter::repeat_n(form, count)
    });
    Some(forms.collect())
}

impl Maker<'_> {
    /// A random form of a word, with numbers in the preceding fields; expressions nest up to a depth.
    pub(super) fn expression(&mut self, word: &str, beside: &[Field], depth: usize) -> String {
        match word {
            "NAME" => {
                return self
                    .pick(beside)
                    .cloned()
                    .map_or_else(String::new, |field| field.name);
            }
            "FUNCTION" => return self.of_kind("let").unwrap_or_else(|| "f".to_owned()),
            "LEAF" => return self.field_value(beside),
            "NUMBER" if depth > 2 => return self.field_value(beside),
            _ => {}
        }
        let Some(forms) = forms(word) else {
            return word.to_owned();
        };
        let form = self.one_of(&forms);
        self.expanded(&form, beside, depth + usize::from(word == "NUMBER"))
    }

    /// A text in which each word in capitals is replaced by one of its forms.
    pub(super) fn expanded(&mut self, text: &str, beside: &[Field], depth: usize) -> String {
        let pieces = text.split_inclusive(|letter: char| !letter.is_ascii_uppercase());
        let pieces = pieces.map(|piece| {
            let word = piece.trim_end_matches(|letter: char| !letter.is_ascii_uppercase());
            self.expression(word, beside, depth) + &piece[word.len()..]
        });
        pieces.collect()
    }

    /// A number in another field of the item.
    fn field_value(&mut self, beside: &[Field]) -> String {
        let others = ["bytes", "strings", "cstr", "f32", "f64", "FourCC"];
        let simple = beside
            .iter()
            .filter(|field| !others.contains(&field.ty.as_str()));
        let simple: Vec<&Field> = simple.collect();
        let Some(field) = self.pick(&simple).copied() else {
            return self.numbers.below(5).to_string();
        };
        let mut items = self.items.iter();
        let is_item = items.any(|item| field.ty.starts_with(&item.name));
        if is_item && self.numbers.percent(60) {
            return format!("{}.{}", field.name, self.one_of(&NAMES));
        }
        if field.ty.starts_with('[') {
            return format!("{}[{}]", field.name, self.numbers.below(3));
        }
        field.name.clone()
    }
}
