//! A table: its keys are known, and all that it needs is there.

use serde_json::{Map, Value as Json, json};
use toml::de::{DeTable, DeValue};

use super::shape::{self, Key};
use super::values::{Placed, number, placed, stand_in};
use super::{Loader, Site, with_article};
use crate::diagnostic::{Span, nearest};

/// The key that declares the columns of an enum.
const COLUMNS: &str = "columns";

/// The key of the first version, which represents all of them.
const VERSIONS: &str = "v0";

/// A table as serde reads it, and the keys that it has, be their values right or wrong.
#[derive(Default)]
struct Found<'s> {
    table: Map<String, Json>,
    keys: Vec<&'s str>,
    columns: Vec<Json>,
}

impl Loader<'_> {
    /// The table as serde reads it; nothing, if a mistake leaves too little of it. Something replaces a value that is wrong
    /// or missing, so that no other mistake follows from it.
    pub(super) fn table(
        &mut self,
        shape: &Json,
        table: &DeTable<'_>,
        site: &Site,
    ) -> Option<Map<String, Json>> {
        if shape::key(shape, COLUMNS).is_some() {
            self.columns = declared_columns(shape, table);
        }
        let mut found = Found::default();
        let mut unknown = Vec::new();
        let mut versions = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let span = self.span(key.span());
            if let Some(known) = shape::key(shape, name) {
                let read = self.value(known, value);
                if let Some(other) = shape::text_key(known, value.get_ref()) {
                    found.keys.push(known.name);
                    found
                        .table
                        .extend(read.map(|read| (other.to_owned(), read)));
                    continue;
                }
                let read = read.or_else(|| stand_in(known, &site.span));
                found.take(known, read, is_empty(value.get_ref()));
            } else if let Some(number) = version(shape, name) {
                versions.push((number, span, value));
            } else if self.is_column(shape, name) {
                let datum = self.column(value);
                found.columns.push(json!([placed(name, &span), datum]));
            } else {
                unknown.push((name, span));
            }
        }
        if let Some(groups) = shape::versions(shape).filter(|_| !versions.is_empty()) {
            let versions = self.versions(&groups["additionalProperties"], versions);
            found.keys.push(VERSIONS);
            found.table.insert("versions".to_owned(), versions.into());
        }
        for (name, span) in unknown {
            self.unknown_key(shape, table, name, &span, &mut found);
        }
        if !found.columns.is_empty() {
            found.table.insert(COLUMNS.to_owned(), found.columns.into());
        }
        self.missing_keys(shape, &found.keys, site);
        for needed in shape::needed(shape) {
            let is_read = |name: &&str| {
                let key = shape::key(shape, name);
                let text = key.and_then(|key| key.shape["x-text"].as_str());
                text.into_iter()
                    .chain([*name])
                    .any(|name| found.table.contains_key(name))
            };
            if needed.iter().any(is_read) {
                continue;
            }
            let Some(key) = shape::key(shape, needed[0]) else {
                continue;
            };
            match stand_in(key, &site.span) {
                Some(value) => drop(found.table.insert(key.name.to_owned(), value)),
                None if needed.len() == 1 => return None,
                None => {}
            }
        }
        Some(found.table)
    }

    /// Notes an unknown key. The key that was perhaps meant is not missing, too.
    fn unknown_key<'s>(
        &self,
        shape: &'s Json,
        table: &DeTable<'_>,
        name: &str,
        span: &Span,
        found: &mut Found<'s>,
    ) {
        let has_columns = shape["additionalProperties"].is_object();
        let columns = self.columns.iter().flatten().filter(|_| has_columns);
        let keys = shape::keys(shape).map(|key| key.name);
        let legal: Vec<&str> = keys.chain(columns.map(String::as_str)).collect();
        let noun = shape["x-noun"].as_str().unwrap_or("schema file");
        let what = format!("unknown key `{name}` in {}", with_article(noun));
        let noted = self.mistakes.note(span, what);
        noted.legal(name, legal.iter().copied());
        let Some(meant) = nearest(name, legal).filter(|meant| !table.contains_key(*meant)) else {
            return;
        };
        match shape::key(shape, meant) {
            Some(key) => {
                found.keys.push(key.name);
                if let Some(value) = stand_in(key, span) {
                    found.table.insert(key.name.to_owned(), value);
                }
            }
            None => found
                .columns
                .push(json!([placed(meant, span), placed(Json::Null, span)])),
        }
    }

    /// Notes the keys that a table needs and does not have.
    fn missing_keys(&self, shape: &Json, keys: &[&str], site: &Site) {
        for needed in shape::needed(shape) {
            if needed.iter().any(|key| keys.contains(key)) {
                continue;
            }
            let names: Vec<String> = needed.iter().map(|key| format!("`{key}`")).collect();
            let what = match names.as_slice() {
                [one] => format!("{} no {one}", site.has()),
                _ => format!("{} neither {}", site.has(), names.join(" nor ")),
            };
            let mut noted = self.mistakes.note(&site.span, what);
            for key in needed.iter().filter_map(|key| shape::key(shape, key)) {
                noted = noted.help(format!("`{}`: {}", key.name, key.doc()));
            }
        }
    }

    /// Whether a key is that of a column; any may be, if a mistake hides which there are.
    fn is_column(&self, shape: &Json, name: &str) -> bool {
        let is_declared = |columns: &Vec<String>| columns.iter().any(|column| column == name);
        shape["additionalProperties"].is_object() && self.columns.as_ref().is_none_or(is_declared)
    }

    fn column(&self, value: &Placed<'_>) -> Json {
        let span = self.span(value.span());
        let datum = match value.get_ref() {
            DeValue::String(text) => Some(json!(text)),
            DeValue::Integer(integer) => number(integer),
            DeValue::Array(list) => list.iter().map(|text| self.text_of(text)).collect(),
            _ => None,
        };
        if datum.is_none() {
            let what = "a column is a number of at most 64 bits, a text, or a list of texts";
            self.mistakes.note(&span, what);
        }
        placed(datum.unwrap_or_default(), &span)
    }

    /// A text of a list, with its place.
    fn text_of(&self, value: &Placed<'_>) -> Option<Json> {
        match value.get_ref() {
            DeValue::String(text) => Some(placed(text.as_ref(), &self.span(value.span()))),
            _ => None,
        }
    }
}

