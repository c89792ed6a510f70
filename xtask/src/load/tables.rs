//! A table: its keys are known, and what is wrong is taken out.

use toml::de::{DeTable, DeValue};

use super::places::range_of;
use super::values::{Placed, is_whole, stand_in};
use super::{Loader, Site, with_article};
use crate::datum::Datum;
use crate::diagnostic::{Span, nearest};
use crate::keys::{COLUMNS, Key, Shape};

/// What stands in a table.
#[derive(Default)]
struct Found {
    /// The keys, be their values right or wrong.
    keys: Vec<&'static str>,
    wrong: Vec<&'static Key>,
    columns: Vec<String>,
    /// Keys that there are not.
    unknown: Vec<(String, Span)>,
}

impl Loader<'_> {
    /// Notes what is wrong in a table, and leaves what serde can read; false, if nothing can be made of that. What is
    /// wrong is taken out, or something stands in for it, so that nobody misses it a second time.
    pub(super) fn table(
        &mut self,
        shape: &'static Shape,
        table: &mut DeTable<'_>,
        site: &Site,
    ) -> bool {
        if shape.key(COLUMNS).is_some() {
            self.columns = declared_columns(shape, table);
        }
        let mut found = self.values(shape, table, site);
        for (name, span) in std::mem::take(&mut found.unknown) {
            self.unknown_key(shape, table, &name, &span, &mut found);
            table.remove(name.as_str());
        }
        for key in found.wrong {
            put_stand_in(table, key, &site.span);
        }
        if !found.columns.is_empty() {
            self.gather_columns(table, &found.columns, &site.span);
        }
        self.missing_keys(shape, &found.keys, site);
        let mut required = shape.keys.iter().filter(|key| key.required);
        required.all(|key| table.contains_key(key.name) || put_stand_in(table, key, &site.span))
    }

    /// Looks at every value.
    fn values(&mut self, shape: &'static Shape, table: &mut DeTable<'_>, site: &Site) -> Found {
        let mut found = Found::default();
        for (key, value) in table.iter_mut() {
            let name = key.get_ref().as_ref();
            if let Some(known) = shape.key(name) {
                found.keys.push(known.name);
                if !self.value(known, value, site) {
                    found.wrong.push(known);
                }
            } else if self.is_column(shape, name) {
                found.columns.push(name.to_owned());
                self.column(value);
            } else {
                let span = self.span(key.span());
                found.unknown.push((name.to_owned(), span));
            }
        }
        found
    }

    /// Notes a key that there is not. What was meant is not missing, too.
    fn unknown_key(
        &self,
        shape: &'static Shape,
        table: &mut DeTable<'_>,
        name: &str,
        span: &Span,
        found: &mut Found,
    ) {
        let columns = self.columns.iter().flatten().filter(|_| shape.columns);
        let keys = shape.keys.iter().map(|key| key.name);
        let legal: Vec<&str> = keys.chain(columns.map(String::as_str)).collect();
        let what = format!("unknown key `{name}` in {}", with_article(shape.name));
        let noted = self.mistakes.note(span, what);
        noted.legal(name, legal.iter().copied());
        let Some(meant) = nearest(name, legal).filter(|meant| !table.contains_key(*meant)) else {
            return;
        };
        if let Some(key) = shape.key(meant) {
            found.keys.push(key.name);
            put_stand_in(table, key, span);
        } else {
            found.columns.push(meant.to_owned());
            let key = toml::Spanned::new(span.range.clone(), meant.to_owned().into());
            let wrong = Placed::new(range_of(span), Datum::wrong());
            table.insert(key, wrong);
        }
    }

    /// Whether a key is that of a column; any may be, if a mistake hides which there are.
    fn is_column(&self, shape: &Shape, name: &str) -> bool {
        let is_declared = |columns: &Vec<String>| columns.iter().any(|column| column == name);
        shape.columns && self.columns.as_ref().is_none_or(is_declared)
    }

    fn column(&self, value: &mut Placed<'_>) {
        let span = self.span(value.span());
        let is_right = match value.get_mut() {
            DeValue::String(_) => true,
            DeValue::Integer(number) => is_whole(number),
            DeValue::Array(list) => list.iter_mut().all(|text| {
                let span = self.span(text.span());
                Self::put_in_place(text, &span);
                matches!(text.get_ref(), DeValue::String(_))
            }),
            _ => false,
        };
        if !is_right {
            let what = "a column is a number, a text or a list of texts";
            self.mistakes.note(&span, what);
            *value.get_mut() = Datum::wrong();
        }
        Self::put_in_place(value, &span);
    }

    /// Puts the columns into a table of their own: serde would lose the places of keys that a struct does not name
    /// (`flatten` does).
    fn gather_columns(&self, table: &mut DeTable<'_>, names: &[String], span: &Span) {
        let mut columns = DeTable::new();
        for name in names {
            if let Some((key, value)) = table.remove_entry(name.as_str()) {
                let place = range_of(&self.span(key.span()));
                columns.insert(toml::Spanned::new(place, key.into_inner()), value);
            }
        }
        put_value(table, COLUMNS, DeValue::Table(columns), span);
    }
}

/// Puts what stands in for a value, if anything can; whatever stands there goes.
fn put_stand_in(table: &mut DeTable<'_>, key: &'static Key, span: &Span) -> bool {
    match stand_in(key) {
        Some(value) => put_value(table, key.name, value, span),
        None => drop(table.remove(key.name)),
    }
    table.contains_key(key.name)
}

pub(super) fn put_value<'t>(
    table: &mut DeTable<'t>,
    key: &'static str,
    value: DeValue<'t>,
    span: &Span,
) {
    let place = range_of(span);
    let key = toml::Spanned::new(place.clone(), key.into());
    table.insert(key, Placed::new(place, value));
}

/// The names of the columns that an enum declares; none if a mistake hides them.
fn declared_columns(shape: &Shape, table: &DeTable<'_>) -> Option<Vec<String>> {
    let Some(columns) = table.get(COLUMNS) else {
        let legal = || shape.keys.iter().map(|key| key.name);
        let is_meant =
            |key: &str| shape.key(key).is_none() && nearest(key, legal()) == Some(COLUMNS);
        let is_hidden = table.keys().any(|key| is_meant(key.get_ref()));
        return (!is_hidden).then(Vec::new);
    };
    let names = columns.get_ref().as_table()?.keys();
    Some(names.map(|name| name.get_ref().to_string()).collect())
}
