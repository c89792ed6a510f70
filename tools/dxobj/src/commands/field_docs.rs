//! The documentation of all fields and values, which `dxobj show --explain` prints without a file.

use std::collections::BTreeSet;

use dxc_format::FourCC;

use super::name_docs;

use crate::edit;
use crate::files::Problem;
use crate::report::Report;
use crate::style;
use crate::table::{self, Words};
use crate::text::Text;

/// The documentation that `cargo xtask gen` generates from the schemas, as tab-separated lines.
const LINES: &str = include_str!("field_docs.tsv");

/// A parsed line of `field_docs.tsv`.
pub(super) enum Line {
    Part {
        fourccs: &'static str,
        name: &'static str,
        doc: &'static str,
    },
    Field {
        path: &'static str,
        /// The key of the field in documents.
        key: &'static str,
        values: &'static str,
        doc: &'static str,
    },
    Enum {
        name: &'static str,
        doc: &'static str,
    },
    Value {
        name: &'static str,
        doc: &'static str,
    },
}

fn lines() -> impl Iterator<Item = Line> {
    LINES.lines().filter_map(|line| {
        let mut columns = line.split('\t');
        let mut column = || columns.next().unwrap_or_default();
        Some(match column() {
            "part" => Line::Part {
                fourccs: column(),
                name: column(),
                doc: column(),
            },
            "field" => Line::Field {
                path: column(),
                key: column(),
                values: column(),
                doc: column(),
            },
            "enum" => Line::Enum {
                name: column(),
                doc: column(),
            },
            "value" => Line::Value {
                name: column(),
                doc: column(),
            },
            _ => return None,
        })
    })
}

/// Prints the documentation of a name: for a path, that of the field and of the fields below it; else that of all items
/// with this name.
pub(super) fn explain(name: &str) -> Result<Report, Problem> {
    let (part, wanted) = name.split_once('.').unwrap_or((name, ""));
    match fourcc(part) {
        Ok(fourcc) => explain_path(&fourcc, &without_indices(wanted)),
        // A word of four characters may be a FourCC.
        Err(unknown) => match name_docs::explain(lines(), name) {
            Some(text) => Ok(Report::text(text)),
            None if part.len() == 4 => Err(Problem::new("", unknown)),
            None => {
                let unknown = format!("no field, table or value has the name `{name}`");
                let hint = "`dxobj show --explain PSV0` lists the fields of a part";
                Err(Problem::new("", unknown).hint(hint))
            }
        },
    }
}

/// Returns the path of the only field with a name; `None` for a path, and for a name of several fields.
pub(super) fn path_of(name: &str) -> Option<String> {
    let (part, wanted) = name.split_once('.').unwrap_or((name, ""));
    let Ok(fourcc) = fourcc(part) else {
        return name_docs::path_of(lines(), name);
    };
    let path = without_indices(wanted);
    let is_path = |line: Line| matches!(line, Line::Field { path: own, .. } if own == path);
    if path.is_empty() || lines_of(&fourcc).any(is_path) {
        return None;
    }
    name_docs::path_of(lines_of(&fourcc), &path)
}

/// Whether a name begins with the FourCC of a known part.
pub(super) fn begins_with_part(name: &str) -> bool {
    fourcc(name.split('.').next().unwrap_or_default()).is_ok()
}

/// The documentation of the field at a path and of the fields below it, for all kinds of parts that share the FourCC.
fn explain_path(fourcc: &str, wanted: &str) -> Result<Report, Problem> {
    let (mut text, mut is_inside) = (Text::default(), false);
    for line in lines() {
        match line {
            Line::Part { fourccs, name, doc } => {
                is_inside = fourccs.split(' ').any(|known| known == fourcc);
                if is_inside && wanted.is_empty() {
                    text.line(style::strong(fourcc) + "  " + name);
                    paragraph(doc, 2, &mut text);
                }
            }
            Line::Field {
                path, values, doc, ..
            } if is_inside && is_below(path, wanted) => {
                text.line(style::strong(format!("{fourcc}.{path}")));
                paragraph(doc, 2, &mut text);
                if path == wanted {
                    add_values(values, &mut text);
                }
            }
            _ => {}
        }
    }
    if text.is_empty() {
        // The name may be a key of documents or the name of a value.
        let found = name_docs::explain(lines_of(fourcc), wanted);
        text = found.unwrap_or_default();
    }
    if !text.is_empty() {
        Ok(Report::text(text))
    } else {
        Err(
            Problem::new("", format!("no field `{wanted}` in {fourcc}")).hint(format!(
                "`dxobj show --explain {fourcc}` lists all of its fields"
            )),
        )
    }
}

/// The lines of the parts with a FourCC, and of the enums of their fields.
fn lines_of(fourcc: &str) -> impl Iterator<Item = Line> {
    let (mut is_inside, mut enums) = (false, BTreeSet::new());
    lines().filter(move |line| {
        match line {
            Line::Part { fourccs, .. } => {
                is_inside = fourccs.split(' ').any(|known| known == fourcc);
            }
            Line::Field { values, .. } if is_inside => {
                enums.insert(*values);
            }
            Line::Enum { name, .. } => is_inside = enums.contains(name),
            _ => {}
        }
        is_inside
    })
}

/// Reads the FourCC of a known part, ignoring case.
fn fourcc(text: &str) -> Result<String, String> {
    let spelled = edit::fourcc(text)?;
    let known = lines().filter_map(|line| match line {
        Line::Part { fourccs, .. } => Some(fourccs.split(' ')),
        _ => None,
    });
    let known: Vec<&str> = known.flatten().collect();
    let fourccs = known
        .iter()
        .filter_map(|known| known.parse::<FourCC>().ok());
    let fourccs: Vec<FourCC> = fourccs.collect();
    match edit::in_any_case(fourccs.into_iter(), spelled) {
        Some(fourcc) => Ok(fourcc.to_string()),
        None => Err(format!(
            "no part {text} is known; there are: {}",
            known.join(" ")
        )),
    }
}

/// Adds the documentation of the values of an enum.
pub(super) fn add_values(wanted: &str, text: &mut Text) {
    let is_wanted = |line: &Line| matches!(line, Line::Enum { name, .. } if *name == wanted);
    let values = lines().skip_while(|line| !is_wanted(line)).skip(1);
    for line in values {
        let Line::Value { name, doc } = line else {
            return;
        };
        paragraph(&format!("{name}: {doc}"), 4, text);
    }
}

/// Adds a text, wrapped to the width of the terminal.
pub(super) fn paragraph(doc: &str, indent: usize, text: &mut Text) {
    let room = table::width().unwrap_or(100).clamp(40, 100);
    let mut words = Words::new(text, indent, room);
    doc.split_whitespace().for_each(|word| words.push(word));
    text.end_line();
}

/// Whether a path equals another path, or is below it.
pub(super) fn is_below(path: &str, wanted: &str) -> bool {
    let rest = path.strip_prefix(wanted);
    wanted.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

pub(super) fn without_indices(path: &str) -> String {
    let mut pieces = path.split('[');
    let first = pieces.next().unwrap_or_default();
    let rest = pieces.map(|piece| piece.split_once(']').map_or(piece, |(_, rest)| rest));
    std::iter::once(first).chain(rest).collect()
}
