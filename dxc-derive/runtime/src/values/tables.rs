//! The tables of a part in documents: content and references that differ from the canonical writer's.

use alloc::vec::Vec;

use super::keys::keyed;
use super::problem::DocumentError;
use super::rows::find_rows;
use super::scope::Scope;
use crate::shape::ListOf;
use crate::shape::NONE;
use crate::strings::NO_STRING;
use crate::tables::{
    Expanded, LayOut, ListInterner, Names, PinnedTables, Reference, StringInterner, Table,
    TableContent, lay_out_new, list as list_in, renumber,
};
use crate::{Strings, TableStyle};

type Result<T> = core::result::Result<T, DocumentError>;

/// Lays out the tables of a value whose records reference entries of the scope.
///
/// # Errors
/// Returns an error if the value cannot be written, or if the layout has an entry that is not a table.
pub(super) fn lay_out_tables<T: LayOut>(
    value: &mut T,
    args: T::Args,
    style: TableStyle,
    scope: &Scope,
) -> Result<()> {
    if T::REFERS {
        fill(value, args, scope)?;
        find_rows(value, args, scope)?;
    } else {
        // Counts that do not fit are reported first, unless they count the entries of a table.
        value
            .to_bytes(args)
            .map_err(|error| keyed(value, args, &error))?;
    }
    let is_stated = |reference: &Reference| scope.stated(reference.table, reference.was).is_some();
    let kept = PinnedTables::nothing(&is_stated);
    let mut all =
        lay_out_new(value, args, style, kept).map_err(|error| keyed(value, args, &error))?;
    all.replace_tables(value, args);
    let (old, mut named) = (all.old, all.new);
    let is_given = scope.enclosing_strings.given.is_some() || scope.enclosing_lists.given.is_some();
    if scope.states() || is_given {
        seed(value, args, scope, (&old, &mut named));
    }
    renumber(value, args, &named);
    Ok(())
}

/// Copies the referenced strings and lists into the tables that structures contain.
fn fill<T: LayOut>(value: &mut T, args: T::Args, scope: &Scope) -> Result<()> {
    let (strings, lists) = (scope.strings_of(None), scope.lists());
    let (mut named_strings, mut named_lists) =
        (scope.named_strings(strings), scope.named_lists(lists));
    for Table { name, content, .. } in value.tables(args) {
        match content {
            TableContent::Strings { table, .. } if name == strings => {
                table.0.extend(named_strings.take().unwrap_or_default());
            }
            TableContent::Lists(table) if name == lists => {
                table.extend(named_lists.take().unwrap_or_default());
            }
            _ => {}
        }
    }
    match (named_strings, named_lists) {
        (None, None) => Ok(()),
        (Some(_), _) => Err(DocumentError::new("there is no table for its strings")),
        (_, Some(_)) => Err(DocumentError::new("there is no table for its lists")),
    }
}

/// Adds the initial content that the document states for tables in structures, and restores numbers that reference no
/// entry.
fn seed<T: LayOut>(
    value: &mut T,
    args: T::Args,
    scope: &Scope,
    (old, named): (&Expanded, &mut [Reference]),
) {
    let is_stated = |reference: &Reference| scope.stated(reference.table, reference.was).is_some();
    for reference in &mut *named {
        if let Some(stated) = scope.stated(reference.table, reference.was) {
            reference.number = stated;
        }
    }
    let mut tables = value.tables(args);
    // Lists contain the offsets of strings, so they come last.
    tables.sort_by_key(|table| matches!(table.content, TableContent::Lists(_)));
    for Table { name, content, .. } in tables {
        let own = named.iter_mut();
        let own = own.filter(|reference| reference.table == name && !is_stated(reference));
        match content {
            TableContent::Strings { table } if scope.strings_of(None) == name => {
                if let Some(given) = scope.enclosing_strings.given.clone() {
                    table.0 = seed_strings(table.as_strings(), given, own);
                }
            }
            TableContent::Lists(table) => {
                let given = scope.enclosing_lists.given.clone().unwrap_or_default();
                *table = seed_lists(table, given, &is_stated, (old, &mut *named));
            }
            _ => {}
        }
    }
}

/// A table of lists that begins with `given`, followed by the referenced lists of the old one.
fn seed_lists(
    laid: &[u32],
    mut seed: Vec<u32>,
    is_stated: &dyn Fn(&Reference) -> bool,
    (old, named): (&Expanded, &mut [Reference]),
) -> Vec<u32> {
    let mut table = ListInterner::new(&mut seed);
    for index in 0..named.len() {
        let reference = &named[index];
        let Names::List { of } = reference.names else {
            continue;
        };
        if is_stated(reference) || reference.was == NONE {
            continue;
        }
        let content = match of {
            ListOf::Strings => old.content(of, reference.was, named),
            _ => list_in(laid, reference.number).map(<[u32]>::to_vec),
        };
        let Some(content) = content else { continue };
        named[index].number = table.intern(&content);
    }
    seed
}

/// A table of strings that begins with `given`, followed by the referenced strings of the old one.
fn seed_strings<'r>(
    old: Strings<'_>,
    mut seed: Vec<u8>,
    named: impl Iterator<Item = &'r mut Reference>,
) -> Vec<u8> {
    let mut table = StringInterner::new(&mut seed);
    for reference in named {
        let is_none = matches!(reference.names, Names::String { optional: true, .. });
        if is_none && reference.number == NO_STRING {
            continue;
        }
        let Some(text) = old.bytes(reference.number) else {
            continue;
        };
        reference.number = table.intern(text);
    }
    seed
}
