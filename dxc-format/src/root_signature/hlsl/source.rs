//! What is left of a text when HLSL's preprocessor is through with it, and where each piece of that stood.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use logos::Logos;

use super::super::Diagnostic;

/// What the preprocessor tells apart.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    #[regex(r"[ \t\r\x0B\x0C]+")]
    Space,
    #[regex(r"\\\r?\n")]
    Splice,
    #[token("\n")]
    LineEnd,
    #[regex(r"//[^\n]*", allow_greedy = true)]
    #[regex(r"/\*([^*]|\*+[^*/])*\*+/")]
    Comment,
    #[regex(r#""([^"\\\n]|\\\r\n|\\[^\r])*""#)]
    Literal,
    #[regex(r"#[ \t]*define[ \t]+[A-Za-z_][0-9A-Za-z_]*")]
    Define,
    #[regex(r"[0-9A-Za-z_.]+")]
    Word,
}

/// A root signature string, joined from its literals.
pub(super) struct Source {
    pub(super) text: String,
    /// Where each piece begins in `text`, and where it stood.
    pieces: Vec<(usize, usize)>,
    /// Where the last piece ended.
    end: usize,
}

impl Source {
    /// The string that a text holds: the text itself; string literals, which are joined; or those that the first line
    /// of a `#define` consists of. Comments outside of literals vanish.
    pub(super) fn of(file: &str) -> Result<Self, Diagnostic> {
        let mut pieces = Piece::lexer(file).spanned().peekable();
        let blank = |piece| {
            matches!(
                piece,
                Piece::Space | Piece::Splice | Piece::Comment | Piece::LineEnd
            )
        };
        while pieces
            .next_if(|(piece, _)| piece.is_ok_and(blank))
            .is_some()
        {}
        let mut source = Self {
            text: String::new(),
            pieces: Vec::new(),
            end: file.len(),
        };
        let defined = pieces
            .next_if(|(piece, _)| *piece == Ok(Piece::Define))
            .is_some();
        if !defined
            && !pieces
                .peek()
                .is_some_and(|(piece, _)| *piece == Ok(Piece::Literal))
        {
            for (piece, span) in Piece::lexer(file).spanned() {
                match piece {
                    Ok(Piece::Comment | Piece::Splice) => source.push(" ", span.start),
                    _ => source.push(file.get(span.clone()).unwrap_or_default(), span.start),
                }
            }
            return Ok(source);
        }
        for (piece, span) in pieces {
            match piece {
                Ok(Piece::Literal) => source.literal(file, &span)?,
                Ok(Piece::LineEnd) if defined => break,
                Ok(piece) if blank(piece) => {}
                _ => {
                    let wrong = Diagnostic::new(span, "expected a string literal");
                    return Err(wrong.with_help("macros are not expanded here"));
                }
            }
        }
        Ok(source)
    }

    /// Appends what stood at `at`.
    fn push(&mut self, piece: &str, at: usize) {
        let follows = self.pieces.last().is_some_and(|(start, from)| {
            at.checked_sub(*from) == self.text.len().checked_sub(*start)
        });
        if !follows {
            self.pieces.push((self.text.len(), at));
        }
        self.text.push_str(piece);
        self.end = at + piece.len();
    }

    /// Appends what the literal at `span` says.
    fn literal(&mut self, file: &str, span: &Range<usize>) -> Result<(), Diagnostic> {
        let inside = span.start + 1..span.end - 1;
        let mut letters = file.get(inside.clone()).unwrap_or_default().char_indices();
        while let Some((at, letter)) = letters.next() {
            let at = inside.start + at;
            if letter != '\\' {
                self.push(letter.encode_utf8(&mut [0; 4]), at);
                continue;
            }
            match letters.next() {
                Some((_, '\n')) => {}
                Some((_, '\r')) => drop(letters.next()),
                Some((_, 'n' | 't' | 'r' | 'v' | 'f')) => self.push(" ", at),
                Some((_, quoted @ ('"' | '\'' | '\\'))) => {
                    self.push(quoted.encode_utf8(&mut [0; 4]), at + 1);
                }
                other => {
                    let end = at + 1 + other.map_or(0, |(_, letter)| letter.len_utf8());
                    return Err(Diagnostic::new(at..end, "no such escape sequence"));
                }
            }
        }
        self.end = inside.end;
        Ok(())
    }

    /// Where a part of the string stood.
    pub(super) fn place(&self, span: Range<usize>) -> Range<usize> {
        if span.start >= self.text.len() {
            return self.end..self.end;
        }
        let start = self.at(span.start);
        match span.end.checked_sub(1) {
            Some(last) if last >= span.start => start..self.at(last) + 1,
            _ => start..start,
        }
    }

    fn at(&self, at: usize) -> usize {
        let behind = self.pieces.partition_point(|(start, _)| *start <= at);
        let piece = behind
            .checked_sub(1)
            .and_then(|piece| self.pieces.get(piece));
        piece.map_or(at, |(start, from)| from + (at - start))
    }
}
