//! Resolves references: finds the names of their targets.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::value::{Entry, Source, escaped};
use super::{FieldValue, FieldValues};
use crate::shape::{ListOf, NameOrigin, number};
use crate::tables::Extent;

/// The target of a reference.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    /// A string of a table, or of the part's first table, and the base of its offset.
    String {
        table: Option<&'static str>,
        from: NameOrigin,
    },
    /// A run of `len` numbers of a table.
    Run { table: &'static str, len: u64 },
    /// A list in the part's first table of lists; its length precedes it.
    List { of: ListOf },
    /// A record of the first run of records with this name.
    Row { of: &'static str },
    /// An offset in a pool.
    Place { pool: &'static str },
}

/// The target of a reference, and the location of the table that contains the target.
type Resolved = (Entry, Option<Extent>);

/// The maximum number of elements that are shown of a run.
const MOST_SHOWN: usize = 32;

impl<'a> FieldValues<'a> {
    /// The field values, in the order of the walk.
    #[cfg_attr(debug_assertions, inline)]
    pub fn into_vec(mut self) -> Vec<FieldValue<'a>> {
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
            let (Some((entry, table)), Some(field_value)) =
                (found, self.field_values.get_mut(index))
            else {
                continue;
            };
            let place = entry.place.as_ref().map_or(0, String::len);
            self.room.take_text(2 * entry.text.len() + place);
            field_value.source = Source::Entry(entry.into());
            if matches!(named, Named::Place { .. }) {
                places.push(index);
            }
            if let Some(table) = table.filter(|table| !tables.contains(table)) {
                tables.push(table);
            }
        }
        self.name_places(&places);
        // Strings in a table that records reference are computed from the references.
        for (at, size) in tables {
            let within = |field_value: &&mut FieldValue<'_>| {
                field_value.at >= at && field_value.at - at < size
            };
            self.field_values
                .iter_mut()
                .filter(within)
                .for_each(|field_value| field_value.computed = true);
        }
        self.field_values
    }

    /// The target of a field value.
    fn resolve(&self, named: Named, field_value: &FieldValue<'_>) -> Option<Resolved> {
        let number = number(field_value.bytes);
        let (text, place, table) = match named {
            Named::Place { pool } => {
                let text = format!("{pool}[{}]", self.tables.pooled(pool, number)?);
                (text.clone(), Some(text), None)
            }
            Named::Row { of } => {
                let path = self.row_path(of, number)?;
                match self.row_name(of, number) {
                    Some(name) => {
                        let place = format!("{path} \"{name}\"");
                        (name, Some(place), None)
                    }
                    None => (format!("#{number}"), Some(path), None),
                }
            }
            Named::String { table, from } => {
                let table = self.tables.strings(table)?;
                (self.string(table, number, from)?, None, Some(table))
            }
            Named::Run { table, len } => {
                let table = self.tables.table(table)?;
                let numbers = self.tables.numbers(table, number, len)?;
                (self.list(numbers, ListOf::Numbers), None, Some(table))
            }
            Named::List { of } => {
                let text = self.list(self.tables.list(number)?, of);
                (text, None, self.tables.lists)
            }
        };
        let entry = Entry {
            shape: field_value.shape()?,
            text,
            place,
            is_name: matches!(named, Named::String { .. }),
        };
        Some((entry, table))
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
            _ => escaped(text).into_owned(),
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
        Some(if name.is_one {
            text
        } else {
            format!("{text}#{number}")
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

    /// Replaces references to pool entries by the names of the entries: `float4` instead of `types[0]`. If several
    /// entries have one name, the index is added.
    #[cfg_attr(debug_assertions, inline)]
    fn name_places(&mut self, places: &[usize]) {
        if places.is_empty() {
            return;
        }
        let mut names: BTreeMap<&str, Cow<'_, str>> = BTreeMap::new();
        for field_value in self
            .field_values
            .iter()
            .filter(|field_value| field_value.is_name())
        {
            let (Some(of), text) = (field_value.path.outer.as_deref(), field_value.text()) else {
                continue;
            };
            if !text.is_empty() {
                names.entry(of).or_insert(text);
            }
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for name in names.values() {
            *counts.entry(name).or_default() += 1;
        }
        let named = places.iter().filter_map(|index| {
            let path = self.field_values.get(*index)?.text();
            let name = &**names.get(&*path)?;
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
        for (index, name) in named {
            self.room.take_text(name.len());
            if let Some(Source::Entry(entry)) = self
                .field_values
                .get_mut(index)
                .map(|field_value| &mut field_value.source)
            {
                entry.text = name;
            }
        }
    }
}
