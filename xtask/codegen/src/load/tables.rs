//! Loads a table: all keys must be known, and required keys must exist.

use serde_json::{Map, Value as Json, json};
use toml::de::{DeTable, DeValue};

use super::shape::{self, Key, Value};
use super::values::{Placed, four_characters, placed, stand_in};
use super::{Loader, with_article};
use crate::model::{BYTE_ORDER, LISTS, PARAMETERS};
use crate::span::Span;
use dxc_text::words::nearest;

/// The key that declares the columns of an enum.
const COLUMNS: &str = "columns";

/// The key of the first version, which stands for all versions.
const VERSIONS: &str = "v0";

impl Loader<'_> {
    /// Converts the table to the form that serde reads; `None` if too little of it is valid. A placeholder replaces a
    /// value that is wrong or missing, so that no further mistake is reported for it.
    pub(super) fn table(
        &mut self,
        shape: &Json,
        table: &DeTable<'_>,
        site: &Span,
        noun: &str,
    ) -> Option<Map<String, Json>> {
        if shape::key(shape, COLUMNS).is_some() {
            self.columns = declared_columns(shape, table);
        }
        let mut read = Map::new();
        // The keys of the table, with valid or invalid values. An empty list counts as a missing key.
        let mut given: Vec<&str> = Vec::new();
        let (mut columns, mut versions): (Vec<Json>, Vec<Json>) = Default::default();
        for (name, value) in table {
            let span = self.span(name.span());
            let name = name.get_ref().as_ref();
            if let Some(key) = shape::key(shape, name) {
                if let Some((what, form)) = wrong_kind(key, value.get_ref()) {
                    self.note(&span, what).help(form);
                    continue;
                }
                given.extend((!is_empty(value.get_ref())).then_some(key.name));
                let value_read = self.value(key, value).or_else(|| stand_in(key, site));
                let text = value.get_ref().as_str();
                let is_text = text.is_some_and(|text| four_characters(text).is_none());
                let text_name = key.text_name().filter(|_| is_text);
                let name = text_name.unwrap_or(key.name);
                read.extend(value_read.map(|value| (name.to_owned(), value)));
            } else if let Some((number, grown, fields)) = shape::version(shape, name) {
                given.push(VERSIONS);
                if is_empty(value.get_ref()) {
                    self.note(&span, "this version has no fields");
                }
                let fields = self.value(fields, value);
                let version = |fields| {
                    json!({
                        "number": placed(number, &span), "grown": grown, "fields": fields, "span": span,
                    })
                };
                versions.extend(fields.map(version));
            } else if self.is_column(shape, name) {
                columns.push(json!([placed(name, &span), self.column(value)]));
            } else if let Some(meant) =
                self.unknown_key(shape, table, (name, &span), value.get_ref())
            {
                // The key that was meant is not reported as missing, too.
                match shape::key(shape, &meant) {
                    Some(key) => {
                        given.push(key.name);
                        read.extend(stand_in(key, &span).map(|value| (meant, value)));
                    }
                    None => columns.push(json!([placed(meant, &span), placed(Json::Null, &span)])),
                }
            }
        }
        for (name, list) in [("versions", versions), (COLUMNS, columns)] {
            if !list.is_empty() {
                read.insert(name.to_owned(), list.into());
            }
        }
        self.is_whole(shape, &given, &mut read, site, noun)
            .then_some(read)
    }

    /// Reports required keys that a table lacks, and adds placeholders for them; returns false if there is no
    /// placeholder.
    fn is_whole(
        &self,
        shape: &Json,
        given: &[&str],
        read: &mut Map<String, Json>,
        site: &Span,
        noun: &str,
    ) -> bool {
        let mut is_lost = false;
        for needed in shape::needed(shape) {
            let keys = needed.iter().filter_map(|name| shape::key(shape, name));
            if !needed.iter().any(|name| given.contains(name)) {
                let names: Vec<String> = needed.iter().map(|key| format!("`{key}`")).collect();
                let what = match names.as_slice() {
                    [one] => format!("{} no {one}", has(noun)),
                    _ => format!("{} neither {}", has(noun), names.join(" nor ")),
                };
                let noted = self.note(site, what);
                keys.clone().fold(noted, |noted, key| {
                    noted.help(format!("`{}`: {}", key.name, key.doc()))
                });
            }
            let is_read = |key: Key<'_>| {
                let text_name = key.text_name().unwrap_or(key.name);
                read.contains_key(key.name) || read.contains_key(text_name)
            };
            if !keys.clone().any(is_read) {
                let value = keys.clone().next().and_then(|key| stand_in(key, site));
                is_lost |= value.is_none() && needed.len() == 1;
                read.extend(value.map(|value| (needed[0].to_owned(), value)));
            }
        }
        !is_lost
    }

    /// Reports an unknown key or kind, and returns the one that was probably meant.
    fn unknown_key(
        &mut self,
        shape: &Json,
        table: &DeTable<'_>,
        (name, span): (&str, &Span),
        value: &DeValue<'_>,
    ) -> Option<String> {
        let mut keys: Vec<Key<'_>> = shape::keys(shape).collect();
        let has_items = keys.iter().any(|key| shape::is_kind(key.shape));
        let is_kind = has_items && (value.is_table() || value.is_array());
        keys.retain(|key| shape::is_kind(key.shape) == is_kind);
        if let (true, DeValue::Table(items)) = (is_kind, value) {
            let names = items.keys().map(|name| name.get_ref().to_string());
            self.lost.extend(names);
        }
        let has_columns = shape["additionalProperties"].is_object();
        let columns = self.columns.iter().flatten().filter(|_| has_columns);
        let legal: Vec<&str> = keys
            .iter()
            .map(|key| key.name)
            .chain(columns.map(String::as_str))
            .collect();
        let what = if is_kind {
            format!("unknown kind `{name}`")
        } else {
            format!(
                "unknown key `{name}` in {}",
                with_article(shape::noun(shape))
            )
        };
        let noted = self.note(span, what).legal(name, legal.iter().copied());
        if name.contains("endian") {
            noted.help(BYTE_ORDER);
        } else if let Some(help) = foreign(name).filter(|_| shape::noun(shape) == "field") {
            noted.help(help);
        }
        let meant = nearest(name, legal).filter(|meant| !table.contains_key(*meant));
        meant.map(str::to_owned)
    }

    /// Loads a table without a name.
    pub(super) fn part(&mut self, shape: &Json, part: &Placed<'_>) -> Option<Json> {
        let (span, kind) = (self.span(part.span()), shape::noun(shape));
        let Some(table) = part.get_ref().as_table() else {
            self.note(&span, format!("a {kind} must be a table"))
                .help(format!("write `[[{kind}]]`"));
            return None;
        };
        self.table(shape, table, &span, kind).map(Json::from)
    }

    /// Whether a key is that of a column; any key may be, if a mistake hides the columns.
    fn is_column(&self, shape: &Json, name: &str) -> bool {
        let is_declared = |columns: &Vec<String>| columns.iter().any(|column| column == name);
        shape["additionalProperties"].is_object() && self.columns.as_ref().is_none_or(is_declared)
    }
}

