//! Checks texts of schemas, which generated code and pages repeat: they must not contain invisible characters, and docs
//! must not contain code blocks.

use dxc_text::is_hidden;
use toml::de::{DeTable, DeValue};

use super::Loader;
use super::values::Placed;
use crate::span::Span;

/// The keys of texts that are docs.
const DOCS: [&str; 2] = ["doc", "source"];

/// The keys of texts that are part of a line.
const IN_LINES: [&str; 3] = ["name", "models", "writers"];

/// The beginnings of code blocks in Markdown.
const FENCES: [&str; 2] = ["```", "~~~"];

impl Loader<'_> {
    /// Reports invisible characters of the file.
    pub(super) fn shows_all(&self) {
        let hidden = self
            .text
            .char_indices()
            .filter(|(_, letter)| is_hidden(*letter) && !letter.is_control());
        for (at, letter) in hidden {
            let span = self.span(at..at + letter.len_utf8());
            self.refuse_hidden(&span, letter);
        }
    }

    fn refuse_hidden(&self, at: &Span, letter: char) {
        let code = format!("U+{:04X}", u32::from(letter));
        let what = if letter.is_control() {
            format!("the string has the control character {code}")
        } else {
            format!("{code} is not shown, or changes how other characters are shown")
        };
        self.note(at, what).help("remove it");
    }

    /// Reports mistakes in the strings of a table, which may contain escapes.
    pub(super) fn check_strings(&self, table: &DeTable<'_>) {
        for (key, value) in table {
            self.check_string(key.get_ref(), value);
        }
    }

    fn check_string(&self, key: &str, value: &Placed<'_>) {
        match value.get_ref() {
            DeValue::Table(table) => self.check_strings(table),
            DeValue::Array(list) => list.iter().for_each(|value| self.check_string(key, value)),
            DeValue::String(text) => {
                let span = self.span(value.span());
                let (is_doc, is_in_line) = (DOCS.contains(&key), IN_LINES.contains(&key));
                let written = self.text.get(value.span()).unwrap_or_default();
                let is_wrong = |letter: &char| match letter {
                    '\n' => is_in_line,
                    letter if letter.is_control() => is_doc || is_in_line,
                    letter => is_hidden(*letter) && !written.contains(*letter),
                };
                if let Some(letter) = text.chars().find(is_wrong) {
                    self.refuse_hidden(&span, letter);
                }
                if is_doc {
                    self.is_no_code(text, &span);
                }
            }
            _ => {}
        }
    }

    /// Reports a code block in a doc, which would be a test of the generated code.
    pub(super) fn is_no_code(&self, doc: &str, at: &Span) {
        if FENCES.into_iter().any(|fence| doc.contains(fence)) {
            self.note(at, "a doc cannot have a block of code")
                .help("write code within a line, between single backticks");
        }
    }
}
