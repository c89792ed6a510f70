//! The bindings and signatures of a shader in the columns of `dxc -dumpbin`, within limits.

use std::borrow::Cow;

use dxc_format::constants::ResourceClass;
use dxc_format::runtime::limits::Budget;
use dxc_format::signature::SignatureView;
use dxc_format::{Container, Limits};
use dxc_shader::bindings::{self, Binding};
use dxc_shader::signatures::Direction;
use serde::Serialize;

/// The maximum number of characters of a text in a table; one text may be in all rows.
pub const MOST_LETTERS: usize = 256;

/// A table of texts.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Table {
    /// Its caption.
    pub title: String,
    /// The captions of the columns.
    pub columns: Vec<&'static str>,
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
    /// The minimum number of rows that exceeded the limits.
    pub left_out: usize,
}

/// The budget for the bytes of names: several records may share a name, which is then read for each of them.
pub fn names_within(limits: &Limits) -> Budget {
    Budget::new("steps", limits.steps)
}

/// The memory of a row, with its cells and its printed text.
const ROW: u64 = 512;

/// The number of rows that fit into the memory.
fn most_rows(limits: &Limits) -> usize {
    usize::try_from(limits.memory / ROW).unwrap_or(usize::MAX)
}

/// A text for a table; if it is long, its first characters and the number of omitted bytes.
///
/// ```
/// assert_eq!(dxobj_report::tables::short("TEXCOORD"), "TEXCOORD");
/// assert!(dxobj_report::tables::short(&"x".repeat(1000)).ends_with("x .. (744 more)"));
/// ```
pub fn short(text: &str) -> Cow<'_, str> {
    if text.len() <= MOST_LETTERS {
        return text.into();
    }
    let end = text.char_indices().nth(MOST_LETTERS).map(|(end, _)| end);
    match end.and_then(|end| text.split_at_checked(end)) {
        Some((shown, rest)) => format!("{shown} .. ({} more)", rest.len()).into(),
        None => text.into(),
    }
}

/// The table of bindings, in DXC's order: constant buffers, samplers, read-only resources, and writable resources;
/// `None` if no part has them.
///
/// # Errors
/// If the part that has them cannot be read.
pub fn bindings(container: &Container<'_>, limits: &Limits) -> dxc_format::Result<Option<Table>> {
    Ok(placed_bindings(container, limits)?.map(|(table, _)| table))
}

/// The ID and the registers of a binding, by which instructions reference it.
pub(crate) struct BindingRange {
    pub(crate) class: ResourceClass,
    pub(crate) id: Option<u32>,
    pub(crate) space: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// The table of bindings, and the registers of each row.
pub(crate) fn placed_bindings(
    container: &Container<'_>,
    limits: &Limits,
) -> dxc_format::Result<Option<(Table, Vec<BindingRange>)>> {
    let Some(part) = dxc_shader::bindings_part(container) else {
        return Ok(None);
    };
    let mut table = Table {
        title: part.to_string(),
        columns: bindings::DXC_COLUMNS.into(),
        ..Table::default()
    };
    let mut names = names_within(limits);
    let mut all = dxc_shader::bindings(container)?;
    let mut bindings = Vec::new();
    while let Some(mut binding) = all.next() {
        // A long name is not copied completely.
        let name = binding.name.take().unwrap_or_default();
        if names.take(name.len()).is_err() || bindings.len() >= most_rows(limits) {
            table.left_out = 1 + all.size_hint().0;
            break;
        }
        let shown = short(&name);
        let place = BindingRange {
            class: binding.class,
            id: binding.id,
            space: binding.space,
            first: binding.first,
            last: binding.last.unwrap_or(u32::MAX),
        };
        bindings.push((bindings::dxc_order(&binding), row(&binding, &shown), place));
    }
    bindings.sort_by(|one, other| one.0.cmp(&other.0));
    let places;
    (table.rows, places) = bindings
        .into_iter()
        .map(|(_, row, place)| (row, place))
        .unzip();
    Ok(Some((table, places)))
}

/// The cells of the row for a binding.
fn row(binding: &Binding<'_>, name: &str) -> Vec<String> {
    let mut row: Vec<String> = bindings::dxc_row(binding).into();
    if let Some(cell) = row.first_mut() {
        *cell = name.to_owned();
    }
    row
}

/// The cells of a row, whose first cell is a name that is truncated if it is too long.
pub(crate) fn named<const N: usize>(mut row: [String; N]) -> Vec<String> {
    if let Some(name) = row.first_mut() {
        *name = short(name).into_owned();
    }
    row.into()
}

/// The signatures, each with a last column for the streams of geometry shaders.
///
/// # Errors
/// If one of them cannot be read.
pub fn signatures(container: &Container<'_>, limits: &Limits) -> dxc_format::Result<Vec<Table>> {
    let mut names = names_within(limits);
    let tables = dxc_shader::signatures(container)?;
    let most = most_rows(limits);
    let tables = tables.map(|(direction, signature)| table(direction, signature, most, &mut names));
    Ok(tables.collect())
}

fn table(
    direction: Direction,
    signature: SignatureView<'_>,
    most: usize,
    names: &mut Budget,
) -> Table {
    let columns = dxc_shader::signatures::DXC_COLUMNS.into_iter();
    let mut table = Table {
        title: format!("{direction} signature"),
        columns: columns.chain(["Stream"]).collect(),
        ..Table::default()
    };
    for (index, element) in signature.elements().iter().enumerate() {
        let name = element.name_in(signature).unwrap_or_default();
        if names.take(name.len()).is_err() || index >= most {
            table.left_out = signature.elements().len() - index;
            break;
        }
        let mut row = named(dxc_shader::signatures::row(&element, direction, signature));
        row.push(element.stream.to_string());
        table.rows.push(row);
    }
    table
}
