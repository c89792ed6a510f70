//! Formats the fields of a part for people: one field per line, and runs of records as tables.

use std::collections::HashMap;

use dxc_format::outline::{Outline, OutlineRun, record_name};
use dxc_format::runtime::shape::{Shape, ValueForm};
use dxc_format::types::FieldValue;

use dxobj_report::tables::{MOST_LETTERS, short};

use crate::limit;
use crate::style;
use crate::table::{self, Table, Words};
use crate::text::Text;

/// Adds the fields and runs of a part to a text; masks are omitted if they are printed in another form.
pub(crate) fn render(mut outline: Outline<'_>, masks: bool, text: &mut Text) {
    let versions = versions(&outline);
    outline.runs.retain(|run| masks || !is_masks(run));
    keep_counting(&mut outline);
    let names = outline.fields.iter().map(|field| field.name.len());
    let names = names.chain(versions.iter().map(|(name, _)| name.len()));
    let width = names.max().unwrap_or_default();
    for (name, version) in versions {
        text.line(format!("  {name:<width$}  version {version}"));
    }
    for field in &outline.fields {
        text.spaces(2);
        text.piece(None, &field.name);
        text.spaces(width.saturating_sub(field.name.len()) + 2);
        text.shown(&value(&field.field_value));
        text.end_line();
    }
    for run in &outline.runs {
        render_run(&heading(&outline, run), run, text);
    }
    if outline.left_out > 0 {
        text.line(limit::left_out(outline.left_out, "fields", limit::BY_PART));
    }
}

/// Removes the fields that have no information.
fn keep_counting(outline: &mut Outline<'_>) {
    outline.fields.retain(|field| counts(&field.field_value));
    let records = outline.runs.iter_mut().flat_map(|run| &mut run.records);
    records.for_each(|record| keep_counting(&mut record.outline));
}

/// All fields, also those of the records in runs.
pub(crate) fn all_field_values<'o, 'a>(outline: &'o Outline<'a>) -> Vec<&'o FieldValue<'a>> {
    let mut field_values: Vec<&FieldValue<'_>> = outline
        .fields
        .iter()
        .map(|field| &field.field_value)
        .collect();
    let records = outline.runs.iter().flat_map(|run| &run.records);
    field_values.extend(records.flat_map(|record| all_field_values(&record.outline)));
    field_values
}

/// The kinds of records of the part whose size determines their version, with that version.
fn versions(outline: &Outline<'_>) -> Vec<(String, u32)> {
    let groups = outline.groups.iter();
    let groups = groups.filter(|group| outline.runs.iter().all(|run| run.name != group.path));
    let versions = groups.filter_map(|group| Some((group.path.clone(), group.version?)));
    // A run without records has no version to show.
    let fields = &outline.fields;
    let is_there = |name: &str| {
        let mut names = fields
            .iter()
            .filter_map(|field| field.name.strip_prefix(name));
        names.any(|rest| rest.starts_with('.'))
    };
    versions.filter(|(name, _)| is_there(name)).collect()
}

/// The heading of a run: its name, and the version of its records if their stride determines it.
fn heading(outline: &Outline<'_>, run: &OutlineRun<'_>) -> String {
    let mut groups = outline.groups.iter();
    let group = groups.find(|group| group.path == run.name);
    match group.and_then(|group| group.version) {
        Some(version) => format!("{}, version {version}", run.name),
        None => run.name.clone(),
    }
}

/// Whether a run consists of numbers that are bit masks.
fn is_masks(run: &OutlineRun<'_>) -> bool {
    let numbers = run.numbers.as_ref();
    numbers.map_or(run.records.is_empty(), |numbers| {
        numbers.form() == ValueForm::Mask
    })
}

/// Whether a field has information: it is not computed from others, and if it is reserved or of another stage, it is
/// not 0.
pub(crate) fn counts(field_value: &FieldValue<'_>) -> bool {
    let is_set = || field_value.bytes().iter().any(|byte| *byte != 0);
    let needs_value = field_value.is_reserved()
        || field_value.form() == ValueForm::Set && field_value.shape() == Some(Shape::Unsigned)
        || matches!(field_value.shape(), Some(Shape::Union(_)));
    let is_idle = needs_value && !is_set();
    !field_value.is_computed() && !is_idle && field_value.size() > 0
}

