//! The tokens of the metadata of textual IR.

use logos::Logos;

use crate::cursor;

pub(super) type Words<'t> = cursor::Cursor<'t, Token>;

/// A token of metadata.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r";[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[token("{")]
    Open,
    #[token("}")]
    Close,
    #[token("(")]
    OpenRound,
    #[token(")")]
    CloseRound,
    #[token(",")]
    Comma,
    #[token("=")]
    Equal,
    /// `!`, before the braces of a node.
    #[token("!")]
    Bang,
    /// A numbered or named node.
    #[regex(r"![-$._0-9A-Za-z\\]+")]
    Node,
    #[regex(r#"!"[^"]*""#)]
    Text,
    /// A string that is not metadata.
    #[regex(r#"c?"[^"]*""#)]
    Other,
    #[regex(r"@[-$._0-9A-Za-z]+")]
    #[regex(r#"@"[^"]*""#)]
    Global,
    /// A number in IR's syntax, with or without a sign.
    #[regex(r"-?[0-9]+")]
    #[regex(r"[-+]?[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?")]
    #[regex(r"u?0x[0-9A-Fa-f]+", priority = 9)]
    Number,
    /// A word such as `null`, a type, or `distinct`.
    #[regex(r"[A-Za-z_$.][-$._0-9A-Za-z]*", priority = 2)]
    Word,
}
