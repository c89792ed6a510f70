//! Formats tables to the width of the terminal.

use std::borrow::Cow;

use dxc_text::escape;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::style;
use crate::terminal;
use crate::text::{Text, push_spaces};

/// The maximum width of lines; `None` if the output is not a terminal.
pub(crate) fn width() -> Option<usize> {
    let asked = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    // Lines in a file have no maximum width.
    let size = || {
        if terminal::is_file() {
            None
        } else {
            terminal_size::terminal_size()
        }
    };
    asked.or_else(|| size().map(|(width, _)| usize::from(width.0)))
}

/// The minimum width of the last column before it moves to a new block.
const LEAST: usize = 30;

/// The minimum width to which headers are broken.
const LEAST_HEADER: usize = 10;

/// The maximum number of blocks; if more are needed, the cells of each row are printed one below the other.
const MOST_BLOCKS: usize = 2;

/// A table: rows of cells below headers.
#[derive(Default)]
pub(crate) struct Table {
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The size of most rows, in bytes.
const ROW: usize = 160;

/// Columns of a table that are printed side by side.
type Block = Vec<Column>;

/// The format of a column.
#[derive(Clone, Copy)]
struct Column {
    index: usize,
    width: usize,
    /// Whether the cells are aligned to the right, like numbers.
    is_number: bool,
}

impl Table {
    pub(crate) fn new(headers: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            headers: headers.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row. Cells are measured after escaping.
    pub(crate) fn push(&mut self, mut row: Vec<String>) {
        for cell in &mut row {
            if let Cow::Owned(escaped) = escape(cell) {
                *cell = escaped;
            }
        }
        self.rows.push(row);
    }

    /// Removes the columns whose cells are all empty.
    pub(crate) fn without_empty(&mut self) {
        let is_used = |column: usize| {
            let mut cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.any(|cell| !cell.is_empty())
        };
        let used: Vec<bool> = (0..self.headers.len()).map(is_used).collect();
        for row in self.rows.iter_mut().chain([&mut self.headers]) {
            let mut used = used.iter();
            row.retain(|_| used.next().copied().unwrap_or(true));
        }
    }

    /// Formats the table with an indent. If it is too wide, headers are broken first; then columns continue in blocks
    /// below.
    pub(crate) fn render(&self, indent: usize) -> Text {
        let room = width().map(|width| width.saturating_sub(indent).max(20));
        let whole = self.blocks(None, false);
        let (blocks, broken) = match (room, whole.first()) {
            (Some(room), Some(block)) if span(block) > room => {
                (self.blocks(Some(room), true), true)
            }
            _ => (whole, false),
        };
        if let (Some(room), true) = (room, blocks.len() > MOST_BLOCKS) {
            return self.render_records(indent, room);
        }
        let mut text = Text::default();
        for block in &blocks {
            self.header(block, broken, indent, &mut text);
            for row in &self.rows {
                let cells = block.iter().map(|column| {
                    let cell = row.get(column.index).map_or("", String::as_str);
                    (column, cut(cell, column.width))
                });
                text.spaces(indent);
                text.piece(None, side_by_side(cells).trim_end_matches(' '));
                text.end_line();
            }
        }
        text
    }

    /// Formats the cells of each row one below the other, each after its header; the first column begins each row.
    fn render_records(&self, indent: usize, room: usize) -> Text {
        let first = self.cell_width(0);
        let headers = self.headers.iter().skip(1);
        let width = headers.map(|header| length(header)).max().unwrap_or(0);
        let rest = room.saturating_sub(first + width + 4).max(LEAST);
        let mut text = Text::default();
        for row in &self.rows {
            let mut number = row.first().map_or("", String::as_str);
            let cells = self.headers.iter().zip(row).skip(1);
            for (header, cell) in cells.filter(|(_, cell)| !cell.is_empty()) {
                let header = style::dim(format!("{header:<width$}"));
                let cell = cut(cell, rest);
                let begin = line(indent, format!("{number:>first$}  "));
                text.line(begin + header + "  " + cell.trim_end());
                number = "";
            }
        }
        text
    }

    fn header(&self, block: &Block, broken: bool, indent: usize, text: &mut Text) {
        let header = |column: usize| self.headers.get(column).map_or("", String::as_str);
        let pieces: Vec<Vec<String>> = block
            .iter()
            .map(|Column { index, .. }| {
                if broken {
                    words(header(*index), self.cell_width(*index))
                } else {
                    vec![header(*index).to_owned()]
                }
            })
            .collect();
        let height = pieces.iter().map(Vec::len).max().unwrap_or_default();
        for row in 0..height {
            let cells = block.iter().zip(&pieces).map(|(column, pieces)| {
                // Headers are aligned to the bottom.
                let above = height - pieces.len();
                let piece = row.checked_sub(above).and_then(|row| pieces.get(row));
                (column, Cow::from(piece.map_or("", String::as_str)))
            });
            let header = side_by_side(cells);
            text.line(line(indent, style::dim(header.trim_end())));
        }
    }

    /// Distributes the columns to as many blocks as the width requires. The first column is repeated in each block.
    fn blocks(&self, room: Option<usize>, broken: bool) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        for index in 0..self.headers.len() {
            let wanted = self.column_width(index, broken);
            // The width of a column with a few long texts is limited, so that other columns fit.
            let is_last = index + 1 == self.headers.len();
            let rest = blocks.last().map_or(0, span) + 2;
            let most = |room: usize| match room.saturating_sub(rest) {
                rest if is_last && rest >= LEAST => rest,
                _ if is_last => room.saturating_sub(4),
                _ => room / 2,
            };
            let column = Column {
                index,
                width: room.map_or(wanted, |room| wanted.min(most(room))),
                is_number: self.is_number(index),
            };
            let fits =
                |block: &Block| room.is_none_or(|room| span(block) + 2 + column.width <= room);
            match blocks.last_mut() {
                Some(block) if fits(block) || block.len() < 2 => block.push(column),
                Some(block) => {
                    let first = block.first().copied();
                    blocks.push(first.into_iter().chain([column]).collect());
                }
                None => blocks.push(vec![column]),
            }
        }
        blocks
    }

