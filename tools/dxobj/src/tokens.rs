//! Colors the tokens of instructions.

use anstyle::{AnsiColor, Style};
use dxil::bitcode::TypeCode;

use crate::style::color;
use crate::text::Text;

/// The syntax of instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// LLVM IR.
    Dxil,
    /// The assembly of shader models 4 and 5.
    Assembly,
}

/// A kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Comment,
    /// An opcode or a keyword.
    Word,
    Type,
    /// A value, a register, a block, a function or a variable.
    Value,
    String,
    Number,
    /// Metadata, or a group of attributes.
    Metadata,
    Plain,
}

impl Syntax {
    /// The name of the kind in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Dxil => "dxil",
            Self::Assembly => "assembly",
        }
    }

    /// The characters that begin a comment.
    pub(crate) fn comment(self) -> &'static str {
        match self {
            Self::Dxil => ";",
            Self::Assembly => "//",
        }
    }
}

/// Formats a line with its tokens in colors.
pub(crate) fn colored(line: &str, syntax: Syntax) -> Text {
    let mut text = Text::default();
    let (mut rest, mut is_first) = (line, true);
    while !rest.is_empty() {
        let (token, len) = next(rest, syntax, is_first);
        let (piece, behind) = rest.split_at_checked(len).unwrap_or((rest, ""));
        is_first &= token == Token::Plain;
        text.piece(style(token), piece);
        rest = behind;
    }
    text
}

fn style(token: Token) -> Option<Style> {
    Some(match token {
        Token::Comment => Style::new().dimmed(),
        Token::Word => color(AnsiColor::Blue),
        Token::Type => color(AnsiColor::Yellow),
        Token::Value => color(AnsiColor::Cyan),
        Token::String => color(AnsiColor::Green),
        Token::Number => color(AnsiColor::Magenta),
        Token::Metadata => color(AnsiColor::BrightMagenta),
        Token::Plain => return None,
    })
}

/// The kind and the length of the token at the beginning of a text.
fn next(text: &str, syntax: Syntax, is_first: bool) -> (Token, usize) {
    if text.starts_with(syntax.comment()) {
        return (Token::Comment, text.len());
    }
    let number = number_len(text);
    if number > 0 {
        return (Token::Number, number);
    }
    match (syntax, text.as_bytes()) {
        (Syntax::Dxil, [b'"', ..]) => (Token::String, quoted_len(text)),
        (Syntax::Dxil, [b'!', b'"', ..]) => (Token::String, 1 + quoted_len(&text[1..])),
        (Syntax::Dxil, [sign @ (b'%' | b'@' | b'!' | b'#'), ..]) => {
            let name = &text[1..];
            let name = if name.starts_with('"') {
                quoted_len(name)
            } else {
                name.find(|letter| !is_of_name(letter))
                    .unwrap_or(name.len())
            };
            let behind = text.get(1 + name..).unwrap_or_default();
            let token = match sign {
                b'%' if is_before_value(behind) => Token::Type,
                b'%' | b'@' => Token::Value,
                _ => Token::Metadata,
            };
            (token, 1 + name)
        }
        (_, [letter, ..]) if letter.is_ascii_alphabetic() => {
            let word = |letter: char| letter.is_ascii_alphanumeric() || "_.".contains(letter);
            let end = match syntax {
                Syntax::Dxil => text.find(|letter| !word(letter)),
                Syntax::Assembly => text.find(|letter| letter == '.' || !word(letter)),
            };
            let word = text.get(..end.unwrap_or(text.len())).unwrap_or(text);
            (kind_of_word(word, syntax, is_first), word.len())
        }
        _ => {
            let begins =
                |letter: char| letter.is_ascii_alphanumeric() || "\"%@!#-;/".contains(letter);
            let first = text.chars().next().map_or(1, char::len_utf8);
            let end = text.get(first..).and_then(|rest| rest.find(begins));
            (Token::Plain, end.map_or(text.len(), |end| first + end))
        }
    }
}

fn kind_of_word(word: &str, syntax: Syntax, is_first: bool) -> Token {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let is_numbered = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let is_type = || TypeCode::all_values().any(|code| code.text() == Some(word));
    match syntax {
        Syntax::Dxil if is_numbered && word.starts_with('i') || is_type() => Token::Type,
        Syntax::Dxil => Token::Word,
        Syntax::Assembly if is_first => Token::Word,
        Syntax::Assembly if is_numbered => Token::Value,
        Syntax::Assembly => Token::Plain,
    }
}

/// Whether a value follows, so that the text before it is a type.
fn is_before_value(behind: &str) -> bool {
    let pointer = behind.trim_start_matches('*');
    let is_letter = |letter: char| letter.is_ascii_alphabetic();
    match pointer.strip_prefix(' ') {
        Some(rest) if rest.starts_with(is_letter) => !rest.starts_with("to "),
        Some(rest) => {
            rest.starts_with(|letter: char| "%@!\"{<(-".contains(letter) || letter.is_ascii_digit())
        }
        None => pointer.len() < behind.len(),
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-._$".contains(letter)
}

/// The length of the quoted text at the beginning of a text. LLVM writes quotes inside of it as numbers.
fn quoted_len(text: &str) -> usize {
    let inner = text.get(1..).and_then(|inner| inner.find('"'));
    inner.map_or(text.len(), |end| end + 2)
}

/// The length of the number at the beginning of a text; 0 if there is none.
fn number_len(text: &str) -> usize {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.starts_with(|letter: char| letter.is_ascii_digit()) {
        return 0;
    }
    let mut before = ' ';
    let is_end = |letter: char| {
        let is_exponent = "+-".contains(letter) && before == 'e';
        before = letter;
        !(letter.is_ascii_alphanumeric() || letter == '.' || is_exponent)
    };
    let len = digits.find(is_end).unwrap_or(digits.len());
    text.len() - digits.len() + len
}
