//! Text of files without letters that act on a terminal, or that hide or reorder other letters.
//!
//! Names and sources in a file may have any letters: a terminal obeys control characters, and bidirectional controls and
//! letters without a width make a text look like another one. Texts that tools print, such as a dump, show them as escapes; values, such as names, keep them.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Write};

/// Whether a letter is shown as an escape: controls, separators of lines and paragraphs, bidirectional controls, and
/// letters without a width.
///
/// ```
/// use dxc_document::printable::is_hidden;
///
/// assert!(is_hidden('\x1b') && is_hidden('\n') && is_hidden('\u{9b}') && is_hidden('\u{202e}'));
/// assert!(!is_hidden('a') && !is_hidden('\u{e9}'));
/// ```
pub fn is_hidden(letter: char) -> bool {
    // Most letters are these.
    if matches!(letter, ' '..='~') {
        return false;
    }
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// A text whose [hidden](is_hidden) letters are shown as Rust spells them: `\n`, `\u{1b}`.
///
/// ```
/// use dxc_document::printable::escape;
///
/// assert_eq!(escape("TEXCOORD"), "TEXCOORD");
/// assert_eq!(escape("\x1b[2K\rok"), r"\u{1b}[2K\rok");
/// ```
pub fn escape(text: &str) -> Cow<'_, str> {
    if is_printable(text) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match is_hidden(letter) {
            true => escaped.extend(letter.escape_default()),
            false => escaped.push(letter),
        }
    }
    escaped.into()
}

/// Whether a text has no [hidden](is_hidden) letter.
///
/// ```
/// use dxc_document::printable::is_printable;
///
/// assert!(is_printable("TEXCOORD") && !is_printable("TEX\tCOORD"));
/// ```
pub fn is_printable(text: &str) -> bool {
    // Bytes are tested many at once.
    let is_ascii = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    is_ascii || !text.contains(is_hidden)
}

/// JSON whose [hidden](is_hidden) letters are spelled as `\u202e`, which reads back as the same text. `json` is valid: these
/// letters are only in its strings, or between values.
///
/// ```
/// use dxc_document::printable::escape_json;
///
/// assert_eq!(escape_json("{\"a\": \"\u{202e}\"}\n"), "{\"a\": \"\\u202e\"}\n");
/// ```
pub fn escape_json(json: &str) -> Cow<'_, str> {
    // Blanks between values; serializers escape those in strings.
    let is_wrong = |letter: char| is_hidden(letter) && !letter.is_ascii_whitespace();
    if !json.contains(is_wrong) {
        return json.into();
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        match is_wrong(letter) {
            true => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    // Writing into a String cannot fail.
                    let _ = write!(escaped, "\\u{unit:04x}");
                }
            }
            false => escaped.push(letter),
        }
    }
    escaped.into()
}

/// A text that displays [escaped](escape), without a copy; padding counts the letters that are shown.
#[derive(Clone, Copy, Debug)]
pub struct Printable<'t>(pub &'t str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&escape(self.0))
    }
}
