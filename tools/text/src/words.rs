//! Suggests known words in place of unknown ones.

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

/// The first words of a help that suggests a word.
const NEAR: &str = "did you mean";

/// Whether a help suggests a word that is close.
pub fn is_near(help: &str) -> bool {
    help.starts_with(NEAR)
}

/// The word that is closest to `found`, if one is close: at most a third of the characters differ, in any case of letters.
///
/// ```
/// use dxc_text::words::nearest;
///
/// assert_eq!(nearest("SHADER_VISIBILITY_PIXLE", ["SHADER_VISIBILITY_PIXEL"]), Some("SHADER_VISIBILITY_PIXEL"));
/// assert_eq!(nearest("visibility", ["flags", "space"]), None);
/// ```
pub fn nearest<'w>(found: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if !(1..=LONGEST_WORD).contains(&found.len()) {
        return None;
    }
    let found = found.to_lowercase();
    let distance = |word: &str| edits(&found, &word.to_lowercase());
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

/// A help that suggests the closest word, or lists the legal ones if none is close; `what` is the plural noun for them.
///
/// ```
/// use dxc_text::words::meant;
///
/// assert_eq!(meant("flag", "keys", ["flags"]).unwrap(), "did you mean `flags`?");
/// assert_eq!(meant("x", "keys", ["flags", "space"]).unwrap(), "legal here: `flags`, `space`");
/// ```
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

/// The number of characters to insert, remove, replace or swap with the next one to turn a word into another.
///
/// Libraries for this need `std`. This one is compared with `strsim`.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    // The last rows of the table with the distances between prefixes of the two words.
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    let mut previous = None;
    for (row, character) in (1..).zip(from.chars()) {
        let mut current = alloc::vec![row];
        let mut left = row;
        for (column, &other) in to.iter().enumerate() {
            let at =
                |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX - 1);
            let replaced = at(&above, column) + usize::from(character != other);
            left = replaced.min(left + 1).min(at(&above, column + 1) + 1);
            let last = column.checked_sub(1);
            if let Some(last) =
                last.filter(|&last| previous == Some(other) && to.get(last) == Some(&character))
            {
                left = left.min(at(&before, last) + 1);
            }
            current.push(left);
        }
        before = core::mem::replace(&mut above, current);
        previous = Some(character);
    }
    above.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::edits;
    use alloc::string::String;

    #[test]
    fn distances_are_those_of_strsim() {
        let mut state = 1_u32;
        let mut word = || -> String {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 16
            };
            let len = next() % 9;
            (0..len)
                .map(|_| ['a', 'b', 'c', '\u{e9}'][next() as usize % 4])
                .collect()
        };
        for _ in 0..20_000 {
            let (from, to) = (word(), word());
            assert_eq!(
                edits(&from, &to),
                strsim::osa_distance(&from, &to),
                "{from} {to}"
            );
        }
    }
}
