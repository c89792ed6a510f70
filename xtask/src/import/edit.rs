//! Edits the rows of a table in the TOML, one at a time.

use toml_edit::{Array, InlineTable, Item, Table};

use dxc_codegen::model::Spelling;
use dxc_codegen::placeholders::UNDESCRIBED;

use super::entry::{Entry, MAIN, put, spelled, take};
use super::read::Argument;
use super::rows::{Column, Value};
use super::write::set;

/// The table of an item that contains rows.
const VALUES: &str = "values";

/// The key of a row that only marks the end of the values.
const MARKER: &str = "marker";

/// The earlier names of a row, and its keys in documents.
const WAS: &str = "was";
const YAML: &str = "yaml";

/// The rows of a table.
pub(super) struct Rows<'t> {
    item: &'t mut Table,
    /// The macro in the notation of the schema.
    spelling: &'t Spelling,
    columns: Vec<String>,
    values: Vec<Entry>,
}

impl<'t> Rows<'t> {
    /// Takes the rows out of an item, to edit them.
    pub(super) fn take(item: &'t mut Table, spelling: &'t Spelling) -> Self {
        let columns = item.get("columns").and_then(Item::as_table).into_iter();
        let columns = columns.flat_map(Table::iter);
        let columns = columns.map(|(name, _)| name.to_owned()).collect();
        let values = take(item, VALUES);
        Self {
            item,
            spelling,
            columns,
            values,
        }
    }

    /// Puts the rows back into the item.
    pub(super) fn put(self) {
        put(self.item, VALUES, self.values);
    }

    /// Adds a row of the macro after the row that precedes it there.
    pub(super) fn add(&mut self, new: &Value) {
        let entry = self.entry(new);
        let behind = new.behind.as_deref();
        let behind = behind.and_then(|name| place(&self.values, name));
        // The macro's first row follows those that the macro lacks.
        let own = || {
            let own = self.values.iter();
            own.take_while(|value| value.keys().contains_key("source"))
                .count()
        };
        let at = behind.map_or_else(own, |behind| behind + 1);
        self.values.insert(at, entry);
    }

    /// A row of the macro as an entry of the table.
    fn entry(&self, new: &Value) -> Entry {
        let mut entry = Entry::new(&new.name, &undescribed(&new.name, self.spelling));
        let mut keys = InlineTable::new();
        match new.alias.as_ref().filter(|_| !new.is_marker) {
            Some(first) => keys.insert(MAIN, first.into()),
            None => {
                let number = spelled(&new.number.to_string());
                keys.insert(self.spelling.number_key().name(), number)
            }
        };
        if new.is_marker {
            keys.insert(MARKER, true.into());
        }
        let columns = new.columns.iter();
        keys.extend(columns.map(|(name, datum)| (name, argument(datum))));
        sort(&mut keys, &self.columns);
        entry.write(MAIN, &keys);
        entry
    }

    /// Renames a value, also in rows with that value as their first name. The old name remains an earlier name, and the
    /// key of documents for earlier LLVMs.
    pub(super) fn rename(&mut self, from: &str, to: &str, llvm: Option<u32>) {
        if let Some(at) = place(&self.values, from) {
            self.values[at].rename(to);
        }
        let has_keys = self.item.contains_key(YAML);
        self.change(to, |keys| {
            let was = keys.get(WAS).and_then(|was| was.as_array()).cloned();
            let alone = keys
                .get(WAS)
                .and_then(|was| was.as_str())
                .map(str::to_owned);
            let mut was: Array = was.unwrap_or_else(|| alone.into_iter().collect());
            was.retain(|name| name.as_str() != Some(to));
            was.push(from);
            was.fmt();
            keys.insert(WAS, was.into());
            if let Some(llvm) = llvm.filter(|_| !has_keys && !keys.contains_key(YAML)) {
                let before = llvm.saturating_sub(1).to_string();
                let names = [(before, from), (llvm.to_string(), to)];
                keys.insert(YAML, names.into_iter().collect::<InlineTable>().into());
            }
        });
        for value in &mut self.values {
            let mut keys = value.keys();
            if keys.get(MAIN).and_then(|first| first.as_str()) == Some(from) {
                keys.insert(MAIN, to.into());
                value.write(MAIN, &keys);
            }
        }
    }

