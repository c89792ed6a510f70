//! The tokens of HLSL that the search for root signatures distinguishes.

use logos::Logos;

/// A token of HLSL. Blanks, comments and spliced line ends are skipped.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\x0B\x0C\u{FEFF}]+")]
#[logos(skip r"\\\r?\n")]
#[logos(skip(r"//([^\\\n]|\\\r\n|\\[^\r])*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub(super) enum Token {
    /// A comment that does not end.
    #[regex(r"/\*([^*]|\*+[^*/])*\**")]
    Unclosed,
    #[token("\n")]
    LineEnd,
    #[token("#")]
    Hash,
    #[token("##")]
    Paste,
    #[regex(r#""([^"\\\n]|\\\r\n|\\[^\r])*""#)]
    Literal,
    #[regex(r"'([^'\\\n]|\\[^\n])*'")]
    Character,
    #[regex(r"[A-Za-z_][0-9A-Za-z_]*")]
    Word,
    /// A number as C's preprocessor sees one.
    #[regex(r"\.?[0-9]([eE][+-]|[0-9A-Za-z_.])*")]
    Number,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenSquare,
    #[token("]")]
    CloseSquare,
    #[token("{")]
    OpenCurly,
    #[token("}")]
    CloseCurly,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("=")]
    Equal,
    #[regex(r"&&|\|\||==|!=|<=|>=|<<|>>|[-!<>+*/%&|^~?:.@$\\]")]
    Operator,
}

impl Token {
    /// The bracket that this one closes.
    pub(super) fn opening(self) -> Option<Self> {
        match self {
            Self::Close => Some(Self::Open),
            Self::CloseSquare => Some(Self::OpenSquare),
            Self::CloseCurly => Some(Self::OpenCurly),
            _ => None,
        }
    }

    /// Whether this is an opening bracket.
    pub(super) fn opens(self) -> bool {
        matches!(self, Self::Open | Self::OpenSquare | Self::OpenCurly)
    }
}
