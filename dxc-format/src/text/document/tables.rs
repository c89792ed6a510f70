//! The tables of a part in documents: the content and references that differ from a usual writer's.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::from_document::FromDocument;
use super::keys::keyed;
use super::node::{Map, Node};
use super::part_layout::{LAYOUT, PartLayout};
use super::problem::Problem;
use super::rows::find_rows;
use super::scope::Scope;
use super::table_plan::{Numbered, TablePlan};
use super::value::{each, numbers, wrong};
use crate::runtime::Strings;
use crate::runtime::shape::ListOf;
use crate::runtime::shape::NONE;
use crate::runtime::strings::NO_STRING;
use crate::runtime::tables::{
    Expanded, Kept, LayOut, ListInterner, Names, Numbers, Reference, RunInterner, StringInterner,
    Table, TableContent, laid_anew, list as list_in, renumber,
};

type Result<T> = core::result::Result<T, Problem>;

/// The content of a value's tables, and the references to it.
pub fn numbered<T: LayOut>(value: &mut T, args: T::Args) -> Numbered {
    let numbers = Expanded::new(value, args).references.into_iter();
    let numbers = numbers.filter(|one| !matches!(one.names, Names::Row { .. }));
    let numbers = numbers.map(|one| (one.path(), one.number));
    let numbers = numbers.collect();
    let tables = value.tables(args).into_iter().map(|table| {
        let content = match &table.content {
            TableContent::Strings { table: strings, .. } => {
                // Padding is equal whether or not it belongs to the value.
                let mut bytes = strings.0.clone();
                bytes.resize(bytes.len().next_multiple_of(table.round.max(1)), 0);
                show_strings(&bytes)
            }
            TableContent::Numbers(numbers) | TableContent::Lists(numbers) => {
                Node::List(numbers.iter().copied().map(Node::from).collect())
            }
        };
        (table.name, content)
    });
    let tables = tables.collect();
    Numbered { tables, numbers }
}

/// Lays out the tables of a value; its records reference entries of the scope.
///
/// # Errors
/// If the value cannot be written, or the layout has an entry that is not a table.
pub fn lay_out_tables<T: LayOut + FromDocument>(
    value: &mut T,
    args: T::Args,
    plan: &TablePlan<'_>,
) -> Result<()> {
    let TablePlan {
        style,
        scope,
        layout,
    } = plan;
    if T::REFERS {
        fill(value, args, scope)?;
        find_rows(value, args, scope)?;
    } else if layout.tables.0.is_empty() {
        // Counts that do not fit are reported first, unless they count the entries of a table.
        value
            .to_bytes(args)
            .map_err(|error| keyed(T::KEYS, error))?;
    }
    let is_stated =
        |reference: &Reference| scope.stated(reference.table, reference.number).is_some();
    let kept = Kept::nothing(&is_stated);
    let mut all = laid_anew(value, args, *style, kept).map_err(|error| keyed(T::KEYS, error))?;
    all.replace_tables(value, args);
    let (old, mut named) = (all.old, all.new);
    let is_given = scope.enclosing_strings.given.is_some() || scope.enclosing_lists.given.is_some();
    if scope.states() || is_given || !layout.tables.0.is_empty() || !layout.numbers.is_empty() {
        seed(value, args, plan, (&old, &mut named))?;
    }
    renumber(value, args, &named);
    Ok(())
}

/// Refuses a layout of tables and references for parts that have none.
fn check_layout(layout: &PartLayout, tables: &[Table<'_>], named: &[Reference]) -> Result<()> {
    for (name, _) in &layout.tables.0 {
        if tables.iter().all(|table| table.name != name) {
            let known = tables.iter().map(|table| table.name);
            let problem = Problem::new("unknown table").meant(name, "tables", known);
            return Err(of_tables(problem.of_key(name)));
        }
    }
    if layout.numbers.is_empty() {
        return Ok(());
    }
    let known: Vec<String> = named.iter().map(Reference::path).collect();
    let paths: BTreeSet<&str> = known.iter().map(|path| &**path).collect();
    match layout.numbers.keys().find(|path| !paths.contains(&***path)) {
        Some(path) => {
            let problem = Problem::new("there is no reference at this path");
            let problem = problem.meant(path, "numbers", paths).of_key(path);
            Err(problem.within("Numbers").within(LAYOUT).with_whole_path())
        }
        None => Ok(()),
    }
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
        (Some(_), _) => Err(Problem::new("there is no table for its strings")),
        (_, Some(_)) => Err(Problem::new("there is no table for its lists")),
    }
}

