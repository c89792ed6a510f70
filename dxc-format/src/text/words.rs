//! What was probably meant by a word that is not known.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Longer words are nobody's slip of the pen.
const LONGEST_WORD: usize = 64;

/// Nobody waits until more of them are compared.
const MOST_WORDS: usize = 4096;

/// How many words are listed, and of how many more some are.
const LISTED: usize = 8;
const SOME: usize = 6;

/// What the help begins with where a word is close.
const NEAR: &str = "did you mean";

/// Whether a help names a word that is close.
#[cfg(feature = "serde")]
pub(super) fn is_near(help: &str) -> bool {
    help.starts_with(NEAR)
}

/// The word that was probably meant, if one is close.
pub(super) fn nearest<'w>(
    found: &str,
    words: impl IntoIterator<Item = &'w str>,
) -> Option<&'w str> {
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

/// The word that was probably meant, or what would be legal, if none is close.
///
/// `what` is what several of them are called.
pub(super) fn meant<'w>(
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
