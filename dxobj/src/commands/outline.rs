//! The fields of a part for people: one a line, and runs of records as tables.

use std::collections::HashMap;

use dxc_format::Leaf;
use dxc_format::outline::{Outline, OutlineRun};

use dxobj_viewer::tables::short;

use crate::limit;
use crate::style;
use crate::table::{self, Table};

/// Adds what a part with this data holds.
pub(crate) fn render(outline: &Outline, data: &[u8], text: &mut String) {
    let fields: Vec<_> = outline
        .fields
        .iter()
        .filter(|field| counts(&field.leaf, data))
        .collect();
    let names = fields.iter().map(|field| field.name.len());
    let width = names.max().unwrap_or_default();
    for field in fields {
        let value = value(&field.leaf);
        text.push_str(&format!("  {:<width$}  {value}\n", field.name));
    }
    for run in &outline.runs {
        render_run(&run.name, run, data, text);
    }
    if outline.left_out > 0 {
        text.push_str(&limit::left_out(outline.left_out, "fields", limit::BY_PART));
    }
}

/// Whether a field tells anything: not what follows from others, nor what is reserved and 0.
fn counts(leaf: &Leaf, data: &[u8]) -> bool {
    let rest = data.get(leaf.at..).unwrap_or_default();
    let bytes = rest.get(..leaf.size).unwrap_or_default();
    let is_idle = leaf.reserved && bytes.iter().all(|byte| *byte == 0);
    !leaf.computed && !is_idle && leaf.size > 0
}

fn value(leaf: &Leaf) -> String {
    match leaf.text.as_str() {
        "" => "\"\"".into(),
        text => style::plain(&short(text)),
    }
}

fn render_run(heading: &str, run: &OutlineRun, data: &[u8], text: &mut String) {
    let columns = columns(run, data);
    let has_values = columns.iter().any(|column| column.name.is_empty());
    // A single column that the headings of inner runs tell needs no table.
    let mut outlines = run.records.iter().map(|record| &record.outline);
    let is_only_frame = columns.len() == 1
        && outlines.clone().any(|outline| !outline.runs.is_empty())
        && outlines.all(|outline| called(outline, data).is_some());
    if has_values {
        values(heading, run, data, text);
    } else if !columns.is_empty() && !is_only_frame {
        records(heading, run, &columns, data, text);
    }
    for record in &run.records {
        let called = called(&record.outline, data).map(|name| format!(" {name}"));
        let called = called.unwrap_or_default();
        for inner in &record.outline.runs {
            let heading = format!("{heading}[{}]{called}: {}", record.index, inner.name);
            render_run(&heading, inner, data, text);
        }
    }
}

/// What people call a record: its name, or what it is.
fn called(outline: &Outline, data: &[u8]) -> Option<String> {
    if let Some(name) = outline.name() {
        return Some(style::plain(&short(name)));
    }
    let mut fields = outline.fields.iter();
    let first = fields.find(|field| counts(&field.leaf, data))?;
    let is_word = first.leaf.text.starts_with(char::is_alphabetic);
    is_word.then(|| style::plain(&first.leaf.text))
}

/// A column of a table.
#[derive(PartialEq)]
struct Column<'a> {
    /// The name of the field.
    name: &'a str,
    /// What is packed into it, if that is a column of its own.
    bits: Option<&'a str>,
    /// Whether all fields whose names begin with this one are in it, since no two records have the same.
    is_merged: bool,
}

/// The columns that the records of a run take.
fn columns<'a>(run: &'a OutlineRun, data: &[u8]) -> Vec<Column<'a>> {
    let mut columns: Vec<Column<'a>> = Vec::new();
    // All records are asked once for each group, not for each of their fields.
    let mut groups: HashMap<&str, bool> = HashMap::new();
    let fields = run.records.iter().flat_map(|record| &record.outline.fields);
    for field in fields.filter(|field| counts(&field.leaf, data)) {
        let name = field.name.as_str();
        let bits = field.leaf.bits.iter().map(|(bits, _)| Some(*bits));
        let none = field.leaf.bits.is_empty().then_some(None);
        for bits in bits.chain(none) {
            let (group, is_merged) = match name.split_once('.') {
                Some((group, _))
                    if *groups
                        .entry(group)
                        .or_insert_with(|| varies(run, group, data)) =>
                {
                    (group, true)
                }
                _ => (name, false),
            };
            let column = Column {
                name: group,
                bits: bits.filter(|_| !is_merged),
                is_merged,
            };
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
    }
    // Names come first, wherever they are stored.
    let is_name = |column: &Column<'_>| {
        let fields = run
            .records
            .iter()
            .filter_map(|record| record.outline.field(column.name));
        fields.filter(|leaf| leaf.names).count() > 0
    };
    columns.sort_by_key(|column| !is_name(column));
    columns
}

