//! Differences between a macro and the table that mirrors it, row by row.

use crate::model::{EnumValue, NumberKey, Spelling};
use crate::span::Span;

use super::Problem;
use super::differences::{Difference, Table, Value, What};
use super::header::Declared;
use super::mirror::{Mirror, is_mirrored};
use super::read::Macro;
use super::rows::{columns, holds, values};

/// Differences between a macro and the table that mirrors it.
pub(super) fn compare_mirror(
    mirror: &Mirror<'_>,
    table: &Macro,
    given: Option<&Spelling>,
    declared: Option<&Declared>,
) -> Result<Table, Problem> {
    let spelling = mirror.spell(table, given, declared)?;
    let rows = values(table, &spelling, mirror.first_number())?;
    let mut comparison = Comparison {
        mirror,
        first_line: table.rows.first().map(|row| row.line),
        rows: &rows,
        key: spelling.number_key(),
        renamed: Vec::new(),
        differences: Vec::new(),
    };
    comparison.compare_spelling(table, &spelling);
    for row in &rows {
        comparison.compare_row(row);
    }
    comparison.note_removed();
    let differences = comparison.differences;
    Ok(mirror.table(spelling, differences))
}

/// The rows of a macro and the table that mirrors it, while they are compared.
struct Comparison<'c> {
    mirror: &'c Mirror<'c>,
    /// The line of the first row.
    first_line: Option<usize>,
    rows: &'c [Value],
    key: NumberKey,
    /// The values of the table that have another name in the macro.
    renamed: Vec<&'c str>,
    differences: Vec<Difference>,
}

impl<'c> Comparison<'c> {
    fn note(&mut self, line: Option<usize>, place: &Span, what: What) {
        self.differences.push(Difference {
            line,
            place: Some(place.clone()),
            what,
        });
    }

    /// The name of the macro, and its parameters.
    fn compare_spelling(&mut self, table: &Macro, theirs: &Spelling) {
        let ours = &self.mirror.spelling;
        if theirs.macro_name != ours.macro_name {
            let from = ours.macro_name.clone();
            let what = What::MacroRenamed { from };
            self.note(self.first_line, &self.mirror.span, what);
        }
        if theirs.parameters != ours.parameters {
            let known = |name: &str| {
                let mut columns = self.mirror.content.columns.iter();
                columns.any(|column| column.name.value == name)
            };
            let new = columns(theirs, table).filter(|column| !known(&column.name));
            let what = What::Parameters {
                from: ours.to_string(),
                new: new.collect(),
            };
            self.note(self.first_line, &self.mirror.span, what);
        }
    }

    fn compare_row(&mut self, row: &Value) {
        let mut markers = self.mirror.content.markers.iter();
        if let Some(marker) = markers.find(|marker| marker.name.value == row.name) {
            let from = self.mirror.number(marker, self.key);
            if from != row.number.number {
                let (name, to) = (row.name.clone(), row.number);
                let what = What::MarkerMoved { name, from, to };
                self.note(Some(row.line), &marker.value.span, what);
            }
            self.compare_columns(row, marker);
        } else if let Some(value) = self.mirror.content.value(&row.name) {
            // The table takes it for one that the macro does not have.
            if value.source.is_some() {
                let name = row.name.clone();
                self.note(Some(row.line), &value.name.span, What::Adopted { name });
            }
            self.compare_number(row, value);
            self.compare_columns(row, value);
        } else if let Some(value) = self.renamed_to(row) {
            self.renamed.push(&value.name);
            let what = What::Renamed {
                from: value.name.value.clone(),
                to: row.name.clone(),
            };
            self.note(Some(row.line), &value.name.span, what);
            self.compare_number(row, value);
            self.compare_columns(row, value);
        } else {
            let what = What::Added(row.clone());
            self.note(Some(row.line), &self.mirror.item.name.span, what);
        }
    }

    /// The value of a row's number that has lost its name.
    fn renamed_to(&self, row: &Value) -> Option<&'c EnumValue> {
        let is_renamed = |value: &&EnumValue| {
            is_mirrored(value)
                && !self.is_row(&value.name)
                && !self.renamed.contains(&value.name.as_str())
                && self.mirror.number(value, self.key) == row.number.number
        };
        self.mirror.content.values.iter().find(is_renamed)
    }

    fn compare_number(&mut self, row: &Value, value: &EnumValue) {
        let from = self.mirror.number(value, self.key);
        if from != row.number.number {
            let what = What::ValueChanged {
                name: row.name.clone(),
                from,
                to: row.number,
            };
            self.note(Some(row.line), &value.value.span, what);
        }
    }

    fn compare_columns(&mut self, row: &Value, value: &EnumValue) {
        for (column, to) in &row.columns {
            let from = value.datum(column);
            if from.is_some_and(|from| holds(&from.value, to)) {
                continue;
            }
            let what = What::ColumnChanged {
                name: row.name.clone(),
                column: column.clone(),
                from: from.map(|from| from.value.clone()),
                to: to.clone(),
            };
            let place = from.map_or(&value.name.span, |from| &from.span);
            self.note(Some(row.line), place, what);
        }
    }

    /// The values that the macro has no more.
    fn note_removed(&mut self) {
        for value in self.mirror.content.values.iter().filter(is_mirrored) {
            let name = &value.name;
            if !self.is_row(name) && !self.renamed.contains(&name.as_str()) {
                let what = What::Removed {
                    name: name.value.clone(),
                };
                self.note(self.first_line, &name.span, what);
            }
        }
    }

    fn is_row(&self, name: &str) -> bool {
        self.rows.iter().any(|row| row.name == name)
    }
}
