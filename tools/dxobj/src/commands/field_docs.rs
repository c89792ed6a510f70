//! The docs of all fields, which `dxobj show --explain` prints without a file.

use dxc_format::FourCC;

use crate::edit;
use crate::files::Problem;
use crate::report::Report;
use crate::style;
use crate::table::{self, Words};
use crate::text::Text;

/// The lines that `cargo xtask gen` makes of the schemas.
const LINES: &str = include_str!("field_docs.tsv");

/// A line of the file.
enum Line {
    Part {
        fourccs: &'static str,
        name: &'static str,
        doc: &'static str,
    },
    Field {
        path: &'static str,
        values: &'static str,
        doc: &'static str,
    },
    Enum(&'static str),
    Value {
        name: &'static str,
        doc: &'static str,
    },
}

fn lines() -> impl Iterator<Item = Line> {
    LINES.lines().filter_map(|line| {
        let mut words = line.split('\t');
        let mut word = || words.next().unwrap_or_default();
        Some(match word() {
            "part" => Line::Part {
                fourccs: word(),
                name: word(),
                doc: word(),
            },
            "field" => Line::Field {
                path: word(),
                values: word(),
                doc: word(),
            },
            "enum" => Line::Enum(word()),
            "value" => Line::Value {
                name: word(),
                doc: word(),
            },
            _ => return None,
        })
    })
}

/// The docs of the field that a path names, and of those below it, in all kinds of parts that share the FourCC.
pub(super) fn explain(path: &str) -> Result<Report, Problem> {
    let (part, wanted) = path.split_once('.').unwrap_or((path, ""));
    let fourcc = fourcc(part).map_err(|what| Problem::new("", what))?;
    let wanted = without_indices(wanted);
    let (mut text, mut is_inside) = (Text::default(), false);
    for line in lines() {
        match line {
            Line::Part { fourccs, name, doc } => {
                is_inside = fourccs.split(' ').any(|known| known == fourcc);
                if is_inside && wanted.is_empty() {
                    text.line(style::strong(&fourcc) + "  " + name);
                    paragraph(doc, 2, &mut text);
                }
            }
            Line::Field { path, values, doc } if is_inside && is_below(path, &wanted) => {
                text.line(style::strong(format!("{fourcc}.{path}")));
                paragraph(doc, 2, &mut text);
                if path == wanted {
                    add_values(values, &mut text);
                }
            }
            _ => {}
        }
    }
    match text.is_empty() {
        false => Ok(Report::text(text)),
        true => Err(
            Problem::new("", format!("no field `{wanted}` in {fourcc}")).hint(format!(
                "`dxobj show --explain {fourcc}` lists all of its fields"
            )),
        ),
    }
}

/// The FourCC of a known part, in any case of letters.
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

/// The docs of the values of an enum.
fn add_values(wanted: &str, text: &mut Text) {
    let is_wanted = |line: &Line| matches!(line, Line::Enum(name) if *name == wanted);
    let values = lines().skip_while(|line| !is_wanted(line)).skip(1);
    for line in values {
        let Line::Value { name, doc } = line else {
            return;
        };
        paragraph(&format!("{name}: {doc}"), 4, text);
    }
}

/// A text in lines that fit the terminal.
pub(super) fn paragraph(doc: &str, indent: usize, text: &mut Text) {
    let room = table::width().unwrap_or(100).clamp(40, 100);
    let mut words = Words::new(text, indent, room);
    doc.split_whitespace().for_each(|word| words.push(word));
    text.end_line();
}

/// Whether a path is another one, or lies below it.
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
