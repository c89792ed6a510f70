//! The words of metadata in textual IR.

use logos::Logos;

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
