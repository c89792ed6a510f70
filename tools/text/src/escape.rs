//! Escapes characters that act on a terminal, or that hide or reorder other characters.
//!
//! Names and sources in a file may have any characters: a terminal obeys control characters, and bidirectional controls and
//! characters without a width make a text look like another one. Printed texts, such as a dump, have escapes instead; values,
//! such as names, keep the characters.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Write};

/// Whether [`escape`] replaces a character: controls, separators of lines and paragraphs, bidirectional controls, and
/// characters without a width.
///
/// ```
/// use dxc_text::is_hidden;
///
/// assert!(is_hidden('\x1b') && is_hidden('\n') && is_hidden('\u{9b}') && is_hidden('\u{202e}'));
/// assert!(!is_hidden('a') && !is_hidden('\u{e9}'));
/// ```
pub fn is_hidden(character: char) -> bool {
    // Most characters are in this range.
    if matches!(character, ' '..='~') {
        return false;
    }
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Replaces [hidden](is_hidden) characters by escapes in Rust's notation: `\n`, `\u{1b}`.
///
/// ```
/// use dxc_text::escape;
///
/// assert_eq!(escape("TEXCOORD"), "TEXCOORD");
/// assert_eq!(escape("\x1b[2K\rok"), r"\u{1b}[2K\rok");
/// ```
pub fn escape(text: &str) -> Cow<'_, str> {
    if is_printable(text) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_hidden(character) {
            escaped.extend(character.escape_default())
        } else {
            escaped.push(character)
        }
    }
    escaped.into()
}

/// Whether a text has no [hidden](is_hidden) character.
///
/// ```
/// use dxc_text::is_printable;
///
/// assert!(is_printable("TEXCOORD") && !is_printable("TEX\tCOORD"));
/// ```
pub fn is_printable(text: &str) -> bool {
    // Bytes are tested many at once.
    let is_ascii = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    is_ascii || !text.contains(is_hidden)
}

/// Replaces [hidden](is_hidden) characters in the strings of valid JSON by escapes such as `\u202e`, so that the JSON has the
/// same value.
///
/// ```
/// use dxc_text::escape_json;
///
/// assert_eq!(escape_json("{\"a\": \"\u{202e}\"}\n"), "{\"a\": \"\\u202e\"}\n");
/// ```
pub fn escape_json(json: &str) -> Cow<'_, str> {
    // White space is legal between values; serializers escape it in strings.
    let is_wrong = |character: char| is_hidden(character) && !character.is_ascii_whitespace();
    if !json.contains(is_wrong) {
        return json.into();
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if is_wrong(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing into a String cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(character)
        }
    }
    escaped.into()
}

/// Displays a text with [escapes](escape). Padding counts the printed characters.
#[derive(Clone, Copy, Debug)]
pub struct Printable<'t>(pub &'t str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&escape(self.0))
    }
}
