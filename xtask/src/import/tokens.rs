//! Splits a C++ file into words, each with its line. It supports as much of the language as tables and enums need.

use logos::{Lexer, Logos};

use super::Problem;

/// A word of a C++ file; comments are skipped.
#[derive(Clone, Debug, Logos, PartialEq, Eq)]
#[logos(error = &'static str)]
#[logos(skip r"[ \t\r\n\x0B\x0C\\]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub(super) enum Token {
    /// A name, a keyword or a number.
    #[regex(r"[A-Za-z0-9_]+", |word| word.slice().to_owned())]
    Word(String),
    /// The content of a string; adjacent strings are joined.
    #[regex(r#""([^"\\\n]|\\.)*""#, unescaped)]
    Text(String),
    /// Any other character.
    #[regex(r".", |sign| sign.slice().chars().next(), priority = 0)]
    #[token("/*", |_| Err("this comment has no end"))]
    #[token("\"", |_| Err("this string has no end"))]
    Sign(char),
    /// A line that begins with `#`, with its continuation lines, but without the `#` and comments.
    #[regex(r"#([^\\\n]|\\[^\n]|\\\n)*", directive, allow_greedy = true)]
    Directive(String),
}

/// A word and its line, counted from 1.
pub(super) type Placed = (Token, usize);

/// Splits a file into words. An error has the line and the problem.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, Problem> {
    let mut tokens: Vec<Placed> = Vec::new();
    let (mut line, mut behind) = (1, 0);
    for (token, at) in Token::lexer(text).spanned() {
        line += text[behind..at.start].matches('\n').count();
        behind = at.start;
        let token = token.map_err(|what| (line, what.to_owned()))?;
        match (&token, tokens.last_mut()) {
            (Token::Text(text), Some((Token::Text(before), _))) => before.push_str(text),
            _ => tokens.push((token, line)),
        }
    }
    Ok(tokens)
}

fn unescaped(word: &Lexer<'_, Token>) -> String {
    let slice = word.slice();
    let mut letters = slice[1..slice.len() - 1].chars();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        match (letter, letters.as_str().chars().next()) {
            ('\\', Some(escaped @ ('"' | '\\' | '\''))) => text.push(escaped),
            ('\\', Some('n')) => text.push('\n'),
            ('\\', Some('t')) => text.push('\t'),
            (letter, _) => {
                text.push(letter);
                continue;
            }
        }
        letters.next();
    }
    text
}

fn directive(line: &Lexer<'_, Token>) -> String {
    let lines = line.slice()[1..].lines().map(|line| {
        let line = line.split("//").next().unwrap_or_default();
        let line = line.split("/*").next().unwrap_or_default();
        line.trim().trim_end_matches('\\').trim_end()
    });
    lines.collect::<Vec<_>>().join(" ")
}