/// Adds a layout's initial content to the tables, and sets its references.
fn seed<T: LayOut>(
    value: &mut T,
    args: T::Args,
    TablePlan { scope, layout, .. }: &TablePlan<'_>,
    (old, named): (&Expanded, &mut [Reference]),
) -> Result<()> {
    let places = &old.references;
    let is_stated =
        |reference: &Reference| scope.stated(reference.table, reference.number).is_some();
    for (number, place) in named.iter_mut().zip(places) {
        if let Some(stated) = scope.stated(place.table, place.number) {
            number.number = stated;
        }
    }
    let mut tables = value.tables(args);
    check_layout(layout, &tables, places)?;
    // Lists hold the places of strings.
    tables.sort_by_key(|table| matches!(table.content, TableContent::Lists(_)));
    for Table { name, content, .. } in tables {
        let seed = layout.tables.get(name);
        let own = named.iter_mut().zip(places);
        let own = own.filter(|(number, place)| number.table == name && !is_stated(place));
        let own = own.map(|(number, _)| number);
        let seeded = match content {
            TableContent::Strings { table, .. } => {
                let given = scope.enclosing_strings.given.clone();
                let given = given.filter(|_| scope.strings_of(None) == name);
                seed.map_or_else(
                    || Ok(given.unwrap_or_else(|| table.0.clone())),
                    read_strings,
                )
                .map(|seed| table.0 = seed_strings(table.as_strings(), seed, layout, own))
            }
            TableContent::Numbers(table) => seed
                .map_or_else(|| Ok(table.clone()), numbers)
                .map(|seed| *table = seed_runs(table, seed, layout, own)),
            TableContent::Lists(table) => {
                let given = scope.enclosing_lists.given.clone();
                seed.map_or_else(|| Ok(given.unwrap_or_default()), numbers)
                    .map(|seed| {
                        *table = seed_lists(table, seed, (layout, &is_stated), (old, &mut *named));
                    })
            }
        };
        seeded.map_err(|problem| of_tables(problem.within(name)))?;
    }
    Ok(())
}

/// A problem of the tables that a layout has.
fn of_tables(problem: Problem) -> Problem {
    problem.within("Tables").within(LAYOUT).with_whole_path()
}

/// A table of lists that begins with others, followed by the referenced lists of the old one.
fn seed_lists(
    laid: &[u32],
    mut seed: Vec<u32>,
    (layout, is_stated): (&PartLayout, &dyn Fn(&Reference) -> bool),
    (old, named): (&Expanded, &mut [Reference]),
) -> Vec<u32> {
    let mut table = ListInterner::new(&mut seed);
    for (index, place) in old.references.iter().enumerate() {
        let Names::List { of } = place.names else {
            continue;
        };
        if is_stated(place) || place.number == NONE {
            continue;
        }
        let content = match of {
            ListOf::Strings => old.content(of, place.number, named),
            _ => list_in(laid, named[index].number).map(<[u32]>::to_vec),
        };
        let Some(content) = content else { continue };
        let stated = layout.numbers.get(&place.path()).copied();
        let stated = stated.filter(|at| list_in(table.table(), *at) == Some(content.as_slice()));
        named[index].number = stated.unwrap_or_else(|| table.intern(&content));
    }
    seed
}

/// A table of strings that begins with others, followed by the referenced strings of the old one.
fn seed_strings<'r>(
    old: Strings<'_>,
    mut seed: Vec<u8>,
    layout: &PartLayout,
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
        let stated = layout.numbers.get(&reference.path()).copied();
        let stated = stated.filter(|at| Strings(table.table()).bytes(*at) == Some(text));
        reference.number = stated.unwrap_or_else(|| table.intern(text));
    }
    seed
}

/// A table of numbers that begins with others, followed by the referenced runs of the old one.
fn seed_runs<'r>(
    old: &[u32],
    mut seed: Vec<u32>,
    layout: &PartLayout,
    named: impl Iterator<Item = &'r mut Reference>,
) -> Vec<u32> {
    let mut table = RunInterner::new(&mut seed);
    for reference in named {
        let Names::Run { len } = reference.names else {
            continue;
        };
        let Some(run) = old.range(reference.number, len) else {
            continue;
        };
        let stated = layout.numbers.get(&reference.path()).copied();
        let stated = stated.filter(|at| table.table().range(*at, len) == Some(run));
        reference.number = stated.unwrap_or_else(|| table.intern(run));
    }
    seed
}

/// A table of strings: texts, each with its NUL, and other bytes.
fn show_strings(bytes: &[u8]) -> Node {
    // Several NULs at the end pad the table.
    let texts = bytes
        .iter()
        .rposition(|byte| *byte != 0)
        .map_or(0, |last| last + 1);
    let end = bytes.len().min(texts + 1);
    let (texts, padding) = match bytes.len() - end {
        0 => (bytes, &[][..]),
        _ => bytes.split_at(end),
    };
    let strings = texts.split_inclusive(|byte| *byte == 0);
    let strings = strings.map(|string| {
        let text = string
            .strip_suffix(&[0])
            .and_then(|text| core::str::from_utf8(text).ok());
        text.map_or_else(|| Node::bytes(string), |text| Node::Text(text.into()))
    });
    let padding = (!padding.is_empty()).then(|| Node::bytes(padding));
    Node::List(strings.chain(padding).collect())
}

fn read_strings(node: &Node) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    each(node, |string| {
        match string {
            Node::Text(text) => {
                bytes.extend_from_slice(text.as_bytes());
                bytes.push(0);
            }
            Node::List(_) | Node::Bytes(_) => bytes.extend::<Vec<u8>>(numbers(string)?),
            other => return wrong("a text, or bytes", other),
        }
        Ok(())
    })?;
    Ok(bytes)
}

/// The tables of one that the other does not have.
pub(super) fn differing(wanted: &Numbered, found: &Numbered) -> Map {
    let differing = wanted.tables.iter();
    let differing = differing.filter(|table| !found.tables.contains(table));
    Map(differing
        .map(|(name, content)| ((*name).into(), content.clone()))
        .collect())
}
