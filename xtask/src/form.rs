//! The form of the lists in schema files: a line for each row where all of them fit, else a table of its own for each.

use toml_edit::{Array, ArrayOfTables, InlineTable, Item, RawString, Table, Value};

/// No line of a schema file is longer.
const WIDTH: usize = 120;

/// How far rows and the lines of long texts stand in.
const MARGIN: &str = "    ";

/// A list of tables, whichever form it has.
pub(crate) struct List {
    pub(crate) rows: Vec<Row>,
    /// The comments behind the last row.
    end: Vec<String>,
}

/// A table of a list.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) table: InlineTable,
    /// The comments above it.
    comments: Vec<String>,
    /// The comment behind it.
    behind: String,
}

impl From<InlineTable> for Row {
    fn from(table: InlineTable) -> Self {
        Self {
            table,
            ..Self::default()
        }
    }
}

impl FromIterator<InlineTable> for List {
    fn from_iter<T: IntoIterator<Item = InlineTable>>(tables: T) -> Self {
        Self {
            rows: tables.into_iter().map(Row::from).collect(),
            end: Vec::new(),
        }
    }
}

impl List {
    /// The list of a key.
    pub(crate) fn of(item: &Table, key: &str) -> Option<Self> {
        match item.get(key)? {
            Item::Value(Value::Array(array)) => Self::of_lines(array),
            Item::ArrayOfTables(tables) => Some(Self {
                rows: tables.iter().map(Row::of_table).collect(),
                end: Vec::new(),
            }),
            _ => None,
        }
    }

    fn of_lines(array: &Array) -> Option<Self> {
        let mut rows: Vec<Row> = Vec::new();
        for value in array {
            let above = rows_split(value.decor().prefix(), &mut rows);
            let behind = comments(value.decor().suffix()).concat();
            let table = bare(value.as_inline_table()?.iter());
            rows.push(Row {
                table,
                comments: above,
                behind,
            });
        }
        let end = rows_split(Some(array.trailing()), &mut rows);
        Some(Self { rows, end })
    }

    /// Writes the list behind the other keys of the item.
    pub(crate) fn put(self, item: &mut Table, key: &str) {
        let is_short = self.rows.iter().all(Row::fits);
        let list = if is_short {
            self.lines()
        } else {
            self.tables()
        };
        item.remove(key);
        item.insert(key, list);
    }

    fn lines(self) -> Item {
        let mut array = Array::new();
        let mut behind = String::new();
        for row in self.rows {
            let mut line = Value::InlineTable(row.line());
            let above = above(&row.comments, MARGIN);
            line.decor_mut()
                .set_prefix(format!("{behind}\n{above}{MARGIN}"));
            array.push_formatted(line);
            behind = spaced(&row.behind);
        }
        array.set_trailing(format!("{behind}\n{}", above(&self.end, MARGIN)));
        array.set_trailing_comma(true);
        Item::Value(Value::Array(array))
    }

    /// What stands behind the last row goes above it, since all that follows a table belongs to it.
    fn tables(mut self) -> Item {
        if let Some(last) = self.rows.last_mut() {
            last.comments.append(&mut self.end);
        }
        let mut tables = ArrayOfTables::new();
        for row in self.rows {
            let mut table = Table::new();
            for (key, value) in row.table.iter() {
                table.insert(key, Item::Value(folded(key, value)));
            }
            let above = above(&row.comments, "");
            table.decor_mut().set_prefix(format!("\n{above}"));
            table.decor_mut().set_suffix(spaced(&row.behind));
            tables.push(table);
        }
        Item::ArrayOfTables(tables)
    }
}

impl Row {
    fn of_table(table: &Table) -> Self {
        let values = table.iter();
        let values = values.filter_map(|(key, item)| Some((key, item.as_value()?)));
        let mut above = comments(table.decor().prefix());
        for (key, item) in table.iter() {
            let key = table.key(key);
            above.extend(comments(key.and_then(|key| key.leaf_decor().prefix())));
            above.extend(comments(
                item.as_value().and_then(|value| value.decor().suffix()),
            ));
        }
        Self {
            table: bare(values),
            comments: above,
            behind: comments(table.decor().suffix()).concat(),
        }
    }

    /// Whether the row fits into a line.
    fn fits(&self) -> bool {
        let line = format!("{MARGIN}{},{}", self.line(), spaced(&self.behind));
        line.chars().count() <= WIDTH && !line.contains('\n')
    }

    /// The row with each text in one line.
    fn line(&self) -> InlineTable {
        let mut table = self.table.clone();
        for (_, value) in table.iter_mut() {
            if let Some(text) = value.as_str().filter(|_| is_broken(value)) {
                *value = text.into();
            }
        }
        table.fmt();
        table
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.table.get(key)?.as_str()
    }
}

/// Comments in lines of their own.
fn above(comments: &[String], margin: &str) -> String {
    let lines = comments
        .iter()
        .map(|comment| format!("{margin}{comment}\n"));
    lines.collect()
}

fn spaced(comment: &str) -> String {
    match comment {
        "" => String::new(),
        comment => format!(" {comment}"),
    }
}

/// The comments before a row; what stands on the line of the row before it belongs to that.
fn rows_split(text: Option<&RawString>, rows: &mut [Row]) -> Vec<String> {
    let text = text.and_then(RawString::as_str).unwrap_or_default();
    let (behind, above) = text.split_once('\n').unwrap_or(("", text));
    if let (Some(row), false) = (rows.last_mut(), behind.trim().is_empty()) {
        row.behind = behind.trim().to_owned();
    }
    lines(above)
}

fn comments(text: Option<&RawString>) -> Vec<String> {
    lines(text.and_then(RawString::as_str).unwrap_or_default())
}

fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

/// Keys and values without what stands around them.
fn bare<'v>(values: impl Iterator<Item = (&'v str, &'v Value)>) -> InlineTable {
    let values = values.map(|(key, value)| (key, value.clone().decorated("", "")));
    values.collect()
}

/// Whether a value stands in several lines.
fn is_broken(value: &Value) -> bool {
    value.to_string().contains('\n')
}

/// A value as it stands in a line of its own; a text that is too long is broken at blanks.
fn folded(key: &str, value: &Value) -> Value {
    let mut value = value.clone();
    value.decor_mut().clear();
    let Some(text) = value.as_str() else {
        return value;
    };
    let is_short = format!("{key} = {value}").chars().count() <= WIDTH;
    if is_short || is_broken(&value) || text.contains(char::is_control) {
        return value;
    }
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    // Each line ends with a backslash, or with three quotes.
    let options = textwrap::Options::new(WIDTH - MARGIN.len() - 3)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(&escaped, options).join(&format!(" \\\n{MARGIN}"));
    match format!("\"\"\"\\\n{MARGIN}{lines}\"\"\"").parse::<Value>() {
        Ok(broken) if broken.as_str() == Some(text) => broken,
        _ => value,
    }
}
