//! The rows of a macro as values of a table.

use crate::load::Datum;

use super::Problem;
use super::differences::{Column, Number, Value};
use super::read::{Argument, Macro};
use super::spelling::Spelling;

/// Whether a column holds an argument.
pub(super) fn holds(datum: &Datum, argument: &Argument) -> bool {
    match (datum, argument) {
        (Datum::Integer(ours), Argument::Number(theirs, _)) => ours == theirs,
        (Datum::Text(ours), argument) => argument.text() == Some(ours),
        _ => false,
    }
}

/// The columns of a macro.
pub(super) fn columns(spelling: &Spelling, table: &Macro) -> impl Iterator<Item = Column> {
    spelling.columns().map(|(place, name)| Column {
        name: name.to_owned(),
        is_text: table.rows.iter().any(|row| {
            row.arguments
                .get(place)
                .is_some_and(|argument| argument.text().is_some())
        }),
    })
}

/// The rows as values; those without numbers are counted from `first`.
pub(super) fn values(
    table: &Macro,
    spelling: &Spelling,
    first: i128,
) -> Result<Vec<Value>, Problem> {
    let mut values: Vec<Value> = Vec::new();
    for row in &table.rows {
        let wrong = |what: String| (row.line, what);
        if row.arguments.len() != spelling.parameters.len() {
            return Err(wrong(format!(
                "`{}` has {} arguments, and `{spelling}` has {}",
                table.name,
                row.arguments.len(),
                spelling.parameters.len()
            )));
        }
        let argument = |key: &str| spelling.place_of(key).map(|place| &row.arguments[place]);
        let Some(Argument::Name(name)) = argument("name") else {
            return Err(wrong(format!("the `name` of `{spelling}` is no name")));
        };
        let number = match argument(spelling.number_key().name()) {
            None => Number {
                number: values.last().map_or(first, |last| last.number.number + 1),
                hexadecimal: false,
            },
            Some(Argument::Number(number, hexadecimal)) => Number {
                number: *number,
                hexadecimal: *hexadecimal,
            },
            Some(_) => {
                return Err(wrong(format!(
                    "`{name}` has no number where `{spelling}` has one"
                )));
            }
        };
        let column = |(place, name): (usize, &str)| (name.to_owned(), row.arguments[place].clone());
        let alias = values
            .iter()
            .any(|earlier| earlier.number.number == number.number);
        let behind = values.last().map(|last| last.name.clone());
        values.push(Value {
            line: row.line,
            name: name.clone(),
            number,
            alias,
            columns: spelling.columns().map(column).collect(),
            behind,
        });
    }
    Ok(values)
}
