//! A root signature string that is joined from literals, with the locations of its pieces.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::dialect::Dialect;
use crate::diagnostic::Diagnostic;

/// A root signature string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    text: String,
    pieces: Vec<Piece>,
    /// The end of the last piece in the file.
    end: usize,
}

/// A piece of the string.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// The offset of the piece in the string.
    start: usize,
    /// The offset of the piece in the file.
    from: usize,
    /// The span for the whole string, if it is not contiguous in the file.
    whole: Option<usize>,
}

impl Source {
    /// The string.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Appends the text at `at`.
    pub(super) fn push(&mut self, letters: &str, at: usize) {
        let follows = self.pieces.last().is_some_and(|piece| {
            piece.whole.is_none()
                && at.checked_sub(piece.from) == self.text.len().checked_sub(piece.start)
        });
        if !follows {
            self.pieces.push(Piece {
                start: self.text.len(),
                from: at,
                whole: None,
            });
        }
        self.text.push_str(letters);
        self.end = at + letters.len();
    }

    /// Appends a string from another location, such as a macro, that is referenced at `place`.
    pub(super) fn push_named(&mut self, other: &Self, place: &Range<usize>) {
        self.pieces.push(Piece {
            start: self.text.len(),
            from: place.start,
            whole: Some(place.len()),
        });
        self.text.push_str(&other.text);
        self.end = place.end;
    }

    /// Appends the content of the literal at `place`, which includes its quotes.
    pub(super) fn literal(
        &mut self,
        literal: &str,
        place: usize,
        dialect: Dialect,
    ) -> Result<(), Diagnostic> {
        let inside = literal.get(1..literal.len().saturating_sub(1));
        let inside = inside.unwrap_or_default();
        let mut letters = inside.char_indices();
        while let Some((at, letter)) = letters.next() {
            let at = place + 1 + at;
            if letter != '\\' {
                check_blank(letter, at..at + letter.len_utf8(), dialect)?;
                self.push(letter.encode_utf8(&mut [0; 4]), at);
                continue;
            }
            match letters.next() {
                Some((_, '\n')) => {}
                Some((_, '\r')) => drop(letters.next()),
                Some((_, escaped @ ('n' | 't' | 'r' | 'v' | 'f'))) => {
                    let blank = match escaped {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        'v' => '\u{B}',
                        _ => '\u{C}',
                    };
                    check_blank(blank, at..at + 2, dialect)?;
                    self.push(" ", at);
                }
                Some((_, quoted @ ('"' | '\'' | '\\'))) => {
                    self.push(quoted.encode_utf8(&mut [0; 4]), at + 1);
                }
                other => {
                    let end = at + 1 + other.map_or(0, |(_, letter)| letter.len_utf8());
                    return Err(Diagnostic::new(at..end, "no such escape sequence"));
                }
            }
        }
        self.end = place + 1 + inside.len();
        Ok(())
    }

    /// The location of a part of the string.
    pub(super) fn place(&self, span: Range<usize>) -> Range<usize> {
        if span.start >= self.text.len() {
            return self.end..self.end;
        }
        let start = self.at(span.start).start;
        match span.end.checked_sub(1) {
            Some(last) if last >= span.start => start..self.at(last).end.max(start),
            _ => start..start,
        }
    }

    /// The location of a byte of the string.
    fn at(&self, at: usize) -> Range<usize> {
        let behind = self.pieces.partition_point(|piece| piece.start <= at);
        let piece = behind
            .checked_sub(1)
            .and_then(|piece| self.pieces.get(piece));
        match piece {
            Some(piece) => match piece.whole {
                Some(whole) => piece.from..piece.from + whole,
                None => piece.from + (at - piece.start)..piece.from + (at - piece.start) + 1,
            },
            None => at..at + 1,
        }
    }
}

/// Checks that the dialect accepts a blank character.
fn check_blank(letter: char, place: Range<usize>, dialect: Dialect) -> Result<(), Diagnostic> {
    if !letter.is_ascii_whitespace() && letter != '\u{B}'
        || dialect.rules().blanks.contains(&letter)
    {
        return Ok(());
    }
    let wrong = Diagnostic::new(place, "only spaces may separate the words of the string");
    Err(wrong.with_help(alloc::format!(
        "{dialect} reads other blanks as unknown words"
    )))
}
