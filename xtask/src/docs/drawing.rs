//! Records as drawings: rows of four bytes, a box a field, bits where there are bits.

use maud::{Markup, html};

use crate::placement::{Cell, Line, ROW, lines};

/// The width of a bit.
const BIT: f64 = 12.5;
/// The height of a row.
const HEIGHT: f64 = 34.0;
/// The width of the offsets beside the rows.
const MARGIN: f64 = 40.0;
/// The height of the byte numbers above the rows.
const HEAD: f64 = 20.0;
/// The average width of a letter.
const LETTER: f64 = 6.3;
/// Draws a record; `title` says for those who do not see it what it shows.
pub(super) fn drawing(cells: &[Cell<'_>], title: &str) -> Markup {
    let lines = lines(cells);
    let height = HEAD + HEIGHT * float(lines.len()) + 2.0;
    let width = MARGIN + BIT * 32.0 + 2.0;
    html! {
        svg.bytes viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(title) {
            @for byte in 0..ROW {
                text.place x=(MARGIN + BIT * 8.0 * (float(byte) + 0.5)) y=(HEAD - 6.0) text-anchor="middle" { "+" (byte) }
            }
            @for (index, line) in lines.iter().enumerate() {
                text.place x=(MARGIN - 6.0) y=(top(index) + HEIGHT / 2.0 + 4.0) text-anchor="end" { (line.at) }
            }
            @for cell in cells { (boxes(cell, &lines)) }
        }
    }
}

/// The boxes of a field: one in each row that it takes, without lines between whole rows.
fn boxes(cell: &Cell<'_>, lines: &[Line]) -> Markup {
    let mut class = format!("field v{}", cell.since % 6);
    if cell.reserved {
        class.push_str(" reserved");
    }
    let parts = parts(lines, cell.at * 8, (cell.at + cell.size) * 8);
    // The name is in the widest part, the first of equals.
    let widest = parts.iter().map(|part| part.2 - part.1).max().unwrap_or(0);
    let named = parts.iter().position(|part| part.2 - part.1 == widest);
    let end = cell.at + cell.size - 1;
    let places = if cell.size == 1 {
        format!("byte {}", cell.at)
    } else {
        format!("bytes {} to {end}", cell.at)
    };
    html! {
        g class=(class) {
            title { (cell.name) ": " (places) }
            @for (position, (index, from, to)) in parts.iter().enumerate() {
                @let (x, width) = (MARGIN + BIT * float(*from), BIT * float(to - from));
                rect x=(x) y=(top(*index)) width=(width) height=(HEIGHT) {}
                @if cell.bits.is_empty() && named == Some(position) {
                    text x=(x + width / 2.0) y=(top(*index) + HEIGHT / 2.0 + 4.0) text-anchor="middle" { (fitting(cell.name, width)) }
                }
                @if lines[*index].gap && cell.size * 8 > (to - from) {
                    text.gap x=(MARGIN + BIT * 16.0) y=(top(*index) + HEIGHT + 4.0) text-anchor="middle" { "⋮" }
                }
            }
            @if !cell.bits.is_empty() { (bits(cell, lines)) }
        }
    }
}

/// The rows that bits of a record are in, each with its first of them and the one behind its last.
fn parts(lines: &[Line], start: u64, end: u64) -> Vec<(usize, u64, u64)> {
    let part = |(index, line): (usize, &Line)| {
        let first = line.at * 8;
        let (from, to) = (start.max(first), end.min(first + ROW * 8));
        (from < to).then(|| (index, from - first, to - first))
    };
    lines.iter().enumerate().filter_map(part).collect()
}

/// The bits of a field, each a box inside of its own.
fn bits(cell: &Cell<'_>, lines: &[Line]) -> Markup {
    let mut at = cell.at * 8;
    let mut boxes = Vec::new();
    for (name, count) in &cell.bits {
        let (start, end) = (at, at + count);
        let parts = parts(lines, start, end).into_iter();
        boxes.extend(parts.map(|(index, from, to)| (index, from, to - from, *name, *count)));
        at = end;
    }
    html! {
        @for (index, from, width, name, count) in boxes {
            @let (x, width) = (MARGIN + BIT * float(from), BIT * float(width));
            g {
                title { (name) ": " (count) @if count == 1 { " bit" } @else { " bits" } }
                rect.bit x=(x) y=(top(index)) width=(width) height=(HEIGHT) {}
                text.small x=(x + width / 2.0) y=(top(index) + HEIGHT / 2.0 + 3.0) text-anchor="middle" { (fitting(name, width)) }
            }
        }
    }
}

/// As much of a name as a box has room for.
fn fitting(name: &str, width: f64) -> String {
    let letters = |count: usize| LETTER * float(count);
    if letters(name.len()) <= width {
        return name.to_owned();
    }
    let fits = (1..name.len()).rev().find(|len| letters(len + 1) <= width);
    match fits {
        Some(len) if len > 1 => format!("{}…", &name[..len]),
        _ => String::new(),
    }
}

fn top(index: usize) -> f64 {
    HEAD + HEIGHT * float(index)
}

/// Coordinates are small.
fn float(number: impl TryInto<u32>) -> f64 {
    number.try_into().map_or(f64::MAX, f64::from)
}
