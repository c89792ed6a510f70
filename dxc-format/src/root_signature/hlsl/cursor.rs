//! Goes through a root signature string word by word, and reads the values of arguments.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use logos::{Lexer, Logos};

use crate::F32;
use crate::shape::EnumTable;

use super::super::Diagnostic;
use super::super::flags::{keyword, number, text};
use super::token::Token;

/// The words of a text that are not yet read. Places are places in that text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    lexer: Lexer<'t, Token>,
    next: Option<Result<Token, ()>>,
    span: Range<usize>,
    /// Where the last word that was read ended.
    pub(super) read: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut cursor = Self {
            text,
            lexer: Token::lexer(text),
            next: None,
            span: 0..0,
            read: 0,
        };
        cursor.look();
        cursor
    }

    fn look(&mut self) {
        self.next = self.lexer.next();
        self.span = self.lexer.span();
    }

    /// The next word; none at the end, and none for what is no word.
    pub(super) fn peek(&self) -> Option<Token> {
        self.next.and_then(Result::ok)
    }

    /// The next word, if it is a keyword.
    pub(super) fn word(&self) -> Option<&'t str> {
        let word = self.text.get(self.span());
        word.filter(|_| self.peek() == Some(Token::Word))
    }

    /// Where the next word stands.
    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Whether everything was read.
    pub(super) fn at_end(&self) -> bool {
        self.next.is_none()
    }

    /// Reads the next word.
    pub(super) fn bump(&mut self) -> (&'t str, Range<usize>) {
        let span = self.span();
        self.read = span.end;
        self.look();
        (self.text.get(span.clone()).unwrap_or_default(), span)
    }

    /// Reads the next word if it is this one.
    pub(super) fn eat(&mut self, token: Token) -> Option<(&'t str, Range<usize>)> {
        (self.peek() == Some(token)).then(|| self.bump())
    }

    /// Reads the next word, which must be this one.
    pub(super) fn expect(&mut self, token: Token) -> Result<(&'t str, Range<usize>), Diagnostic> {
        self.eat(token).ok_or_else(|| self.unexpected(token.name()))
    }

    /// The next word stands where something else must.
    pub(super) fn unexpected(&self, expected: &str) -> Diagnostic {
        let found = self.text.get(self.span()).unwrap_or_default();
        let message = match self.next {
            None => format!("expected {expected}, but nothing follows"),
            Some(Ok(_)) => format!("expected {expected}, found `{}`", short(found)),
            Some(Err(())) => format!(
                "expected {expected}, found `{}`, which begins no word",
                short(found)
            ),
        };
        Diagnostic::new(self.span(), message)
    }

    /// Reads a keyword of a table.
    pub(super) fn named(&mut self, table: &'static EnumTable) -> Result<u32, Diagnostic> {
        let Some((word, span)) = self.eat(Token::Word) else {
            return Err(self.unexpected("a keyword").meant("", keywords(table)));
        };
        match keyword(table, word).filter(|entry| spelled(table, entry.value)) {
            Some(entry) => Ok(number(entry)),
            None => Err(unknown(word, span).meant(word, keywords(table))),
        }
    }

    /// Reads a number that may have a name.
    pub(super) fn number_or(&mut self, table: &'static EnumTable) -> Result<u32, Diagnostic> {
        match self.peek() {
            Some(Token::Word) => self.named(table),
            _ => self.number(),
        }
    }

    /// Reads flags: names joined with `|`, or 0.
    pub(super) fn flags(&mut self, table: &'static EnumTable) -> Result<u32, Diagnostic> {
        if let Some((word, span)) = self.eat(Token::Number) {
            return match integer(word, span.clone())? {
                0 => Ok(0),
                _ => {
                    Err(Diagnostic::new(span, "flags are 0 or have names")
                        .meant("", keywords(table)))
                }
            };
        }
        let mut flags = self.named(table)?;
        while self.eat(Token::Or).is_some() {
            flags |= self.named(table)?;
        }
        Ok(flags)
    }

    /// Reads a number without a sign, or with a plus.
    pub(super) fn number(&mut self) -> Result<u32, Diagnostic> {
        self.eat(Token::Plus);
        let (word, span) = self.expect(Token::Number)?;
        integer(word, span)
    }

    /// Reads a float, or an integer that becomes one.
    pub(super) fn float(&mut self) -> Result<F32, Diagnostic> {
        let start = self.span.start;
        let negative = self.eat(Token::Minus).is_some();
        if !negative {
            self.eat(Token::Plus);
        }
        let (word, span) = self.expect(Token::Number)?;
        let digits = word.bytes().all(|letter| letter.is_ascii_digit());
        if !digits {
            let value = float(word, span)?;
            return Ok(F32::from(if negative { -value } else { value }));
        }
        let whole = i64::from(integer(word, span.clone())?);
        let whole = if negative { -whole } else { whole };
        if whole < i64::from(i32::MIN) {
            return Err(Diagnostic::new(
                start..span.end,
                "the number does not fit into 32 bits",
            ));
        }
        #[allow(clippy::cast_precision_loss)] // As the compilers do it.
        Ok(F32::from(whole as f32))
    }
}

