//! Brings what differs into the TOML: order, comments and docs stay as somebody wrote them.

use toml_edit::{
    ArrayOfTables, DocumentMut, InlineTable, Item, Table as TomlTable, TableLike, Value as Toml,
    value,
};

use crate::form::{List, Row};
use crate::placeholders::UNDESCRIBED;

use super::differences::{Column, New, Number, Table, Value, What};
use super::read::Argument;

/// Where a table stands in the file that has none of this name.
const NO_TABLE: &str = "the schema has no such table";

/// Edits one file; `new_too` says whether it is the file that new tables go to.
pub(super) fn edited(
    text: &str,
    file: usize,
    new_too: bool,
    tables: &[Table],
) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|problem| format!("{problem}"))?;
    for table in tables {
        let named = |what: &str| format!("{}.{}: {what}", table.kind, table.name);
        match table.file {
            Some(of) if of == file => {
                let item = find(&mut document, table.kind, &table.name);
                let item = item.ok_or_else(|| named(NO_TABLE))?;
                item_edited(item, table).map_err(|problem| named(&problem))?;
            }
            None if new_too => {
                for difference in &table.differences {
                    if let What::NewMacro(new) = &difference.what {
                        if new.is_taken {
                            let problem = "the name is taken; choose another with `--as`";
                            return Err(named(problem));
                        }
                        add(&mut document, table, new);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(document.to_string())
}

fn find<'d>(document: &'d mut DocumentMut, kind: &str, name: &str) -> Option<&'d mut TomlTable> {
    document.get_mut(kind)?.get_mut(name)?.as_table_mut()
}

fn item_edited(item: &mut TomlTable, table: &Table) -> Result<(), String> {
    if table.differences.is_empty() {
        return Ok(());
    }
    for difference in &table.differences {
        match &difference.what {
            What::MacroRenamed { from } => {
                replace(item, "mirrors", table.spelling.to_string());
                let source = item
                    .get("source")
                    .and_then(Item::as_str)
                    .unwrap_or_default();
                let quoted = |name: &str| format!("`{name}`");
                let source = source.replace(&quoted(from), &quoted(&table.spelling.macro_name));
                replace(item, "source", source);
            }
            What::Parameters { new, .. } => {
                replace(item, "mirrors", table.spelling.to_string());
                columns_edited(item, table, new);
            }
            _ => {}
        }
    }
    let columns = List::of(item, "columns").map_or(Vec::new(), |columns| columns.rows);
    let columns = columns.iter().filter_map(|column| column.text("name"));
    let columns: Vec<String> = columns.map(str::to_owned).collect();
    let mut values = List::of(item, "values").ok_or("it has no `values`")?;
    for difference in &table.differences {
        value_edited(&mut values.rows, table, &difference.what, &columns);
    }
    values.put(item, "values");
    Ok(())
}

fn value_edited(values: &mut Vec<Row>, table: &Table, what: &What, columns: &[String]) {
    match what {
        What::Added(new) => {
            let behind = new.behind.as_deref().and_then(|name| place(values, name));
            // The first one stands behind those that the macro does not have.
            let own = || {
                let own = values.iter();
                own.take_while(|value| value.table.contains_key("source"))
                    .count()
            };
            let at = behind.map_or_else(own, |behind| behind + 1);
            values.insert(at, inline(new, table, columns).into());
        }
        What::Renamed { from, to } => {
            change(values, from, columns, |value| {
                replace(value, "name", to.as_str())
            });
        }
        What::ValueChanged { name, to, .. } => change(values, name, columns, |value| {
            let key = if value.contains_key("bit") {
                "bit"
            } else {
                "value"
            };
            replace(value, key, number(*to));
        }),
        What::ColumnChanged {
            name, column, to, ..
        } => change(values, name, columns, |value| {
            replace(value, column, argument(to));
        }),
        What::Removed { name } => deprecate(values, name, &table.spelling.macro_name, columns),
        What::MacroRemoved { values: gone } => {
            for name in gone {
                deprecate(values, name, &table.spelling.macro_name, columns);
            }
        }
        What::Restored { name } => change(values, name, columns, |value| {
            value.remove("deprecated");
        }),
        What::Adopted { name } => change(values, name, columns, |value| {
            value.remove("source");
        }),
        What::NewMacro(_) | What::MacroRenamed { .. } | What::Parameters { .. } => {}
    }
}

/// A value that the macro has lost stays, and says so. Its number may be another's by now.
fn deprecate(values: &mut Vec<Row>, name: &str, macro_name: &str, columns: &[String]) {
    let reason = format!("LLVM's `{macro_name}` does not have it any more.");
    change(values, name, columns, |value| {
        replace(value, "deprecated", reason)
    });
    let number = |value: &Row| {
        let table = &value.table;
        table.get("value").or(table.get("bit"))?.as_integer()
    };
    let Some(at) = place(values, name) else {
        return;
    };
    let own = number(&values[at]);
    let mut others = values.iter().enumerate();
    if others.any(|(other, value)| other != at && number(value) == own) {
        let mut value = values.remove(at);
        replace(&mut value.table, "alias", true);
        sort(&mut value.table, columns);
        values.push(value);
    }
}

fn change(values: &mut [Row], name: &str, columns: &[String], edit: impl FnOnce(&mut InlineTable)) {
    let value = place(values, name).and_then(|at| values.get_mut(at));
    if let Some(value) = value {
        edit(&mut value.table);
        sort(&mut value.table, columns);
    }
}

fn place(values: &[Row], name: &str) -> Option<usize> {
    values
        .iter()
        .position(|value| value.text("name") == Some(name))
}

/// Sets a key; spaces and comments around its value stay.
fn replace(table: &mut dyn TableLike, key: &str, new: impl Into<Toml>) {
    let mut new = new.into();
    let old = table.get(key).and_then(Item::as_value);
    let decor = old.map(|old| old.decor().clone());
    match decor {
        Some(decor) => *new.decor_mut() = decor,
        None => new.decor_mut().set_prefix(" "),
    }
    table.insert(key, Item::Value(new));
}

/// The keys of a value in their usual order: its own, the columns, and what there is to say of it.
fn sort(value: &mut InlineTable, columns: &[String]) {
    let own = ["name", "value", "bit", "alias", "source"];
    let rank = |key: &str| {
        let own = own.iter().position(|own| *own == key);
        let column = || columns.iter().position(|column| column == key);
        let last = match key {
            "deprecated" => 1,
            "doc" => 2,
            _ => 0,
        };
        (
            last,
            own.or_else(|| Some(9 + column()?)).unwrap_or(usize::MAX),
        )
    };
    value.sort_values_by(|left, _, right, _| rank(left.get()).cmp(&rank(right.get())));
    value.fmt();
}

fn number(number: Number) -> Toml {
    match number.hexadecimal {
        true => format!("{:#x}", number.number)
            .parse()
            .unwrap_or_else(|_| 0.into()),
        false => i64::try_from(number.number).unwrap_or_default().into(),
    }
}

fn argument(argument: &Argument) -> Toml {
    match argument {
        Argument::Number(digits, hexadecimal) => number(Number {
            number: *digits,
            hexadecimal: *hexadecimal,
        }),
        Argument::Text(text) | Argument::Name(text) => text.into(),
    }
}

/// A value as a line of the table.
fn inline(new: &Value, table: &Table, columns: &[String]) -> InlineTable {
    let mut value = InlineTable::new();
    value.insert("name", new.name.as_str().into());
    value.insert(table.number_key.name(), number(new.number));
    if new.alias {
        value.insert("alias", true.into());
    }
    for (name, datum) in &new.columns {
        value.insert(name, argument(datum));
    }
    value.insert("doc", undescribed(&new.name, table).into());
    sort(&mut value, columns);
    value
}

/// The doc of something new, which `gen` refuses until a person has replaced it.
fn undescribed(name: &str, table: &Table) -> String {
    format!(
        "`{name}` of LLVM's `{}`: {UNDESCRIBED}",
        table.spelling.macro_name
    )
}

/// Adds the columns that the macro has and the table has not, and puts all in the macro's order.
fn columns_edited(item: &mut TomlTable, table: &Table, new: &[Column]) {
    let mut columns = List::of(item, "columns").unwrap_or_else(|| List::from_iter([]));
    let added = new.iter().map(|column| column_line(column, table).into());
    columns.rows.extend(added);
    let place = |column: &Row| table.spelling.place_of(column.text("name")?);
    columns
        .rows
        .sort_by_key(|column| place(column).unwrap_or(usize::MAX));
    columns.put(item, "columns");
}

fn column_line(column: &Column, table: &Table) -> InlineTable {
    let mut line = InlineTable::new();
    line.insert("name", column.name.as_str().into());
    line.insert("type", column.ty.to_string().into());
    line.insert("doc", undescribed(&column.name, table).into());
    line
}

/// Adds a table behind the one that mirrors the macro before, or at the end.
fn add(document: &mut DocumentMut, table: &Table, new: &New) {
    let source = format!(
        "LLVM DXContainerConstants.def, `{}`",
        table.spelling.macro_name
    );
    let mut item = TomlTable::new();
    item["doc"] = value(undescribed(&table.name, table));
    item["source"] = value(&source);
    item["mirrors"] = value(table.spelling.to_string());
    if let Some(cpp) = &new.cpp {
        item["cpp"] = value(cpp);
    }
    item["type"] = value(format!("u{}", new.bits));
    if !new.columns.is_empty() {
        let lines = new.columns.iter().map(|column| column_line(column, table));
        List::from_iter(lines).put(&mut item, "columns");
    }
    let columns: Vec<String> = new
        .columns
        .iter()
        .map(|column| column.name.clone())
        .collect();
    let lines = new
        .values
        .iter()
        .map(|value| inline(value, table, &columns));
    List::from_iter(lines).put(&mut item, "values");
    insert(
        document,
        table.kind,
        &table.name,
        item,
        table.behind.as_deref(),
    );
    let mut behind = table.name.as_str();
    for (name, cpp, bits) in &new.wider {
        let mut item = TomlTable::new();
        item["doc"] = value(format!(
            "The values of `{}` in {} bytes.",
            table.name,
            bits / 8
        ));
        item["source"] = value(&source);
        item["cpp"] = value(cpp);
        item["type"] = value(format!("u{bits}"));
        item["values_of"] = value(&table.name);
        insert(document, table.kind, name, item, Some(behind));
        behind = name;
    }
}

fn insert(
    document: &mut DocumentMut,
    kind: &str,
    name: &str,
    mut item: TomlTable,
    behind: Option<&str>,
) {
    // What has the values of that table belongs to it.
    let belongs = |(name, item): (&str, &Item)| {
        let of = item.get("values_of").and_then(Item::as_str);
        let belongs = behind.is_some_and(|behind| name == behind || of == Some(behind));
        last_position(item.as_table().filter(|_| belongs)?)
    };
    let kinds = ["enum", "flags"]
        .into_iter()
        .filter_map(|kind| document.get(kind)?.as_table());
    let at = kinds
        .flat_map(|kinds| kinds.iter().filter_map(belongs))
        .max();
    match at {
        Some(at) => {
            move_down(document.as_table_mut(), at);
            item.set_position(Some(at + 1));
        }
        None => item.set_position(None),
    }
    item.decor_mut().set_prefix("\n");
    let kinds = document.entry(kind).or_insert_with(|| {
        let mut kinds = TomlTable::new();
        kinds.set_implicit(true);
        Item::Table(kinds)
    });
    if let Some(kinds) = kinds.as_table_mut() {
        kinds.insert(name, Item::Table(item));
    }
}

/// The place of the last table of an item.
fn last_position(table: &TomlTable) -> Option<isize> {
    let inner = table.iter().filter_map(|(_, item)| match item {
        Item::Table(inner) => last_position(inner),
        Item::ArrayOfTables(inner) => inner.iter().filter_map(last_position).max(),
        _ => None,
    });
    inner.chain(table.position()).max()
}

/// Moves all tables behind a place one further.
fn move_down(table: &mut TomlTable, behind: isize) {
    if let Some(at) = table.position().filter(|at| *at > behind) {
        table.set_position(Some(at + 1));
    }
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => move_down(inner, behind),
            Item::ArrayOfTables(inner) => {
                ArrayOfTables::iter_mut(inner).for_each(|inner| move_down(inner, behind));
            }
            _ => {}
        }
    }
}