/// The mistake and the correct form, if a table of items or parts is another value.
fn wrong_kind(key: Key<'_>, value: &DeValue<'_>) -> Option<(String, String)> {
    let name = key.name;
    match (Value::of(key.shape), value) {
        _ if !shape::is_kind(key.shape) => None,
        (Value::Entries(_), DeValue::Table(items))
            if items.values().any(|item| item.get_ref().is_table()) =>
        {
            None
        }
        (Value::Entries(_), _) => Some((
            format!("`{name}` needs the name of an item"),
            format!("write `[{name}.Name]`"),
        )),
        (_, DeValue::Array(_)) => None,
        _ => Some((
            format!("a {name} has no name"),
            format!("write `[[{name}]]`"),
        )),
    }
}

/// The help for a key of another schema language.
fn foreign(name: &str) -> Option<&'static str> {
    Some(match name {
        "repeat" | "repeat-expr" | "repeat_expr" | "eof" | "eos" | "size-eos" | "length"
        | "len" => LISTS,
        "until" | "repeat-until" | "repeat_until" | "terminator" => {
            "nothing ends at a value but a `cstr`, which ends with NUL; all else has a `count` or a `size`"
        }
        "contents" | "magic" | "const" | "valid" => "`is` is the value that a field must equal",
        "pos" | "offset" => {
            "`at` is the offset from the start of the part, which another field stores"
        }
        "params" | "parent" | "_parent" => PARAMETERS,
        _ => return None,
    })
}

/// The start of a sentence on a table with a missing key.
fn has(noun: &str) -> String {
    match noun {
        "flags" | "bits" => format!("these {noun} have"),
        _ if noun.ends_with('`') => format!("{noun} has"),
        _ => format!("this {noun} has"),
    }
}

fn is_empty(value: &DeValue<'_>) -> bool {
    let array = value.as_array().is_some_and(|array| array.is_empty());
    array || value.as_table().is_some_and(|table| table.is_empty())
}

/// The names of the columns that an enum declares; `None` if a mistake hides them.
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
