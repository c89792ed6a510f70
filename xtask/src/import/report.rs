//! The differences as text, table by table.

use std::fmt::Write;

use crate::datum::Datum;
use crate::diagnostic::counted;
use crate::model::NumberKey;
use crate::span::Source;

use super::differences::{Difference, Table, What};
use super::read::{Argument, Number};

/// Writes down all differences; `file` is the name of the `.def` file.
pub(super) fn report(tables: &[Table], sources: &[Source], file: &str) -> String {
    let mut text = String::new();
    for table in tables {
        let name = [table.kind, &table.name].join(".");
        let _ = writeln!(text, "{}, `{}`", name.trim_end_matches('.'), table.spelling);
        for difference in &table.differences {
            let sentence = sentence(table, &difference.what);
            let _ = writeln!(text, "  {sentence} [{}]", places(difference, sources, file));
        }
        text.push('\n');
    }
    let differences = tables.iter().flat_map(|table| &table.differences);
    let dangerous = differences
        .clone()
        .filter(|difference| is_dangerous(&difference.what));
    let (all, dangerous) = (differences.clone().count(), dangerous.count());
    let _ = match (all, dangerous) {
        (0, _) => writeln!(text, "no difference"),
        (all, 0) => writeln!(text, "{}", counted(all, "difference")),
        (all, dangerous) => writeln!(
            text,
            "{}, {dangerous} of them dangerous: what was written before would be read as something else",
            counted(all, "difference")
        ),
    };
    text
}

fn is_dangerous(what: &What) -> bool {
    matches!(what, What::ValueChanged { .. })
}

fn sentence(table: &Table, what: &What) -> String {
    let key = table.spelling.number_key();
    let number = |number: i128| match key {
        NumberKey::Bit => format!("bit {number}"),
        NumberKey::Value | NumberKey::Order => number.to_string(),
    };
    match what {
        What::NewMacro(new) => {
            let count = counted(new.values.len(), "value");
            let taken = match new.is_taken {
                true => "; the name is taken, choose one with `--as`",
                false => "",
            };
            format!("new macro: {count} in a u{}{taken}", new.bits)
        }
        What::MacroRenamed { from } => format!("macro renamed: it was `{from}`"),
        What::MacroRemoved { values } => {
            format!("macro removed: {} with it", counted(values.len(), "value"))
        }
        What::Parameters { from, new } => {
            let new: Vec<String> = new
                .iter()
                .map(|column| format!("`{}`", column.name))
                .collect();
            let new = match new.is_empty() {
                true => String::new(),
                false => format!("; new: {}", new.join(", ")),
            };
            format!("columns changed: they were `{from}`{new}")
        }
        What::Added(value) => format!("added: `{}`, {}", value.name, spelled(key, value.number)),
        What::Renamed { from, to } => format!("renamed: `{from}` is now `{to}`"),
        What::ValueChanged { name, from, to } => {
            let (from, to) = (number(*from), spelled(key, *to));
            format!("DANGEROUS, value changed: `{name}` was {from} and is now {to}")
        }
        What::ColumnChanged {
            name,
            column,
            from,
            to,
        } => {
            let to = match to {
                Argument::Number(number) => number.number.to_string(),
                Argument::Text(text) | Argument::Name(text) => format!("{text:?}"),
            };
            let from = match from {
                Some(Datum::Text(from)) => format!("{from:?}"),
                Some(Datum::Integer(from)) => from.to_string(),
                _ => return format!("column added: the `{column}` of `{name}` is {to}"),
            };
            format!("column changed: the `{column}` of `{name}` was {from} and is now {to}")
        }
        What::Removed { name } => format!("removed: `{name}`"),
        What::Adopted { name } => format!("adopted: `{name}` was known from elsewhere"),
        What::MarkerMoved { name, from, to } => {
            let (from, to) = (number(*from), spelled(key, *to));
            format!("marker moved: `{name}`, which is no value, was {from} and is now {to}")
        }
        What::Mirrors => "mirrored: the table has these rows".to_owned(),
        What::NewPart { code } => format!(
            "new part: no schema describes `{code}`; write a file with `[[part]]` and its struct"
        ),
    }
}

fn spelled(key: NumberKey, number: Number) -> String {
    match key {
        NumberKey::Bit => format!("bit {number}"),
        NumberKey::Value => number.to_string(),
        NumberKey::Order => format!("{number} by its place"),
    }
}

fn places(difference: &Difference, sources: &[Source], file: &str) -> String {
    let line = difference.line.map(|line| format!("{file}:{line}"));
    let place = difference.place.as_ref();
    let place = place.and_then(|span| Some(sources.get(span.file)?.place(span)));
    line.into_iter().chain(place).collect::<Vec<_>>().join(", ")
}
