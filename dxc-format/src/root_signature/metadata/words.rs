//! Goes through the metadata of textual IR word by word.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use logos::{Lexer, Logos};

use super::super::Diagnostic;

/// A word of metadata.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r";[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[token("{")]
    Open,
    #[token("}")]
    Close,
    #[token(",")]
    Comma,
    #[token("=")]
    Equal,
    /// `!`, in front of the braces of a node.
    #[token("!")]
    Bang,
    /// A numbered or named node.
    #[regex(r"![-$._0-9A-Za-z\\]+")]
    Node,
    #[regex(r#"!"[^"]*""#)]
    Text,
    #[regex(r"@[-$._0-9A-Za-z]+")]
    #[regex(r#"@"[^"]*""#)]
    Global,
    #[regex(r"[-+]?[0-9][-+.0-9A-Za-z]*")]
    Number,
    /// `null`, a type, `distinct`.
    #[regex(r"[A-Za-z_][0-9A-Za-z_]*")]
    Word,
}

/// The words of the text from some byte on.
pub(super) struct Words<'t> {
    text: &'t str,
    from: usize,
    lexer: Lexer<'t, Token>,
    next: Option<Result<Token, ()>>,
    /// Where the last word that was read ended.
    pub(super) read: usize,
}

impl<'t> Words<'t> {
    pub(super) fn new(text: &'t str, from: usize) -> Self {
        let mut lexer = Token::lexer(text.get(from..).unwrap_or_default());
        let next = lexer.next();
        Self {
            text,
            from,
            lexer,
            next,
            read: from,
        }
    }

    pub(super) fn peek(&self) -> Option<Token> {
        self.next.and_then(Result::ok)
    }

    pub(super) fn span(&self) -> Range<usize> {
        let span = self.lexer.span();
        self.from + span.start..self.from + span.end
    }

    pub(super) fn text(&self) -> &'t str {
        self.text.get(self.span()).unwrap_or_default()
    }

    pub(super) fn bump(&mut self) {
        self.read = self.span().end;
        self.next = self.lexer.next();
    }

    pub(super) fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == Some(token);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn expect(&mut self, token: Token, expected: &str) -> Result<&'t str, Diagnostic> {
        let word = self.text();
        match self.eat(token) {
            true => Ok(word),
            false => Err(self.unexpected(expected)),
        }
    }

    pub(super) fn unexpected(&self, expected: &str) -> Diagnostic {
        let found: String = self.text().chars().take(40).collect();
        let message = match self.next {
            Some(_) => format!("expected {expected}, found `{found}`"),
            None => format!("expected {expected}, but nothing follows"),
        };
        Diagnostic::new(self.span(), message)
    }
}
