//! Parses the text of an expression: its tree, and the range of characters of each token.

use std::ops::Range;

use proc_macro2::{LineColumn, Span as TokenSpan, TokenStream};
use syn::Expr;

/// Parses an expression.
pub(super) fn parse(text: &str) -> syn::Result<Expr> {
    if comment(text).is_some() {
        // The lexer of Rust would skip the comment, and the text after it.
        return Err(syn::Error::new(
            TokenSpan::call_site(),
            "comments are not allowed",
        ));
    }
    match hexadecimal(text) {
        Some(bytes) => Ok(syn::parse_quote!(#bytes)),
        None => syn::parse_str(&as_rust(text)),
    }
}

/// The suffix of hexadecimal bytes in the Rust syntax tree. Rust's byte strings, which the language lacks, have another
/// suffix.
pub(super) const HEXADECIMAL: &str = "hexadecimal";

/// Two or more hexadecimal bytes, separated by spaces.
fn hexadecimal(text: &str) -> Option<syn::LitByteStr> {
    let byte = |digits: &str| {
        let is_byte = digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_byte.then(|| format!("\\x{digits}"))
    };
    let bytes: Option<Vec<String>> = text.split(' ').map(byte).collect();
    let bytes = bytes.filter(|bytes| bytes.len() > 1)?.concat();
    syn::parse_str(&format!("b\"{bytes}\"{HEXADECIMAL}")).ok()
}

/// The index of the character at which no token can begin, if a text cannot be split into tokens. An unmatched bracket
/// is such a character.
pub(super) fn torn(text: &str) -> Option<usize> {
    let torn = as_rust(text).parse::<TokenStream>().err()?;
    Some(letters(text, torn.span()).start)
}

/// An expression in Rust's spelling.
///
/// `\u0000` and `\U00000000` have the same meaning as in TOML. Rust's spelling has as many characters, so that all
/// offsets stay the same.
fn as_rust(text: &str) -> String {
    let (mut rust, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('\\') {
        rust.push_str(&rest[..at]);
        let escape = &rest[at..];
        let digits = |from: usize, to: usize| {
            let zeros = escape.get(2..from)?;
            let digits = escape.get(from..to)?;
            let is_one = zeros.bytes().all(|zero| zero == b'0')
                && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            is_one.then_some(digits)
        };
        let code = match escape.as_bytes().get(1) {
            Some(b'u') => digits(4, 6),
            Some(b'U') => digits(4, 10),
            _ => None,
        };
        match code {
            Some(code) => {
                rust.push_str(&format!("\\u{{{code}}}"));
                rest = &escape[4 + code.len()..];
            }
            // A backslash after a backslash begins no escape.
            None => {
                let end = escape
                    .char_indices()
                    .nth(2)
                    .map_or(escape.len(), |(end, _)| end);
                rust.push_str(&escape[..end]);
                rest = &escape[end..];
            }
        }
    }
    rust.push_str(rest);
    rust
}

/// The index of the character at which a Rust comment begins outside of quotes.
pub(super) fn comment(text: &str) -> Option<usize> {
    let (mut is_quoted, mut letters) = (false, text.chars().enumerate().peekable());
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '"' => is_quoted = !is_quoted,
            '/' if !is_quoted => {
                let next = letters.peek().map(|(_, next)| *next);
                if matches!(next, Some('/' | '*')) {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The range of a token in the characters of a text.
pub(super) fn letters(text: &str, token: TokenSpan) -> Range<usize> {
    let letter = |at: LineColumn| {
        let lines = text.split_inclusive('\n').take(at.line - 1);
        lines.map(|line| line.chars().count()).sum::<usize>() + at.column
    };
    letter(token.start())..letter(token.end())
}

/// A whole number in Rust's notation.
pub(crate) fn parse_number(text: &str) -> Option<u64> {
    let number = syn::parse_str::<syn::LitInt>(text).ok()?;
    let number = number.suffix().is_empty().then_some(number)?;
    number.base10_parse().ok()
}
