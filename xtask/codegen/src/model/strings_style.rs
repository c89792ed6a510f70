//! Parses the options in brackets after `strings` and `bytes`: how writers make tables and bytes.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Base, Type};

/// The options of tables and bytes, and the meaning of each.
const WORDS: [(&str, &str); 5] = [
    (
        NUL_FIRST,
        "the table begins with NUL, so 0 references the empty string",
    ),
    (
        "repeats",
        "a string is stored once for each reference, like in DXC's tables; otherwise once",
    ),
    (
        "merges",
        "strings are sorted by their ends, and a string that ends another is stored within it, like in LLVM's tables; otherwise each once, in order",
    ),
    (
        "round = 4",
        "the table is padded with 0 to a multiple of this many bytes",
    ),
    (
        UNKNOWN,
        "for `bytes`: in a newer version, they may contain references to entries of tables",
    ),
];

/// A new table begins with NUL.
const NUL_FIRST: &str = "nul_first";

/// The option of bytes only.
const UNKNOWN: &str = "unknown";

/// The maximum multiple to which bytes are padded.
const MOST: u64 = 4096;

/// How writers make a table of strings: the words in brackets after `strings`.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct StringsStyle {
    /// Filled with 0 up to a multiple of so many bytes.
    pub round: Option<u64>,
    /// The words without a number that are said.
    #[serde(rename = "words")]
    said: Vec<&'static str>,
}

impl StringsStyle {
    /// The options of a type, and the meaning of each.
    pub(crate) fn documented() -> impl Iterator<Item = (&'static str, &'static str)> {
        WORDS.into_iter()
    }

    /// The legal options of a type.
    pub(crate) fn legal() -> impl Iterator<Item = &'static str> {
        Self::documented().map(|(word, _)| word)
    }

    /// Parses an option; returns false if there is no such option.
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

    /// The stated options, in the order of the table.
    fn said(&self) -> impl Iterator<Item = &'static str> {
        Self::legal().filter(|word| self.said.contains(word))
    }

    /// The stated options that only strings can have.
    pub(crate) fn of_strings(&self) -> impl Iterator<Item = &'static str> {
        self.said().filter(|word| *word != UNKNOWN)
    }

    /// The options of the declaration.
    pub(crate) fn words(&self) -> Vec<String> {
        let round = self.round.map(|round| format!("round = {round}"));
        let said = self.said().map(str::to_owned);
        round.into_iter().chain(said).collect()
    }
}

impl Type {
    /// How writers make it, if it is a table.
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
