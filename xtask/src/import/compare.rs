//! What differs between the macros of a `.def` file and the tables of the schema that mirror them.

use crate::diagnostic::Span;
use crate::load::Datum;
use crate::model::{Content, Enum, EnumValue, Item, Schema};

use super::header::{Declared, Holds};
use super::read::{Argument, Macro, Row};
use super::spelling::{NumberKey, Spelling, camel_case};

/// A table that differs.
#[derive(Debug)]
pub(super) struct Table {
    /// The item's kind: `enum` or `flags`.
    pub(super) kind: &'static str,
    pub(super) name: String,
    /// The macro as the schema is to spell it.
    pub(super) spelling: Spelling,
    pub(super) number_key: NumberKey,
    /// The schema file that holds the table; none if there is no such table yet.
    pub(super) file: Option<usize>,
    /// The table that mirrors the macro before this one.
    pub(super) behind: Option<String>,
    pub(super) differences: Vec<Difference>,
}

/// A difference, the line of the `.def` file that has it, and its place in the schema.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) line: Option<usize>,
    pub(super) place: Option<Span>,
    pub(super) what: What,
}

/// What differs.
#[derive(Debug)]
pub(super) enum What {
    NewMacro(New),
    /// The macro is called otherwise now.
    MacroRenamed {
        from: String,
    },
    /// The macro is gone, and with it these values.
    MacroRemoved {
        values: Vec<String>,
    },
    /// The macro has other parameters now; some of them may be columns that the table does not have.
    Parameters {
        from: String,
        new: Vec<Column>,
    },
    Added(Value),
    Renamed {
        from: String,
        to: String,
    },
    ValueChanged {
        name: String,
        from: i128,
        to: Number,
    },
    ColumnChanged {
        name: String,
        column: String,
        from: Option<Datum>,
        to: Argument,
    },
    Removed {
        name: String,
    },
    /// A deprecated value is in the macro again.
    Restored {
        name: String,
    },
    /// A value that was known from elsewhere is in the macro now.
    Adopted {
        name: String,
    },
}

/// A macro that no table mirrors.
#[derive(Debug)]
pub(super) struct New {
    pub(super) values: Vec<Value>,
    pub(super) columns: Vec<Column>,
    pub(super) cpp: Option<String>,
    pub(super) bits: u32,
    /// Further C++ types of the same values: name, C++ type, bits.
    pub(super) wider: Vec<(String, String, u32)>,
    /// Whether the schema has something else of this name.
    pub(super) is_taken: bool,
}

/// A column that the table does not have yet.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) is_text: bool,
}

/// A row as a value of a table.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) number: Number,
    pub(super) alias: bool,
    pub(super) columns: Vec<(String, Argument)>,
    /// The value before it in the macro.
    pub(super) behind: Option<String>,
}

/// A number, and whether it is spelled in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) number: i128,
    pub(super) hexadecimal: bool,
}

type Problem = (usize, String);

/// A table of the schema that mirrors a macro.
struct Mirror<'s> {
    kind: &'static str,
    item: &'s Item,
    content: &'s Enum,
    spelling: Spelling,
    span: Span,
}

/// Compares everything, in the order of the `.def` file; what that has no more comes last.
pub(super) fn compare(
    schema: &Schema,
    macros: &[Macro],
    declared: &[Declared],
    spellings: &[Spelling],
) -> Result<Vec<Table>, Problem> {
    let mirrors: Vec<Mirror<'_>> = schema.items.iter().filter_map(Mirror::new).collect();
    let is_gone = |mirror: &&Mirror<'_>| {
        macros
            .iter()
            .all(|table| table.name != mirror.spelling.macro_name)
    };
    let mut tables = Vec::new();
    let mut continued: Vec<&str> = Vec::new();
    let mut behind: Option<String> = None;
    for table in macros {
        let given = spellings
            .iter()
            .find(|given| given.macro_name == table.name);
        let by_name = mirrors
            .iter()
            .find(|mirror| mirror.spelling.macro_name == table.name);
        let by_values = || {
            mirrors
                .iter()
                .filter(is_gone)
                .find(|mirror| mirror.shares_most_of(table))
        };
        let declared: Vec<&Declared> = declared
            .iter()
            .filter(|declared| declared.macro_name == table.name)
            .collect();
        let found = match by_name.or_else(by_values) {
            Some(mirror) => {
                continued.push(&mirror.item.name);
                mirror.compare(table, given, declared.first().copied())?
            }
            None => new_table(schema, table, given, &declared)?,
        };
        let name = found.name.clone();
        if !found.differences.is_empty() {
            tables.push(Table {
                behind: behind.take(),
                ..found
            });
        }
        behind = Some(name);
    }
    let gone = mirrors.iter().filter(is_gone);
    let gone = gone.filter(|mirror| !continued.contains(&mirror.item.name.as_str()));
    tables.extend(gone.filter_map(Mirror::removed));
    Ok(tables)
}

/// Whether the mirrored macro has a value.
fn is_mirrored(value: &&EnumValue) -> bool {
    value.source.is_none() && value.deprecated.is_none()
}