    fn column_width(&self, column: usize, broken: bool) -> usize {
        let header = self.headers.get(column).map_or("", String::as_str);
        let header = if broken {
            let words = words(header, self.cell_width(column));
            words
                .iter()
                .map(|word| length(word))
                .max()
                .unwrap_or_default()
        } else {
            length(header)
        };
        header.max(self.cell_width(column))
    }

    fn cell_width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| length(cell)).max().unwrap_or_default()
    }

    /// Whether a column has more numbers than texts; then it is aligned to the right.
    fn is_number(&self, column: usize) -> bool {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        let cells = cells.filter(|cell| !cell.is_empty());
        let (mut numbers, mut words) = (0, 0);
        for cell in cells {
            if cell.starts_with(|first: char| first.is_ascii_digit()) {
                numbers += 1
            } else {
                words += 1
            }
        }
        numbers > words
    }
}

/// The total width of columns side by side.
fn span(block: &Block) -> usize {
    block
        .iter()
        .map(|column| column.width + 2)
        .sum::<usize>()
        .saturating_sub(2)
}

/// The width of a text in the columns of a terminal: some characters take two columns, and some none.
fn length(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.width()
    }
}

/// Splits a header after `_` and `.` where it is wider than the cells.
fn words(header: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in header.split_inclusive(['_', '.', ' ']) {
        match lines.last_mut() {
            Some(line) if length(line) + length(word) <= width.max(LEAST_HEADER) => {
                line.push_str(word)
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Adds words to indented lines of a maximum width.
pub(crate) struct Words<'t> {
    text: &'t mut Text,
    indent: usize,
    width: usize,
    /// The width of the last line so far.
    taken: usize,
}

impl<'t> Words<'t> {
    pub(crate) fn new(text: &'t mut Text, indent: usize, width: usize) -> Self {
        text.spaces(indent);
        Self {
            text,
            indent,
            width,
            taken: indent,
        }
    }

    pub(crate) fn push(&mut self, word: &str) {
        let length = length(word);
        if self.taken > self.indent && self.taken + 1 + length > self.width {
            self.text.end_line();
            self.text.spaces(self.indent);
            self.taken = self.indent;
        } else if self.taken > self.indent {
            self.text.spaces(1);
            self.taken += 1;
        }
        self.text.shown(word);
        self.taken += length;
    }
}

/// Truncates a text to a width.
fn cut(text: &str, width: usize) -> Cow<'_, str> {
    if length(text) <= width {
        return text.into();
    }
    let mut taken = 0;
    let fits = |letter: &char| {
        taken += letter.width().unwrap_or_default();
        taken + 2 <= width
    };
    text.chars().take_while(fits).chain("..".chars()).collect()
}

/// Formats the cells of a row side by side.
fn side_by_side<'c>(cells: impl Iterator<Item = (&'c Column, Cow<'c, str>)>) -> String {
    let mut text = String::with_capacity(ROW);
    for (number, (column, cell)) in cells.enumerate() {
        let gap = column.width.saturating_sub(length(&cell));
        push_spaces(&mut text, if number > 0 { 2 } else { 0 });
        push_spaces(&mut text, if column.is_number { gap } else { 0 });
        text.push_str(&cell);
        push_spaces(&mut text, if column.is_number { 0 } else { gap });
    }
    text
}

/// A line with an indent.
fn line(indent: usize, content: impl Into<Text>) -> Text {
    Text::from(format!("{:indent$}", "")) + content
}
