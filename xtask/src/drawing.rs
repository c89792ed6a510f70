//! Draws records: rows of four bytes, a box for each field, and boxes for bit fields.

use dxc_codegen::diagnostic::counted;
use dxc_codegen::placement::{Cell, Line, ROW, lines};

/// The width of a bit: 20 characters fit into a byte.
const BIT: f64 = 17.0;
/// The height of a row.
const HEIGHT: f64 = 34.0;
/// The width of the column of offsets.
const MARGIN: f64 = 40.0;
/// The height of the byte numbers above the rows.
const HEAD: f64 = 20.0;
/// The width of a character in the widest common monospace font.
const LETTER: f64 = 6.7;
/// The distance between two lines of a label.
const LEADING: f64 = 13.0;
/// Draws a record as SVG; `title` describes the drawing for screen readers. Names need no escaping.
pub(crate) fn drawing(cells: &[Cell<'_>], title: &str) -> String {
    let lines = lines(cells);
    let height = HEAD + HEIGHT * float(lines.len()) + 2.0;
    let width = MARGIN + BIT * 32.0 + 2.0;
    let mut svg = format!(
        "<svg class=\"bytes\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">"
    );
    for byte in 0..ROW {
        let x = MARGIN + BIT * 8.0 * (float(byte) + 0.5);
        svg += &text("place", (x, HEAD - 6.0), "middle", &format!("+{byte}"));
    }
    for (index, line) in lines.iter().enumerate() {
        let place = (MARGIN - 6.0, middle(index) + 4.0);
        svg += &text("place", place, "end", &line.at.to_string());
    }
    let boxes: String = cells.iter().map(|cell| boxes(cell, &lines)).collect();
    svg + &boxes + "</svg>"
}

/// The boxes of a field: one in each of its rows, without lines between complete rows.
fn boxes(cell: &Cell<'_>, lines: &[Line]) -> String {
    let reserved = if cell.reserved { " reserved" } else { "" };
    let parts = parts(lines, cell.at * 8, (cell.at + cell.size) * 8);
    // The name is in the widest part; if several are equally wide, in the first.
    let widest = parts.iter().map(|part| part.2 - part.1).max().unwrap_or(0);
    let named = parts.iter().position(|part| part.2 - part.1 == widest);
    let end = cell.at + cell.size - 1;
    let places = if cell.size == 1 {
        format!("byte {}", cell.at)
    } else {
        format!("bytes {} to {end}", cell.at)
    };
    let (since, name) = (cell.since % 6, cell.name);
    let mut svg = format!("<g class=\"field v{since}{reserved}\"><title>{name}: {places}</title>");
    for (position, (index, from, to)) in parts.iter().enumerate() {
        let (x, width) = (MARGIN + BIT * float(*from), BIT * float(to - from));
        svg += &rectangle("", (x, top(*index)), width);
        if cell.bits.is_empty() && named == Some(position) {
            svg += &label("", (x + width / 2.0, middle(*index) + 4.0), name, width);
        }
        if lines[*index].gap && cell.size * 8 > (to - from) {
            let place = (MARGIN + BIT * 16.0, top(*index) + HEIGHT + 4.0);
            svg += &text("gap", place, "middle", "⋮");
        }
    }
    svg + &bits(cell, lines) + "</g>"
}

/// The rows of a range of bits, each with the first bit in the row and the bit after the last.
fn parts(lines: &[Line], start: u64, end: u64) -> Vec<(usize, u64, u64)> {
    let part = |(index, line): (usize, &Line)| {
        let first = line.at * 8;
        let (from, to) = (start.max(first), end.min(first + ROW * 8));
        (from < to).then(|| (index, from - first, to - first))
    };
    lines.iter().enumerate().filter_map(part).collect()
}

/// The bit fields of a field, as boxes inside of its box.
fn bits(cell: &Cell<'_>, lines: &[Line]) -> String {
    let mut at = cell.at * 8;
    let mut svg = String::new();
    for (name, count) in &cell.bits {
        let (start, end) = (at, at + count);
        for (index, from, to) in parts(lines, start, end) {
            let (x, width) = (MARGIN + BIT * float(from), BIT * float(to - from));
            let title = counted(count, "bit");
            svg += &format!("<g><title>{name}: {title}</title>");
            svg += &rectangle("bit", (x, top(index)), width);
            svg += &label("small", (x + width / 2.0, middle(index) + 3.0), name, width);
            svg += "</g>";
        }
        at = end;
    }
    svg
}

fn text(class: &str, (x, y): (f64, f64), anchor: &str, text: &str) -> String {
    let class = attribute(class);
    format!("<text{class} x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>")
}

fn rectangle(class: &str, (x, y): (f64, f64), width: f64) -> String {
    let class = attribute(class);
    format!("<rect{class} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\"></rect>")
}

/// The attribute of a class, if there is one.
fn attribute(class: &str) -> String {
    match class {
        "" => String::new(),
        class => format!(" class=\"{class}\""),
    }
}

/// A name in a box: on two lines if it does not fit on one, and truncated if it does not fit on two.
fn label(class: &str, (x, y): (f64, f64), name: &str, width: f64) -> String {
    let Some((first, second)) = halves(name, width) else {
        return text(class, (x, y), "middle", &fitting(name, width));
    };
    let above = text(class, (x, y - LEADING / 2.0), "middle", first);
    above
        + &text(
            class,
            (x, y + LEADING / 2.0),
            "middle",
            &fitting(second, width),
        )
}

/// Splits a name that is too long for one line: the first line is as long as fits, and ends in `_`.
fn halves(name: &str, width: f64) -> Option<(&str, &str)> {
    let fits = |len: usize| LETTER * float(len) <= width;
    if fits(name.len()) {
        return None;
    }
    let ends = name.match_indices('_').map(|(at, _)| at + 1);
    let mut ends = ends.filter(|end| *end < name.len() && fits(*end));
    let end = ends.next_back()?;
    Some(name.split_at(end))
}

/// The part of a name that fits into a box.
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

fn middle(index: usize) -> f64 {
    top(index) + HEIGHT / 2.0
}

/// Converts a coordinate. Coordinates are small integers, so the conversion is exact.
fn float(number: impl TryInto<u32>) -> f64 {
    number.try_into().map_or(f64::MAX, f64::from)
}