impl<'s> Mirror<'s> {
    fn new(item: &'s Item) -> Option<Self> {
        let (kind, content) = match &item.content {
            Content::Enum(content) => ("enum", content),
            Content::Flags(content) => ("flags", content),
            _ => return None,
        };
        let mirrors = content.mirrors.as_ref()?;
        Some(Self {
            kind,
            item,
            content,
            spelling: mirrors.parse().ok()?,
            span: mirrors.span.clone(),
        })
    }

    fn value(&self, name: &str) -> Option<&EnumValue> {
        self.content
            .values
            .iter()
            .find(|value| value.name.value == name)
    }

    /// Whether a macro of another name has more than half of the values.
    fn shares_most_of(&self, table: &Macro) -> bool {
        let live = || self.content.values.iter().filter(is_mirrored);
        let has = |value: &&EnumValue| {
            let mut arguments = table.rows.iter().flat_map(|row| &row.arguments);
            arguments.any(|argument| *argument == Argument::Name(value.name.value.clone()))
        };
        live().filter(has).count() * 2 > live().count()
    }

    fn number(&self, value: &EnumValue, key: NumberKey) -> i128 {
        match key {
            NumberKey::Bit => i128::from(value.value.value.trailing_zeros()),
            NumberKey::Value | NumberKey::Order => value.value.value,
        }
    }

    fn removed(&self) -> Option<Table> {
        let live = self.content.values.iter().filter(is_mirrored);
        let values: Vec<String> = live.map(|value| value.name.value.clone()).collect();
        (!values.is_empty()).then(|| {
            self.table(
                self.spelling.clone(),
                vec![Difference {
                    line: None,
                    place: Some(self.span.clone()),
                    what: What::MacroRemoved { values },
                }],
            )
        })
    }

    fn table(&self, spelling: Spelling, differences: Vec<Difference>) -> Table {
        Table {
            kind: self.kind,
            name: self.item.name.value.clone(),
            number_key: spelling.number_key(),
            spelling,
            file: Some(self.item.span.file),
            behind: None,
            differences,
        }
    }

    fn compare(
        &self,
        table: &Macro,
        given: Option<&Spelling>,
        declared: Option<&Declared>,
    ) -> Result<Table, Problem> {
        let spelling = self.spell(table, given, declared)?;
        let key = spelling.number_key();
        let first_line = table.rows.first().map(|row| row.line);
        let mut differences = Vec::new();
        let mut note = |line: Option<usize>, place: &Span, what: What| {
            differences.push(Difference {
                line,
                place: Some(place.clone()),
                what,
            });
        };
        if spelling.macro_name != self.spelling.macro_name {
            let from = self.spelling.macro_name.clone();
            note(first_line, &self.span, What::MacroRenamed { from });
        }
        if spelling.parameters != self.spelling.parameters {
            let known = |name: &str| {
                self.content
                    .columns
                    .iter()
                    .any(|column| column.name.value == name)
            };
            let new = columns(&spelling, table).filter(|column| !known(&column.name));
            let what = What::Parameters {
                from: self.spelling.to_string(),
                new: new.collect(),
            };
            note(first_line, &self.span, what);
        }
        let rows = values(table, &spelling, self.first_number())?;
        let is_row = |name: &str| rows.iter().any(|row| row.name == name);
        let mut renamed: Vec<&str> = Vec::new();
        for row in &rows {
            let same_number = |value: &&EnumValue| {
                is_mirrored(value)
                    && !is_row(&value.name)
                    && !renamed.contains(&value.name.as_str())
                    && self.number(value, key) == row.number.number
            };
            let line = Some(row.line);
            let (value, is_renamed) = match self.value(&row.name) {
                Some(value) => (value, false),
                None => match self.content.values.iter().find(same_number) {
                    Some(value) => (value, true),
                    None => {
                        note(line, &self.item.name.span, What::Added(row.clone()));
                        continue;
                    }
                },
            };
            let name = row.name.clone();
            if is_renamed {
                renamed.push(&value.name);
                let what = What::Renamed {
                    from: value.name.value.clone(),
                    to: name.clone(),
                };
                note(line, &value.name.span, what);
            } else if value.deprecated.is_some() {
                note(
                    line,
                    &value.name.span,
                    What::Restored { name: name.clone() },
                );
            } else if value.source.is_some() {
                note(line, &value.name.span, What::Adopted { name: name.clone() });
            }
            let from = self.number(value, key);
            if from != row.number.number {
                let what = What::ValueChanged {
                    name: name.clone(),
                    from,
                    to: row.number,
                };
                note(line, &value.value.span, what);
            }
            for (column, to) in &row.columns {
                let stands = value.columns.iter().find(|(name, _)| name.value == *column);
                let from = stands.map(|(_, datum)| datum);
                if !from.is_some_and(|from| holds(&from.value, to)) {
                    let what = What::ColumnChanged {
                        name: name.clone(),
                        column: column.clone(),
                        from: from.map(|from| from.value.clone()),
                        to: to.clone(),
                    };
                    note(line, from.map_or(&value.name.span, |from| &from.span), what);
                }
            }
        }
        for value in self.content.values.iter().filter(is_mirrored) {
            let name = &value.name;
            if !is_row(name) && !renamed.contains(&name.as_str()) {
                note(
                    first_line,
                    &name.span,
                    What::Removed {
                        name: name.value.clone(),
                    },
                );
            }
        }
        Ok(self.table(spelling, differences))
    }