    /// Changes the number of a row.
    pub(super) fn renumber(&mut self, name: &str, number: impl ToString) {
        self.change(name, |keys| {
            keys.insert(number_key(keys), spelled(&number.to_string()));
        });
    }

    /// Sets a column of a row.
    pub(super) fn set_column(&mut self, name: &str, column: &str, to: &Argument) {
        self.change(name, |keys| {
            keys.insert(column, argument(to));
        });
    }

    /// Removes the source of a value that the macro now has.
    pub(super) fn adopt(&mut self, name: &str) {
        self.change(name, |keys| {
            keys.remove("source");
        });
    }

    /// Keeps a value that the macro no longer has, with its own source. Another value may have its number.
    pub(super) fn keep(&mut self, name: &str) {
        let source = format!(
            "an earlier `{}` of LLVM's DXContainerConstants.def",
            self.spelling.macro_name
        );
        self.change(name, |keys| {
            keys.insert("source", source.into());
        });
        let Some(at) = place(&self.values, name) else {
            return;
        };
        let number = |value: &Entry| {
            let keys = value.keys();
            keys.get(number_key(&keys))?.as_integer()
        };
        let own = number(&self.values[at]);
        let mut others = self.values.iter().enumerate();
        let is_first = |(other, value): &(usize, &Entry)| *other != at && number(value) == own;
        let first = others
            .find(is_first)
            .map(|(_, value)| value.name().to_owned());
        if let (Some(first), Some(_)) = (first, own) {
            let value = self.values.remove(at);
            self.values.push(value);
            self.change(name, |keys| {
                keys.remove("bit");
                keys.insert(MAIN, first.into());
            });
        }
    }

    /// Edits the keys of a row.
    fn change(&mut self, name: &str, edit: impl FnOnce(&mut InlineTable)) {
        let mut rows = self.values.iter_mut();
        if let Some(row) = rows.find(|row| row.name() == name) {
            let mut keys = row.keys();
            edit(&mut keys);
            sort(&mut keys, &self.columns);
            row.write(MAIN, &keys);
        }
    }
}

/// Sorts the keys of a row into their usual order: the row's own keys, then the columns.
fn sort(keys: &mut InlineTable, columns: &[String]) {
    let rank = |key: &str| {
        let columns = columns.iter().map(String::as_str);
        let mut order = [MAIN, "bit", MARKER, WAS, YAML, "source"]
            .into_iter()
            .chain(columns);
        order.position(|known| known == key).unwrap_or(usize::MAX)
    };
    keys.sort_values_by(|key, _, other, _| rank(key).cmp(&rank(other)));
}

fn place(values: &[Entry], name: &str) -> Option<usize> {
    values.iter().position(|value| value.name() == name)
}

fn number_key(keys: &InlineTable) -> &'static str {
    if keys.contains_key("bit") {
        "bit"
    } else {
        MAIN
    }
}

fn argument(argument: &Argument) -> toml_edit::Value {
    match argument {
        Argument::Number(number) => spelled(&number.to_string()),
        Argument::Text(text) | Argument::Name(text) => text.into(),
    }
}

/// Adds columns to an item, in the order of the macro.
pub(super) fn add_columns(item: &mut Table, spelling: &Spelling, new: &[Column]) {
    let mut columns = take(item, "columns");
    columns.extend(new.iter().map(|column| {
        let mut entry = Entry::new(&column.name, &undescribed(&column.name, spelling));
        let keys = [("type", column.ty.to_string())];
        entry.write("type", &keys.into_iter().collect());
        entry
    }));
    let place = |column: &Entry| spelling.place_of(column.name());
    columns.sort_by_key(|column| place(column).unwrap_or(usize::MAX));
    put(item, "columns", columns);
}

/// States that an item mirrors a macro.
pub(super) fn set_mirrors(item: &mut Table, spelling: &Spelling) {
    set(item, "mirrors", &spelling.to_string());
}

/// The placeholder doc of something new, which `gen` refuses until it is replaced.
pub(super) fn undescribed(name: &str, spelling: &Spelling) -> String {
    format!(
        "`{name}` of LLVM's `{}`: {UNDESCRIBED}",
        spelling.macro_name
    )
}
