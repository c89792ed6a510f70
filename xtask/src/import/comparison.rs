//! Compares a macro with the table that mirrors it, row by row; reports each difference and edits the schema.

use toml_edit::Table as Toml;

use dxc_codegen::datum::Datum;
use dxc_codegen::model::{EnumValue, NumberKey, Spelling};

use super::Problem;
use super::edit::{Rows, add_columns, set_mirrors};
use super::mirror::{Mirror, is_mirrored};
use super::read::{Argument, Macro};
use super::report::{Report, number, spelled};
use super::rows::{Value, columns, holds, values};
use super::write::set;

/// Compares a macro with the table that mirrors it; `spelling` is the macro in the notation of the schema.
pub(super) fn compare_mirror(
    mirror: &Mirror<'_>,
    table: &Macro,
    spelling: &Spelling,
    report: &mut Report<'_>,
    (item, llvm): (&mut Toml, Option<u32>),
) -> Result<(), Problem> {
    let rows = values(table, spelling, mirror.first_number())?;
    compare_spelling(mirror, table, spelling, report, item);
    let mut comparison = Comparison {
        mirror,
        rows: &rows,
        key: spelling.number_key(),
        renamed: Vec::new(),
        llvm,
        report,
        edited: Rows::take(item, spelling),
    };
    for row in &rows {
        comparison.compare_row(row);
    }
    comparison.compare_removed(table.rows.first().map(|row| row.line));
    comparison.edited.put();
    Ok(())
}

/// Compares the name of the macro, and its parameters.
fn compare_spelling(
    ours: &Mirror<'_>,
    table: &Macro,
    theirs: &Spelling,
    report: &mut Report<'_>,
    item: &mut Toml,
) {
    let line = table.rows.first().map(|row| row.line);
    let (place, spelled) = (Some(&ours.span), &ours.spelling);
    if theirs.macro_name != spelled.macro_name {
        let from = format!("`{}`", spelled.macro_name);
        report.note(line, place, format_args!("macro renamed: it was {from}"));
        set_mirrors(item, theirs);
        if let Some(source) = item.get("source").and_then(|source| source.as_str()) {
            let source = source.replace(&from, &format!("`{}`", theirs.macro_name));
            set(item, "source", &source);
        }
    }
    if theirs.parameters != spelled.parameters {
        let known = |name: &str| {
            let mut columns = ours.content.columns.iter();
            columns.any(|column| column.name.value == name)
        };
        let new = columns(theirs, table).filter(|column| !known(&column.name));
        let new: Vec<_> = new.collect();
        let names: Vec<String> = new.iter().map(|new| format!("`{}`", new.name)).collect();
        let names = if names.is_empty() {
            String::new()
        } else {
            format!("; new: {}", names.join(", "))
        };
        let sentence = format_args!("columns changed: they were `{spelled}`{names}");
        report.note(line, place, sentence);
        set_mirrors(item, theirs);
        add_columns(item, theirs, &new);
    }
}

/// The comparison of a macro's rows with the table that mirrors it.
struct Comparison<'c, 'r> {
    mirror: &'c Mirror<'c>,
    rows: &'c [Value],
    key: NumberKey,
    /// The values of the table whose names differ in the macro.
    renamed: Vec<&'c str>,
    /// The LLVM of the macro, if it is known.
    llvm: Option<u32>,
    report: &'c mut Report<'r>,
    edited: Rows<'c>,
}

