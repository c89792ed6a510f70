//! The tokens of a root signature string.

use logos::Logos;

/// A token of a root signature string.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\n\r\x0B\x0C]+")]
pub(super) enum Token {
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token(",")]
    Comma,
    #[token("|")]
    Or,
    #[token("=")]
    Equal,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    /// A number in the syntax of C's preprocessor, valid or not.
    #[regex(r"(\.|[0-9])([eE][+-]|[0-9A-Za-z_.])*")]
    Number,
    /// A register with a lower-case letter. `ResourceClass` lists the letters.
    #[regex(r"[a-z][0-9][0-9A-Za-z_.]*", priority = 9)]
    Register,
    #[regex(r"[A-Za-z_][0-9A-Za-z_]*")]
    Word,
}
