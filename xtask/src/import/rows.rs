//! Converts the rows of a macro to values of a table.

use dxc_codegen::datum::Datum;

use dxc_codegen::model::{Column as Declared, Spelling};

use super::Problem;
use super::read::{Argument, Macro, Number};

/// A column that the table lacks.
pub(super) struct Column {
    pub(super) name: String,
    pub(super) ty: &'static str,
}

/// A row as a value of a table.
pub(super) struct Value {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) number: Number,
    /// The first name with its number, if that is another name.
    pub(super) alias: Option<String>,
    pub(super) columns: Vec<(String, Argument)>,
    /// The row before it in the macro.
    pub(super) behind: Option<String>,
    /// Whether it only marks the end of the values.
    pub(super) is_marker: bool,
}

/// Whether a column contains an argument.
pub(super) fn holds(datum: &Datum, argument: &Argument) -> bool {
    match (datum, argument) {
        (Datum::Integer(ours), Argument::Number(theirs)) => *ours == theirs.number,
        (Datum::Text(ours), argument) => argument.text() == Some(ours),
        _ => false,
    }
}

/// Whether a row only marks the end of the values. `Invalid` does if no other row has a larger number.
fn is_marker(name: &str, is_last: bool) -> bool {
    const ENDS: [&str; 4] = ["NextUnusedBit", "NumEntries", "LastEntry", "EnumCount"];
    ENDS.contains(&name) || name == "Invalid" && is_last
}

/// The columns of a macro.
pub(super) fn columns(spelling: &Spelling, table: &Macro) -> impl Iterator<Item = Column> {
    spelling.columns().map(|(place, name)| Column {
        name: name.to_owned(),
        ty: type_of_column(table, place),
    })
}

/// The type of a column: texts, if at least one row has a text there.
fn type_of_column(table: &Macro, place: usize) -> &'static str {
    let arguments = table.rows.iter().map(|row| row.arguments.get(place));
    let mut texts = arguments.filter_map(|argument| argument?.text());
    match texts.next() {
        Some(_) => Declared::TEXT,
        None => Declared::NUMBER,
    }
}

/// The rows as values; rows without numbers are counted from `first`.
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
            return Err(wrong(format!(
                "the `name` of `{spelling}` is not a valid name"
            )));
        };
        let number = match argument(spelling.number_key().name()) {
            None => Number {
                number: values.last().map_or(first, |last| last.number.number + 1),
                hexadecimal: false,
            },
            Some(Argument::Number(number)) => *number,
            Some(_) => {
                return Err(wrong(format!(
                    "`{name}` has no number where `{spelling}` has one"
                )));
            }
        };
        let column = |(place, name): (usize, &str)| (name.to_owned(), row.arguments[place].clone());
        let mut earlier = values.iter();
        let first = earlier.find(|earlier: &&Value| earlier.number.number == number.number);
        let alias = first.map(|first| first.name.clone());
        let is_last = values
            .iter()
            .all(|value| value.number.number <= number.number);
        let is_marker = is_marker(name, number.number > 0 && is_last);
        let behind = values.last();
        let behind = behind.map(|before| before.name.clone());
        values.push(Value {
            is_marker,
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
