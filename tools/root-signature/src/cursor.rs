//! Reads a text token by token: HLSL, root signature strings, and metadata.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use logos::{Lexer, Logos};

use super::diagnostic::Diagnostic;

/// The kinds of tokens of a language.
pub(super) trait Word<'t>:
    Logos<'t, Source = str, Extras = (), Error = ()> + Copy + PartialEq
{
}

impl<'t, T> Word<'t> for T where
    T: Logos<'t, Source = str, Extras = (), Error = ()> + Copy + PartialEq
{
}

/// The tokens of a text that were not read yet.
pub(super) struct Cursor<'t, T: Word<'t>> {
    /// The offset of the first byte.
    from: usize,
    lexer: Lexer<'t, T>,
    next: Option<Result<T, ()>>,
    /// The end of the last token that was read.
    pub(super) read: usize,
}

impl<'t, T: Word<'t>> Cursor<'t, T> {
    pub(super) fn new(text: &'t str) -> Self {
        Self::from_place(text, 0)
    }

    /// The tokens of a text whose first byte has the offset `from`.
    pub(super) fn from_place(text: &'t str, from: usize) -> Self {
        let mut lexer = T::lexer(text);
        let next = lexer.next();
        Self {
            from,
            lexer,
            next,
            read: from,
        }
    }

    /// The next token; `None` at the end, or if it is invalid.
    pub(super) fn peek(&self) -> Option<T> {
        self.next.and_then(Result::ok)
    }

    /// The span of the next token.
    pub(super) fn span(&self) -> Range<usize> {
        let span = self.lexer.span();
        self.from + span.start..self.from + span.end
    }

    /// The text of the next token.
    pub(super) fn text(&self) -> &'t str {
        self.lexer.slice()
    }

    /// The text from the next token on.
    pub(super) fn rest(&self) -> &'t str {
        let start = self.lexer.span().start;
        self.lexer.source().get(start..).unwrap_or_default()
    }

    /// Whether all tokens were read.
    pub(super) fn at_end(&self) -> bool {
        self.next.is_none()
    }

    /// Reads the next token.
    pub(super) fn bump(&mut self) -> (&'t str, Range<usize>) {
        let (word, span) = (self.text(), self.span());
        self.read = span.end;
        self.next = self.lexer.next();
        (word, span)
    }

    /// Reads the next token if it is of this kind.
    pub(super) fn eat(&mut self, kind: T) -> Option<(&'t str, Range<usize>)> {
        (self.peek() == Some(kind)).then(|| self.bump())
    }

    /// Reads the next token, which must be of this kind.
    pub(super) fn expect(
        &mut self,
        kind: T,
        expected: &str,
    ) -> Result<(&'t str, Range<usize>), Diagnostic> {
        self.eat(kind).ok_or_else(|| self.unexpected(expected))
    }

    /// The error for an unexpected next token.
    pub(super) fn unexpected(&self, expected: &str) -> Diagnostic {
        let found = short(self.text());
        let message = match self.next {
            None => format!("expected {expected}, found the end"),
            Some(Ok(_)) if found.trim().is_empty() => {
                format!("expected {expected}, but the line ends")
            }
            Some(Ok(_)) => format!("expected {expected}, found `{found}`"),
            Some(Err(())) => format!("expected {expected}, found `{found}`, which begins no word"),
        };
        Diagnostic::new(self.span(), message)
    }
}

/// A word for a message, truncated if it is long.
pub(super) fn short(word: &str) -> String {
    let mut letters = word.chars();
    let mut shown: String = letters.by_ref().take(40).collect();
    if letters.next().is_some() {
        shown.push_str("...");
    }
    shown
}