fn value(field_value: &FieldValue<'_>) -> String {
    let text = field_value.text();
    match text.len() {
        0 => "\"\"".into(),
        // A short text is shown in full.
        1..=MOST_LETTERS => text.into_owned(),
        _ => short(&text).into_owned(),
    }
}

fn render_run(heading: &str, run: &OutlineRun<'_>, text: &mut Text) {
    if let Some(run) = &run.numbers {
        if counts(run) {
            values(heading, text, |words| {
                run.show_numbers(|word| words.push(word))
            });
        }
        return;
    }
    let columns = columns(run);
    let has_values = columns.iter().any(|column| column.name.is_empty());
    // If the headings of inner runs already contain the only column, no table is needed.
    let mut outlines = run.records.iter().map(|record| &record.outline);
    let is_only_frame = columns.len() == 1
        && outlines.clone().any(|outline| !outline.runs.is_empty())
        && outlines.all(|outline| called(outline).is_some());
    if has_values {
        let fields = run.records.iter().flat_map(|record| &record.outline.fields);
        values(heading, text, |words| {
            fields.for_each(|field| words.push(&value(&field.field_value)));
        });
    } else if !columns.is_empty() && !is_only_frame {
        records(heading, run, &columns, text);
    }
    let name = heading.split(',').next().unwrap_or(heading);
    let records = run.records.iter();
    for record in records.filter(|record| !record.outline.runs.is_empty()) {
        let called = called(&record.outline);
        for inner in &record.outline.runs {
            // The last name of the path describes the run; if a record has no fields besides the run, the heading is
            // the name of the record.
            let last = inner.name.rsplit('.').next().unwrap_or(&inner.name);
            let heading = match (&called, &*record.outline.runs) {
                (Some(called), [_]) if is_only_frame => called.clone(),
                (Some(called), _) => format!("{name}[{}] {called}: {last}", record.index),
                (None, _) => format!("{name}[{}]: {last}", record.index),
            };
            render_run(&heading, inner, text);
        }
    }
}

/// The name of a record, or its type if it has no name.
fn called(outline: &Outline<'_>) -> Option<String> {
    if let Some(name) = record_name(outline) {
        return Some(short(&name).into_owned());
    }
    let text = outline.fields.first()?.field_value.text();
    text.starts_with(char::is_alphabetic)
        .then(|| text.into_owned())
}

/// A column of a table.
#[derive(PartialEq)]
struct Column<'a> {
    /// The name of the field.
    name: &'a str,
    /// The bit field that is packed into it, if the bit field has a separate column.
    bits: Option<&'a str>,
    /// Whether the column contains all fields whose names begin with this one, because the records have different ones.
    is_merged: bool,
}

/// The columns for the records of a run.
fn columns<'o>(run: &'o OutlineRun<'_>) -> Vec<Column<'o>> {
    let mut columns: Vec<Column<'_>> = Vec::new();
    // Records of a run usually have the same fields in the same order.
    let mut next = 0;
    // The records are compared once for each group, not once for each field.
    let mut groups: HashMap<&str, bool> = HashMap::new();
    let fields = run.records.iter().flat_map(|record| &record.outline.fields);
    for field in fields {
        let name = &*field.name;
        // A version and the bits next to it are formatted as one text.
        let is_whole = match field.field_value.shape() {
            Some(Shape::Bits(table)) => table.has_version() || !field.field_value.has_bits(),
            _ => true,
        };
        let bits = field.field_value.bits().map(|(bits, _)| Some(bits));
        let bits = bits.filter(|_| !is_whole);
        let none = is_whole.then_some(None);
        for bits in bits.chain(none) {
            let (group, is_merged) = match name.split_once('.') {
                Some((group, _)) if *groups.entry(group).or_insert_with(|| varies(run, group)) => {
                    (group, true)
                }
                _ => (name, false),
            };
            let column = Column {
                name: group,
                bits: bits.filter(|_| !is_merged),
                is_merged,
            };
            if columns.get(next) == Some(&column) {
                next += 1;
                continue;
            }
            let known = columns.iter().position(|known| *known == column);
            next = known.unwrap_or(columns.len()) + 1;
            if known.is_none() {
                columns.push(column);
            }
        }
    }
    // Columns of names come first, wherever the names are stored.
    let is_name = |column: &Column<'_>| {
        let fields = run
            .records
            .iter()
            .filter_map(|record| record.outline.field(column.name));
        fields.filter(|field_value| field_value.is_name()).count() > 0
    };
    columns.sort_by_cached_key(|column| !is_name(column));
    columns
}

