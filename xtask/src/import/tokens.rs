//! The words of a C++ file, each with its line: as much of the language as tables and enums need.

use super::Problem;

/// A word of a C++ file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name, a keyword or a number.
    Word(String),
    /// The content of a string; neighbours are one.
    Text(String),
    /// Any other letter.
    Sign(char),
    /// A whole line that begins with `#`, without the `#`.
    Directive(String),
}

/// A word and its line, counted from 1.
pub(super) type Placed = (Token, usize);

/// Splits a file into words; comments are none. The error is a message with its line.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, Problem> {
    let mut reader = Reader {
        rest: text,
        line: 1,
    };
    let mut tokens: Vec<Placed> = Vec::new();
    let mut starts_line = true;
    while let Some(letter) = reader.rest.chars().next() {
        let line = reader.line;
        let token = match letter {
            '\n' => {
                starts_line = true;
                reader.skip(1);
                continue;
            }
            letter if letter.is_whitespace() || letter == '\\' => {
                reader.skip(letter.len_utf8());
                continue;
            }
            '/' if reader.rest.starts_with("//") => {
                reader.take_while(|letter| letter != '\n');
                continue;
            }
            '/' if reader.rest.starts_with("/*") => {
                let Some(end) = reader.rest.find("*/") else {
                    return Err((line, "this comment has no end".to_owned()));
                };
                reader.skip(end + 2);
                continue;
            }
            '#' if starts_line => Token::Directive(reader.directive()),
            '"' => Token::Text(
                reader
                    .text()
                    .ok_or((line, "this string has no end".to_owned()))?,
            ),
            letter if letter.is_alphanumeric() || letter == '_' => {
                let word = reader.take_while(|letter| letter.is_alphanumeric() || letter == '_');
                Token::Word(word.to_owned())
            }
            letter => {
                reader.skip(letter.len_utf8());
                Token::Sign(letter)
            }
        };
        starts_line = false;
        match (&token, tokens.last_mut()) {
            (Token::Text(text), Some((Token::Text(before), _))) => before.push_str(text),
            _ => tokens.push((token, line)),
        }
    }
    Ok(tokens)
}

struct Reader<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Reader<'t> {
    fn skip(&mut self, bytes: usize) -> &'t str {
        let (skipped, rest) = self.rest.split_at(bytes.min(self.rest.len()));
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        skipped
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|letter| !fits(letter));
        self.skip(end.unwrap_or(self.rest.len()))
    }

    /// The rest of a line and of those that it goes on in, without comments.
    fn directive(&mut self) -> String {
        self.skip(1);
        let mut directive = String::new();
        loop {
            let line = self.take_while(|letter| letter != '\n');
            let line = line.split("//").next().unwrap_or_default();
            let line = line.split("/*").next().unwrap_or_default().trim();
            match line.strip_suffix('\\') {
                Some(line) => {
                    directive.push_str(line);
                    self.skip(1);
                }
                None => return directive + line,
            }
        }
    }

    fn text(&mut self) -> Option<String> {
        self.skip(1);
        let mut text = String::new();
        loop {
            let letter = self.rest.chars().next()?;
            self.skip(letter.len_utf8());
            match letter {
                '"' => return Some(text),
                '\n' => return None,
                '\\' => {
                    let escaped = self.rest.chars().next()?;
                    self.skip(escaped.len_utf8());
                    match escaped {
                        'n' => text.push('\n'),
                        't' => text.push('\t'),
                        '"' | '\\' | '\'' => text.push(escaped),
                        other => text.extend(['\\', other]),
                    }
                }
                letter => text.push(letter),
            }
        }
    }
}
