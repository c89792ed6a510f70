//! Suggestions for unknown words.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The maximum length of a word to compare.
const LONGEST_WORD: usize = 64;

/// The maximum number of words to compare.
const MOST_WORDS: usize = 4096;

/// The maximum number of words to list in full, and the number of examples for longer lists.
const LISTED: usize = 8;
const SOME: usize = 6;

/// The first words of the help if a word is close.
const NEAR: &str = "did you mean";

/// Whether a help suggests a word that is close.
pub fn is_near(help: &str) -> bool {
    help.starts_with(NEAR)
}

/// The closest word, if one is close.
pub fn nearest<'w>(found: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if !(1..=LONGEST_WORD).contains(&found.len()) {
        return None;
    }
    let distance =
        |word: &str| strsim::damerau_levenshtein(&found.to_lowercase(), &word.to_lowercase());
    let short = words
        .into_iter()
        .take(MOST_WORDS)
        .filter(|word| word.len() <= 2 * LONGEST_WORD);
    let words = short.map(|word| (distance(word), word));
    let close =
        words.filter(|(distance, word)| *distance <= (word.len().max(found.len()) / 3).max(1));
    close
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// The closest word, or the legal ones if none is close.
///
/// `what` is the plural noun for them.
pub fn meant<'w>(
    found: &str,
    what: &str,
    words: impl IntoIterator<Item = &'w str>,
) -> Option<String> {
    let words: Vec<&str> = words.into_iter().collect();
    match (nearest(found, words.iter().copied()), words.get(..SOME)) {
        (Some(word), _) => Some(format!("{NEAR} `{word}`?")),
        (None, Some(some)) if words.len() > LISTED => Some(format!(
            "legal here are {} {what}, such as `{}`",
            words.len(),
            some.join("`, `")
        )),
        (None, _) if words.is_empty() => None,
        (None, _) => Some(format!("legal here: `{}`", words.join("`, `"))),
    }
}
