//! Describes the columns of an enum's or flags' table.

use heck::ToUpperCamelCase;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Enum;
use crate::datum::Datum;
use crate::span::{Spanned, Text};

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("x-noun" = "column", "x-main" = "type"))]
pub struct Column {
    #[schemars(extend("x-model" = true))]
    pub name: Text,
    /// The type of the column: `i32`; `bool`, whose cells are 0 or 1; `str`; `word`, a few words, each a variant of an enum
    /// in Rust, or none if empty; an enum or flags, of whose names it holds one, or none if empty; or a list, `[str]` or
    /// `[Enum]`.
    #[serde(rename = "type")]
    pub ty: Text,
    /// Whether texts are read by its strings, such as keywords of HLSL: identifiers, each of one value.
    #[serde(default)]
    #[schemars(with = "Option<bool>")]
    pub key: bool,
    /// Its doc, which the accessor in Rust has.
    #[serde(default, skip_serializing)]
    #[schemars(skip)]
    pub(crate) doc: String,
}

impl Column {
    pub const NUMBER: &str = "i32";
    pub const TEXT: &str = "str";
    pub(crate) const TRUTH: &str = "bool";
    pub(crate) const WORD: &str = "word";
    pub(crate) const TEXTS: &str = "[str]";
    /// The column types that are not enums or flags.
    pub const BUILT_IN: [&str; 5] = [
        Self::NUMBER,
        Self::TRUTH,
        Self::TEXT,
        Self::WORD,
        Self::TEXTS,
    ];

    /// Whether cells are numbers, be it 0 or 1.
    pub fn is_number(&self) -> bool {
        self.ty.value == Self::NUMBER || self.is_truth()
    }

    /// Whether cells are 0 or 1.
    pub(crate) fn is_truth(&self) -> bool {
        self.ty.value == Self::TRUTH
    }

    /// Whether cells are words, each a variant in Rust.
    pub(crate) fn is_word(&self) -> bool {
        self.ty.value == Self::WORD
    }

    /// Whether a number may be a cell.
    pub(crate) fn takes(&self, number: i128) -> bool {
        if self.is_truth() {
            matches!(number, 0 | 1)
        } else {
            self.is_number() && i32::try_from(number).is_ok()
        }
    }

    /// The words of the column in the values of its enum, in their order.
    pub(crate) fn words<'e>(&self, item: &'e Enum) -> Vec<&'e Spanned<Datum>> {
        let mut words: Vec<&Spanned<Datum>> = Vec::new();
        for datum in item
            .values
            .iter()
            .filter_map(|value| value.datum(&self.name))
        {
            let word = datum.value.to_string();
            if !word.is_empty() && words.iter().all(|known| known.value.to_string() != word) {
                words.push(datum);
            }
        }
        words
    }

    /// The name of the enum in Rust whose variants are the words of the column.
    pub(crate) fn words_type(&self, item: &str) -> String {
        format!("{item}{}", self.name.to_upper_camel_case())
    }

    /// Whether a cell is a list.
    pub(crate) fn is_list(&self) -> bool {
        self.ty.starts_with('[')
    }

    /// The enum or flags whose values are named in a cell.
    pub(crate) fn names(&self) -> Option<Text> {
        let ty = self.ty.as_str();
        let element = ty.strip_prefix('[').and_then(|of| of.strip_suffix(']'));
        let is_named = !Self::BUILT_IN.contains(&ty);
        is_named.then(|| Text::at(element.unwrap_or(ty).to_owned(), &self.ty))
    }

    /// Describes the cells of the column for messages.
    pub(crate) fn cells(&self) -> &'static str {
        match (self.is_list(), self.names()) {
            _ if self.is_truth() => "0 or 1",
            _ if self.is_number() => "a number of 32 bits",
            _ if self.is_word() => "a word",
            (false, None) => "a string",
            (false, Some(_)) => "a name",
            (true, None) => "a list of strings",
            (true, Some(_)) => "a list of names",
        }
    }
}

/// The name of the variant of a word in Rust.
pub(crate) fn variant_of(word: &str) -> String {
    word.to_upper_camel_case()
}
