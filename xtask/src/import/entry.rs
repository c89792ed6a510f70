//! Reads and writes an entry of a table such as `enum.Name.values`, which may be a value, an inline table or several
//! lines.

use toml_edit::{InlineTable, Item, Key, Table, Value};

/// The maximum length of a line in schema files.
const WIDTH: usize = 120;

/// The key of a row whose value may replace the row's table.
pub(super) const MAIN: &str = "value";

/// An entry, with the comment above its key.
pub(super) struct Entry {
    key: Key,
    item: Item,
}

impl Entry {
    /// Creates an entry without keys.
    pub(super) fn new(name: &str, doc: &str) -> Self {
        let mut entry = Self {
            key: Key::new(name),
            item: InlineTable::new().into(),
        };
        let doc = textwrap::wrap(doc, at_blanks(WIDTH - "# ".len())).into_iter();
        let above: String = doc.map(|line| format!("# {line}\n")).collect();
        entry.key.leaf_decor_mut().set_prefix(above);
        entry
    }

    pub(super) fn name(&self) -> &str {
        self.key.get()
    }

    /// The keys of a row, whatever its form.
    pub(super) fn keys(&self) -> InlineTable {
        let mut keys = match &self.item {
            Item::Table(keys) => keys.clone().into_inline_table(),
            Item::Value(Value::InlineTable(keys)) => keys.clone(),
            item => {
                let alone = item.as_value().map(|value| (MAIN, value.clone()));
                alone.into_iter().collect()
            }
        };
        keys.fmt();
        keys.decor_mut().clear();
        keys
    }

    /// Writes keys on one line, or on a line each if one is too long; the value of `main` alone may replace the table.
    pub(super) fn write(&mut self, main: &str, keys: &InlineTable) {
        let above = self.above();
        let behind = self.item.as_value().and_then(|one| one.decor().suffix());
        let behind = behind.and_then(|text| text.as_str()).map(str::to_owned);
        let behind = behind.unwrap_or_default();
        let mut value = match keys.get(main) {
            Some(value) if keys.len() == 1 => value.clone(),
            _ => Value::InlineTable(keys.clone()),
        };
        let line = format!("{} = {value}{}", self.name(), behind.trim_end());
        if line.chars().count() <= WIDTH && !line.contains('\n') {
            value.decor_mut().set_suffix(behind);
            self.item = value.into();
            self.key.leaf_decor_mut().set_prefix(above);
            return;
        }
        let mut lines = Table::new();
        lines.set_dotted(true);
        for (index, (key, value)) in keys.iter().enumerate() {
            let mut own = Key::new(key);
            if index == 0 {
                own.leaf_decor_mut().set_prefix(above.as_str());
            }
            let path = format!("{}.{key}", self.name());
            lines.insert_formatted(&own, folded(&path, value).into());
        }
        self.item = Item::Table(lines);
    }

    /// The comment above it, and the blank lines before that.
    fn above(&self) -> String {
        let first = self.item.as_table().and_then(|lines| {
            let (key, _) = lines.iter().next()?;
            lines.key(key)
        });
        let prefix = first.unwrap_or(&self.key).leaf_decor().prefix();
        let above = prefix.and_then(|text| text.as_str());
        above.unwrap_or_default().to_owned()
    }

    /// Renames the entry.
    pub(super) fn rename(&mut self, name: &str) {
        let decor = self.key.leaf_decor().clone();
        self.key = Key::new(name).with_leaf_decor(decor);
    }
}

/// Takes the entries out of a table of an item, if the item has that table.
pub(super) fn take(item: &mut Table, list: &str) -> Vec<Entry> {
    let Some(table) = item.get_mut(list).and_then(Item::as_table_mut) else {
        return Vec::new();
    };
    let names: Vec<String> = table.iter().map(|(name, _)| name.to_owned()).collect();
    let entries = names.iter().filter_map(|name| table.remove_entry(name));
    entries.map(|(key, item)| Entry { key, item }).collect()
}

/// Puts entries into a table of an item; a new table follows the keys of the item.
pub(super) fn put(item: &mut Table, list: &str, entries: Vec<Entry>) {
    if entries.is_empty() {
        return;
    }
    let mut new = Table::new();
    new.set_position(item.position().map(|at| at + 1));
    let list = item.entry(list).or_insert(Item::Table(new));
    for Entry { key, item } in entries {
        if let Some(list) = list.as_table_mut() {
            list.insert_formatted(&key, item);
        }
    }
}

/// Parses a TOML value, to keep its notation, such as `0x10`.
pub(super) fn spelled(text: &str) -> Value {
    text.parse().unwrap_or_else(|_| text.into())
}

/// A value on one line; a text that is too long is broken at spaces.
fn folded(path: &str, value: &Value) -> Value {
    let written = value.to_string();
    let text = written
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let is_too_long = format!("{path} = {written}").chars().count() > WIDTH;
    match text.filter(|text| !text.starts_with('"') && is_too_long) {
        Some(text) => {
            // Each line ends with a backslash, and the last one with three quotes.
            let lines = textwrap::wrap(text, at_blanks(WIDTH - 4 - 3)).join(" \\\n    ");
            spelled(&format!("\"\"\"\\\n    {lines}\"\"\""))
        }
        None => value.clone(),
    }
}

/// Options to break lines of a width only at spaces.
fn at_blanks(width: usize) -> textwrap::Options<'static> {
    textwrap::Options::new(width)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
}
