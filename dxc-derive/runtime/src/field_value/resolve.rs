//! The names that numbers lead to.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{FieldValue, FieldValues};
use crate::shape::{ListOf, NameOrigin, number};
use crate::tables::Extent;

/// The target of a reference.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    /// A string of a table, or of the first one, and what its offset counts from.
    String {
        table: Option<&'static str>,
        from: NameOrigin,
    },
    /// A run of so many numbers.
    Run { table: &'static str, len: u64 },
    /// A list of the first lists, behind its length.
    List { of: ListOf },
    /// A record of the first run of such records.
    Row { of: &'static str },
    /// An offset in a pool.
    Place { pool: &'static str },
}

/// The target of a reference as text.
struct Resolved {
    value: String,
    text: String,
    /// Where the table lies that has it.
    table: Option<Extent>,
}

/// ValueForm many numbers of a run are shown.
const MOST_SHOWN: usize = 32;

impl FieldValues<'_> {
    /// The field_values, in the order of the walk.
    #[cfg_attr(debug_assertions, inline)]
    pub fn into_vec(mut self) -> Vec<FieldValue> {
        let named = core::mem::take(&mut self.named);
        for (_, named) in &named {
            if let Named::Row { of }
            | Named::List {
                of: ListOf::Rows(of),
            } = named
                && self.row_names.iter().all(|known| known.0 != *of)
            {
                self.row_names.push((of, self.tables.row_names(of)));
            }
        }
        let (mut tables, mut places) = (Vec::new(), Vec::new());
        for (index, named) in named {
            let found = self
                .field_values
                .get(index)
                .and_then(|field_value| self.resolve(named, field_value));
            let (Some(found), Some(field_value)) = (found, self.field_values.get_mut(index)) else {
                continue;
            };
            self.room.take_text(found.value.len() + found.text.len());
            (field_value.value, field_value.text, field_value.resolved) =
                (found.value, found.text, true);
            field_value.names = matches!(named, Named::String { .. });
            if matches!(named, Named::Place { .. }) {
                places.push(index);
            }
            if let Some(table) = found.table.filter(|table| !tables.contains(table)) {
                tables.push(table);
            }
        }
        self.name_places(&places);
        // A table that others reference gets its names from them.
        for (at, size) in tables {
            let within =
                |field_value: &&mut FieldValue| field_value.at >= at && field_value.at - at < size;
            self.field_values
                .iter_mut()
                .filter(within)
                .for_each(|field_value| field_value.computed = true);
        }
        self.field_values
    }

    /// The target of a field_value.
    fn resolve(&self, named: Named, field_value: &FieldValue) -> Option<Resolved> {
        let number = number(self.slice(field_value.at, field_value.size));
        let (value, text, table) = match named {
            Named::Place { pool } => {
                let text = format!("{pool}[{}]", self.tables.pooled(pool, number)?);
                (format!("{text} ({number})"), text, None)
            }
            Named::Row { of } => {
                let path = self.row_path(of, number)?;
                match self.row_name(of, number) {
                    Some(name) => (format!("{path} \"{name}\" ({number})"), name, None),
                    None => (format!("{path} ({number})"), format!("#{number}"), None),
                }
            }
            Named::String { table, from } => {
                let table = self.tables.strings(table)?;
                let text = self.string(table, number, from)?;
                (
                    format!("\"{text}\" ({})", field_value.value),
                    text,
                    Some(table),
                )
            }
            Named::Run { table, len } => {
                let table = self.tables.table(table)?;
                let numbers = self.tables.numbers(table, number, len)?;
                let text = self.list(numbers, ListOf::Numbers);
                (format!("{text} ({})", field_value.value), text, Some(table))
            }
            Named::List { of } => {
                let text = self.list(self.tables.list(number)?, of);
                (
                    format!("{text} ({})", field_value.value),
                    text,
                    self.tables.lists,
                )
            }
        };
        Some(Resolved { value, text, table })
    }

    /// The string at an offset of a table.
    fn string(&self, table: Extent, offset: u64, from: NameOrigin) -> Option<String> {
        let offset = u32::try_from(offset).ok()?;
        // An offset before the table references no string.
        let offset = offset.checked_sub(from.base(table.0)?)?;
        let text = self.tables.string(table, offset)?;
        Some(self.shown_text(text))
    }

    /// The name, if it is not too long.
    fn shown_text(&self, text: &[u8]) -> String {
        match text.get(..self.room.most_text()) {
            Some(shown) if shown.len() < text.len() && !self.room.may_show_more(text.len()) => {
                let rest = text.len() - shown.len();
                format!("{} .. ({rest} more)", shown.escape_ascii())
            }
            _ => format!("{}", text.escape_ascii()),
        }
    }

    /// Where a record is.
    fn row_path(&self, of: &str, number: u64) -> Option<String> {
        let is_there = number < self.tables.row_count(of) as u64;
        let (_, run) = self.runs.iter().find(|known| known.0 == of)?;
        is_there.then(|| format!("{run}[{number}]"))
    }

    /// The name of a record, with its number if several have one name.
    fn row_name(&self, of: &str, number: u64) -> Option<String> {
        let (_, names) = self.row_names.iter().find(|known| known.0 == of)?;
        let name = (*names.get(usize::try_from(number).ok()?)?)?;
        let text = self.shown_text(name.text);
        Some(match name.is_one {
            true => text,
            false => format!("{text}#{number}"),
        })
    }

    /// The target of a number in a list.
    fn element(&self, of: ListOf, number: u64) -> String {
        let name = match of {
            ListOf::Numbers => return format!("{number}"),
            ListOf::Rows(of) => self.row_name(of, number),
            ListOf::Strings => {
                let table = self.tables.strings(None);
                table.and_then(|table| self.string(table, number, NameOrigin::Before(0)))
            }
        };
        name.unwrap_or_else(|| format!("#{number}"))
    }

    /// The targets of a list of numbers.
    fn list(&self, numbers: &[u8], of: ListOf) -> String {
        let mut text = String::new();
        let most = self.room.most_text();
        for (index, bytes) in numbers.chunks_exact(size_of::<u32>()).enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            let element = self.element(of, number(bytes));
            let shown = text.len() + separator.len() + element.len();
            // Elements may be one long name over and over.
            let is_long = index >= MOST_SHOWN || (index > 0 && shown > most);
            if is_long && !self.room.may_show_more(separator.len() + element.len()) {
                text.push_str(", ..");
                break;
            }
            text.push_str(separator);
            text.push_str(&element);
        }
        format!("[{text}]")
    }

    /// Says the names of what field_values lead to in a pool: `float4` instead of `types[0]`. Of several with one name, the number
    /// tells which.
    #[cfg_attr(debug_assertions, inline)]
    fn name_places(&mut self, places: &[usize]) {
        if places.is_empty() {
            return;
        }
        let mut names: BTreeMap<&str, &str> = BTreeMap::new();
        for field_value in self
            .field_values
            .iter()
            .filter(|field_value| field_value.names && !field_value.text.is_empty())
        {
            if let Some((of, _)) = field_value.path.rsplit_once('.') {
                names.entry(of).or_insert(&field_value.text);
            }
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for name in names.values() {
            *counts.entry(name).or_default() += 1;
        }
        let named = places.iter().filter_map(|index| {
            let path = &self.field_values.get(*index)?.text;
            let name = *names.get(path.as_str())?;
            let number = path.rsplit_once('[')?.1.trim_end_matches(']');
            Some((
                *index,
                match counts.get(name) {
                    Some(1) => name.into(),
                    _ => format!("{name}#{number}"),
                },
            ))
        });
        let named: Vec<(usize, String)> = named.collect();
        for (index, text) in named {
            self.room.take_text(text.len());
            if let Some(field_value) = self.field_values.get_mut(index) {
                field_value.text = text;
            }
        }
    }
}
