//! How writers make tables and bytes: the words in brackets after `strings` and `bytes`.

use super::{Base, Type};

/// The words on how writers make a table of strings, each of which is said or not, and what it says.
const OF_STRINGS: [(&str, &str); 3] = [
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
];

/// The word with a number.
const ROUND: (&str, &str) = (
    "round = 4",
    "it is filled with 0 up to a multiple of so many bytes",
);

/// A new table begins with NUL.
const NUL_FIRST: &str = "nul_first";

/// The word of bytes alone.
const UNKNOWN: (&str, &str) = (
    "unknown",
    "of `bytes`: a newer version may keep references to entries of tables there",
);

/// The most that bytes are rounded to.
const MOST: u64 = 4096;

/// How writers make a table of strings: the words in brackets after `strings`.
#[derive(Clone, Debug, Default)]
pub(crate) struct StringsStyle {
    /// Filled with 0 up to a multiple of so many bytes.
    pub(crate) round: Option<u64>,
    /// Whether the meaning of the bytes is unknown.
    pub(crate) is_unknown: bool,
    /// The words of strings that are said.
    said: Vec<&'static str>,
}

impl StringsStyle {
    /// The words of a type, and what each of them says.
    pub(crate) fn documented() -> impl Iterator<Item = (&'static str, &'static str)> {
        OF_STRINGS.into_iter().chain([ROUND, UNKNOWN])
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
            None if word == UNKNOWN.0 => {
                self.is_unknown = true;
                true
            }
            None => {
                let mut known = OF_STRINGS.into_iter().map(|(known, _)| known);
                let known = known.find(|known| *known == word);
                self.said.extend(known);
                known.is_some()
            }
        }
    }

    /// Whether a new table begins with NUL.
    pub(crate) fn is_nul_first(&self) -> bool {
        self.said.contains(&NUL_FIRST)
    }

    /// The words that are for strings alone.
    pub(crate) fn of_strings(&self) -> impl Iterator<Item = &'static str> {
        let words = OF_STRINGS.into_iter().map(|(word, _)| word);
        words.filter(|word| self.said.contains(word))
    }

    /// The words of the declaration.
    pub(crate) fn words(&self) -> Vec<String> {
        let round = self.round.map(|round| format!("round = {round}"));
        let of_strings = self.of_strings().map(str::to_owned);
        let unknown = self.is_unknown.then(|| UNKNOWN.0.to_owned());
        round.into_iter().chain(of_strings).chain(unknown).collect()
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
