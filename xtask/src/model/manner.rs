//! How writers make tables and bytes: what stands in brackets behind `strings` and `bytes`.

use super::{Base, Type};

/// How writers make a table of strings: what stands in brackets behind `strings`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manner {
    /// Filled with 0 up to a multiple of so many bytes.
    pub(crate) round: Option<u64>,
    /// A new table begins with NUL.
    pub(crate) nul_first: bool,
    /// DXC stores a string as often as records name it.
    pub(crate) repeats: bool,
    /// LLVM stores one that ends another within it.
    pub(crate) merges: bool,
}

impl Manner {
    /// The words of a type.
    pub(crate) const LEGAL: [&str; 4] = ["nul_first", "repeats", "merges", "round = 4"];

    /// Takes a word; false if there is no such word.
    pub(crate) fn word(&mut self, word: &str) -> bool {
        match word
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
        {
            Some(("round", value)) => {
                self.round = value.parse().ok();
                self.round.is_some_and(|round| (1..=4096).contains(&round))
            }
            Some(_) => false,
            None => {
                match word {
                    "nul_first" => self.nul_first = true,
                    "repeats" => self.repeats = true,
                    "merges" => self.merges = true,
                    _ => return false,
                }
                true
            }
        }
    }

    /// The words of the declaration.
    pub(crate) fn words(self) -> impl Iterator<Item = String> {
        let words = [
            self.round.map(|round| format!("round = {round}")),
            self.nul_first.then(|| "nul_first".to_owned()),
            self.repeats.then(|| "repeats".to_owned()),
            self.merges.then(|| "merges".to_owned()),
        ];
        words.into_iter().flatten()
    }
}

impl Type {
    /// How writers make it, where it is a table.
    pub(crate) fn manner(&self) -> Manner {
        let mut manner = Manner::default();
        if matches!(self.base, Base::Strings | Base::Bytes) {
            for word in &self.args {
                manner.word(word);
            }
        }
        manner
    }
}
