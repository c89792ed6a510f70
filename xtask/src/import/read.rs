//! Parses a `.def` file: X-macros and their rows, with any spacing and comments.

use std::fmt;

use super::Problem;
use super::tokens::{Placed, Token, tokens};

/// An X-macro and its rows.
#[derive(Debug)]
pub(super) struct Macro {
    pub(super) name: String,
    pub(super) rows: Vec<Row>,
}

/// A row: `MACRO(argument, ..)`.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) arguments: Vec<Argument>,
}

/// An argument of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    Number(Number),
    /// A string.
    Text(String),
    /// A name.
    Name(String),
}

/// A number, and whether it is in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) number: i128,
    pub(super) hexadecimal: bool,
}

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hexadecimal {
            write!(formatter, "{:#x}", self.number)
        } else {
            self.number.fmt(formatter)
        }
    }
}

impl Argument {
    /// A name or a text, in the form in which a column stores it.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Name(text) => Some(text),
            Self::Number(_) => None,
        }
    }
}

/// Reads the macros in the order of their first rows. An error has the line and the problem.
pub(super) fn macros(text: &str) -> Result<Vec<Macro>, Problem> {
    let tokens = tokens(text)?;
    let mut macros: Vec<Macro> = Vec::new();
    let mut rest = tokens.as_slice();
    while let [(token, line), behind @ ..] = rest {
        rest = behind;
        let name = match token {
            // `#ifdef`, `#endif` and `#undef` have no further information.
            Token::Directive(_) => continue,
            Token::Word(name) if matches!(rest, [(Token::Sign('('), _), ..]) => name,
            _ => return Err((*line, "expected a row `MACRO(argument, ..)`".to_owned())),
        };
        let row = row(&mut rest, *line)?;
        match macros.iter_mut().find(|known| known.name == *name) {
            Some(known) => known.rows.push(row),
            None => macros.push(Macro {
                name: name.clone(),
                rows: vec![row],
            }),
        }
    }
    Ok(macros)
}

/// Reads the parentheses of a row.
fn row(rest: &mut &[Placed], line: usize) -> Result<Row, Problem> {
    let inner = &rest[1..];
    let is_end = |placed: &Placed| placed.0 == Token::Sign(')');
    let Some(end) = inner.iter().position(is_end) else {
        return Err((line, "this row has no end".to_owned()));
    };
    *rest = &inner[end + 1..];
    let arguments = inner[..end].split(|(token, _)| *token == Token::Sign(','));
    let arguments = arguments.map(|words| {
        let words: Vec<&Token> = words.iter().map(|(token, _)| token).collect();
        argument(&words).ok_or_else(|| {
            let what = "an argument that is neither a number, a name nor a string";
            (line, what.to_owned())
        })
    });
    Ok(Row {
        line,
        arguments: arguments.collect::<Result<_, _>>()?,
    })
}

fn argument(words: &[&Token]) -> Option<Argument> {
    match words {
        [Token::Text(text)] => Some(Argument::Text(text.clone())),
        [Token::Sign('-'), Token::Word(word)] => {
            let mut number = number(word)?;
            number.number = -number.number;
            Some(Argument::Number(number))
        }
        [Token::Word(word)] if word.starts_with(|first: char| first.is_ascii_digit()) => {
            number(word).map(Argument::Number)
        }
        [Token::Word(word)] => Some(Argument::Name(word.clone())),
        _ => None,
    }
}

/// A number of at most 64 bits.
fn number(word: &str) -> Option<Number> {
    let word = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    let number = match digits {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => word.parse(),
    };
    Some(Number {
        number: i128::from(number.ok()?),
        hexadecimal: digits.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(String, usize, Vec<Argument>)> {
        let macros = macros(text).expect("a table");
        let rows = macros.into_iter().flat_map(|table| {
            let named = move |row: Row| (table.name.clone(), row.line, row.arguments);
            table.rows.into_iter().map(named)
        });
        rows.collect()
    }

    #[test]
    fn odd_spacing_comments_strings_and_numbers() {
        let text = r#"#ifdef A
# define F(x) \
  x // g
  A ( 0X1f ,B/* c
d */,
 -1, "d, (\"e\") // " "f" ) // h
#undef A
#endif
C(7u, G)"#;
        let name = |name: &str| Argument::Name(name.into());
        let number = |number, hexadecimal| {
            Argument::Number(Number {
                number,
                hexadecimal,
            })
        };
        let expected = vec![
            (
                "A".to_owned(),
                4,
                vec![
                    number(31, true),
                    name("B"),
                    number(-1, false),
                    Argument::Text("d, (\"e\") // f".into()),
                ],
            ),
            ("C".to_owned(), 9, vec![number(7, false), name("G")]),
        ];
        assert_eq!(rows(text), expected);
    }
}