impl<'c> Comparison<'c, '_> {
    fn compare_row(&mut self, row: &Value) {
        if let Some(value) = self.mirror.value(&row.name) {
            // The table states another source for it, as if the macro lacked it.
            if value.source.is_some() {
                let sentence = format_args!("adopted: `{}` was known from elsewhere", row.name);
                let place = Some(&value.name.span);
                self.report.note(Some(row.line), place, sentence);
                self.edited.adopt(&value.name);
            }
            self.compare_number(row, value);
            self.compare_columns(row, value);
        } else if let Some(value) = self.renamed_to(row) {
            self.renamed.push(&value.name);
            let sentence = format_args!("renamed: `{}` is now `{}`", value.name, row.name);
            let place = Some(&value.name.span);
            self.report.note(Some(row.line), place, sentence);
            self.edited.rename(&value.name, &row.name, self.llvm);
            self.compare_number(row, value);
            self.compare_columns(row, value);
        } else {
            let number = spelled(self.key, row.number);
            let sentence = format_args!("added: `{}`, {number}", row.name);
            let place = Some(&self.mirror.item.name.span);
            self.report.note(Some(row.line), place, sentence);
            self.edited.add(row);
        }
    }

    /// The value with a row's number, if the macro no longer has the value's name.
    fn renamed_to(&self, row: &Value) -> Option<&'c EnumValue> {
        let is_renamed = |value: &&EnumValue| {
            is_mirrored(value)
                && value.marker == row.is_marker
                && !self.is_row(&value.name)
                && !self.renamed.contains(&value.name.as_str())
                && self.mirror.number(value, self.key) == row.number.number
        };
        self.mirror.content.values.iter().find(is_renamed)
    }

    fn compare_number(&mut self, row: &Value, value: &EnumValue) {
        let from = self.mirror.number(value, self.key);
        if from == row.number.number {
            return;
        }
        let (from, to) = (number(self.key, from), spelled(self.key, row.number));
        let (name, place) = (&row.name, &value.value.span);
        let written = self.written(row, value);
        if value.marker {
            let what = format_args!("`{name}`, which is no value, was {from} and is now {to}");
            let sentence = format_args!("marker moved: {what}");
            self.report.note(Some(row.line), Some(place), sentence);
        } else {
            let sentence = format_args!("value changed: `{name}` was {from} and is now {to}");
            self.report.warn(row.line, place, sentence);
        }
        self.edited.renumber(&written, row.number);
    }

    fn compare_columns(&mut self, row: &Value, value: &EnumValue) {
        for (column, to) in &row.columns {
            let from = value.datum(column);
            if from.is_some_and(|from| holds(&from.value, to)) {
                continue;
            }
            let now = match to {
                Argument::Number(number) => number.number.to_string(),
                Argument::Text(text) | Argument::Name(text) => format!("{text:?}"),
            };
            let before = match from.map(|from| &from.value) {
                Some(Datum::Text(from)) => Some(format!("{from:?}")),
                Some(Datum::Integer(from)) => Some(from.to_string()),
                _ => None,
            };
            let of = format!("the `{column}` of `{}`", row.name);
            let sentence = match before {
                Some(before) => format!("column changed: {of} was {before} and is now {now}"),
                None => format!("column added: {of} is {now}"),
            };
            let place = from.map_or(&value.name.span, |from| &from.span);
            self.report.note(Some(row.line), Some(place), sentence);
            let written = self.written(row, value);
            self.edited.set_column(&written, column, to);
        }
    }

    /// The table's name for a row: an earlier LLVM may have another name for it.
    fn written(&self, row: &Value, value: &EnumValue) -> String {
        let is_earlier = value.was.iter().any(|was| was.value == row.name);
        let name = if is_earlier {
            &value.name.value
        } else {
            &row.name
        };
        name.clone()
    }

    /// Reports the values that the macro no longer has.
    fn compare_removed(&mut self, line: Option<usize>) {
        for value in self.mirror.live() {
            let name = &value.name;
            let is_row = self.is_row(name) || value.was.iter().any(|was| self.is_row(was));
            if !is_row && !self.renamed.contains(&name.as_str()) {
                let sentence = format_args!("removed: `{name}`");
                self.report.note(line, Some(&name.span), sentence);
                self.edited.keep(name);
            }
        }
    }

    fn is_row(&self, name: &str) -> bool {
        self.rows.iter().any(|row| row.name == name)
    }
}
