//! Differences between the macros of a `.def` file and the tables of the schema that mirror them.

use heck::ToUpperCamelCase as _;

use crate::llvm_headers::PARTS_MACRO;
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
    // The file is that of an LLVM at least as new as the newest of its macros.
    let there = mirrors.iter().filter(|mirror| !is_gone(mirror));
    let newest = there.filter_map(|mirror| mirror.content.llvm).max();
    let mut tables = Vec::new();
    let mut continued: Vec<&str> = Vec::new();
    let mut behind: Option<String> = None;
    for table in macros {
        if table.name == PARTS_MACRO {
            tables.extend(new_parts(schema, table));
            continue;
        }
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
            None => match with_rows(schema, table, declared.first().copied()) {
                Some(mirror) if given.is_none() => mirror.adopted(table),
                _ => new_table(schema, table, given, &declared)?,
            },
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
    let gone = gone.filter(|mirror| {
        let is_older = mirror.content.llvm > newest;
        !is_older && !continued.contains(&mirror.item.name.as_str())
    });
    tables.extend(gone.filter_map(Mirror::removed));
    Ok(tables)
}

/// The table that has the rows of a macro, if there is exactly one.
fn with_rows<'s>(
    schema: &'s Schema,
    table: &Macro,
    declared: Option<&Declared>,
) -> Option<Mirror<'s>> {
    let items = schema.items.iter();
    let mut found = items.filter_map(|item| Mirror::of_rows(item, table, declared));
    found.next().filter(|_| found.next().is_none())
}

/// The parts of LLVM that no schema describes. Their places have no meaning.
fn new_parts(schema: &Schema, table: &Macro) -> Option<Table> {
    let is_part = |name: &str| {
        let mut codes = schema.parts.iter().flat_map(|part| &part.codes);
        codes.any(|code| code.value == name)
    };
    let rows = table.rows.iter().filter_map(|row| {
        let code = row.arguments.first()?.text()?;
        Some((row.line, code)).filter(|_| !is_part(code))
    });
    let differences: Vec<Difference> = rows
        .map(|(line, code)| Difference {
            line: Some(line),
            place: None,
            what: What::NewPart {
                code: code.to_owned(),
            },
        })
        .collect();
    (!differences.is_empty()).then(|| Table {
        kind: "part",
        name: String::new(),
        spelling: Spelling {
            table: None,
            macro_name: table.name.clone(),
            parameters: vec!["name".to_owned()],
        },
        file: None,
        behind: None,
        differences,
    })
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
    let (markers, values) = values.into_iter().partition(|value| value.is_marker);
    let new = New {
        markers,
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
