//! `dxobj show --explain`: the meaning of fields, from the docs of the schemas.

use std::collections::BTreeSet;

use dxc_format::outline::Outline;
use dxc_format::runtime::shape::{EnumValue, Shape, number};
use dxc_format::{Leaf, RawPart};

use super::outline::{all_leaves, counts};
use crate::edit;
use crate::files::{Input, Problem};
use crate::report::Report;
use crate::{style, table};

/// The docs of the field that a path names, and of those below it, with their values.
pub(crate) fn explain(input: &Input, path: &str) -> Result<Report, Problem> {
    let container = input.container()?;
    let (part, wanted) = path.split_once('.').unwrap_or((path, ""));
    let place = edit::place(&container.to_builder(), part);
    let place = place.map_err(|what| input.problem(what))?;
    let Some(raw) = container.part(place) else {
        return Ok(Report::default());
    };
    let outline = Outline::new(&container, &raw).map_err(|error| input.problem(error))?;
    let mut text = String::new();
    let mut told = BTreeSet::new();
    for group in outline.groups.iter().filter(|group| !group.doc.is_empty()) {
        if is_below(&group.path, wanted) && told.insert(group.path.clone()) {
            let version = group.version.map(|version| format!("version {version}"));
            tell(
                &group.path,
                &version.unwrap_or_default(),
                group.doc,
                &raw,
                &mut text,
            );
        }
    }
    for leaf in all_leaves(&outline) {
        tell_leaf(leaf, wanted, &raw, &mut told, &mut text);
    }
    match text.is_empty() {
        false => Ok(Report::text(text)),
        true => {
            let problem = input.problem(format!("no field `{wanted}` in {}", raw.fourcc));
            let hint = format!(
                "`dxobj show --explain {}` lists those that this file has",
                raw.fourcc
            );
            Err(problem.hint(hint))
        }
    }
}

/// A field, and the fields that are packed into it. Records of a run share one text, unless the path has an index.
fn tell_leaf(
    leaf: &Leaf,
    wanted: &str,
    raw: &RawPart<'_>,
    told: &mut BTreeSet<String>,
    text: &mut String,
) {
    let path = match wanted.contains('[') {
        true => leaf.path.clone(),
        false => without_indices(&leaf.path),
    };
    if let Some(Shape::Bits(table)) = leaf.shape {
        let is_one = path == leaf.path;
        for field in table.fields {
            let path = format!("{path}.{}", field.name);
            let found = leaf.bits.iter().find(|(name, _)| *name == field.name);
            let value = found.map_or("", |(_, value)| value);
            if !field.reserved && is_below(&path, wanted) && told.insert(path.clone()) {
                let value = if is_one { value } else { "" };
                tell(&path, value, field.shown.doc, raw, text);
            }
        }
        return;
    }
    let is_told = leaf.doc.is_empty() || !is_below(&path, wanted) || !counts(leaf, raw.data);
    if is_told || !told.insert(path.clone()) {
        return;
    }
    // Many records share the text, but not the value.
    let is_one = path == leaf.path;
    tell(
        &path,
        if is_one { &leaf.text } else { "" },
        leaf.doc,
        raw,
        text,
    );
    if !is_one {
        return;
    }
    let bytes = raw
        .data
        .get(leaf.at..)
        .and_then(|rest| rest.get(..leaf.size));
    let value = number(bytes.filter(|bytes| bytes.len() <= 8).unwrap_or_default());
    match leaf.shape {
        Some(Shape::Enum(table)) => values(table.by_value(value).into_iter(), text),
        Some(Shape::Flags(table)) => values(table.split(value).0, text),
        _ => {}
    }
}

/// The docs of values.
fn values(values: impl Iterator<Item = &'static EnumValue>, text: &mut String) {
    for value in values.filter(|value| !value.doc.is_empty()) {
        paragraph(&format!("{}: {}", value.name, value.doc), 4, text);
    }
}

fn tell(path: &str, value: &str, doc: &str, raw: &RawPart<'_>, text: &mut String) {
    let value = match value {
        "" => String::new(),
        value => format!("  {}", style::plain(&dxobj_viewer::tables::short(value))),
    };
    let path = format!("{}.{path}", raw.fourcc);
    text.push_str(&format!("{}{value}\n", style::strong(style::plain(&path))));
    paragraph(doc, 2, text);
}

/// A text in lines that fit the terminal.
fn paragraph(doc: &str, indent: usize, text: &mut String) {
    let room = table::width().unwrap_or(100).clamp(40, 100);
    for line in table::wrap(doc.split_whitespace(), room - indent) {
        text.push_str(&format!("{:indent$}{line}\n", ""));
    }
}

/// Whether a path is another one, or lies below it.
fn is_below(path: &str, wanted: &str) -> bool {
    let rest = path.strip_prefix(wanted);
    wanted.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

fn without_indices(path: &str) -> String {
    let mut pieces = path.split('[');
    let first = pieces.next().unwrap_or_default();
    let rest = pieces.map(|piece| piece.split_once(']').map_or(piece, |(_, rest)| rest));
    std::iter::once(first).chain(rest).collect()
}