    /// The number that a macro without numbers counts from: behind the value that stands in front of its own.
    fn first_number(&self) -> i128 {
        let before = self
            .content
            .values
            .iter()
            .take_while(|value| !is_mirrored(value));
        before.last().map_or(0, |value| value.value.value + 1)
    }

    fn spell(
        &self,
        table: &Macro,
        given: Option<&Spelling>,
        declared: Option<&Declared>,
    ) -> Result<Spelling, Problem> {
        let count = table.rows.first().map_or(0, |row| row.arguments.len());
        if let Some(given) = given {
            return Ok(given.clone());
        }
        if self.spelling.parameters.len() == count {
            let macro_name = table.name.clone();
            return Ok(Spelling {
                macro_name,
                ..self.spelling.clone()
            });
        }
        // A column is the one that holds most of what the table has.
        let known = |argument: &dyn Fn(&str) -> Option<Argument>| {
            let agrees = |column: &str| {
                let pairs = self.content.values.iter().filter_map(|value| {
                    let datum = value
                        .columns
                        .iter()
                        .find(|(name, _)| name.value == column)?;
                    Some((&datum.1.value, argument(&value.name)?))
                });
                let same: Vec<bool> = pairs
                    .map(|(datum, argument)| holds(datum, &argument))
                    .collect();
                same.iter().filter(|same| **same).count() * 2 > same.len()
            };
            let mut columns = self.content.columns.iter().map(|column| &column.name.value);
            columns.find(|column| agrees(column)).cloned()
        };
        Spelling::of_rows(table, self.spelling.number_key(), declared, known)
    }
}

fn holds(datum: &Datum, argument: &Argument) -> bool {
    match (datum, argument) {
        (Datum::Integer(ours), Argument::Number(theirs, _)) => ours == theirs,
        (Datum::Text(ours), argument) => argument.text() == Some(ours),
        _ => false,
    }
}

fn columns(spelling: &Spelling, table: &Macro) -> impl Iterator<Item = Column> {
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
fn values(table: &Macro, spelling: &Spelling, first: i128) -> Result<Vec<Value>, Problem> {
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

fn new_table(
    schema: &Schema,
    table: &Macro,
    given: Option<&Spelling>,
    declared: &[&Declared],
) -> Result<Table, Problem> {
    // Where several types have the same values, the narrowest one lists them.
    let bits = |declared: &Declared| declared.bits.unwrap_or(32);
    let own = declared
        .iter()
        .min_by_key(|declared| bits(declared))
        .copied();
    let spelling = match given {
        Some(given) => given.clone(),
        None => {
            let key = own.map_or(NumberKey::Value, |own| own.holds.number_key());
            Spelling::of_rows(table, key, own, |_| None)?
        }
    };
    let type_name = |cpp: &str| cpp.rsplit("::").next().unwrap_or(cpp).to_owned();
    let name = given
        .and_then(|given| given.table.clone())
        .or_else(|| own.map(|own| type_name(&own.cpp)))
        .unwrap_or_else(|| camel_case(&table.name));
    let values = values(table, &spelling, 0)?;
    let number_key = spelling.number_key();
    let are_flags =
        number_key == NumberKey::Bit || own.is_some_and(|own| own.holds != Holds::Values);
    let largest = values
        .iter()
        .map(|value| value.number.number)
        .max()
        .unwrap_or(0);
    let is_wide = match number_key {
        NumberKey::Bit => largest > 31,
        NumberKey::Value | NumberKey::Order => largest > i128::from(u32::MAX),
    };
    // Flags have no `values_of`.
    let wider = declared
        .iter()
        .filter(|declared| !are_flags && own.is_some_and(|own| own.cpp != declared.cpp));
    let new = New {
        columns: columns(&spelling, table).collect(),
        values,
        cpp: own.filter(|own| own.is_enum).map(|own| own.cpp.clone()),
        bits: own
            .and_then(|own| own.bits)
            .unwrap_or(if is_wide { 64 } else { 32 }),
        wider: wider
            .map(|declared| {
                (
                    type_name(&declared.cpp),
                    declared.cpp.clone(),
                    bits(declared),
                )
            })
            .collect(),
        is_taken: schema.item(&name).is_some(),
    };
    Ok(Table {
        kind: if are_flags { "flags" } else { "enum" },
        name,
        number_key,
        spelling,
        file: None,
        behind: None,
        differences: vec![Difference {
            line: table.rows.first().map(|row: &Row| row.line),
            place: None,
            what: What::NewMacro(new),
        }],
    })
}
