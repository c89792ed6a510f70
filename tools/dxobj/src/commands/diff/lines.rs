//! Prints the differences between two containers as lines.

use std::path::Path;

use dxc_shader::diff::Difference;
use serde_json::json;

use crate::json::Line;
use crate::style;
use crate::text::Text;

/// The maximum number of records of a run that are listed by index.
const MOST_NAMED: usize = 6;

/// A line of JSON for each difference.
pub(super) fn json(differences: &[Difference], file: &Path) -> Text {
    let line = |difference: &Difference| {
        let Difference { path, old, new, .. } = difference;
        let part = difference.part.map(|part| part.to_string());
        let content = json!({ "part": part, "field": path, "old": old, "new": new });
        Line::new(file, content).text()
    };
    let lines = differences.iter().map(line);
    lines.fold(Text::default(), |text, line| text + line)
}

/// Prints a line for each difference. Adjacent records with equal differences share a line.
pub(super) fn text(differences: &[Difference]) -> Text {
    let mut text = Text::default();
    let mut rest = differences;
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|other| is_alike(first, other));
        let (run, behind) = rest.split_at(count.count().max(1));
        text.line(line(first, &path(run)));
        rest = behind;
    }
    text
}

/// Whether two differences are in the same field of records of the same run.
fn is_alike(one: &Difference, other: &Difference) -> bool {
    let frame = |difference: &Difference| {
        split(&difference.path).map(|(before, _, behind)| (before.to_owned(), behind.to_owned()))
    };
    let same = one.part == other.part && one.old == other.old && one.new == other.new;
    same && (one.path == other.path || (frame(one).is_some() && frame(one) == frame(other)))
}

/// Splits a path into the part before the index of its last record, the index, and the field of the record.
fn split(path: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = path.rsplit_once('[')?;
    let (record, behind) = rest.split_once(']')?;
    Some((before, record, behind))
}

/// The path for a run of differences, with the indices of all its records.
fn path(run: &[Difference]) -> String {
    let records = run.iter().filter_map(|one| split(&one.path));
    let (Some((before, _, behind)), true) = (records.clone().next(), run.len() > 1) else {
        return run.first().map_or(String::new(), |one| one.path.clone());
    };
    let names: Vec<&str> = records.map(|(_, record, _)| record).collect();
    let numbers = names.iter().map(|name| name.parse::<usize>().ok());
    let numbers: Option<Vec<usize>> = numbers.collect();
    let is_row = |numbers: &Vec<usize>| numbers.windows(2).all(|two| two[0] + 1 == two[1]);
    let named = match (numbers.filter(is_row), &*names) {
        (Some(_), [first, .., last]) => format!("{first} to {last}"),
        (_, names) if names.len() > MOST_NAMED => {
            let shown = names[..MOST_NAMED].join(", ");
            format!("{shown} and {} more", names.len() - MOST_NAMED)
        }
        (_, names) => names.join(", "),
    };
    format!("{before}[{named}]{behind}")
}

fn line(difference: &Difference, path: &str) -> Text {
    let part = difference.part.map(|part| part.to_string());
    let place = [part.as_deref(), Some(path)];
    let place = place.into_iter().flatten().filter(|word| !word.is_empty());
    let place = Text::from(place.collect::<Vec<_>>().join(" "));
    let old = difference.old.as_ref().map(style::old);
    let new = difference.new.as_ref().map(style::new);
    match (old, new) {
        (Some(old), Some(new)) => place + ": " + old + " -> " + new,
        (Some(old), None) => place + ": only in the old: " + old,
        (None, Some(new)) => place + ": only in the new: " + new,
        (None, None) => place,
    }
}
