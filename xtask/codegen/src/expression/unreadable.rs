//! Reports texts that are not expressions.

use super::Scope;
use super::parse::{comment, letters, torn};
use crate::span::Spanned;

/// The help on the notation of numbers.
pub(super) const NUMBERS: &str = "numbers are written `16` or `0x10`, and bytes `\"16CC\"`";

/// The help on the operators of the language.
pub(super) const OPERATORS: &str = "it has `+ - * / % & | << >>`, `== != < <= > >=` and `&& || !`";

/// The help on the notation of bytes.
pub(super) const BYTES: &str = "bytes are ASCII characters in quotes, `\"RIFF\"`, or hexadecimal, \
    `89 50 4e 47`; the bytes of a number are an integer, the first byte the lowest";

/// The help on quotes.
pub(super) const QUOTES: &str =
    "bytes alone have quotes, `\"DXIL\"`; values of an enum have none, as in `kind == Pixel`";

impl Scope<'_> {
    /// Reports why a text is not an expression.
    pub(super) fn unreadable(&self, text: &Spanned<String>, problem: &syn::Error) {
        if let Some(at) = comment(text) {
            let what = "invalid expression: it has no comments";
            let noted = self.mistakes.note(&text.inside(at..at + 2), what);
            noted.help("a division is written `/`, and rounds down");
            return;
        }
        if let Some(at) = torn(text) {
            return self.torn(text, at);
        }
        // The end of the text has no location in it.
        let span = match problem.span() {
            end if end.start() == end.end() => text.inside(usize::MAX..usize::MAX),
            span => text.inside(letters(text, span)),
        };
        let what = format!("invalid expression: {problem}");
        let noted = self.mistakes.note(&span, what);
        let source = &self.schema.sources[span.file];
        let word = source.text.get(source.range(&span));
        let operators = [("and", "&&"), ("or", "||")];
        let has_not = text.split_whitespace().any(|word| word == "not");
        if let Some((_, sign)) = operators.iter().find(|(name, _)| Some(*name) == word) {
            noted.help(format!("write `{sign}`"));
        } else if has_not {
            noted.help("write `!`, as in `!(kind == Pixel)`, or `kind != Pixel`");
        } else if text.contains(" ? ") && text.contains(" : ") {
            noted.help("write `if condition { 1 } else { 0 }`");
        }
    }

    /// Reports a character at which no token can begin.
    fn torn(&self, text: &Spanned<String>, at: usize) {
        let rest: String = text.chars().skip(at).collect();
        let mut escapes = rest.split("\\x").skip(1);
        let letter = rest.chars().next().unwrap_or_default();
        let (what, help) = match letter {
            '(' | ')' | '[' | ']' | '{' | '}' => (
                format!("`{letter}` has no matching bracket"),
                "add the other one, or remove it",
            ),
            '"' if escapes.any(|digits| digits.starts_with(|digit| digit > '7')) => {
                ("a string has no bytes above 0x7f".to_owned(), BYTES)
            }
            '"' => (
                "the string has no end, or an unknown escape".to_owned(),
                QUOTES,
            ),
            '\'' => ("single quotes have no meaning".to_owned(), QUOTES),
            '0'..='9' => (format!("unexpected `{letter}`"), NUMBERS),
            _ => (format!("unexpected `{letter}`"), OPERATORS),
        };
        let what = format!("invalid expression: {what}");
        self.mistakes
            .note(&text.inside(at..at + 1), what)
            .help(help);
    }
}
