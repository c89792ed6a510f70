//! The fields of each part that a target describes, or the enums: for each FourCC a text with the counts.

use std::collections::BTreeSet;

use super::Output;
use super::format::{Format, Item, Part, Values};

/// Counts the fields of parts. `is_read` says that a reader comes to a field only through those before it.
pub(super) fn fields(format: &Format, output: &Output, is_read: bool) -> Vec<(String, String)> {
    let omitted: BTreeSet<&str> = output.omitted.iter().map(|(path, _)| &**path).collect();
    let omitted = |path: &str| omitted.contains(path);
    let describes = |item: &Item, field: &str| {
        !omitted(&item.name) && !omitted(&format!("{}.{field}", item.name))
    };
    each_part(format, "fields", |item, code| {
        let all = format.items_within(item, &|_, _| true);
        let reached = match is_read {
            _ if omitted(code) => Vec::new(),
            true => format.items_within(item, &describes),
            false => all.clone(),
        };
        (count(&reached, describes), count(&all, |_, _| true))
    })
}

/// Counts the fields of items that `counts` accepts; versions of a record may share one.
fn count(items: &[&Item], counts: impl Fn(&Item, &str) -> bool) -> usize {
    let of_item = |item: &&Item| {
        let names = item.content.fields().into_iter().map(|(name, _)| name);
        let names: BTreeSet<&str> = names.filter(|name| counts(item, name)).collect();
        names.len()
    };
    items.iter().map(of_item).sum()
}

/// Counts the enums of parts, and of these the ones that `describes` accepts.
pub(super) fn enums(format: &Format, describes: impl Fn(&Values) -> bool) -> Vec<(String, String)> {
    each_part(format, "enums", |item, _| {
        let items = format.items_within(item, &|_, _| true).into_iter();
        let enums: Vec<&Values> = items.filter_map(|item| item.content.values()).collect();
        let reached = enums.iter().filter(|values| describes(values)).count();
        (reached, enums.len())
    })
}

/// Counts for each FourCC whose parts have a type; `counts` gives what a target describes, and all.
fn each_part(
    format: &Format,
    unit: &str,
    counts: impl Fn(&Item, &str) -> (usize, usize),
) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for part in &format.parts {
        if let Some(item) = part.ty.as_ref().and_then(|ty| format.item_of(ty)) {
            found.extend(part.codes.iter().map(|code| {
                let (reached, all) = counts(item, code);
                let counted = format!("{reached} of {all} {unit}");
                (label(format, part, code), counted)
            }));
        }
    }
    found
}

/// The FourCC; if several kinds of parts have it, with the name.
fn label(format: &Format, part: &Part, code: &str) -> String {
    let has_code = |part: &&Part| part.codes.iter().any(|known| known == code);
    match &part.name {
        Some(name) if format.parts.iter().filter(has_code).count() > 1 => {
            format!("{code} ({name})")
        }
        _ => code.to_owned(),
    }
}
