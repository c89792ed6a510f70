//! How writers make tables and bytes: the words in brackets after `strings` and `bytes`.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Base, Type};

/// The words on how writers make tables and bytes, and what each of them says.
const WORDS: [(&str, &str); 5] = [
    (
        NUL_FIRST,
        "it begins with NUL, so that 0 names the empty string",
    ),
    (
        "repeats",
        "DXC stores a string as often as records name it; left out, once",
    ),
    (
        "merges",
        "LLVM sorts strings by their ends and stores one that ends another within it; left out, each once, in order",
    ),
    (
        "round = 4",
        "it is filled with 0 up to a multiple of so many bytes",
    ),
    (
        UNKNOWN,
        "of `bytes`: a newer version may keep references to entries of tables there",
    ),
];

/// A new table begins with NUL.
const NUL_FIRST: &str = "nul_first";

/// The word of bytes alone.
const UNKNOWN: &str = "unknown";

/// The most that bytes are rounded to.
const MOST: u64 = 4096;

/// How writers make a table of strings: the words in brackets after `strings`.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub(crate) struct StringsStyle {
    /// Filled with 0 up to a multiple of so many bytes.
    pub(crate) round: Option<u64>,
    /// The words without a number that are said.
    #[serde(rename = "words")]
    said: Vec<&'static str>,
}

impl StringsStyle {
    /// The words of a type, and what each of them says.
    pub(crate) fn documented() -> impl Iterator<Item = (&'static str, &'static str)> {
        WORDS.into_iter()
    }

    /// The words of a type.
    pub(crate) fn legal() -> impl Iterator<Item = &'static str> {
        Self::documented().map(|(word, _)| word)
    }

    /// Takes a word; false if there is no such word.
    pub(crate) fn word(&mut self, word: &str) -> bool {
        let with_value = word.split_once('=');
        match with_value.map(|(key, value)| (key.trim(), value.trim())) {
            Some(("round", value)) => {
                self.round = value.parse().ok().filter(|to| (1..=MOST).contains(to));
                self.round.is_some()
            }
            Some(_) => false,
            None => {
                let known = Self::legal().find(|known| *known == word);
                self.said.extend(known);
                known.is_some()
            }
        }
    }

    /// Whether a new table begins with NUL.
    pub(crate) fn is_nul_first(&self) -> bool {
        self.said.contains(&NUL_FIRST)
    }

    /// Whether the meaning of the bytes is unknown.
    pub(crate) fn is_unknown(&self) -> bool {
        self.said.contains(&UNKNOWN)
    }

    /// The words that are said, in the order of the table.
    fn said(&self) -> impl Iterator<Item = &'static str> {
        Self::legal().filter(|word| self.said.contains(word))
    }

    /// The words that are for strings alone.
    pub(crate) fn of_strings(&self) -> impl Iterator<Item = &'static str> {
        self.said().filter(|word| *word != UNKNOWN)
    }

    /// The words of the declaration.
    pub(crate) fn words(&self) -> Vec<String> {
        let round = self.round.map(|round| format!("round = {round}"));
        let said = self.said().map(str::to_owned);
        round.into_iter().chain(said).collect()
    }
}

impl Type {
    /// How writers make it, where it is a table.
    pub(crate) fn strings_style(&self) -> StringsStyle {
        let mut strings_style = StringsStyle::default();
        if matches!(self.base, Base::Strings | Base::Bytes) {
            for word in &self.args {
                strings_style.word(word);
            }
        }
        strings_style
    }
}
