//! Resolves references to rows by name.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::keys::keyed_at;
use super::problem::DocumentError;
use super::scope::{NamedRow, Scope};
use crate::shape::ListOf;
use crate::tables::{Expanded, LayOut, Names, Reference, Table, TableContent, list, renumber};

type Result<T> = core::result::Result<T, DocumentError>;

/// The row of each name, by the name of its records; `None` if a name is ambiguous.
type Called = BTreeMap<(&'static str, Vec<u8>), Option<u32>>;

/// Replaces placeholders with the indices of rows.
pub(super) fn find_rows<T: LayOut>(value: &mut T, args: T::Args, scope: &Scope) -> Result<()> {
    if !scope.has_rows() {
        return Ok(());
    }
    let mut expanded = Expanded::new(value, args);
    let called = called(&expanded.references, &value.tables(args));
    let mut lists = Vec::new();
    for reference in &mut expanded.references {
        match reference.names {
            Names::Row { .. } => {
                let number = row_number(reference.number, scope, &called);
                reference.number =
                    number.map_err(|problem| keyed_at(value, args, problem, reference))?;
            }
            Names::List {
                of: ListOf::Rows(_),
            } => lists.push(reference.clone()),
            _ => {}
        }
    }
    renumber(value, args, &expanded.references);
    let found = find_rows_of_lists(value.tables(args), &lists, scope, &called);
    found.map_err(|(problem, reference)| keyed_at(value, args, problem, reference))
}

/// Replaces placeholders in lists with the indices of rows.
fn find_rows_of_lists<'r>(
    tables: Vec<Table<'_>>,
    lists: &'r [Reference],
    scope: &Scope,
    called: &Called,
) -> core::result::Result<(), (DocumentError, &'r Reference)> {
    let tables = tables.into_iter();
    let mut numbers = tables.filter_map(|Table { content, .. }| match content {
        TableContent::Lists(numbers) => Some(numbers),
        _ => None,
    });
    let Some(numbers) = numbers.next() else {
        return Ok(());
    };
    for reference in lists {
        let len = list(numbers, reference.number).map_or(0, <[u32]>::len);
        let start = usize::try_from(reference.number).unwrap_or(usize::MAX);
        let rest = numbers.get_mut(start.saturating_add(1)..);
        let rest = rest.unwrap_or_default().iter_mut().take(len);
        for (index, number) in rest.enumerate() {
            let row = row_number(*number, scope, called);
            *number = row.map_err(|problem| (problem.within_index(index), reference))?;
        }
    }
    Ok(())
}

/// The names of the rows in the first list of each record type: their first strings.
fn called(references: &[Reference], tables: &[Table<'_>]) -> Called {
    let mut called = Called::new();
    let mut runs: BTreeMap<_, &Reference> = BTreeMap::new();
    let mut last = None;
    for reference in references {
        let is_own = reference.element.is_none() && !reference.field.contains('.');
        let (Names::String { .. }, Some(index), true) =
            (reference.names, reference.place.index, is_own)
        else {
            continue;
        };
        let run = *runs.entry(reference.record).or_insert(reference);
        let row = Some((reference.record, index));
        if !run.place.is_beside(&reference.place) || last == row {
            continue;
        }
        last = row;
        let text = tables.iter().find_map(|table| match &table.content {
            TableContent::Strings { table: strings, .. } if table.name == reference.table => {
                strings.bytes(reference.number)
            }
            _ => None,
        });
        if let Some(text) = text {
            let row = called.entry((reference.record, text.to_vec()));
            let index = u32::try_from(index).ok();
            row.and_modify(|row| *row = None).or_insert(index);
        }
    }
    called
}

/// The index of a row, or of the row for a placeholder.
fn row_number(number: u32, scope: &Scope, called: &Called) -> Result<u32> {
    let (of, name) = match scope.named_row(number) {
        None => return Ok(number),
        Some(NamedRow::Number(number)) => return Ok(*number),
        Some(NamedRow::Name(of, name)) => (*of, name),
    };
    match called.get(&(of, name.as_bytes().to_vec())) {
        Some(Some(row)) => Ok(*row),
        Some(None) => {
            let what = format!("several rows are called `{name}`: use the index of one");
            Err(DocumentError::new(what))
        }
        None => {
            let known = called.keys().filter(|(record, _)| *record == of);
            let known = known.filter_map(|(_, name)| core::str::from_utf8(name).ok());
            let problem = DocumentError::new(format!("there is no row `{name}`"));
            Err(problem.meant(name, "rows", known))
        }
    }
}