/// A word that is none of the keywords of its place.
pub(super) fn unknown(word: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::new(span, format!("`{}` is not known here", short(word)))
}

/// The keywords of a table; the word for no flags at all is no keyword.
fn keywords(table: &'static EnumTable) -> impl Iterator<Item = &'static str> {
    let spelled = table
        .values
        .iter()
        .filter(|entry| spelled(table, entry.value));
    spelled
        .map(|entry| text(entry, "hlsl"))
        .filter(|word| !word.is_empty())
}

/// Whether a value is spelled by a keyword: 0 is not, where it stands for no flags.
fn spelled(table: &EnumTable, value: u64) -> bool {
    let flags = table.by_name("None").is_some();
    value != 0 || !flags
}

/// As much of a word as a message shows.
fn short(word: &str) -> String {
    let mut letters = word.chars();
    let mut shown: String = letters.by_ref().take(40).collect();
    if letters.next().is_some() {
        shown.push_str("...");
    }
    shown
}

/// The number of a register or of an argument; octal if it begins with 0, as in C.
pub(super) fn integer(word: &str, span: Range<usize>) -> Result<u32, Diagnostic> {
    let (digits, radix) = match word.strip_prefix('0') {
        Some(octal) if !octal.is_empty() => (octal, 8),
        _ => (word, 10),
    };
    if let Some(letter) = digits.chars().find(|letter| !letter.is_digit(radix)) {
        let wrong = if radix == 8 && letter.is_ascii_digit() {
            Diagnostic::new(span, format!("`{letter}` is no octal digit"))
                .with_help("a number that begins with 0 is octal")
        } else {
            Diagnostic::new(span, format!("`{}` is no whole number", short(word)))
        };
        return Err(wrong);
    }
    u32::from_str_radix(digits, radix)
        .map_err(|_| Diagnostic::new(span, "the number does not fit into 32 bits"))
}

/// The nearest float to a number with a point or an exponent, by way of a double.
fn float(word: &str, span: Range<usize>) -> Result<f32, Diagnostic> {
    let digits = word.strip_suffix(['f', 'F']).unwrap_or(word);
    let pointed =
        digits.contains(['.', 'e', 'E']) && digits.contains(|letter: char| letter.is_ascii_digit());
    let parsed: Option<f64> = digits.parse().ok().filter(|_| pointed);
    let Some(value) = parsed else {
        return Err(Diagnostic::new(
            span,
            format!("`{}` is no number", short(word)),
        ));
    };
    if value > f64::from(f32::MAX) {
        return Err(Diagnostic::new(span, "the number is too large for a float"));
    }
    let mantissa = digits.split(['e', 'E']).next().unwrap_or_default();
    let zero = !mantissa.contains(|letter: char| ('1'..='9').contains(&letter));
    if value < f64::MIN_POSITIVE && !zero {
        return Err(Diagnostic::new(span, "the number is too small for a float"));
    }
    #[allow(clippy::cast_possible_truncation)] // Rounded, as the compilers do it.
    Ok(value as f32)
}