impl<'s> Found<'s> {
    /// Takes the value of a key, if it is right. An empty list counts as none.
    fn take(&mut self, key: Key<'s>, value: Option<Json>, is_empty: bool) {
        if !is_empty {
            self.keys.push(key.name);
        }
        if let Some(value) = value {
            self.table.insert(key.name.to_owned(), value);
        }
    }
}

fn is_empty(value: &DeValue<'_>) -> bool {
    match value {
        DeValue::Array(array) => array.is_empty(),
        DeValue::Table(table) => table.is_empty(),
        _ => false,
    }
}

/// The number of a version, where a table has them.
fn version(shape: &Json, name: &str) -> Option<u32> {
    shape::versions(shape)?;
    let number = name.strip_prefix('v')?.parse().ok()?;
    (format!("v{number}") == name).then_some(number)
}

/// The names of the columns that an enum declares; nothing, if a mistake hides them.
fn declared_columns(shape: &Json, table: &DeTable<'_>) -> Option<Vec<String>> {
    let Some(columns) = table.get(COLUMNS) else {
        let legal = || shape::keys(shape).map(|key| key.name);
        let is_meant = |name: &str| {
            shape::key(shape, name).is_none() && nearest(name, legal()) == Some(COLUMNS)
        };
        let is_hidden = table.keys().any(|name| is_meant(name.get_ref()));
        return (!is_hidden).then(Vec::new);
    };
    let names = columns.get_ref().as_table()?.keys();
    Some(names.map(|name| name.get_ref().to_string()).collect())
}
