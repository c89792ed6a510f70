//! The fields of a part for people: one a line, and runs of records as tables.

use dxc_format::Leaf;
use dxc_format::outline::{Outline, OutlineRun};

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
        text => style::plain(text),
    }
}

fn render_run(heading: &str, run: &OutlineRun, data: &[u8], text: &mut String) {
    let mut columns: Vec<(&str, Option<&str>)> = Vec::new();
    let mut has_values = false;
    for record in &run.records {
        let fields = record.outline.fields.iter();
        for field in fields.filter(|field| counts(&field.leaf, data)) {
            has_values |= field.name.is_empty();
            for column in parts(&field.name, &field.leaf) {
                if !columns.contains(&column) {
                    columns.push(column);
                }
            }
        }
    }
    if has_values {
        values(heading, run, data, text);
    } else if columns.len() > 1
        || (columns.len() == 1
            && run
                .records
                .iter()
                .all(|record| record.outline.runs.is_empty()))
    {
        records(heading, run, &columns, data, text);
    }
    for record in &run.records {
        let called = record.outline.name().map(style::plain).or_else(|| {
            let mut fields = record.outline.fields.iter();
            let first = fields.find(|field| counts(&field.leaf, data))?;
            let is_word = first
                .leaf
                .text
                .starts_with(|letter: char| letter.is_alphabetic());
            is_word.then(|| style::plain(&first.leaf.text))
        });
        let called = called.map(|name| format!(" {name}")).unwrap_or_default();
        for inner in &record.outline.runs {
            let heading = format!("{heading}[{}]{called}: {}", record.index, inner.name);
            render_run(&heading, inner, data, text);
        }
    }
}

/// The columns that a field takes: one for each of what is packed into it.
fn parts<'a>(name: &'a str, leaf: &'a Leaf) -> Vec<(&'a str, Option<&'a str>)> {
    match leaf.bits.is_empty() {
        true => vec![(name, None)],
        false => leaf
            .bits
            .iter()
            .map(|(bits, _)| (name, Some(*bits)))
            .collect(),
    }
}

/// Single values, in as many lines as they take.
fn values(heading: &str, run: &OutlineRun, data: &[u8], text: &mut String) {
    let leaves = run.records.iter().flat_map(|record| &record.outline.fields);
    let leaves = leaves.filter(|field| counts(&field.leaf, data));
    let values: Vec<String> = leaves.map(|field| value(&field.leaf)).collect();
    text.push_str(&format!("\n  {}\n", style::dim(heading)));
    let room = table::width().unwrap_or(100).max(20) - 4;
    let mut line = String::new();
    for value in values {
        if !line.is_empty() && line.chars().count() + value.chars().count() + 1 > room {
            text.push_str(&format!("    {line}\n"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&value);
    }
    text.push_str(&format!("    {line}\n"));
}

fn records(
    heading: &str,
    run: &OutlineRun,
    columns: &[(&str, Option<&str>)],
    data: &[u8],
    text: &mut String,
) {
    let title = |(name, bits): &(&str, Option<&str>)| match bits {
        Some(bits) => (*bits).to_owned(),
        None => (*name).to_owned(),
    };
    let mut table = Table::new(
        ["#".to_owned()]
            .into_iter()
            .chain(columns.iter().map(title)),
    );
    for record in &run.records {
        let cell = |(name, bits): &(&str, Option<&str>)| {
            let leaf = record.outline.field(name).filter(|leaf| counts(leaf, data));
            match (leaf, bits) {
                (None, _) => String::new(),
                (Some(leaf), None) => value(leaf),
                (Some(leaf), Some(bits)) => {
                    let mut all = leaf.bits.iter();
                    all.find(|(name, _)| name == bits)
                        .map(|(_, text)| text.clone())
                        .unwrap_or_default()
                }
            }
        };
        let cells = columns.iter().map(cell);
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
