//! Finds the documentation of names without a path: of fields, keys of documents, tables and their values.

use std::collections::BTreeSet;

use super::field_docs::{Line, add_values, paragraph};
use crate::style;
use crate::text::Text;

/// The documentation of all fields, tables and values with a name; `None` if there are none. Names of the enclosing
/// items may precede it: `info.num_threads_x`, `FeatureFlags::WaveOps`.
pub(super) fn explain(lines: impl Iterator<Item = Line>, name: &str) -> Option<Text> {
    let wanted = segments(name);
    let (mut text, mut part, mut table) = (Text::default(), "", "");
    let mut explained = BTreeSet::new();
    for line in lines {
        match line {
            Line::Part { fourccs, .. } => part = fourccs.split(' ').next().unwrap_or_default(),
            Line::Field {
                path,
                key,
                values,
                doc,
            } => {
                let title = format!("{part}.{path}");
                if names_field(&wanted, path, key) && explained.insert(title.clone()) {
                    text.line(style::strong(title));
                    paragraph(doc, 2, &mut text);
                    add_values(values, &mut text);
                }
            }
            Line::Enum { name, doc } => {
                table = name;
                if wanted == segments(name) {
                    text.line(style::strong(name));
                    paragraph(doc, 2, &mut text);
                    add_values(name, &mut text);
                }
            }
            Line::Value { name, doc } => {
                if is_value(&wanted, table, name) {
                    text.line(style::strong(format!("{table}::{name}")));
                    paragraph(doc, 2, &mut text);
                }
            }
        }
    }
    (!text.is_empty()).then_some(text)
}

/// The path, including the part, of the only field with a name.
pub(super) fn path_of(lines: impl Iterator<Item = Line>, name: &str) -> Option<String> {
    let wanted = segments(name);
    let (mut part, mut paths) = ("", BTreeSet::new());
    for line in lines {
        match line {
            Line::Part { fourccs, .. } => part = fourccs.split(' ').next().unwrap_or_default(),
            Line::Field { path, key, .. } if names_field(&wanted, path, key) => {
                paths.insert(format!("{part}.{path}"));
            }
            _ => {}
        }
    }
    let only = paths.pop_first()?;
    paths.is_empty().then_some(only)
}

/// The normalized segments of a path: Rust's `num_threads_x` and a document's `NumThreadsX` are equal.
fn segments(path: &str) -> Vec<String> {
    let segments = path.split(['.', ':']).filter(|segment| !segment.is_empty());
    segments
        .map(|segment| segment.split('[').next().unwrap_or_default())
        .map(|segment| segment.replace('_', "").to_ascii_lowercase())
        .collect()
}

/// Whether a field has the last name of a path, and the other names of the path are among those of its enclosing items.
fn names_field(wanted: &[String], path: &str, key: &str) -> bool {
    let Some((last, outer)) = wanted.split_last() else {
        return false;
    };
    let names = segments(path);
    let Some((own, around)) = names.split_last() else {
        return false;
    };
    let mut around = around.iter();
    (own == last || segments(key).last() == Some(last))
        && outer.iter().all(|name| around.any(|other| other == name))
}

/// Whether a path names a value, alone or after its table.
fn is_value(wanted: &[String], table: &str, name: &str) -> bool {
    let value = segments(name);
    match wanted {
        [only] => value.first() == Some(only),
        [outer, last] => value.first() == Some(last) && segments(table).first() == Some(outer),
        _ => false,
    }
}
