//! Changes a text a little, word by word; separators count as words, too.

use fastrand::Rng;

/// Words to insert into texts of any kind, separated by `|`.
const WORDS: &str = "0|1|-1|4294967295|4294967296|18446744073709551615|1e9|0x7fffffff|true|\"\"|\"a\"|[]|{}|[[|\
                     (((((((((((((((((((((((((((((((((|,|:|#|\u{e9}|\0|\\|&a *a";

/// The maximum length of a generated text.
const LONGEST: usize = 1 << 14;

/// One of several texts, with small changes.
pub(crate) fn one_damaged(texts: &[String], rng: &mut Rng) -> String {
    let text = rng.choice(texts).map_or("", String::as_str);
    damage(text, texts, rng)
}

/// Changes some words, or some lines.
pub(crate) fn damage(text: &str, others: &[String], rng: &mut Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..rng.usize(..5) {
        text = match rng.u8(..3) {
            0 => lines(&text, others, rng),
            _ => words(&text, others, rng),
        };
    }
    let mut end = LONGEST.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text
}

fn lines(text: &str, others: &[String], rng: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return rng.choice(others).cloned().unwrap_or_default();
    }
    let (at, other) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
    match rng.u8(..4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at]),
        2 => lines.swap(at, other),
        _ => {
            let foreign = rng.choice(others).map(String::as_str).unwrap_or_default();
            let foreign: Vec<&str> = foreign.lines().collect();
            lines.insert(at, rng.choice(foreign).unwrap_or_default());
        }
    }
    lines.join("\n")
}

fn words(text: &str, others: &[String], rng: &mut Rng) -> String {
    let mut words = split(text);
    if words.is_empty() {
        return text.to_owned();
    }
    let (at, other) = (rng.usize(..words.len()), rng.usize(..words.len()));
    match rng.u8(..6) {
        0 => drop(words.remove(at)),
        1 => words.insert(other, words[at]),
        2 => words.swap(at, other),
        3 => {
            let foreign = split(rng.choice(others).map(String::as_str).unwrap_or_default());
            words[at] = rng.choice(foreign).unwrap_or_default();
        }
        _ => {
            let known: Vec<&str> = WORDS.split('|').collect();
            words[at] = rng.choice(known).unwrap_or_default();
        }
    }
    words.concat()
}

/// Splits a text into words and separators.
fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut was_word = false;
    for (at, letter) in text.char_indices() {
        let is_word = letter.is_alphanumeric() || letter == '_';
        if at > start && !(is_word && was_word) {
            words.push(&text[start..at]);
            start = at;
        }
        was_word = is_word;
    }
    words.extend(text.get(start..).filter(|last| !last.is_empty()));
    words
}
