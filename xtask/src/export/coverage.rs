//! Counts the fields of each part, or the enums, that a target describes: for each FourCC a text with the counts.

use std::collections::BTreeSet;

use super::Output;
use dxc_codegen::model::{Enum, Item, Part, Schema};
use dxc_codegen::placement::items_within;

/// Counts the fields of parts. `is_read` means that a reader can reach a field only through those before it.
pub(super) fn fields(schema: &Schema, output: &Output, is_read: bool) -> Vec<(String, String)> {
    let omitted: BTreeSet<&str> = output.omitted.iter().map(|(path, _)| &**path).collect();
    let omitted = |path: &str| omitted.contains(path);
    let describes = |item: &Item, field: &str| {
        !omitted(&item.name) && !omitted(&format!("{}.{field}", item.name))
    };
    each_part(schema, "fields", |item, code| {
        let all = items_within(schema, item, &|_, _| true);
        let reached = match is_read {
            _ if omitted(code) => Vec::new(),
            true => items_within(schema, item, &describes),
            false => all.clone(),
        };
        (count(&reached, describes), count(&all, |_, _| true))
    })
}

/// Counts the fields of items that `counts` accepts; a field in several versions of a record counts once.
fn count(items: &[&Item], counts: impl Fn(&Item, &str) -> bool) -> usize {
    let of_item = |item: &&Item| {
        let names = item
            .content
            .members()
            .into_iter()
            .map(|(name, _)| name.as_str());
        let names: BTreeSet<&str> = names.filter(|name| counts(item, name)).collect();
        names.len()
    };
    items.iter().map(of_item).sum()
}

/// Counts the enums of parts, and those of them that `describes` accepts.
pub(super) fn enums(schema: &Schema, describes: impl Fn(&Enum) -> bool) -> Vec<(String, String)> {
    each_part(schema, "enums", |item, _| {
        let items = items_within(schema, item, &|_, _| true).into_iter();
        let enums: Vec<&Enum> = items.filter_map(|item| item.content.values()).collect();
        let reached = enums.iter().filter(|values| describes(values)).count();
        (reached, enums.len())
    })
}

/// Counts for each FourCC whose parts have a type; `counts` returns the number that a target describes, and the total.
fn each_part(
    schema: &Schema,
    unit: &str,
    counts: impl Fn(&Item, &str) -> (usize, usize),
) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for part in &schema.parts {
        if let Some(item) = part.item().and_then(|name| schema.item(name)) {
            found.extend(part.codes.iter().map(|code| {
                let (reached, all) = counts(item, code);
                let counted = format!("{reached} of {all} {unit}");
                (label(schema, part, code), counted)
            }));
        }
    }
    found
}

/// The FourCC; with the name of the part, if several kinds of parts have it.
fn label(schema: &Schema, part: &Part, code: &str) -> String {
    let has_code = |part: &&Part| part.codes.iter().any(|known| known.value == code);
    match &part.name {
        Some(name) if schema.parts.iter().filter(has_code).count() > 1 => {
            format!("{code} ({name})")
        }
        _ => code.to_owned(),
    }
}
