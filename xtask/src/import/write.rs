//! Brings what differs into the TOML: order, comments and docs stay as somebody wrote them.

use crate::placeholders::UNDESCRIBED;
use crate::schema_text::{Entry, SchemaText, quoted};

use super::differences::{Column, Difference, New, Table, Value, What};
use super::read::Argument;

/// The place of a table in the file that has none of this name.
const NO_TABLE: &str = "the schema has no such table";

/// Edits one file; `new_too` says whether it is the file that new tables go to.
pub(super) fn edited(
    text: &str,
    file: usize,
    new_too: bool,
    tables: &[Table],
) -> Result<String, String> {
    let mut text = SchemaText::new(text);
    for table in tables {
        let path = path(table, &table.name);
        match table.file {
            Some(of) if of == file => {
                item_edited(&mut text, &path, table).ok_or_else(|| format!("{path}: {NO_TABLE}"))?
            }
            None if new_too => {
                for difference in &table.differences {
                    if let What::NewMacro(new) = &difference.what {
                        if new.is_taken {
                            return Err(format!(
                                "{path}: the name is taken; choose another with `--as`"
                            ));
                        }
                        add(&mut text, table, new)?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(text.to_string())
}

fn path(table: &Table, name: &str) -> String {
    format!("{}.{name}", table.kind)
}

/// Nothing, if there is no such item.
fn item_edited(text: &mut SchemaText, path: &str, table: &Table) -> Option<()> {
    let columns_at = format!("{path}.columns");
    for difference in &table.differences {
        match &difference.what {
            What::Mirrors => text.set(path, "mirrors", &table.spelling.to_string()),
            What::MacroRenamed { from } => {
                text.set(path, "mirrors", &table.spelling.to_string());
                text.replace(
                    path,
                    "source",
                    &format!("`{from}`"),
                    &format!("`{}`", table.spelling.macro_name),
                );
            }
            What::Parameters { new, .. } => {
                text.set(path, "mirrors", &table.spelling.to_string());
                let mut columns = text.entries(&columns_at).unwrap_or_default();
                columns.extend(new.iter().map(|column| column_entry(column, table)));
                let place = |column: &Entry| table.spelling.place_of(&column.name);
                columns.sort_by_key(|column| place(column).unwrap_or(usize::MAX));
                text.put_entries(&columns_at, &columns);
            }
            _ => {}
        }
    }
    let columns = text.entries(&columns_at).unwrap_or_default().into_iter();
    let columns: Vec<String> = columns.map(|column| column.name).collect();
    let [values_at, markers_at] = LISTS.map(|list| format!("{path}.{list}"));
    let mut values = text.entries(&values_at)?;
    let mut markers = text.entries(&markers_at).unwrap_or_default();
    for Difference { what, .. } in &table.differences {
        let is_marker = match what {
            What::Added(value) => value.is_marker,
            What::MarkerMoved { name, .. } | What::ColumnChanged { name, .. } => {
                place(&markers, name).is_some()
            }
            _ => false,
        };
        let list = if is_marker { &mut markers } else { &mut values };
        value_edited(list, table, what, &columns);
    }
    text.put_entries(&values_at, &values);
    if !markers.is_empty() {
        text.put_entries(&markers_at, &markers);
    }
    Some(())
}

/// The keys that hold rows.
const LISTS: [&str; 2] = ["values", "markers"];

fn value_edited(values: &mut Vec<Entry>, table: &Table, what: &What, columns: &[String]) {
    match what {
        What::Added(new) => {
            let behind = new.behind.as_deref().and_then(|name| place(values, name));
            // The first one follows those that the macro does not have.
            let own = || {
                let own = values.iter();
                own.take_while(|value| value.get("source").is_some())
                    .count()
            };
            let at = behind.map_or_else(own, |behind| behind + 1);
            values.insert(at, value_entry(new, table, columns));
        }
        What::Renamed { from, to } => {
            change(values, from, columns, |value| value.rename(to));
            let aliases = values.iter_mut();
            let of_it = |value: &&mut Entry| value.get("value") == Some(&quoted(from));
            aliases
                .filter(of_it)
                .for_each(|value| value.set("value", quoted(to)));
        }
        What::ValueChanged { name, to, .. } | What::MarkerMoved { name, to, .. } => {
            change(values, name, columns, |value| {
                value.set(number_key(value), to.to_string());
            })
        }
        What::ColumnChanged {
            name, column, to, ..
        } => change(values, name, columns, |value| {
            value.set(column, argument(to))
        }),
        What::Removed { name } => keep(values, name, &table.spelling.macro_name, columns),
        What::MacroRemoved { values: gone } => {
            for name in gone {
                keep(values, name, &table.spelling.macro_name, columns);
            }
        }
        What::Adopted { name } => change(values, name, columns, |value| value.remove("source")),
        What::NewMacro(_)
        | What::MacroRenamed { .. }
        | What::Parameters { .. }
        | What::Mirrors
        | What::NewPart { .. } => {}
    }
}

fn number_key(value: &Entry) -> &'static str {
    match value.get("bit") {
        Some(_) => "bit",
        None => "value",
    }
}

/// A value that the macro has lost stays, with a source of its own. Its number may be that of another one.
fn keep(values: &mut Vec<Entry>, name: &str, macro_name: &str, columns: &[String]) {
    let source = format!("an earlier `{macro_name}` of LLVM's DXContainerConstants.def");
    change(values, name, columns, |value| {
        value.set("source", quoted(&source));
    });
    let number = |value: &Entry| {
        let number =
            toml::from_str::<toml::Table>(&format!("n = {}", value.get(number_key(value))?));
        number.ok()?.get("n")?.as_integer()
    };
    let Some(at) = place(values, name) else {
        return;
    };
    let own = number(&values[at]);
    let mut others = values.iter().enumerate();
    let is_first = |(other, value): &(usize, &Entry)| *other != at && number(value) == own;
    let first = others.find(is_first).map(|(_, value)| value.name.clone());
    if let (Some(first), Some(_)) = (first, own) {
        let mut value = values.remove(at);
        value.remove("bit");
        value.set("value", quoted(&first));
        sort(&mut value, columns);
        values.push(value);
    }
}

fn change(values: &mut [Entry], name: &str, columns: &[String], edit: impl FnOnce(&mut Entry)) {
    let value = place(values, name).and_then(|at| values.get_mut(at));
    if let Some(value) = value {
        edit(value);
        sort(value, columns);
    }
}

fn place(values: &[Entry], name: &str) -> Option<usize> {
    values.iter().position(|value| value.name == name)
}

/// The keys of a value in their usual order: its own, and the columns.
fn sort(value: &mut Entry, columns: &[String]) {
    const OWN: [&str; 3] = ["value", "bit", "source"];
    value.sort_by_key(|key| {
        let own = OWN.iter().position(|own| *own == key);
        let column = || columns.iter().position(|column| column == key);
        own.or_else(|| Some(OWN.len() + column()?))
            .unwrap_or(usize::MAX)
    });
}

fn argument(argument: &Argument) -> String {
    match argument {
        Argument::Number(number) => number.to_string(),
        Argument::Text(text) | Argument::Name(text) => quoted(text),
    }
}

/// A row of the macro as a value of the table.
fn value_entry(new: &Value, table: &Table, columns: &[String]) -> Entry {
    let mut value = Entry::new("values", &new.name, &undescribed(&new.name, table));
    match new.alias.as_ref().filter(|_| !new.is_marker) {
        Some(first) => value.set("value", quoted(first)),
        None => value.set(table.spelling.number_key().name(), new.number.to_string()),
    }
    for (name, datum) in &new.columns {
        value.set(name, argument(datum));
    }
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

fn column_entry(column: &Column, table: &Table) -> Entry {
    let mut entry = Entry::new("columns", &column.name, &undescribed(&column.name, table));
    entry.set("type", quoted(column.ty));
    entry
}

/// Adds a table behind the one that mirrors the macro before, or at the end.
fn add(text: &mut SchemaText, table: &Table, new: &New) -> Result<(), String> {
    let own = [
        ("mirrors", Some(table.spelling.to_string())),
        ("cpp", cpp(&table.name, new.cpp.as_deref())),
        ("type", Some(format!("u{}", new.bits))),
    ];
    let mut item = item(table, &table.name, &undescribed(&table.name, table), &own);
    let columns: Vec<String> = new
        .columns
        .iter()
        .map(|column| column.name.clone())
        .collect();
    for (list, rows) in LISTS.into_iter().zip([&new.values, &new.markers]) {
        let rows = rows.iter();
        let rows: Vec<Entry> = rows
            .map(|value| value_entry(value, table, &columns))
            .collect();
        if !rows.is_empty() {
            item.put_entries(&path(table, &format!("{}.{list}", table.name)), &rows);
        }
    }
    if !new.columns.is_empty() {
        let columns = new.columns.iter();
        let columns: Vec<Entry> = columns.map(|column| column_entry(column, table)).collect();
        item.put_entries(&path(table, &format!("{}.columns", table.name)), &columns);
    }
    let behind = table
        .behind
        .as_ref()
        .and_then(|behind| text.last_with_values_of(behind));
    insert(text, behind.as_deref(), &item)?;
    let mut behind = path(table, &table.name);
    let source = format!(
        "LLVM DXContainerConstants.def, `{}`",
        table.spelling.macro_name
    );
    for (name, cpp, bits) in &new.wider {
        let doc = format!("The values of `{}` in {} bytes.", table.name, bits / 8);
        let own = [
            ("source", Some(source.clone())),
            ("cpp", Some(cpp.clone())),
            ("type", Some(format!("u{bits}"))),
            ("values", Some(table.name.clone())),
        ];
        insert(text, Some(&behind), &self::item(table, name, &doc, &own))?;
        behind = path(table, name);
    }
    Ok(())
}

/// The C++ enum of a table, where it is not the one of its name.
fn cpp(name: &str, cpp: Option<&str>) -> Option<String> {
    let own = cpp.unwrap_or_default();
    (own != format!("llvm::dxbc::{name}")).then(|| own.to_owned())
}

/// An item without entries.
fn item(table: &Table, name: &str, doc: &str, own: &[(&str, Option<String>)]) -> SchemaText {
    let mut item = SchemaText::new(&format!("[{}]", path(table, name)));
    for (key, value) in [("doc", Some(doc.to_owned()))].iter().chain(own) {
        if let Some(value) = value {
            item.set(&path(table, name), key, value);
        }
    }
    item
}

fn insert(text: &mut SchemaText, behind: Option<&str>, item: &SchemaText) -> Result<(), String> {
    match behind {
        Some(behind) => text.insert_behind(behind, &item.to_string()),
        None => {
            text.append(&item.to_string());
            Ok(())
        }
    }
}