/// Whether the records have different fields below a name, as variants of a union do.
fn varies(run: &OutlineRun<'_>, group: &str) -> bool {
    let mut names = run.records.iter().map(|record| {
        let below = below(&record.outline, group);
        below.map(|(name, _)| name).collect::<Vec<_>>()
    });
    let first = names.next();
    names.any(|names| Some(names) != first)
}

/// The fields below a name, with their names relative to it.
fn below<'o, 'a>(
    outline: &'o Outline<'a>,
    group: &str,
) -> impl Iterator<Item = (&'o str, &'o FieldValue<'a>)> {
    let fields = outline.fields.iter();
    fields.filter_map(move |field| {
        let name = field.name.strip_prefix(group)?.strip_prefix('.')?;
        Some((name, &field.field_value))
    })
}

impl Column<'_> {
    fn title(&self) -> &str {
        let name = self.bits.unwrap_or(self.name);
        name.rsplit_once('.').map_or(name, |(_, name)| name)
    }

    /// The cell of a record. `at` is the index of the field in the previous record; it is updated for this record.
    fn cell(&self, outline: &Outline<'_>, at: &mut usize) -> String {
        if self.is_merged {
            let below: Vec<_> = below(outline, self.name).collect();
            // If all fields have the same prefix, it repeats the type of the record.
            let first = below
                .first()
                .and_then(|(name, _)| Some(name.split_once('.')?.0));
            let strip = |name: &'_ str| Some(name.strip_prefix(first?)?.strip_prefix('.')?.len());
            let shared = below.iter().all(|(name, _)| strip(name).is_some());
            let cells = below.iter().map(|(name, field_value)| {
                let keep = strip(name).filter(|_| shared).unwrap_or(name.len());
                format!("{} {}", &name[name.len() - keep..], value(field_value))
            });
            return cells.collect::<Vec<_>>().join(", ");
        }
        let fields = &outline.fields;
        let named = |at: usize| fields.get(at).filter(|field| field.name == self.name);
        // Records of a run usually have the same fields in the same order.
        if named(*at).is_none() {
            let found = fields.iter().position(|field| field.name == self.name);
            *at = found.unwrap_or(*at);
        }
        let Some(field) = named(*at) else {
            return String::new();
        };
        let field_value = &field.field_value;
        match self.bits {
            None => value(field_value),
            Some(bits) => {
                let found = field_value.bits().find(|(name, _)| *name == bits);
                found.map(|(_, text)| text).unwrap_or_default()
            }
        }
    }
}

/// Adds values without a table, in as many lines as needed.
fn values(heading: &str, text: &mut Text, push: impl FnOnce(&mut Words<'_>)) {
    heading_below(heading, text);
    let mut words = Words::new(text, 4, table::width().unwrap_or(100).max(20));
    push(&mut words);
    text.end_line();
}

/// Adds a heading after an empty line.
pub(super) fn heading_below(heading: &str, text: &mut Text) {
    text.line("");
    text.line(Text::from("  ") + style::dim(heading));
}

fn records(heading: &str, run: &OutlineRun<'_>, columns: &[Column<'_>], text: &mut Text) {
    let titles: Vec<&str> = columns.iter().map(Column::title).collect();
    let headers = columns.iter().zip(&titles).map(|(column, title)| {
        let same = titles.iter().filter(|other| *other == title);
        match same.count() {
            1 => title,
            _ => column.bits.unwrap_or(column.name),
        }
    });
    let mut table = Table::new(["#"].into_iter().chain(headers));
    let mut places = vec![0; columns.len()];
    for record in &run.records {
        let mut row = Vec::with_capacity(columns.len() + 1);
        row.push(record.index.to_string());
        let cells = columns.iter().zip(&mut places);
        row.extend(cells.map(|(column, at)| column.cell(&record.outline, at)));
        table.push(row);
    }
    heading_below(heading, text);
    *text += table.render(4);
}
