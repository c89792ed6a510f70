//! Computes the line and the column of a byte of a text.

use alloc::vec::Vec;

/// A byte of a text with its line and column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    byte: usize,
    line: usize,
    column: usize,
}

const START: Mark = Mark {
    byte: 0,
    line: 1,
    column: 1,
};

impl Mark {
    /// Moves forward to another byte of the text. A byte order mark has no column.
    fn advance(self, text: &str, to: usize) -> Self {
        let Self {
            byte,
            mut line,
            mut column,
        } = self;
        let to = floor(text, to);
        for character in text.get(byte..to).unwrap_or_default().chars() {
            match character {
                '\n' => (line, column) = (line + 1, 1),
                '\u{feff}' if column == 1 => {}
                _ => column += 1,
            }
        }
        Self {
            byte: to,
            line,
            column,
        }
    }
}

/// The last boundary between characters up to a byte.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// An index of the lines of a text.
///
/// It has a position for each kilobyte, so that a search reads at most a kilobyte of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines(Vec<Mark>);

const STEP: usize = 1024;

impl Lines {
    /// The index of a text.
    pub fn of(text: &str) -> Self {
        let mut marks = alloc::vec![START];
        let mut mark = START;
        while mark.byte + STEP < text.len() {
            mark = mark.advance(text, mark.byte + STEP);
            marks.push(mark);
        }
        Self(marks)
    }

    /// The line and column of a byte of the text, counted from 1.
    pub fn line_and_column(&self, text: &str, at: usize) -> (usize, usize) {
        let behind = self.0.partition_point(|mark| mark.byte <= at);
        let mark = behind.checked_sub(1).and_then(|index| self.0.get(index));
        let mark = mark.unwrap_or(&START).advance(text, at);
        (mark.line, mark.column)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, START};

    #[test]
    fn the_index_agrees_with_counting() {
        let texts = [
            "\u{feff}a\nb".into(),
            "\u{e9}".repeat(3000),
            "ab\n".repeat(2000),
        ];
        for text in texts {
            let lines = Lines::of(&text);
            for at in 0..text.len() + 2 {
                let counted = START.advance(&text, at);
                assert_eq!(
                    lines.line_and_column(&text, at),
                    (counted.line, counted.column),
                    "{at}"
                );
            }
        }
    }
}
