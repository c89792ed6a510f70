//! Brings what differs into the TOML: order, comments and docs stay as somebody wrote them.

use toml_edit::{DocumentMut, InlineTable, Item, Table as Toml};

use crate::placeholders::UNDESCRIBED;

use super::differences::{Column, Difference, New, Table, Value, What};
use super::entry::{Entry, MAIN, put, spelled, take};
use super::read::Argument;

/// The place of a table in the file that has none of this name.
const NO_TABLE: &str = "the schema has no such table";

/// The tables of an item that hold rows.
const LISTS: [&str; 2] = ["markers", "values"];

/// Edits one file; `new_too` says whether it is the file that new tables go to.
pub(super) fn edited(
    text: &str,
    file: usize,
    new_too: bool,
    tables: &[Table],
) -> Result<String, String> {
    let document: Result<DocumentMut, _> = text.parse();
    let mut document = document.map_err(|problem| problem.to_string())?;
    spread(&mut document);
    for table in tables {
        let path = format!("{}.{}", table.kind, table.name);
        match table.file {
            Some(of) if of == file => {
                let item = document
                    .get_mut(table.kind)
                    .and_then(|kind| kind.get_mut(&table.name));
                let item = item.and_then(Item::as_table_mut);
                item_edited(item.ok_or_else(|| format!("{path}: {NO_TABLE}"))?, table);
            }
            None if new_too => {
                for difference in &table.differences {
                    if let What::NewMacro(new) = &difference.what {
                        if new.is_taken {
                            return Err(format!(
                                "{path}: the name is taken; choose another with `--as`"
                            ));
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

fn item_edited(item: &mut Toml, table: &Table) {
    let spelling = &table.spelling;
    for difference in &table.differences {
        match &difference.what {
            What::Mirrors => set(item, "mirrors", &spelling.to_string()),
            What::MacroRenamed { from } => {
                set(item, "mirrors", &spelling.to_string());
                if let Some(source) = item.get("source").and_then(Item::as_str) {
                    let now = format!("`{}`", spelling.macro_name);
                    let source = source.replace(&format!("`{from}`"), &now);
                    set(item, "source", &source);
                }
            }
            What::Parameters { new, .. } => {
                set(item, "mirrors", &spelling.to_string());
                let mut columns = take(item, "columns");
                columns.extend(new.iter().map(|column| column_entry(column, table)));
                let place = |column: &Entry| spelling.place_of(column.name());
                columns.sort_by_key(|column| place(column).unwrap_or(usize::MAX));
                put(item, "columns", columns);
            }
            _ => {}
        }
    }
    let columns = item.get("columns").and_then(Item::as_table).into_iter();
    let columns = columns
        .flat_map(Toml::iter)
        .map(|(name, _)| name.to_owned());
    let columns: Vec<String> = columns.collect();
    let [mut markers, mut values] = LISTS.map(|list| take(item, list));
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
    put(item, LISTS[0], markers);
    put(item, LISTS[1], values);
}

fn set(item: &mut Toml, key: &str, text: &str) {
    item[key] = toml_edit::value(text);
}

/// Adds a table behind the one that mirrors the macro before, or at the end.
fn add(document: &mut DocumentMut, table: &Table, new: &New) {
    let behind = table.behind.as_ref();
    let behind = behind.and_then(|behind| end_of_values(document, behind));
    let mut at = behind.or_else(|| end(document)).unwrap_or_default();
    let own = [
        ("mirrors", Some(table.spelling.to_string())),
        ("cpp", cpp(&table.name, new.cpp.as_deref())),
        ("type", Some(format!("u{}", new.bits))),
    ];
    let mut item = item(&undescribed(&table.name, table), own, &mut at);
    let columns = new.columns.iter();
    let names: Vec<String> = columns.clone().map(|column| column.name.clone()).collect();
    let columns = columns.map(|column| column_entry(column, table));
    put(&mut item, "columns", columns.collect());
    for (list, rows) in LISTS.into_iter().zip([&new.markers, &new.values]) {
        let rows = rows.iter().map(|value| value_entry(value, table, &names));
        put(&mut item, list, rows.collect());
    }
    let mut items = vec![(&table.name, item)];
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
        items.push((name, self::item(&doc, own, &mut at)));
    }
    let mut kind = Toml::new();
    kind.set_implicit(true);
    let kind = document.entry(table.kind).or_insert(Item::Table(kind));
    for (name, item) in items {
        kind[name] = Item::Table(item);
    }
}

/// An item without entries, the next one behind a place.
fn item<const N: usize>(doc: &str, own: [(&str, Option<String>); N], at: &mut isize) -> Toml {
    let mut item = Toml::new();
    *at += 2;
    item.set_position(Some(*at - 1));
    set(&mut item, "doc", doc);
    for (key, value) in own {
        if let Some(value) = value {
            set(&mut item, key, &value);
        }
    }
    item
}

/// Makes room for tables between those that there are: their places are numbers.
fn spread(table: &mut Toml) {
    let at = table.position();
    table.set_position(at.map(|at| at << 16));
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => spread(inner),
            Item::ArrayOfTables(all) => all.iter_mut().for_each(spread),
            _ => {}
        }
    }
}

/// The place of the last table of those in a table, or of itself.
fn end(table: &Toml) -> Option<isize> {
    let inner = table.iter().flat_map(|(_, item)| {
        let array = item.as_array_of_tables().into_iter().flatten();
        item.as_table().into_iter().chain(array)
    });
    table
        .position()
        .into_iter()
        .chain(inner.filter_map(end))
        .max()
}

/// Where the last item ends that is called so, or has its values.
fn end_of_values(document: &Toml, name: &str) -> Option<isize> {
    let kinds = document.iter().filter_map(|(_, kind)| kind.as_table());
    let items = kinds.flat_map(Toml::iter).filter(|(own, item)| {
        let of = item.get("values").and_then(Item::as_str);
        *own == name || of == Some(name)
    });
    items.filter_map(|(_, item)| end(item.as_table()?)).max()
}

fn value_edited(values: &mut Vec<Entry>, table: &Table, what: &What, columns: &[String]) {
    match what {
        What::Added(new) => {
            let behind = new.behind.as_deref().and_then(|name| place(values, name));
            // The first one follows those that the macro does not have.
            let own = || {
                let own = values.iter();
                own.take_while(|value| value.keys().contains_key("source"))
                    .count()
            };
            let at = behind.map_or_else(own, |behind| behind + 1);
            values.insert(at, value_entry(new, table, columns));
        }
        What::Renamed { from, to } => {
            if let Some(at) = place(values, from) {
                values[at].rename(to);
            }
            change(values, to, columns, |_| {});
            for value in values {
                let mut keys = value.keys();
                if keys.get(MAIN).and_then(|first| first.as_str()) == Some(from) {
                    keys.insert(MAIN, to.into());
                    value.write(MAIN, &keys);
                }
            }
        }
        What::ValueChanged { name, to, .. } | What::MarkerMoved { name, to, .. } => {
            change(values, name, columns, |keys| {
                keys.insert(number_key(keys), spelled(&to.to_string()));
            })
        }
        What::ColumnChanged {
            name, column, to, ..
        } => change(values, name, columns, |keys| {
            keys.insert(column, argument(to));
        }),
        What::Removed { name } => keep(values, name, &table.spelling.macro_name, columns),
        What::MacroRemoved { values: gone } => {
            for name in gone {
                keep(values, name, &table.spelling.macro_name, columns);
            }
        }
        What::Adopted { name } => change(values, name, columns, |keys| {
            keys.remove("source");
        }),
        What::NewMacro(_)
        | What::MacroRenamed { .. }
        | What::Parameters { .. }
        | What::Mirrors
        | What::NewPart { .. } => {}
    }
}

fn number_key(keys: &InlineTable) -> &'static str {
    match keys.contains_key("bit") {
        true => "bit",
        false => MAIN,
    }
}

/// A value that the macro has lost stays, with a source of its own. Its number may be that of another one.
fn keep(values: &mut Vec<Entry>, name: &str, macro_name: &str, columns: &[String]) {
    let source = format!("an earlier `{macro_name}` of LLVM's DXContainerConstants.def");
    change(values, name, columns, |keys| {
        keys.insert("source", source.into());
    });
    let Some(at) = place(values, name) else {
        return;
    };
    let number = |value: &Entry| {
        let keys = value.keys();
        keys.get(number_key(&keys))?.as_integer()
    };
    let own = number(&values[at]);
    let mut others = values.iter().enumerate();
    let is_first = |(other, value): &(usize, &Entry)| *other != at && number(value) == own;
    let first = others
        .find(is_first)
        .map(|(_, value)| value.name().to_owned());
    if let (Some(first), Some(_)) = (first, own) {
        let value = values.remove(at);
        values.push(value);
        change(values, name, columns, |keys| {
            keys.remove("bit");
            keys.insert(MAIN, first.into());
        });
    }
}

/// Edits the keys of a row, and puts them in their usual order: its own, and the columns.
fn change(
    values: &mut [Entry],
    name: &str,
    columns: &[String],
    edit: impl FnOnce(&mut InlineTable),
) {
    if let Some(value) = place(values, name).and_then(|at| values.get_mut(at)) {
        let mut keys = value.keys();
        edit(&mut keys);
        let rank = |key: &str| {
            let mut order = [MAIN, "bit", "source"]
                .into_iter()
                .chain(columns.iter().map(String::as_str));
            order.position(|known| known == key).unwrap_or(usize::MAX)
        };
        keys.sort_values_by(|key, _, other, _| rank(key).cmp(&rank(other)));
        value.write(MAIN, &keys);
    }
}

fn place(values: &[Entry], name: &str) -> Option<usize> {
    values.iter().position(|value| value.name() == name)
}

fn argument(argument: &Argument) -> toml_edit::Value {
    match argument {
        Argument::Number(number) => spelled(&number.to_string()),
        Argument::Text(text) | Argument::Name(text) => text.into(),
    }
}

/// A row of the macro as a value of the table.
fn value_entry(new: &Value, table: &Table, columns: &[String]) -> Entry {
    let mut values = [Entry::new(&new.name, &undescribed(&new.name, table))];
    change(&mut values, &new.name, columns, |keys| {
        match new.alias.as_ref().filter(|_| !new.is_marker) {
            Some(first) => keys.insert(MAIN, first.into()),
            None => {
                let number = spelled(&new.number.to_string());
                keys.insert(table.spelling.number_key().name(), number)
            }
        };
        keys.extend(
            new.columns
                .iter()
                .map(|(name, datum)| (name, argument(datum))),
        );
    });
    let [value] = values;
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
    let mut entry = Entry::new(&column.name, &undescribed(&column.name, table));
    let keys = [("type", column.ty.to_string())];
    entry.write("type", &keys.into_iter().collect());
    entry
}

/// The C++ enum of a table, where it is not the one of its name.
fn cpp(name: &str, cpp: Option<&str>) -> Option<String> {
    let own = cpp.unwrap_or_default();
    (own != format!("llvm::dxbc::{name}")).then(|| own.to_owned())
}
