//! Finds entries and items of schema files, as text.
#![allow(clippy::unwrap_used, reason = "tests fail by it")]

use std::ops::Range;

/// Returns the entries with this name in tables such as `enum.ShaderKind.values`. `struct.Name.v` selects the tables of
/// all versions.
pub fn rows<'t>(text: &'t str, list: &str, name: &str) -> Vec<&'t str> {
    let mut found = Vec::new();
    for table in headings(text) {
        let path = heading(&text[table.clone()]);
        let number = path.strip_prefix(list);
        if number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit())) {
            let entries = entries(text, table).into_iter();
            let named = entries.filter(|entry| name_of(&text[entry.clone()]) == Some(name));
            found.extend(named.map(|entry| &text[entry]));
        }
    }
    found
}

/// The only entry with this name.
pub fn row<'t>(text: &'t str, list: &str, name: &str) -> &'t str {
    let rows = rows(text, list, name);
    assert_eq!(rows.len(), 1, "`{name}` in {list}");
    rows[0]
}

/// The text of an item or a version with this beginning, with all of its tables.
pub fn table<'t>(text: &'t str, beginning: &str) -> &'t str {
    let inner = format!("[{}.", heading(beginning));
    let mut blocks = headings(text).skip_while(|block| !text[block.clone()].starts_with(beginning));
    let first = blocks
        .next()
        .unwrap_or_else(|| panic!("there is no {beginning}"));
    let last = blocks
        .take_while(|block| text[block.clone()].starts_with(&inner))
        .last();
    let end = last.unwrap_or(first.clone()).end;
    &text[first.start..end]
}

/// The path of a table that begins with its heading.
fn heading(table: &str) -> &str {
    let path = table.split(']').next().unwrap_or_default();
    path.trim_start_matches('[')
}

/// Each heading with its lines, up to the next one.
fn headings(text: &str) -> impl Iterator<Item = Range<usize>> {
    let starts = text.match_indices("\n[").map(|(at, _)| at + 1);
    let starts: Vec<usize> = starts.chain([text.len()]).collect();
    let ends = starts.clone().into_iter().skip(1);
    starts.into_iter().zip(ends).map(|(start, end)| start..end)
}

/// The entries of a table, each with the comment above it.
fn entries(text: &str, table: Range<usize>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut begin = None;
    let mut last = None;
    let mut at = table.start;
    for line in text[table].split_inclusive('\n') {
        let start = at;
        at += line.len();
        let is_more = line.starts_with(' ') || name_of(line).is_some() && name_of(line) == last;
        match found.last_mut().filter(|_| is_more) {
            Some(entry) => entry.end = at,
            None if line.starts_with(['[', '\n']) => begin = None,
            None if line.starts_with('#') => begin = begin.or(Some(start)),
            None => {
                last = name_of(line);
                found.push(begin.take().unwrap_or(start)..at);
            }
        }
    }
    found
}

/// The name of an entry, from its first line that is not a comment.
fn name_of(entry: &str) -> Option<&str> {
    let line = entry.lines().find(|line| !line.starts_with('#'))?;
    let end = line.find(['.', ' ']).filter(|end| *end > 0)?;
    Some(&line[..end])
}
