//! The rows of lists in schema files, as they stand there: a line of a list, or a table of its own.
#![allow(clippy::unwrap_used, reason = "tests fail by it")]

use std::ops::Range;

/// The row of a list that has a name, such as of `enum.ShaderKind.values`. A list of versions may have several.
pub fn rows<'t>(text: &'t str, list: &str, name: &str) -> Vec<&'t str> {
    let (item, _) = list.rsplit_once('.').unwrap();
    let (table, own) = (
        format!("[[{list}]]"),
        [format!("[{item}]"), format!("[[{item}]]")],
    );
    let line_start = format!("    {{ name = \"{name}\"");
    let name_line = format!("\nname = \"{name}\"\n");
    let mut found = Vec::new();
    for heading in headings(text) {
        let block = &text[heading.clone()];
        let line = block.lines().next().unwrap();
        if line.starts_with(&table) && block.contains(&name_line) {
            found.push(block);
        } else if own.iter().any(|own| line.starts_with(own.as_str())) {
            let lines = block.split_inclusive('\n');
            found.extend(lines.filter(|line| {
                let rest = line.strip_prefix(&line_start);
                rest.is_some_and(|rest| rest.starts_with([',', ' ']))
            }));
        }
    }
    found
}

/// The only row of a list that has a name.
pub fn row<'t>(text: &'t str, list: &str, name: &str) -> &'t str {
    let rows = rows(text, list, name);
    assert_eq!(rows.len(), 1, "`{name}` in {list}");
    rows[0]
}

/// The row that a line stands in.
pub fn row_at(text: &str, line: usize) -> &str {
    let before = text.split_inclusive('\n').take(line - 1);
    let start: usize = before.map(str::len).sum();
    let end = text[start..]
        .find('\n')
        .map_or(text.len(), |end| start + end + 1);
    if text[start..].starts_with("    { ") {
        return &text[start..end];
    }
    let table = headings(text).find(|table| table.contains(&start)).unwrap();
    assert!(
        text[table.clone()].starts_with("[["),
        "line {line} is of no row"
    );
    &text[table]
}

/// A row with these keys, in the form of another row of its list.
pub fn like(row: &str, keys: &[(&str, &str)]) -> String {
    let keys = keys.iter().map(|(key, value)| format!("{key} = {value}"));
    let keys: Vec<String> = keys.collect();
    match row.lines().next().filter(|line| line.starts_with("[[")) {
        Some(heading) => format!("{heading}\n{}\n\n", keys.join("\n")),
        None => format!("    {{ {} }},\n", keys.join(", ")),
    }
}

/// An item or a version that begins so, with all of its lists.
pub fn table<'t>(text: &'t str, beginning: &str) -> &'t str {
    let heading = beginning.split(']').next().unwrap();
    let name = heading.trim_matches('[');
    with_those(text, beginning, &format!("[[{name}."))
}

/// A version that begins so, and all that follow it.
pub fn versions_from<'t>(text: &'t str, beginning: &str) -> &'t str {
    let (item, _) = beginning.split_once("version]]").unwrap();
    with_those(text, beginning, item)
}

/// What begins so, and what follows it with headings that begin as `inner` says.
fn with_those<'t>(text: &'t str, beginning: &str, inner: &str) -> &'t str {
    let mut blocks = headings(text).skip_while(|block| !text[block.clone()].starts_with(beginning));
    let first = blocks
        .next()
        .unwrap_or_else(|| panic!("there is no {beginning}"));
    let last = blocks
        .take_while(|block| text[block.clone()].starts_with(inner))
        .last();
    let end = last.unwrap_or(first.clone()).end;
    &text[first.start..end]
}

/// What each heading begins, up to the next one.
fn headings(text: &str) -> impl Iterator<Item = Range<usize>> {
    let starts = text.match_indices("\n[").map(|(at, _)| at + 1);
    let starts: Vec<usize> = starts.chain([text.len()]).collect();
    let ends = starts.clone().into_iter().skip(1);
    starts.into_iter().zip(ends).map(|(start, end)| start..end)
}