/// Whether the records have different fields below a name: readings of a union.
fn varies(run: &OutlineRun, group: &str, data: &[u8]) -> bool {
    let mut names = run.records.iter().map(|record| {
        let below = below(&record.outline, group, data);
        below.map(|(name, _)| name).collect::<Vec<_>>()
    });
    let first = names.next();
    names.any(|names| Some(names) != first)
}

/// The fields below a name, and what they are called there.
fn below<'o>(
    outline: &'o Outline,
    group: &str,
    data: &[u8],
) -> impl Iterator<Item = (&'o str, &'o Leaf)> {
    let fields = outline
        .fields
        .iter()
        .filter(|field| counts(&field.leaf, data));
    fields.filter_map(move |field| {
        let name = field.name.strip_prefix(group)?.strip_prefix('.')?;
        Some((name, &field.leaf))
    })
}

impl Column<'_> {
    fn title(&self) -> &str {
        let name = self.bits.unwrap_or(self.name);
        name.rsplit_once('.').map_or(name, |(_, name)| name)
    }

    fn cell(&self, outline: &Outline, data: &[u8]) -> String {
        if self.is_merged {
            let below: Vec<_> = below(outline, self.name, data).collect();
            // What all of them begin with is told by what the record is.
            let first = below
                .first()
                .and_then(|(name, _)| Some(name.split_once('.')?.0));
            let strip = |name: &'_ str| Some(name.strip_prefix(first?)?.strip_prefix('.')?.len());
            let shared = below.iter().all(|(name, _)| strip(name).is_some());
            let cells = below.iter().map(|(name, leaf)| {
                let keep = strip(name).filter(|_| shared).unwrap_or(name.len());
                format!("{} {}", &name[name.len() - keep..], value(leaf))
            });
            return cells.collect::<Vec<_>>().join(", ");
        }
        let leaf = outline.field(self.name).filter(|leaf| counts(leaf, data));
        let Some(leaf) = leaf else {
            return String::new();
        };
        match self.bits {
            None => value(leaf),
            Some(bits) => {
                let mut all = leaf.bits.iter();
                let found = all.find(|(name, _)| *name == bits);
                found.map(|(_, text)| text.clone()).unwrap_or_default()
            }
        }
    }
}

/// Single values, in as many lines as they take.
fn values(heading: &str, run: &OutlineRun, data: &[u8], text: &mut String) {
    let leaves = run.records.iter().flat_map(|record| &record.outline.fields);
    let leaves = leaves.filter(|field| counts(&field.leaf, data));
    let room = table::width().unwrap_or(100).max(20) - 4;
    let mut lines = vec![String::new()];
    for value in leaves.map(|field| value(&field.leaf)) {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(&value),
            Some(line) if line.chars().count() + value.chars().count() < room => {
                line.push(' ');
                line.push_str(&value);
            }
            _ => lines.push(value),
        }
    }
    text.push_str(&format!("\n  {}\n", style::dim(heading)));
    lines
        .iter()
        .for_each(|line| text.push_str(&format!("    {line}\n")));
}

fn records(
    heading: &str,
    run: &OutlineRun,
    columns: &[Column<'_>],
    data: &[u8],
    text: &mut String,
) {
    let titles = columns.iter().map(|column| {
        let same = columns
            .iter()
            .filter(|other| other.title() == column.title());
        match same.count() {
            1 => column.title(),
            _ => column.bits.unwrap_or(column.name),
        }
    });
    let mut table = Table::new(["#"].into_iter().chain(titles));
    for record in &run.records {
        let cells = columns
            .iter()
            .map(|column| column.cell(&record.outline, data));
        table.push(
            [record.index.to_string()]
                .into_iter()
                .chain(cells)
                .collect(),
        );
    }
    text.push_str(&format!("\n  {}\n", style::dim(heading)));
    text.push_str(&table.render(4));
}
