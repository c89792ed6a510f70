//! Differences between the macros of a `.def` file and the tables of the schema that mirror them.

use heck::ToUpperCamelCase as _;

use crate::model::{NumberKey, Schema, Spelling};

use super::Problem;
use super::comparison::compare_mirror;
use super::differences::{Difference, New, Table, What};
use super::header::{Declared, Holds};
use super::mirror::Mirror;
use super::read::{Macro, Row};
use super::rows::{columns, values};

/// Compares everything, in the order of the `.def` file; what that has no more comes last.
pub(super) fn compare(
    schema: &Schema,
    macros: &[Macro],
    declared: &[Declared],
    spellings: &[Spelling],
) -> Result<Vec<Table>, Problem> {
    let mirrors: Vec<Mirror<'_>> = schema.items.iter().filter_map(Mirror::new).collect();
    let is_gone = |mirror: &&Mirror<'_>| {
        macros
            .iter()
            .all(|table| table.name != mirror.spelling.macro_name)
    };
    let mut tables = Vec::new();
    let mut continued: Vec<&str> = Vec::new();
    let mut behind: Option<String> = None;
    for table in macros {
        let given = spellings
            .iter()
            .find(|given| given.macro_name == table.name);
        let by_name = mirrors
            .iter()
            .find(|mirror| mirror.spelling.macro_name == table.name);
        let by_values = || {
            mirrors
                .iter()
                .filter(is_gone)
                .find(|mirror| mirror.shares_most_of(table))
        };
        let declared: Vec<&Declared> = declared
            .iter()
            .filter(|declared| declared.macro_name == table.name)
            .collect();
        let found = match by_name.or_else(by_values) {
            Some(mirror) => {
                continued.push(&mirror.item.name);
                compare_mirror(mirror, table, given, declared.first().copied())?
            }
            None => new_table(schema, table, given, &declared)?,
        };
        let name = found.name.clone();
        if !found.differences.is_empty() {
            tables.push(Table {
                behind: behind.take(),
                ..found
            });
        }
        behind = Some(name);
    }
    let gone = mirrors.iter().filter(is_gone);
    let gone = gone.filter(|mirror| !continued.contains(&mirror.item.name.as_str()));
    tables.extend(gone.filter_map(Mirror::removed));
    Ok(tables)
}

/// The table that a macro becomes that none mirrors.
fn new_table(
    schema: &Schema,
    table: &Macro,
    given: Option<&Spelling>,
    declared: &[&Declared],
) -> Result<Table, Problem> {
    // Where several types have the same values, the narrowest one lists them.
    let bits = |declared: &Declared| declared.bits.unwrap_or(32);
    let own = declared
        .iter()
        .min_by_key(|declared| bits(declared))
        .copied();
    let spelling = match given {
        Some(given) => given.clone(),
        None => {
            let key = own.map_or(NumberKey::Value, |own| own.holds.number_key());
            Spelling::of_rows(table, key, own, |_| None)?
        }
    };
    let type_name = |cpp: &str| cpp.rsplit("::").next().unwrap_or(cpp).to_owned();
    let name = given
        .and_then(|given| given.table.clone())
        .or_else(|| own.map(|own| type_name(&own.cpp)))
        .unwrap_or_else(|| table.name.to_lowercase().to_upper_camel_case());
    let values = values(table, &spelling, 0)?;
    let number_key = spelling.number_key();
    let are_flags =
        number_key == NumberKey::Bit || own.is_some_and(|own| own.holds != Holds::Values);
    let largest = values
        .iter()
        .map(|value| value.number.number)
        .max()
        .unwrap_or(0);
    let is_wide = match number_key {
        NumberKey::Bit => largest > 31,
        NumberKey::Value | NumberKey::Order => largest > i128::from(u32::MAX),
    };
    // Flags have no `values_of`.
    let wider = declared
        .iter()
        .filter(|declared| !are_flags && own.is_some_and(|own| own.cpp != declared.cpp));
    let new = New {
        columns: columns(&spelling, table).collect(),
        values,
        cpp: own.filter(|own| own.is_enum).map(|own| own.cpp.clone()),
        bits: own
            .and_then(|own| own.bits)
            .unwrap_or(if is_wide { 64 } else { 32 }),
        wider: wider
            .map(|declared| {
                (
                    type_name(&declared.cpp),
                    declared.cpp.clone(),
                    bits(declared),
                )
            })
            .collect(),
        is_taken: schema.item(&name).is_some(),
    };
    Ok(Table {
        kind: if are_flags { "flags" } else { "enum" },
        name,
        spelling,
        file: None,
        behind: None,
        differences: vec![Difference {
            line: table.rows.first().map(|row: &Row| row.line),
            place: None,
            what: What::NewMacro(new),
        }],
    })
}
