//! Finds examples for the reference: for each key, the longest short use in the project's own schemas, which `gen` has
//! checked.

use std::collections::HashMap;
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::span::Source;

/// The maximum length of an example.
const MOST: usize = 56;

/// The uses of keys: by the kind of item, the list in it, and the key.
#[derive(Default)]
pub(crate) struct Examples<'s>(HashMap<(String, &'static str, String), &'s str>);

/// Stands for the main key of an entry, whose value may replace the entry's table.
const MAIN: &str = "";

/// The lists of an item that contain entries.
const LISTS: [&str; 4] = ["fields", "values", "columns", "arms"];

/// The list that a key of an item contains.
pub(crate) fn list(key: &str) -> Option<&'static str> {
    LISTS.into_iter().find(|list| *list == key)
}

impl<'s> Examples<'s> {
    pub(crate) fn new(sources: &'s [Source]) -> Self {
        let mut examples = Self::default();
        for source in sources {
            let (table, _) = DeTable::parse_recoverable(&source.text);
            for (kind, items) in table.get_ref() {
                let kind = kind.get_ref();
                let items: Vec<_> = match items.get_ref() {
                    DeValue::Table(items) => items.values().collect(),
                    DeValue::Array(items) => items.iter().collect(),
                    _ => continue,
                };
                for item in items.iter().filter_map(|item| item.get_ref().as_table()) {
                    examples.item(kind, item, &source.text);
                }
            }
        }
        examples
    }

    /// Finds the example of a key.
    pub(crate) fn find(&self, kind: &str, list: &'static str, key: &str) -> Option<&'s str> {
        let used = |key: &str| self.0.get(&(kind.to_owned(), list, key.to_owned()));
        let alone = || (key == "type").then(|| used(MAIN)).flatten();
        used(key).or_else(alone).copied()
    }

    fn item(&mut self, kind: &str, item: &DeTable<'_>, text: &'s str) {
        self.keys(kind, "", item, text);
        for (name, entries) in item {
            let name = name.get_ref().as_ref();
            let is_version = name
                .strip_prefix('v')
                .is_some_and(|number| number.trim_end_matches('b').parse::<u32>().is_ok());
            let list = list(name).or_else(|| is_version.then_some("fields"));
            if let (Some(list), Some(entries)) = (list, entries.get_ref().as_table()) {
                for (name, entry) in entries {
                    match entry.get_ref() {
                        DeValue::Table(entry) => self.keys(kind, list, entry, text),
                        _ => {
                            let at = name.span().start..entry.span().end;
                            self.add((kind, list, MAIN), at, text);
                        }
                    }
                }
            }
        }
    }

    /// Adds the keys of a table.
    fn keys(&mut self, kind: &str, list: &'static str, table: &DeTable<'_>, text: &'s str) {
        for (key, value) in table {
            if !matches!(value.get_ref(), DeValue::Table(_)) {
                let place = (kind, list, key.get_ref().as_ref());
                self.add(place, key.span().start..value.span().end, text);
            }
        }
    }

    fn add(
        &mut self,
        (kind, list, key): (&str, &'static str, &str),
        at: Range<usize>,
        text: &'s str,
    ) {
        let Some(used) = text.get(at).filter(|used| is_short(used)) else {
            return;
        };
        let place = (kind.to_owned(), list, key.to_owned());
        let longest = self.0.entry(place).or_insert(used);
        if used.len() > longest.len() {
            *longest = used;
        }
    }
}

fn is_short(used: &str) -> bool {
    used.len() <= MOST && !used.contains('\n')
}
